package policies

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// sample is a setting for each backoff and jitter, by name; the laws walk the catalogues with them, and a member
// without one fails.
var (
	backoffSamples = map[string][]Backoff{
		"none":                 {None{}},
		"fixed":                {Fixed{}, Fixed{time.Second}, Fixed{Longest}},
		"ladder":               {Ladder{Steps: []time.Duration{0, time.Second, Longest}}, Ladder{[]time.Duration{5}, true}},
		"linear":               {Linear{time.Second, time.Minute}, Linear{Longest, Longest}, Linear{}},
		"exponential":          exponentialSamples(),
		"polynomial":           {Polynomial{time.Second, 4, 0, 15 * time.Second}, Polynomial{Longest, 20, 1, -Longest}},
		"decorrelated":         {Decorrelated{time.Second, 30 * time.Second}, Decorrelated{Base: time.Second}, Decorrelated{}},
		"decorrelated_redrawn": {DecorrelatedRedrawn{time.Second, 30 * time.Second}, DecorrelatedRedrawn{Base: Longest}},
		"decorrelated_clipped": {DecorrelatedClipped{time.Second, 30 * time.Second}, DecorrelatedClipped{Base: Longest}},
		"decorrelated_rising":  {DecorrelatedRising{time.Second, 30 * time.Second}, DecorrelatedRising{Base: Longest}},
		"decorrelated_smooth":  {DecorrelatedSmooth{time.Second, 2}, DecorrelatedSmooth{Longest, 1e300}, DecorrelatedSmooth{0, 1}},

		"exponential_then_linear": {ExponentialThenLinear{time.Second, 2, 3}, ExponentialThenLinear{Longest, 10, 1000}},
		"compounding":             {Compounding{Base: time.Second, Factor: 2, Spread: 0.2}, Compounding{Longest, 1e9, 1, Longest, true}},
		"drawn_step":              {DrawnStep{time.Second, time.Second, 0.2}, DrawnStep{Longest, Longest, 1}, DrawnStep{}},
		"fibonacci":               {Fibonacci{time.Second}, Fibonacci{}, Fibonacci{Longest}},
		"slots":                   {Slots{time.Second, 10}, Slots{Longest, 60}, Slots{0, 1}},
	}
	jitterSamples = map[string][]Jitter{
		"none":       {NoJitter{}},
		"full":       {FullJitter{}},
		"equal":      {EqualJitter{}},
		"plus_minus": {PlusMinus{}, PlusMinus{0.1}, PlusMinus{1}},
		"shorten":    {Shorten{}, Shorten{0.3}, Shorten{1}},
		"added":      {Added{}, Added{time.Second}, Added{Longest}},
		"stable":     {Stable{}, Stable{time.Second}, Stable{Longest}},

		"exponential": {ExponentialJitter{}},
		"stretch":     {Stretch{1}, Stretch{}, Stretch{10}},
		"between":     {Between{0.8, 1.3}, Between{}, Between{10, 10}},
		"within":      {Within{0.2, time.Second, 30 * time.Second}, Within{Factor: 1}},
		"above_base":  {AboveBase{time.Second}, AboveBase{}, AboveBase{Longest}},
		"growing":     {Growing{10 * time.Second, 10}, Growing{time.Second, 0}, Growing{}},
		"whole":       {Whole{time.Millisecond}, Whole{}, Whole{1}},
		"percent":     {Percent{20}, Percent{}, Percent{100}},
	}
	lawAttempts = []int{1, 2, 3, 5, 8, 36, 37, 40, 63, 64, 65, 84, 1000, 1017, 1 << 20, 1 << 40}
)

func exponentialSamples() []Backoff {
	var list []Backoff
	for _, base := range []time.Duration{0, 1, time.Millisecond, 100 * time.Millisecond, 30 * time.Second, Longest} {
		for _, factor := range []float64{1, 1.5, 2, 10, 1e300} {
			list = append(list, Exponential{Base: base, Factor: factor})
		}
		list = append(list, Exponential{Base: base, Factor: 1.5, Grain: time.Millisecond, Hold: 2, Growths: 40})
		list = append(list, Exponential{Base: base, Factor: 0.5, Shrinking: true, Constant: -time.Second})
	}
	return list
}

// draw is one wait of a policy, from a source that belongs to the job and the attempt alone.
func draw(p *Policy, job uint64, attempt int) time.Duration {
	r := rand.New(rand.NewPCG(job, uint64(attempt)))
	return p.Delay(Failure{Job: job, Attempt: attempt, Previous: time.Duration(job) * time.Second}, r)
}

