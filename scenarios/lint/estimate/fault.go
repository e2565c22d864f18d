package estimate

import (
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/model"
)

// Blow is what an open fault does to the calls of a job type.
type Blow struct {
	Share      float64 // of the attempts that fail by it, in [0, 1]
	Class      policies.Class
	Status     int
	Unanswered bool          // no answer comes: the caller's timeout decides
	Hint       time.Duration // the Retry-After that comes with the failure, 0 without
}

// Patience is how long a caller of a type waits for an attempt under a policy;
// 0 is for ever.
func Patience(t *model.JobType, p *policies.Policy) time.Duration {
	switch {
	case p.NoTimeout:
		return 0
	case p.Timeout > 0:
		return p.Timeout
	}
	return t.Timeout
}

// BlowOf is what a fault does to a job type under a policy. The share is 0
// where the fault does not touch the type, only slows it down, or depends on
// what happens; of random windows it is the mean over their span.
func BlowOf(p *sim.Plan, f *model.Fault, jobType int, policy *policies.Policy) Blow {
	if f.Target != model.TargetStation || Struck(p, jobType, f) == 0 || f.End <= f.Start ||
		!f.Scope.HasType(jobType) || f.Scope.FirstAttempts > 0 || f.While > 0 {
		return Blow{} // or it depends on the load, or is over for a job once it was tried
	}
	b := blowOf(p, f, jobType, policy)
	b.Share *= f.MeanStrength() * min(1, Struck(p, jobType, f)) // the other calls go elsewhere
	if f.Scope.Share > 0 {
		b.Share *= f.Scope.Share
	}
	return b
}

// blowOf is what a fault at full strength does to a job in its scope.
func blowOf(p *sim.Plan, f *model.Fault, jobType int, policy *policies.Policy) Blow {
	patience := Patience(&p.Types[jobType], policy)
	timeout := Blow{Share: 1, Class: policies.Timeout, Unanswered: true}
	switch f.Kind {
	case model.FaultRefuse:
		return Blow{Share: 1, Class: policies.ClassOfStatus(f.Status), Status: f.Status, Hint: f.Hint.After}
	case model.FaultReset:
		return Blow{Share: f.Share, Class: policies.Connection}
	case model.FaultCut:
		if !f.Loses && (patience == 0 || patience >= f.End-f.Start) {
			return Blow{} // held, and answered in the end
		}
		return timeout
	case model.FaultHang, model.FaultResponseLost:
		timeout.Share = f.Share
		return timeout
	case model.FaultLatency:
		timeout.Share = tooLate(p, f, patience)
		return timeout.orNone()
	case model.FaultSlowBody:
		if patience > 0 {
			timeout.Share = f.Share * Beyond(f.Latency, patience)
		} else {
			timeout.Share = 0
		}
		return timeout.orNone()
	case model.FaultCapacity:
		if f.Factor > 0 || patience == 0 {
			return Blow{}
		}
		return timeout
	case model.FaultError:
		return errorBlow(f)
	case model.FaultRateLimit:
		return limitBlow(p, f)
	}
	return Blow{}
}

// hardly is a share of attempts that is not worth a word.
const hardly = 0.001

// orNone is a blow, or none where it hardly hits anybody.
func (b Blow) orNone() Blow {
	if b.Share < hardly {
		return Blow{}
	}
	return b
}

// tooLate is the share of the answers that a fault of latency makes later than
// their callers wait, by what it replaces, multiplies and adds; waits for a
// server are left aside, and of several laws that add up only one is taken with
// its spread: the one added, else the one of the service.
func tooLate(p *sim.Plan, f *model.Fault, patience time.Duration) float64 {
	law, times := p.Stations[f.Station].Service, 1.0
	if f.Replace.Set() {
		law = f.Replace
	}
	if f.Multiply > 1 {
		times = f.Multiply
	}
	switch {
	case patience == 0:
		return 0
	case f.Latency.Set():
		left := patience
		if f.Replace.Set() || f.Multiply > 1 {
			left -= scaled(law, times)
		}
		return Beyond(f.Latency, left)
	case !law.Set() || !f.Replace.Set() && f.Multiply <= 1:
		return 0
	}
	return Beyond(law, Span(float64(patience)/times))
}

// scaled is a multiple of a law's mean.
func scaled(law model.Law, times float64) time.Duration {
	if !law.Set() {
		return 0
	}
	return Span(float64(law.Mean()) * times)
}

// Slowed is how long an answer takes in the mean under a fault of latency.
func Slowed(p *sim.Plan, f *model.Fault) time.Duration {
	law, times := p.Stations[f.Station].Service, 1.0
	if f.Replace.Set() {
		law = f.Replace
	}
	if f.Multiply > 0 {
		times = f.Multiply
	}
	sum := scaled(law, times)
	if f.Latency.Set() {
		sum = add(sum, f.Latency.Mean())
	}
	return sum
}

// errorBlow is the first kind of error, with the share of all of them.
func errorBlow(f *model.Fault) Blow {
	var b Blow
	for i, e := range f.Errors {
		if i == 0 {
			b.Class, b.Status = e.Class, e.Status
		}
		b.Share += e.Share
	}
	b.Share = min(b.Share, 1)
	return b
}

// ErrorShare is the share of the calls that a fault of errors fails.
func ErrorShare(f *model.Fault) float64 { return errorBlow(f).Share }

// limitBlow is the share of the calls above a limit, retries left aside.
func limitBlow(p *sim.Plan, f *model.Fault) Blow {
	b := Blow{Class: policies.ClassOfStatus(f.Limit.Status), Status: f.Limit.Status, Hint: Hint(&f.Limit)}
	load, over := 0.0, 0.0
	for k := range hitBy(f) {
		load += StationRate(p, f.Station+k, f.Start, f.End)
		over += Over(p, f.Station+k, &f.Limit, f.Start, f.End)
	}
	if over > 0 && !holdsAll(&f.Limit) {
		b.Share = over / load
	}
	return b
}

// Hint is the Retry-After that a limit sends, 0 without; the longest where it
// is the time until the window ends.
func Hint(l *model.RateLimit) time.Duration {
	if holdsAll(l) {
		return 0
	}
	if l.UntilReset {
		return l.Per
	}
	return l.RetryAfter
}

// StepHints is the longest hint that a step's call can meet.
func StepHints(p *sim.Plan, s *model.Step) time.Duration {
	longest := time.Duration(0)
	for _, i := range Reached(p, s) {
		longest = max(longest, Hints(p, i))
	}
	return longest
}

// holdsAll reports whether a limit lets calls wait without end and refuses none.
func holdsAll(l *model.RateLimit) bool { return l.Wait && l.Hold == 0 }

// Hints is the longest hint that a station ever sends.
func Hints(p *sim.Plan, station int) time.Duration {
	longest := time.Duration(0)
	if l := &p.Stations[station].Limit; l.On() {
		longest = Hint(l)
	}
	for i := range p.Faults {
		f := &p.Faults[i]
		if !f.Hits(station) {
			continue
		}
		switch f.Kind {
		case model.FaultRateLimit:
			longest = max(longest, Hint(&f.Limit))
		case model.FaultRefuse, model.FaultRetryAfter:
			longest = max(longest, f.Hint.After)
		}
	}
	return longest
}
