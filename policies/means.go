package policies

import (
	"math/rand/v2"
	"time"
)

// means picks the way in which the mean waits of retries 1 to n are found.
func (p *Policy) means(n int) []time.Duration {
	b, drawn := p.Backoff.(random)
	_, told := p.Jitter.(ranged)
	quiet := p.Jitter == nil || p.Jitter == NoJitter{}
	plain := p.Floor == 0 && p.Round.Unit <= 1 && p.Order == CapThenJitter && p.AtOnce == 0 && p.Offset == 0
	switch {
	case drawn && quiet && plain:
		return b.Means(n)
	case drawn, p.jumps() && (p.cutsLast() || p.Floor > 0), (p.Round.Unit > 1 && !quiet || p.redraws()) && !p.piecewise(), !quiet && !told:
		return p.sampledMeans(n)
	}
	means := make([]time.Duration, n)
	for i := p.AtOnce; i < n; i++ {
		means[i] = p.meanOf(i + 1 - p.AtOnce)
	}
	return means
}

// jumps tells whether the jitter knows only some of the values within its range, so that a cut moves its mean otherwise.
func (p *Policy) jumps() bool {
	switch j := p.Jitter.(type) {
	case Growing:
		return j.Steps > 0
	case Whole, Percent:
		return true
	}
	return false
}

// meanOf is the mean of a wait that is uniform between its bounds; retry counts as the backoff counts.
func (p *Policy) meanOf(retry int) time.Duration {
	raw, _ := p.raw(retry)
	d := raw
	if p.capsFirst() {
		d = p.capped(d)
	}
	if p.piecewise() && (p.Round.Unit > 1 || p.redraws()) {
		lo, hi := d, d
		if p.jitters(retry, raw) {
			lo, hi = rangeOf(p.Jitter.(ranged), retry, d)
		}
		return p.pieces(lo, hi)
	}
	if !p.jitters(retry, raw) {
		return p.finish(addSat(p.capped(d), p.Offset))
	}
	return p.finish(addSat(p.spreadMean(retry, d), p.Offset))
}

// redraws tells whether a wait above the cap is drawn anew.
func (p *Policy) redraws() bool { return p.Order == JitterThenRedraw && p.Cap > 0 }

// piecewise tells whether a wait is uniform below the cap, and the cap or uniform again above it, so that its mean
// follows from the pieces also where it is rounded.
func (p *Policy) piecewise() bool {
	_, told := p.Jitter.(ranged)
	_, is := p.Jitter.(tailed)
	return (told || p.Jitter == nil) && !is && !p.jumps() && p.Floor == 0
}

// pieces is the mean of a wait from [lo, hi): of the part below the cap and of what becomes of the part above it.
func (p *Policy) pieces(lo, hi time.Duration) time.Duration {
	mean := func(from, to time.Duration) time.Duration {
		return p.Round.meanOf(addSat(from, p.Offset), addSat(to, p.Offset))
	}
	if p.Cap == 0 || hi <= p.Cap || !p.cutsLast() && !p.redraws() {
		return mean(lo, hi)
	}
	above := mean(p.Cap, p.Cap)
	if p.redraws() {
		above = mean(scale(p.Cap, p.Redraw), p.Cap)
	}
	if lo >= p.Cap {
		return above
	}
	below := float64(p.Cap-lo) / float64(hi-lo)
	return toDuration(float64(below*float64(mean(lo, p.Cap))) + float64((1-below)*float64(above)))
}

// spreadMean is the mean of a delay after jitter, cap and floor, where the jitter draws nothing or has a closed form.
func (p *Policy) spreadMean(retry int, d time.Duration) time.Duration {
	lo, hi := d, d
	if j, ok := p.Jitter.(ranged); ok {
		lo, hi = rangeOf(j, retry, d)
	}
	most := hi
	if p.cutsLast() {
		most = p.capped(hi)
	}
	floor := max(p.Floor-p.Offset, 0)
	if j, ok := p.Jitter.(tailed); ok {
		return j.clippedMean(d, floor, max(most, floor))
	}
	return clippedMean(lo, hi, floor, max(most, floor))
}

// clippedMean is the mean of U[lo, hi] moved into [least, most]: the part within, and the parts that pile up at the
// two ends. Shares are taken of whole durations, so the sum is right to the nanosecond up to about 100 days.
func clippedMean(lo, hi, least, most time.Duration) time.Duration {
	if hi <= lo {
		return min(max(lo, least), most)
	}
	from, to := min(max(lo, least), most), min(max(hi, least), most)
	width := float64(hi) - float64(lo)
	below := min(float64(max(from-lo, 0))/width, 1)
	above := min(float64(max(hi-to, 0))/width, 1)
	middle := (float64(from) + float64(to)) / 2
	mean := float64(below*float64(from)) + float64(above*float64(to)) + float64((1-below-above)*middle)
	return toDuration(mean)
}

// sampleSize and sampleSeed belong to the means that have no closed form.
const (
	sampleSize = 200_000
	sampleSeed = 1
)

// sampledMeans averages the waits of jobs that fail again and again.
func (p *Policy) sampledMeans(n int) []time.Duration {
	sums := make([]float64, n)
	r := rand.New(rand.NewPCG(sampleSeed, 0))
	for job := range sampleSize {
		f := Failure{Job: uint64(job)}
		for i := range sums {
			f.Attempt = i + 1
			var d time.Duration
			d, f.Previous = p.draw(f, r)
			sums[i] += float64(d)
		}
	}
	means := make([]time.Duration, n)
	for i, sum := range sums {
		means[i] = toDuration(sum / sampleSize)
	}
	return means
}
