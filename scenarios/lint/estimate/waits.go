package estimate

import (
	"time"

	"retrysim/policies"
)

// mostRows is how many waits of a policy are looked at one by one. Past them a
// wait counts as the last one that was looked at.
const mostRows = 64

// Waits sums up what a policy lets a job wait that fails every time, hints and
// the time of the calls left aside.
type Waits struct {
	Rows    []policies.Row
	Retries int  // at most; 0 also where nothing limits them
	Limited bool // whether anything limits the retries
	// The sums over all retries: with the luckiest draws, without jitter (the
	// mean where no such value exists), in the mean, with the unluckiest draws.
	Shortest, Nominal, Mean, Longest time.Duration
	Most                             time.Duration // the longest single wait
}

// WaitsOf looks at a policy's waits. Without a limit the sums are those of the
// first 64 retries.
func WaitsOf(p *policies.Policy) Waits {
	w := Waits{Rows: policies.Table(p, mostRows, 0)}
	w.Retries, w.Limited = p.Retries()
	for _, r := range w.Rows {
		w.count(r, 1)
	}
	if n := len(w.Rows); n > 0 && w.Retries > n {
		w.count(w.Rows[n-1], time.Duration(w.Retries-n))
	}
	return w
}

func (w *Waits) count(r policies.Row, times time.Duration) {
	w.Shortest = add(w.Shortest, multiply(r.Min, times))
	w.Nominal = add(w.Nominal, multiply(Typical(r), times))
	w.Mean = add(w.Mean, multiply(r.Mean, times))
	w.Longest = add(w.Longest, multiply(r.Max, times))
	w.Most = max(w.Most, r.Max)
}

func multiply(d, times time.Duration) time.Duration {
	if d > 0 && times > policies.Longest/d {
		return policies.Longest
	}
	return d * times
}

// Typical is a wait without jitter, or its mean where there is none without.
func Typical(r policies.Row) time.Duration {
	if r.HasNominal {
		return r.Nominal
	}
	return r.Mean
}

// Spread is the width of the range that a wait is drawn from.
func Spread(r policies.Row) time.Duration { return r.Max - r.Min }

// Overflow is the retry whose wait base * factor^(retry-1) no longer fits into
// 63 bits of nanoseconds, where code that multiplies before it applies the cap
// gets a negative or zero wait. ok is false for other backoffs and for a
// factor of at most 1.
func Overflow(p *policies.Policy) (retry int, ok bool) {
	b, is := p.Backoff.(policies.Exponential)
	if !is || b.Factor <= 1 || b.Base <= 0 {
		return 0, false
	}
	retry = 1
	for v := float64(b.Base); v < 1<<63; v *= b.Factor {
		if retry++; retry > policies.MostAttempts {
			return 0, false
		}
	}
	return retry, true
}
