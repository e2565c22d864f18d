package policies

import (
	"math"
	"math/rand/v2"
	"time"
)

// DecorrelatedSmooth waits for the difference of two points on one smooth curve:
//
//	delay(k) = base * (f(t(k)) - f(t(k-1))) / 1.4, f(t) = factor^t * tanh(sqrt(4 t)), t(k) = k-1 + U[0, 1), f(t(0)) = 0
//
//	base 1s, factor 2   retry  1          2          3          4
//	                    range  0..1.38s   0..2.84s   0..4.33s   0..8.58s
//	                    mean   0.87s      1.16s      2.08s      4.13s
//
// After a long wait comes a short one, since they share a point. From the third retry on the mean is half of the plain
// exponential. Source: "jitter V2" of Polly 8 (Polly.Contrib.WaitAndRetry) and of cockatiel, whose base of the power
// can be chosen.
type DecorrelatedSmooth struct {
	// Base is the wait of the plain exponential before the second call; at least 0.
	Base time.Duration
	// Factor is the base of the power; at least 1.
	Factor float64
}

// smoothScale makes the median of the first wait the base, as its authors meant it.
const smoothScale = 1.4

// Delay reads Failure.Previous as the sum of the waits before, which is the last point of the curve.
func (b DecorrelatedSmooth) Delay(f Failure, r *rand.Rand) time.Duration {
	return max(b.at(float64(f.Attempt-1)+r.Float64())-f.Previous, 0)
}

func (b DecorrelatedSmooth) carry(previous, raw time.Duration) time.Duration {
	return addSat(previous, raw)
}

// at is the point of the curve at t >= 0.
func (b DecorrelatedSmooth) at(t float64) time.Duration {
	if b.Base <= 0 || t <= 0 {
		return 0
	}
	return scale(b.Base, math.Pow(b.Factor, t)*math.Tanh(math.Sqrt(4*t))/smoothScale)
}

// Reach is the range of the wait before a retry.
func (b DecorrelatedSmooth) Reach(retry int) (lo, hi time.Duration) {
	return 0, b.at(float64(retry)) - b.at(float64(retry-2))
}

// Means gives the mean waits before retries 1 to n: those of the points, and their differences.
func (b DecorrelatedSmooth) Means(n int) []time.Duration {
	means := make([]time.Duration, n)
	last := time.Duration(0)
	for i := range means {
		point := b.meanPoint(float64(i))
		means[i], last = point-last, point
	}
	return means
}

// meanPoint is the mean of the curve over [t, t+1], by the midpoint rule in u = sqrt(t), where the curve is smooth.
func (b DecorrelatedSmooth) meanPoint(t float64) time.Duration {
	const steps = 1000
	from, to := math.Sqrt(t), math.Sqrt(t+1)
	width := (to - from) / steps
	sum := 0.0
	for i := range steps {
		u := from + float64((float64(i)+0.5)*width)
		sum += float64(2 * u * width * float64(b.at(u*u)))
	}
	return toDuration(sum)
}

// Calm is the plain exponential.
func (b DecorrelatedSmooth) Calm() Backoff { return Exponential{Base: b.Base, Factor: b.Factor} }

// Formula is the delay before retry k.
func (b DecorrelatedSmooth) Formula() string {
	return FormatDuration(b.Base) + " * (f(k-1+U) - f(before)) / 1.4, f(t) = " + formatNumber(b.Factor) +
		"^t * tanh(sqrt(4t))"
}

// Validate checks base and factor.
func (b DecorrelatedSmooth) Validate() error {
	return Exponential{Base: b.Base, Factor: b.Factor}.Validate()
}

var decorrelatedSmoothKind = BackoffKind{
	Name: "decorrelated_smooth", Doc: "steps along one smooth random curve; half of the exponential from retry 3 on",
	Needs: []Key{keyBase},
	Takes: []Key{keyFactor},
	build: func(s *Spec) Backoff {
		b := DecorrelatedSmooth{Base: s.duration("base"), Factor: 2}
		if s.has("factor") {
			b.Factor = s.number("factor")
		}
		return b
	},
}
