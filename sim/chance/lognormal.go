package chance

import (
	"math"
	"reflect"
	"time"
)

// Lognormal is a duration whose logarithm is normal: a product of many
// independent factors. It fits most latencies and the length of most outages.
// Two numbers fix it, in one of three ways:
//
//	X = median exp(sigma N),  N standard normal
//	mean = median exp(sigma^2 / 2),  cv2 = exp(sigma^2) - 1
//
//	mean, cv2:     sigma = sqrt(log(1 + cv2)), median = mean / sqrt(1 + cv2)
//	median, p95:   sigma = log(p95 / median) / 1.6449
//	median, sigma: as they are
//
//	given                    sigma   mean    p50      p95       p99
//	mean 100ms, cv2 4        1.269   100ms   44.7ms   360.4ms   855.5ms
//	median 45s, p95 4m       1.018   75.5s   45s      240s      480.2s
//
// Source: E. L. Crow, K. Shimizu, Lognormal Distributions (1988).
type Lognormal struct {
	Average   time.Duration `yaml:"mean" doc:"The mean, above 0. Needs cv2."`
	SquaredCV float64       `yaml:"cv2" doc:"The variance over the squared mean, above 0 and at most 1e6. Needs mean."`
	Median    time.Duration `yaml:"median" doc:"The median, above 0. Needs p95 or sigma."`
	P95       time.Duration `yaml:"p95" doc:"The 95th percentile, above the median. Needs median."`
	Sigma     float64       `yaml:"sigma" doc:"The standard deviation of the logarithm, above 0 and at most 5. Needs median."`
}

// z95 is the 95th percentile of the standard normal.
const z95 = 1.6448536269514722

// parameters returns the median in nanoseconds and sigma.
func (l Lognormal) parameters() (median, sigma float64) {
	switch {
	case l.Average != 0:
		return float64(l.Average) / math.Sqrt(1+l.SquaredCV), math.Sqrt(log(1 + l.SquaredCV))
	case l.P95 != 0:
		return float64(l.Median), log(float64(l.P95)/float64(l.Median)) / z95
	}
	return float64(l.Median), l.Sigma
}

// Sample draws one number, rarely more.
func (l Lognormal) Sample(s *Stream) time.Duration {
	median, sigma := l.parameters()
	return duration(float64(median * exp(float64(sigma*s.NormFloat64()))))
}

// Mean returns median exp(sigma^2 / 2).
func (l Lognormal) Mean() time.Duration {
	if l.Average != 0 {
		return max(0, l.Average)
	}
	median, sigma := l.parameters()
	return duration(median * math.Exp(sigma*sigma/2))
}

// CV2 returns exp(sigma^2) - 1.
func (l Lognormal) CV2() float64 {
	_, sigma := l.parameters()
	return math.Expm1(sigma * sigma)
}

// Validate wants exactly one of the three pairs, within the ranges of the
// fields.
func (l Lognormal) Validate() error {
	var f faults
	given := [...]bool{l.Average != 0, l.SquaredCV != 0, l.Median != 0, l.P95 != 0, l.Sigma != 0}
	switch given {
	case [...]bool{true, true, false, false, false}:
		f.above0("mean", l.Average)
		f.within("cv2", l.SquaredCV, 1e-6, 1e6)
	case [...]bool{false, false, true, true, false}:
		f.above0("median", l.Median)
		if l.P95 <= l.Median {
			f.add("p95", l.P95, "more than the median, "+l.Median.String())
		}
	case [...]bool{false, false, true, false, true}:
		f.above0("median", l.Median)
		f.within("sigma", l.Sigma, 1e-6, 5)
	default:
		f.add("", describeStruct(reflect.ValueOf(l), false), "mean and cv2, or median and p95, or median and sigma")
	}
	return f.err()
}

// String returns the form of scenario files.
func (l Lognormal) String() string { return describe("lognormal", l) }
