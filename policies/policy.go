package policies

import (
	"math/rand/v2"
	"time"
)

// Backoff gives the wait before the retry that follows a failure. It looks at nothing but its arguments, returns a
// duration that is not negative, and may draw from r (which may be nil for a backoff that draws nothing).
type Backoff interface {
	Delay(f Failure, r *rand.Rand) time.Duration
}

// Jitter spreads a delay. Like a Backoff it keeps no state.
type Jitter interface {
	Spread(d time.Duration, f Failure, r *rand.Rand) time.Duration
}

// CapOrder says whether the cap applies before or after the jitter.
type CapOrder uint8

// The orders. With CapThenJitter a jitter that lengthens can exceed the cap, unless it has no bound of its own; with
// JitterThenCap it cannot, and a part of the delays sits exactly on the cap.
const (
	CapThenJitter CapOrder = iota
	JitterThenCap
	// CapJitterCap applies the cap twice: the jitter spreads at most the cap, and the result is cut again.
	CapJitterCap
	// CapOrJitter spreads only what is below the cap; at the cap every wait is the cap.
	CapOrJitter
	// JitterThenRedraw draws a wait above the cap anew, from [Redraw * cap, cap).
	JitterThenRedraw
)

var orderWords = []string{"cap_then_jitter", "jitter_then_cap", "cap_jitter_cap", "cap_or_jitter", "jitter_then_redraw"}

// String gives the word of the order.
func (o CapOrder) String() string { return orderWords[o] }

// Anchor says from when a delay counts.
type Anchor uint8

// The anchors: the failure, or the moment when the worker took the job for the attempt that failed.
const (
	AnchorFailure Anchor = iota
	AnchorTaken
)

var anchorWords = []string{"failure", "taken"}

// String gives the word of the anchor.
func (a Anchor) String() string { return anchorWords[a] }

// Policy joins the parts. It is a plain value that nothing changes after it was built, so it may be shared.
type Policy struct {
	Name string
	// MaxAttempts counts the first call too; 0 = no limit.
	MaxAttempts int
	// Backoff and Jitter may be nil: no wait, no spread.
	Backoff Backoff
	Jitter  Jitter
	// Cap is the longest and Floor the shortest delay; 0 = none. The floor is applied last and also to hints.
	Cap, Floor time.Duration
	// Order says where the cap stands. Redraw is the share of the cap from which JitterThenRedraw draws, in [0, 1].
	Order  CapOrder
	Redraw float64
	// AtOnce is the number of first retries that do not wait at all; the backoff counts from the one after them.
	AtOnce int
	// JitterFrom is the first retry that is spread, counted as the backoff counts; 0 and 1 = all are.
	JitterFrom int
	// Offset is put on top of every wait, after cap and jitter; at least 0.
	Offset time.Duration
	// Round makes delays whole multiples of a unit, after jitter and cap and before the floor.
	Round Rounding
	// ElapsedLimit is the longest time after the start of the first attempt at which another may begin; it counts
	// calls and waits. 0 = none.
	ElapsedLimit time.Duration
	// Timeout is the client's patience per attempt; 0 = the job type's own. NoTimeout is true where the policy says
	// that there is none, even where the job type has one.
	Timeout   time.Duration
	NoTimeout bool
	Anchor    Anchor
	Retryable Retryable
	Hint      HintRule
}

// ender is a backoff that ends by itself after a number of retries; ok is false where it does not.
type ender interface {
	Ends() (retries int, ok bool)
}

// Retries is the largest number of retries of a job, from the limit on attempts and from a backoff that ends by
// itself; limited is false where neither sets a limit.
func (p *Policy) Retries() (n int, limited bool) {
	if p.MaxAttempts > 0 {
		n, limited = p.MaxAttempts-1, true
	}
	if e, ok := p.Backoff.(ender); ok {
		if end, ends := e.Ends(); ends && (!limited || end < n) {
			n, limited = end, true
		}
	}
	return n, limited
}

// Delay is the wait before retry f.Attempt, hints left aside, counted from the anchor. It is never negative, and an
// overflow gives the cap, or Longest where there is none. It panics on an attempt below 1.
func (p *Policy) Delay(f Failure, r *rand.Rand) time.Duration {
	d, _ := p.draw(f, r)
	return d
}

