package policies

import (
	"math/rand/v2"
	"time"
)

// DrawnStep adds doublings of a step that each job has drawn once: delay(k) = base + 2^(k-1) * s, with s a whole number
// of milliseconds, uniform in [step * (1-j), step * (1+j)).
//
//	base 1s, step 1s, spread 0.2   retry  1             2             3
//	                               range  1.8..2.2s     2.6..3.4s     4.2..5.8s
//
// A jitter on top is drawn at every use. Source: MassTransit, whose exponential policy draws its step when it is made;
// here every job stands for a process with a policy of its own.
type DrawnStep struct {
	// Base is in every wait, Step is what is doubled; both at least 0.
	Base, Step time.Duration
	// Spread is j, in [0, 1].
	Spread float64
}

// Delay draws nothing: the step is a hash of Failure.Job. It saturates at Longest.
func (b DrawnStep) Delay(f Failure, _ *rand.Rand) time.Duration {
	lo, hi := b.steps()
	fraction := float64(mix64(f.Job)>>11) * 0x1p-53
	step := Rounding{time.Millisecond, RoundDown}.apply(lo + time.Duration(fraction*float64(hi-lo)))
	return addSat(b.Base, doubleSat(max(step, lo), f.Attempt-1))
}

// steps are the ends of the range of the step; the upper does not belong to it.
func (b DrawnStep) steps() (lo, hi time.Duration) { return PlusMinus{b.Spread}.Range(b.Step) }

// Reach is the range of the wait before a retry.
func (b DrawnStep) Reach(retry int) (lo, hi time.Duration) {
	lo, hi = b.steps()
	if hi > lo {
		hi = max(lo, hi-time.Millisecond)
	}
	return addSat(b.Base, doubleSat(lo, retry-1)), addSat(b.Base, doubleSat(hi, retry-1))
}

// Means gives the mean waits before retries 1 to n: half way between the ends.
func (b DrawnStep) Means(n int) []time.Duration {
	means := make([]time.Duration, n)
	for i := range means {
		lo, hi := b.Reach(i + 1)
		means[i] = lo + (hi-lo)/2
	}
	return means
}

// Calm is the same with the step as it was asked for.
func (b DrawnStep) Calm() Backoff { return Exponential{Base: b.Step, Factor: 2, Constant: b.Base} }

// Formula is the delay before retry k.
func (b DrawnStep) Formula() string {
	return FormatDuration(b.Base) + " + 2^(k-1) * " + PlusMinus{b.Spread}.Around(FormatDuration(b.Step)) + " once a job"
}

// Validate checks base, step and spread.
func (b DrawnStep) Validate() error {
	if err := notNegative("base", b.Base); err != nil {
		return err
	}
	if err := notNegative("step", b.Step); err != nil {
		return err
	}
	return share("spread", b.Spread)
}

var drawnStepKind = BackoffKind{
	Name: "drawn_step", Doc: "a base and doublings of a step that each job draws once",
	Needs: []Key{keyBase},
	Takes: []Key{linearKind.Takes[0], compoundingKind.Takes[1]},
	build: func(s *Spec) Backoff {
		b := DrawnStep{Base: s.duration("base"), Step: s.duration("base"), Spread: s.number("spread")}
		if s.has("step") {
			b.Step = s.duration("step")
		}
		return b
	},
}