// TestBackoffLaws: never negative, within the told bounds, never above the cap without jitter, the same key gives
// the same answer, the literal is valid, and there is a doc.
func TestBackoffLaws(t *testing.T) {
	for _, kind := range Backoffs() {
		samples := backoffSamples[kind.Name]
		if len(samples) == 0 || kind.Doc == "" {
			t.Errorf("%s: no sample or no doc", kind.Name)
		}
		for _, b := range samples {
			if err := b.(interface{ Validate() error }).Validate(); err != nil {
				t.Errorf("%+v: %v", b, err)
			}
			for _, attempt := range lawAttempts {
				for job := range uint64(5) {
					open, capped := &Policy{Backoff: b}, &Policy{Backoff: b, Cap: 45 * time.Second}
					d := draw(open, job, attempt)
					if d < 0 || d != draw(open, job, attempt) {
						t.Fatalf("%+v attempt %d: %v, then %v", b, attempt, d, draw(open, job, attempt))
					}
					if c := draw(capped, job, attempt); c < 0 || c > capped.Cap {
						t.Fatalf("%+v attempt %d: %v with a cap of 45 s", b, attempt, c)
					}
				}
			}
		}
	}
}

// TestJitterLaws: never negative, within the range told, full, equal and shorten never above the delay, the same key
// gives the same answer.
func TestJitterLaws(t *testing.T) {
	delays := []time.Duration{0, 1, 2, 999, time.Millisecond, time.Second, 30 * time.Second, 30 * 24 * time.Hour, Longest}
	for _, kind := range Jitters() {
		samples := jitterSamples[kind.Name]
		if len(samples) == 0 || kind.Doc == "" {
			t.Errorf("%s: no sample or no doc", kind.Name)
		}
		shortens := kind.Name == "full" || kind.Name == "equal" || kind.Name == "shorten"
		for _, j := range samples {
			if err := j.(interface{ Validate() error }).Validate(); err != nil {
				t.Errorf("%+v: %v", j, err)
			}
			for _, d := range delays {
				lo, hi := j.(ranged).Range(d)
				if lo < 0 || hi < lo || shortens && hi > d {
					t.Fatalf("%+v of %v: range %v to %v", j, d, lo, hi)
				}
				for job := range uint64(50) {
					p := &Policy{Backoff: Fixed{d}, Jitter: j}
					got := draw(p, job, 1)
					if got < lo || got > hi || got != draw(p, job, 1) {
						t.Fatalf("%+v of %v: %v, not in [%v, %v]", j, d, got, lo, hi)
					}
				}
			}
		}
	}
}

// TestMeans compares the means of the table with 200,000 draws, for every jitter in both orders and with a floor.
// The largest standard deviation here is below the mean, so five standard errors are 5/sqrt(200000) = 1.2 %.
func TestMeans(t *testing.T) {
	policies := []*Policy{}
	for _, kind := range Jitters() {
		for _, j := range jitterSamples[kind.Name] {
			if a, ok := j.(Added); ok && a.Most == Longest {
				continue // its sum saturates, which bends the distribution
			}
			if s, ok := j.(Stable); ok && s.Most == Longest {
				continue
			}
			b := Exponential{Base: time.Second, Factor: 2}
			policies = append(policies,
				&Policy{Backoff: b, Jitter: j, Cap: 3 * time.Second},
				&Policy{Backoff: b, Jitter: j, Cap: 3 * time.Second, Order: JitterThenCap},
				&Policy{Backoff: b, Jitter: j, Floor: 1500 * time.Millisecond})
		}
	}
	policies = append(policies,
		&Policy{Backoff: Decorrelated{time.Second, 5 * time.Second}},
		&Policy{Backoff: DecorrelatedRedrawn{time.Second, 5 * time.Second}},
		&Policy{Backoff: Fixed{time.Second}, Jitter: FullJitter{}, Round: Rounding{300 * time.Millisecond, RoundDown}},
		&Policy{Backoff: Fixed{time.Second}, Jitter: FullJitter{}, Round: Rounding{300 * time.Millisecond, RoundNearest}},
		&Policy{Backoff: Fixed{time.Second}, Jitter: FullJitter{}, Round: Rounding{300 * time.Millisecond, RoundUp}},
		&Policy{
			Backoff: Exponential{Base: time.Second, Factor: 2}, Jitter: Stretch{1}, Cap: 3 * time.Second,
			Order: JitterThenCap, Round: Rounding{400 * time.Millisecond, RoundDown}, Offset: time.Second,
		},
		&Policy{
			Backoff: Exponential{Base: time.Second, Factor: 2}, Jitter: Stretch{1}, Cap: 3 * time.Second,
			Order: JitterThenRedraw, Redraw: 0.5,
		},
		&Policy{
			Backoff: Exponential{Base: time.Second, Factor: 2}, Jitter: Stretch{0.15}, Cap: 3 * time.Second,
			Order: CapOrJitter, JitterFrom: 2,
		},
		&Policy{
			Backoff: Exponential{Base: time.Second, Factor: 2}, Jitter: PlusMinus{0.5}, Cap: 3 * time.Second,
			Order: CapJitterCap, AtOnce: 1, Floor: 500 * time.Millisecond,
		},
		&Policy{Backoff: DecorrelatedSmooth{time.Second, 2}},
		&Policy{Backoff: DrawnStep{time.Second, time.Second, 0.2}},
		&Policy{Backoff: Slots{time.Second, 10}})
	for _, p := range policies {
		sampled := p.sampledMeans(3)
		for i, row := range Table(p, 3, 0) {
			if sampled[i] == 0 && row.Mean == 0 {
				continue
			}
			if diff := float64(row.Mean-sampled[i]) / float64(sampled[i]); diff > 0.012 || diff < -0.012 {
				t.Errorf("%s, retry %d: mean %v, but %v in draws", p.Formula(), i+1, row.Mean, sampled[i])
			}
		}
	}
}