// draw is Delay and what the backoff wants to hear again at the next failure.
func (p *Policy) draw(f Failure, r *rand.Rand) (d, carry time.Duration) {
	if f.Attempt < 1 {
		panic("policies: Delay: attempts count from 1")
	}
	if f.Attempt <= p.AtOnce {
		return 0, 0
	}
	f.Attempt -= p.AtOnce
	if p.Backoff != nil {
		d = p.Backoff.Delay(f, r)
	}
	raw := d
	if p.capsFirst() {
		d = p.capped(d)
	}
	if p.jitters(f.Attempt, raw) {
		d = p.Jitter.Spread(d, f, r)
	}
	if p.Order == JitterThenRedraw {
		d = p.redrawn(d, r)
	} else if p.cutsLast() {
		d = p.capped(d)
	}
	d = p.finish(addSat(d, p.Offset))
	if b, ok := p.Backoff.(carrier); ok {
		return d, b.carry(f.Previous, raw)
	}
	return d, d
}

// carrier is a backoff that builds on something else than the wait before it.
type carrier interface {
	carry(previous, raw time.Duration) time.Duration
}

// capsFirst tells whether the cap applies to what the backoff says.
func (p *Policy) capsFirst() bool {
	return p.Order == CapThenJitter || p.Order == CapJitterCap || p.Order == CapOrJitter
}

// jitters tells whether a wait is spread; attempt counts as the backoff counts, raw is what the backoff says.
func (p *Policy) jitters(attempt int, raw time.Duration) bool {
	if p.Jitter == nil || attempt < p.JitterFrom {
		return false
	}
	return p.Order != CapOrJitter || p.Cap == 0 || raw < p.Cap
}

// redrawn draws a wait above the cap anew.
func (p *Policy) redrawn(d time.Duration, r *rand.Rand) time.Duration {
	if p.Cap == 0 || d <= p.Cap {
		return d
	}
	if r == nil { // the jitter is off: a look at the nominal wait
		return p.Cap
	}
	return uniform(scale(p.Cap, p.Redraw), p.Cap, r)
}

// cutsLast tells whether the cap applies to the wait that the jitter has drawn.
func (p *Policy) cutsLast() bool {
	_, is := p.Jitter.(tailed)
	return is || p.Order == JitterThenCap || p.Order == CapJitterCap
}

func (p *Policy) capped(d time.Duration) time.Duration {
	if p.Cap > 0 && d > p.Cap {
		return p.Cap
	}
	return d
}

// finish rounds a delay and lifts it to the floor.
func (p *Policy) finish(d time.Duration) time.Duration {
	return max(p.Round.apply(d), p.Floor, 0)
}

// Decide says whether the job is tried again, and when. It is the only place where the parts of a policy meet.
//
// The order is: class, attempts, backoff, hint, elapsed limit. A hint counts from the failure whatever the anchor.
// A wait that would begin the next attempt after the elapsed limit ends the job now, without waiting first; FromHint
// then tells whether the hint was to blame.
func (p *Policy) Decide(f Failure, r *rand.Rand) Decision {
	if !p.Retryable.Matches(f.Class, f.Status) {
		return Decision{Why: Permanent, Due: f.Now}
	}
	if n, limited := p.Retries(); limited && f.Attempt > n {
		return Decision{Why: Exhausted, Due: f.Now}
	}
	anchor := f.Now
	if p.Anchor == AnchorTaken {
		anchor = f.Taken
	}
	delay, carry := p.draw(f, r)
	d := Decision{Retry: true, Why: Retry, Delay: delay, Carry: carry, Due: max(addSat(anchor, delay), f.Now)}
	if after, ok := p.Hint.wait(&f); ok {
		if p.Hint.tooLong(&f, after) {
			return Decision{Why: HintTooLong, Due: f.Now, FromHint: true}
		}
		if most := addSat(d.Due-f.Now, p.Hint.MostBeyond); p.Hint.MostBeyond > 0 {
			after = min(after, most)
		}
		due := addSat(f.Now, max(p.Hint.shape(after, r), p.Floor))
		if !p.Hint.LowerBound || due > d.Due {
			d.Due, d.Delay, d.FromHint = due, due-anchor, true
		}
	}
	if p.ElapsedLimit > 0 && addSat(f.Elapsed, d.Due-f.Now) > p.ElapsedLimit {
		return Decision{Why: Deadline, Due: f.Now, FromHint: d.FromHint}
	}
	return d
}
