package model

import "math"

// Delay is time added to an answer.
type Delay struct {
	Law   Law
	Scale float64 // of the draw
	Share float64 // of the calls
	Body  bool    // only good answers have one
}

// Scoped reports whether the fault leaves some calls of its station out, so
// that a call must ask whether it is hit.
func (f *Fault) Scoped() bool { return f.Target == TargetStation && !f.Scope.All() }

// Apply adds what the fault does to a station's condition, at a strength from 0
// to 1. Where two faults say different things the one applied later counts;
// speeds and multiples multiply, delays and shares of errors add up. Strength
// scales shares and added delays; a factor goes from 1 to its own; a limit from
// the station's own of its nature, or from none: then Allow / strength. Refusals, cuts, hints
// and replaced laws are all or nothing.
func (f *Fault) Apply(c *Condition, own *RateLimit, strength float64) {
	switch f.Kind {
	case FaultRefuse:
		c.Refuse, c.Status, c.RefuseHint = true, f.Status, f.Hint
	case FaultCut:
		c.Cut, c.CutLoses = true, f.Loses
	case FaultError:
		c.Errors = append(c.Errors[:len(c.Errors):len(c.Errors)], f.Errors...)
		if strength < 1 {
			for i := len(c.Errors) - len(f.Errors); i < len(c.Errors); i++ {
				c.Errors[i].Share = float64(c.Errors[i].Share * strength)
			}
		}
	case FaultLatency:
		f.applyLatency(c, strength)
	case FaultSlowBody:
		c.Latency = append(c.Latency[:len(c.Latency):len(c.Latency)],
			Delay{Law: f.Latency, Scale: 1, Share: float64(f.Share * strength), Body: true})
	case FaultHang:
		c.Hang, c.HangsServe = min(1, c.Hang+float64(f.Share*strength)), f.HoldsServe
	case FaultCapacity:
		c.Speed = float64(c.Speed * between(1, f.Factor, strength))
	case FaultRateLimit:
		c.Limit, c.LimitSet = f.Limit, true
		if strength < 1 {
			c.Limit.Allow = f.rampedAllow(own, strength)
		}
	case FaultResponseLost:
		c.Lost = min(1, c.Lost+float64(f.Share*strength))
	case FaultReset:
		to := &c.Reset
		if f.Answer {
			to = &c.ResetAnswer
		}
		*to = min(1, *to+float64(f.Share*strength))
	case FaultRetryAfter:
		c.Hint = f.Hint
	}
}

func (f *Fault) applyLatency(c *Condition, strength float64) {
	if f.Latency.Set() {
		c.Latency = append(c.Latency[:len(c.Latency):len(c.Latency)], Delay{Law: f.Latency, Scale: strength, Share: 1})
	}
	if f.Multiply > 0 {
		if c.Multiply == 0 {
			c.Multiply = 1
		}
		c.Multiply = float64(c.Multiply * between(1, f.Multiply, strength))
	}
	if f.Replace.Set() {
		c.Replace = f.Replace
	}
}

// between is the point at strength s of the way from a to b.
func between(a, b, s float64) float64 {
	if s == 1 {
		return b
	}
	return a + float64((b-a)*s)
}

// rampedAllow is how many calls a limit allows that is only at a strength.
// Between calls at once and calls per time there is no way: then it comes as
// from none.
func (f *Fault) rampedAllow(own *RateLimit, strength float64) int {
	allow, usual := float64(f.Limit.Allow), float64(own.Allow)
	atOnce := f.Limit.Kind == Concurrency
	switch {
	case !own.On() || atOnce != (own.Kind == Concurrency):
		return int(math.Round(min(allow/strength, math.MaxInt32)))
	case !atOnce:
		usual = usual * f.Limit.Per.Seconds() / own.Per.Seconds()
	}
	return int(math.Round(between(usual, allow, strength)))
}