// TestNoAllocation: a decision allocates nothing, whatever the backoff and the jitter.
func TestNoAllocation(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, bk := range Backoffs() {
		for _, jk := range Jitters() {
			p := &Policy{
				Backoff: backoffSamples[bk.Name][0], Jitter: jitterSamples[jk.Name][0], MaxAttempts: 9, Retryable: Transient(),
				Hint: HintRule{Obey: true, Spread: time.Second},
			}
			f := Failure{Attempt: 3, Class: RateLimited, Status: 429, Hint: Hint{HintSeconds, time.Second}}
			if n := testing.AllocsPerRun(20, func() { p.Decide(f, r) }); n != 0 {
				t.Errorf("%s with jitter %s: %v allocations", bk.Name, jk.Name, n)
			}
		}
	}
}

// TestStableJitter: the offset belongs to the job: the same at every attempt, and spread over the width.
func TestStableJitter(t *testing.T) {
	j := Stable{10 * time.Second}
	var tenths [10]int
	for job := range uint64(10_000) {
		first := j.Spread(time.Second, Failure{Job: job, Attempt: 1}, nil)
		if again := j.Spread(time.Minute, Failure{Job: job, Attempt: 7}, nil); again-time.Minute != first-time.Second {
			t.Fatalf("job %d: offset %v, then %v", job, first-time.Second, again-time.Minute)
		}
		tenths[(first-time.Second)/time.Second]++
	}
	for i, n := range tenths { // binomial(10000, 0.1): standard deviation 30
		if n < 850 || n > 1150 {
			t.Errorf("tenth %d holds %d of 10000 jobs", i, n)
		}
	}
}

// TestSamplesBuild: every member can be reached through the textual door.
func TestSamplesBuild(t *testing.T) {
	values := map[valueKind]string{
		kindNumber: "0.5", kindInteger: "1", kindBool: "true", kindDuration: "1s", kindSigned: "1s", kindDurations: "1s",
		kindPair: "0.5,1.5",
	}
	for _, bk := range Backoffs() {
		for _, jk := range Jitters() {
			var s Spec
			set := func(key, value string) {
				if err := s.Set(key, value, "test"); err != nil {
					t.Error(err)
				}
			}
			set("max_attempts", "5")
			set("backoff", bk.Name)
			for _, key := range append(append([]Key(nil), bk.Needs...), bk.Takes...) {
				if key.Name == "factor" {
					set("factor", "2") // most kinds refuse one below 1
				} else {
					set(key.Name, values[key.kind])
				}
			}
			if jk.Amount != nil {
				set(jk.Amount.Name, values[jk.Amount.kind])
			} else {
				set("jitter", jk.Name)
			}
			p, _, err := s.Build("x")
			if err != nil {
				t.Errorf("%s, %s: %v", bk.Name, jk.Name, err)
				continue
			}
			want := fmt.Sprintf("%T %T", backoffSamples[bk.Name][0], jitterSamples[jk.Name][0])
			if got := fmt.Sprintf("%T %T", p.Backoff, p.Jitter); got != want {
				t.Errorf("%s, %s: built %s", bk.Name, jk.Name, got)
			}
		}
	}
}
