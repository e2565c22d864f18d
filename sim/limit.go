package sim

import (
	"math/bits"
	"time"

	"retrysim/policies"
	"retrysim/sim/model"
)

// limiter is the state of a station's rate limit. It outlives changes of the
// limit in force: what was let through before counts on.
type limiter struct {
	window int64           // fixed: number of the window
	used   int             // fixed: calls admitted in it
	passed times           // sliding: when calls were admitted
	bucket model.RateLimit // token bucket: the limit that level is counted by
	token  int64           // token bucket: see RateLimit.Token
	refill int64           // token bucket
	level  int64           // token bucket: what is in it, in units of which token make one
	filled int64           // token bucket: when it was last filled up
}

// take counts a call against the limit at its arrival, with so many calls in
// the station, and reports whether it may pass.
func (l *limiter) take(limit *model.RateLimit, inside int, now int64) bool {
	switch limit.Kind {
	case model.SlidingWindow:
		l.passed.forget(now - int64(limit.Per))
		if l.passed.n >= limit.Allow {
			return false
		}
		l.passed.push(now)
	case model.TokenBucket:
		l.fill(limit, now)
		if l.level < l.token {
			return false
		}
		l.level -= l.token
	case model.Concurrency:
		return inside < limit.Allow
	default:
		if n := now / int64(limit.Per); n != l.window {
			l.window, l.used = n, 0
		}
		if l.used >= limit.Allow {
			return false
		}
		l.used++
	}
	return true
}

// fill brings a bucket up to now. Under another limit than before its tokens
// stay, as far as the new bucket holds them; a bucket first used is full.
func (l *limiter) fill(limit *model.RateLimit, now int64) {
	if *limit != l.bucket {
		l.pour(limit)
	}
	missing := int64(limit.Burst)*l.token - l.level
	if since := now - l.filled; l.refill > 0 && since > missing/l.refill {
		l.level += missing
	} else {
		l.level += since * l.refill
	}
	l.filled = now
}

// pour takes the tokens over into the bucket of another limit.
func (l *limiter) pour(limit *model.RateLimit) {
	was, had := l.bucket, l.token
	l.bucket = *limit
	l.token, l.refill = limit.Token()
	if !was.On() || l.level/had >= int64(limit.Burst) {
		l.level = int64(limit.Burst) * l.token
		return
	}
	hi, lo := bits.Mul64(uint64(l.level), uint64(l.token))
	level, _ := bits.Div64(hi, lo, uint64(had))
	l.level = int64(level)
}

// rest is how long it takes until the limit could let a call through; ok is
// false where time alone does not tell.
func (l *limiter) rest(limit *model.RateLimit, now int64) (rest int64, ok bool) {
	per := int64(limit.Per)
	switch {
	case limit.Kind == model.Concurrency:
		return 0, false
	case limit.Kind == model.FixedWindow:
		return per - now%per, true
	case limit.Allow == 0:
		return per, true
	case limit.Kind == model.SlidingWindow:
		l.passed.forget(now - per)
		if l.passed.n < limit.Allow {
			return 0, true
		}
		return l.passed.at(l.passed.n-limit.Allow) + per - now, true
	}
	l.fill(limit, now)
	return max(0, (l.token-l.level+l.refill-1)/l.refill), true
}

// limited counts a call against the rate limit in force. When it is over it
// the limit and its state are returned, else nil.
func (w *world) limited(st *station, j *job) (*model.RateLimit, *limiter) {
	limit := st.limit()
	if !limit.On() {
		return nil, nil
	}
	by, free := &st.limiter, st.shaper.n == 0
	if limit.Key != model.LimitAll {
		by, free = w.limiterOf(st, limit.Key, j), true
	}
	if free && by.take(limit, st.inside(), w.now) {
		return nil, nil
	}
	return limit, by
}

// limiterOf is the state of a limit that counts apart by keys, clients or job
// types: one for each that has called.
func (w *world) limiterOf(st *station, key model.LimitKey, j *job) *limiter {
	i := int(j.typ)
	switch key {
	case model.LimitPerKey:
		i = int(j.key)
	case model.LimitPerClient:
		i = w.keys.clients[j.source] + int(max(0, j.client))
	}
	all := st.limiters[key]
	for i >= len(all) {
		all = append(all, limiter{window: -1})
	}
	st.limiters[key] = all
	return &all[i]
}

// limit is the rate limit in force.
func (st *station) limit() *model.RateLimit {
	if st.cond.LimitSet {
		return &st.cond.Limit
	}
	return &st.spec.Limit
}

// hint is the Retry-After that comes with a rate limit's refusal.
func (l *limiter) hint(limit *model.RateLimit, now int64) policies.Hint {
	after := int64(limit.RetryAfter)
	if limit.UntilReset {
		rest, ok := l.rest(limit, now)
		if after = nextMultiple(rest, int64(time.Second)); !ok {
			after = 0
		}
	}
	if after <= 0 {
		return policies.Hint{}
	}
	return policies.Hint{Kind: policies.HintSeconds, After: time.Duration(after)}
}

// times is a line of times that grows by doubling, a ring without pointers.
type times struct {
	ring []int64
	head int
	n    int
}

// at is the time in place i, 0 the oldest.
func (q *times) at(i int) int64 { return q.ring[(q.head+i)&(len(q.ring)-1)] }

func (q *times) push(t int64) {
	if q.n == len(q.ring) {
		ring := make([]int64, max(16, 2*q.n))
		for i := range q.n {
			ring[i] = q.at(i)
		}
		q.ring, q.head = ring, 0
	}
	q.ring[(q.head+q.n)&(len(q.ring)-1)] = t
	q.n++
}

// popBack takes the newest time.
func (q *times) popBack() { q.n-- }

// drop drops the n oldest times.
func (q *times) drop(n int) {
	if n > 0 {
		q.head = (q.head + n) & (len(q.ring) - 1)
		q.n -= n
	}
}

// forget drops the times up to and including t.
func (q *times) forget(t int64) {
	for q.n > 0 && q.at(0) <= t {
		q.head = (q.head + 1) & (len(q.ring) - 1)
		q.n--
	}
}
