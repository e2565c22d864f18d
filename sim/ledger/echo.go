package ledger

import (
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/dsp/fourier"
)

// echoRisk is how likely the test for echoes may find any in noise.
const echoRisk = 0.05

// fewestEchoes make three peaks with the first: two alone have no period.
const fewestEchoes = 2

// fewestBins are needed for two periods, of two bins at least, and a trend.
const fewestBins = 8

// Echo is a peak that comes back again and again.
type Echo struct {
	Period int     // bins from peak to peak
	Count  int     // peaks after the first
	Decay  float64 // height of a peak over the one before, geometric mean
}

// Echoes reports the echoes among the retries since the start of the last
// fault, or over the whole run where there is none. Their resolution is one
// bin: periods of less than two bins cannot be seen, and of fewer bins than
// fewestBins nothing can, which is NaN. Without echoes there are 0 of them, and
// no period and no decay.
func Echoes(s Setting, r *Report) {
	retries := r.series("retries")
	from := 0
	for _, f := range s.Faults {
		from = max(from, int(min(f[0], r.End)/s.Bin))
	}
	retries = retries[min(from, len(retries)):]
	period, count, decay := math.NaN(), math.NaN(), math.NaN()
	if len(retries) >= fewestBins {
		count = 0
	}
	if e, ok := FindEcho(retries); ok {
		period = (time.Duration(e.Period) * s.Bin).Seconds()
		count, decay = float64(e.Count), e.Decay
	}
	r.Add("echo_period_s", period)
	r.Add("echo_count", count)
	r.Add("echo_decay", decay)
}

// FindEcho looks for a peak that comes back in a series of counts, and reports
// whether there is one. It takes the roots of the counts, whose noise is alike
// at any height, without their straight trend, and their autocorrelation. The
// period is the shortest lag whose autocorrelation is a peak, lies above its
// bound (see echoBounds), and above the lowest one at a shorter lag by as much.
// Without its largest product half of that must be left, since among few large
// bursts any two carry the autocorrelation at the lag between them.
// Then three peaks or more must stand at that distance.
func FindEcho(counts []float64) (e Echo, ok bool) {
	if len(counts) < fewestBins {
		return e, false
	}
	x := withoutTrend(counts)
	r := autocorrelation(x)
	bounds := echoBounds(r, len(counts))
	low := r[1]
	for k := 2; k < len(bounds); k++ {
		low = min(low, r[k-1])
		if r[k] >= bounds[k] && r[k]-low >= bounds[k] && r[k] >= r[k-1] && r[k] >= r[k+1] && withoutLargest(x, r[k], k) >= bounds[k]/2 {
			if e = echoAt(counts, k); e.Count >= fewestEchoes {
				return e, true
			}
		}
	}
	return Echo{}, false
}

// echoBounds are, by lag, what the autocorrelation of n values would exceed by
// chance at any lag with probability echoRisk only: one-sided normal quantiles,
// by Bonferroni for all lags that let at least two periods into the series,
// times the standard error that Bartlett (1946) gives for a series correlated
// at the shorter lags: sqrt((1 + 2 sum of r_i^2, i < k) / n). That is
// 1.96/sqrt(n) with a single lag, both sides and white noise.
func echoBounds(r []float64, n int) []float64 {
	bounds := make([]float64, n/2+1)
	z := math.Sqrt2 * math.Erfinv(1-2*echoRisk/float64(len(bounds)-2))
	spread := 1.0
	for k := 1; k < len(bounds); k++ {
		bounds[k] = z * math.Sqrt(spread/float64(n))
		spread += 2 * float64(r[k]*r[k])
	}
	return bounds
}

// withoutTrend are the roots of counts less their least-squares line.
func withoutTrend(counts []float64) []float64 {
	n := float64(len(counts))
	out := make([]float64, len(counts))
	var mean, slope float64
	for i, c := range counts {
		out[i] = math.Sqrt(c)
		mean += out[i] / n
		slope += float64((float64(i) - (n-1)/2) * out[i])
	}
	slope /= n * float64(n*n-1) / 12
	for i := range out {
		out[i] -= mean + float64(slope*(float64(i)-(n-1)/2))
	}
	return out
}

// autocorrelation is, by lag below the length, the sum of x_i x_(i+k) over the
// sum of x_i^2; all 0 but at lag 0 where x is. By the Wiener-Khinchin theorem
// it is the transform of the power spectrum of x with as many zeros behind it.
func autocorrelation(x []float64) []float64 {
	n := len(x)
	size := 1
	for size < 2*n {
		size *= 2
	}
	fft := fourier.NewFFT(size)
	spectrum := fft.Coefficients(nil, append(slices.Clone(x), make([]float64, size-n)...))
	for i, c := range spectrum {
		spectrum[i] = complex(float64(real(c)*real(c))+float64(imag(c)*imag(c)), 0)
	}
	r := fft.Sequence(nil, spectrum)[:n]
	if whole := r[0]; whole > 0 {
		for k := range r {
			r[k] /= whole
		}
	} else {
		clear(r)
	}
	r[0] = 1
	return r
}

// withoutLargest is the autocorrelation r of x at a lag less what the largest of
// its products contributes.
func withoutLargest(x []float64, r float64, lag int) float64 {
	var most, whole float64
	for i, v := range x {
		whole += float64(v * v)
		if i >= lag {
			most = max(most, float64(v*x[i-lag]))
		}
	}
	return r - most/whole
}

// echoAt follows the peaks at a period, from the first one that stands out of
// the noise to the last before one that does not. Each is the highest bin for
// half a period around, and may come a tenth of a period early or late.
func echoAt(counts []float64, period int) (e Echo) {
	floor, noise := echoFloor(counts)
	slack := max(1, period/10)
	at := firstPeak(counts, period, noise)
	if at < 0 {
		return e
	}
	first := counts[at] - floor
	last := first
	e.Period = period
	for {
		next := highest(counts, at+period-slack, at+period+slack)
		if next < 0 || counts[next] <= noise || !leads(counts, next, period) {
			break
		}
		at, last = next, counts[next]-floor
		e.Count++
	}
	e.Decay = math.Pow(last/first, 1/float64(max(1, e.Count)))
	return e
}

// echoFloor is the usual count, and the one that a peak must exceed to stand
// out of the noise around it: by three standard deviations of a Poisson count.
func echoFloor(counts []float64) (floor, noise float64) {
	sorted := slices.Sorted(slices.Values(counts))
	floor = sorted[len(sorted)/2]
	return floor, floor + float64(3*math.Sqrt(floor))
}

// firstPeak is the first bin above the noise that is the highest for half a
// period around, -1 without one.
func firstPeak(counts []float64, period int, noise float64) int {
	for i, c := range counts {
		if c > noise && leads(counts, i, period) {
			return i
		}
	}
	return -1
}

// leads reports whether no bin is higher for half a period around.
func leads(counts []float64, i, period int) bool {
	return counts[highest(counts, i-period/2, i+period/2)] == counts[i]
}

// highest is the first of the highest bins in [from, to], -1 where there are
// none.
func highest(counts []float64, from, to int) int {
	from, to = max(0, from), min(len(counts)-1, to)
	if from > to {
		return -1
	}
	best := from
	for i := from; i <= to; i++ {
		if counts[i] > counts[best] {
			best = i
		}
	}
	return best
}
