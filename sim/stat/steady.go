package stat

import "math"

// Warmup is the outcome of MSER-5.
type Warmup struct {
	Drop      int     // observations to drop from the front
	Statistic float64 // at its minimum
	Mean      float64 // of the batches that are left
	Edge      bool    // the minimum lies at the end of the search: the run is too short
}

// MSER5 finds the warm-up of a series (White 1997; Spratt 1998): with Y the
// means of the m whole batches of five, it drops the d batches, d < m/2, that
// make
//
//	sum over i > d of (Y_i - mean)^2 / (m-d)^2
//
// smallest; of equal minima the smallest d. ok is false for fewer than two
// batches.
func MSER5(xs []float64) (w Warmup, ok bool) {
	const batch = 5
	ys := BatchMeans(xs, len(xs)/batch)
	m := len(ys)
	if m < 2 {
		return Warmup{}, false
	}
	w.Statistic = math.Inf(1)
	var tail Moments
	for i := m - 1; i >= 0; i-- {
		tail.Add(ys[i])
		if i >= m/2 {
			continue
		}
		left := float64(m - i)
		if s := tail.M2 / float64(left*left); s <= w.Statistic {
			w = Warmup{Drop: i * batch, Statistic: s, Mean: tail.Mean, Edge: i > 0 && i == m/2-1}
		}
	}
	return w, true
}

// BatchMeans are the means of so many batches of equal length; what does not
// fill the last one is left out. nil where a batch would be empty.
func BatchMeans(xs []float64, batches int) []float64 {
	if batches < 1 || len(xs) < batches {
		return nil
	}
	size := len(xs) / batches
	out := make([]float64, batches)
	for b := range out {
		var m Moments
		for _, x := range xs[b*size : (b+1)*size] {
			m.Add(x)
		}
		out[b] = m.Mean
	}
	return out
}

// Lag1 is the autocorrelation of neighbours, NaN where nothing varies. Batch
// means with |Lag1| above 2/sqrt(n) come from batches that are too short.
func Lag1(xs []float64) float64 {
	m := MomentsOf(xs)
	var sum float64
	for i := 1; i < len(xs); i++ {
		sum += float64((xs[i] - m.Mean) * (xs[i-1] - m.Mean))
	}
	if m.M2 == 0 {
		return math.NaN()
	}
	return sum / m.M2
}
