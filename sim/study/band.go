package study

import (
	"math"
	"slices"
)

// band folds one series over the replications: the mean of each bin and the
// values between which 90 % of the replications lie. It keeps sums and the few
// smallest and largest values of each bin, not every run's series.
//
// Runs end at different times. Past its end a run counts with 0, or, where the
// series is a level, with the level that it ended at.
type band struct {
	name   string
	level  bool
	kept   int       // of the smallest, and of the largest, values of a bin
	sum    []float64 // per bin
	low    []float64 // kept values per bin, ascending
	high   []float64 // kept values per bin, descending
	pads   []float64 // what each replication counts with past its end
	broken bool      // some value is not finite: no series can be shown
}

// newBand makes room for so many replications.
func newBand(name string, level bool, replications int) *band {
	return &band{name: name, level: level, kept: replications/20 + 1}
}

// fold takes in the series of the next replication; nil is one without events.
func (b *band) fold(values []float64) {
	r := len(b.pads)
	for bin := len(b.sum); bin < len(values); bin++ {
		b.grow()
		for i, pad := range b.pads {
			b.insert(bin, i, pad)
		}
	}
	pad := 0.0
	if b.level && len(values) > 0 {
		pad = values[len(values)-1]
	}
	for bin := range b.sum {
		v := pad
		if bin < len(values) {
			v = values[bin]
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			b.broken = true
		}
		b.insert(bin, r, v)
	}
	b.pads = append(b.pads, pad)
}

// grow appends an empty bin.
func (b *band) grow() {
	b.sum = append(b.sum, 0)
	for range b.kept {
		b.low, b.high = append(b.low, 0), append(b.high, 0)
	}
}

// insert adds a value to a bin that holds seen values.
func (b *band) insert(bin, seen int, v float64) {
	b.sum[bin] += v
	from, to := bin*b.kept, (bin+1)*b.kept
	keep(b.low[from:to], seen, v, func(a, b float64) bool { return a < b })
	keep(b.high[from:to], seen, v, func(a, b float64) bool { return a > b })
}

// keep inserts v into best, sorted by before, of which at most seen are filled.
func keep(best []float64, seen int, v float64, before func(a, b float64) bool) {
	i := min(seen, len(best))
	for i > 0 && before(v, best[i-1]) {
		i--
	}
	if i == len(best) {
		return
	}
	last := min(seen, len(best)-1)
	copy(best[i+1:last+1], best[i:last])
	best[i] = v
}

// mean is the mean of each bin.
func (b *band) mean() []float64 {
	out := slices.Clone(b.sum)
	for i := range out {
		out[i] /= float64(len(b.pads))
	}
	return out
}

// quantiles are the 5 % and 95 % quantiles of each bin, by nearest rank.
func (b *band) quantiles() (p05, p95 []float64) {
	r := len(b.pads)
	lowRank, highRank := (r+19)/20, r/20+1 // ceil(r/20) from below; from above
	p05, p95 = make([]float64, len(b.sum)), make([]float64, len(b.sum))
	for bin := range b.sum {
		p05[bin] = b.low[bin*b.kept+lowRank-1]
		p95[bin] = b.high[bin*b.kept+highRank-1]
	}
	return p05, p95
}
