package policies

import (
	"strconv"
	"strings"
	"time"
)

// Row is one line of a delay table: what is known about the wait before one retry, hints left aside.
type Row struct {
	// Retry is the number of the retry, from 1: the wait between attempt Retry and attempt Retry+1.
	Retry int
	// Nominal is the wait with the jitter off; HasNominal is false where there is no such value. It may lie outside
	// of [Min, Max].
	Nominal    time.Duration
	HasNominal bool
	// Min, Mean and Max describe the wait with jitter. Min and Max are the bounds, reached or not.
	Min, Mean, Max time.Duration
	// BeyondDefault is true past the retries of a mere library default.
	BeyondDefault bool
}

// random is a backoff that draws by itself and so has no nominal delay.
type random interface {
	// Reach bounds the delay of a retry.
	Reach(retry int) (lo, hi time.Duration)
	// Means gives the mean delays of retries 1 to n.
	Means(n int) []time.Duration
}

// Table lists the waits of a policy. It ends where the policy ends, else after the given number of retries;
// defaultMax, if above 0, is a default limit on attempts that does not end the list but marks the rows beyond it.
//
// Means are exact to the nanosecond where the wait is uniform between two bounds or exponential, within 1e-5 for a decorrelated
// backoff alone, and else (a decorrelated backoff with jitter, floor or rounding; any jitter with rounding) from
// 200,000 draws with a fixed seed, which is within 0.5 % (five standard errors).
func Table(p *Policy, retries, defaultMax int) []Row {
	n := max(retries, 0)
	if end, limited := p.Retries(); limited {
		n = min(n, end)
	}
	rows := make([]Row, n)
	for i := range rows {
		k := i + 1
		row := Row{Retry: k, BeyondDefault: defaultMax > 0 && k > defaultMax-1}
		row.Nominal, row.HasNominal = p.Nominal(k)
		row.Min, row.Max = p.reach(k)
		rows[i] = row
	}
	for i, mean := range p.means(n) {
		rows[i].Mean = min(max(mean, rows[i].Min), rows[i].Max)
	}
	return rows
}

// WorstCaseTotal is the sum of the longest possible waits of a job that fails at every attempt, hints and the time
// of the calls left aside; an elapsed limit bounds it. ok is false where nothing limits it.
func WorstCaseTotal(p *Policy) (total time.Duration, ok bool) {
	n, limited := p.Retries()
	if !limited {
		return p.ElapsedLimit, p.ElapsedLimit > 0
	}
	for k := 1; k <= n && total < Longest; k++ {
		_, most := p.reach(k)
		total = addSat(total, most)
	}
	if p.ElapsedLimit > 0 {
		total = min(total, p.ElapsedLimit)
	}
	return total, true
}

// calm is a random backoff that has a nominal delay all the same: what it would say with its own randomness off.
type calm interface {
	Calm() Backoff
}

// Nominal is the wait before a retry with the jitter off; ok is false where the backoff itself is random.
func (p *Policy) Nominal(retry int) (d time.Duration, ok bool) {
	plain := *p
	plain.Jitter = nil
	if b, is := p.Backoff.(calm); is {
		plain.Backoff = b.Calm()
	} else if _, is := p.Backoff.(random); is {
		return 0, false
	}
	return plain.Delay(Failure{Attempt: retry}, nil), true
}

// raw bounds the delay of a retry before cap, jitter, rounding and floor; retry counts as the backoff counts.
func (p *Policy) raw(retry int) (lo, hi time.Duration) {
	switch b := p.Backoff.(type) {
	case nil:
		return 0, 0
	case random:
		return b.Reach(retry)
	}
	d := p.Backoff.Delay(Failure{Attempt: retry}, nil)
	return d, d
}

// reach bounds the wait before a retry.
func (p *Policy) reach(retry int) (lo, hi time.Duration) {
	if retry <= p.AtOnce {
		return 0, 0
	}
	lo, hi = p.jittered(retry - p.AtOnce)
	reached := hi == Longest || p.cutsLast() && hi == p.Cap // the cap itself is a wait
	lo, hi = addSat(lo, p.Offset), addSat(hi, p.Offset)
	if p.Round.Unit > 1 && p.Round.Direction == RoundDown && hi > lo && !reached {
		hi-- // a range does not hold its upper end, which matters where the rest is cut off
	}
	return p.finish(lo), p.finish(hi)
}

// jittered is reach before rounding and floor. Every jitter's range grows with the delay, so the ends come from ends.
func (p *Policy) jittered(retry int) (lo, hi time.Duration) {
	from, to := p.raw(retry)
	lo, hi = from, to
	if p.capsFirst() {
		lo, hi = p.capped(lo), p.capped(hi)
	}
	if j, ok := p.Jitter.(ranged); ok {
		if p.jitters(retry, from) {
			lo, _ = rangeOf(j, retry, lo)
		}
		if p.jitters(retry, to) {
			_, hi = rangeOf(j, retry, hi)
		}
	}
	switch {
	case p.Order == JitterThenRedraw && p.Cap > 0 && hi > p.Cap:
		lo, hi = min(lo, scale(p.Cap, p.Redraw)), p.Cap
	case p.cutsLast():
		lo, hi = p.capped(lo), p.capped(hi)
	}
	return lo, hi
}

// Formula tells the wait before retry k in one line, k from 1.
func (p *Policy) Formula() string {
	text := "0s"
	if b, ok := p.Backoff.(interface{ Formula() string }); ok {
		text = b.Formula()
	}
	limit := func() {
		if p.Cap > 0 {
			text = "min(" + FormatDuration(p.Cap) + ", " + text + ")"
		}
	}
	if p.capsFirst() {
		limit()
	}
	if j, ok := p.Jitter.(interface{ Around(string) string }); ok {
		text = j.Around(text)
	}
	if p.cutsLast() {
		limit()
	}
	text += p.exceptions()
	if p.Round.Unit > 1 {
		text = "round " + roundWords[p.Round.Direction] + " to " + FormatDuration(p.Round.Unit) + ": " + text
	}
	if p.Floor > 0 {
		text = "max(" + FormatDuration(p.Floor) + ", " + text + ")"
	}
	return strings.TrimSpace(text)
}

// exceptions tells what the formula of a policy leaves aside.
func (p *Policy) exceptions() string {
	text := formatConstant(p.Offset)
	if p.Cap > 0 && p.Order == CapOrJitter {
		text += "; exactly " + FormatDuration(p.Cap) + " at the cap"
	}
	if p.Cap > 0 && p.Order == JitterThenRedraw {
		text += "; above " + FormatDuration(p.Cap) + " drawn anew from U[" +
			FormatDuration(scale(p.Cap, p.Redraw)) + ", " + FormatDuration(p.Cap) + ")"
	}
	if p.JitterFrom > 1 {
		text += "; spread from k = " + strconv.Itoa(p.JitterFrom) + " on"
	}
	if p.AtOnce > 0 {
		text += "; the first " + strconv.Itoa(p.AtOnce) + " at once, k counts after them"
	}
	return text
}
