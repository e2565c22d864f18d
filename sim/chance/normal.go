package chance

import (
	"math"
	"time"
)

// Normal is a bell with the given mean and standard deviation whose negative
// part is reflected at zero, since no duration is negative. While sd is below a
// third of the mean the reflection is invisible; beyond, Mean is above the
// mean that was given:
//
//	X = |N|,  N normal with m = mean, s = sd
//	E X   = s sqrt(2/pi) exp(-m^2 / 2s^2) + m erf(m / (s sqrt 2))
//	E X^2 = m^2 + s^2
//
//	mean    sd      Mean      p50       p95       p99
//	100ms   20ms    100ms     100ms     132.9ms   146.5ms
//	100ms   100ms   116.7ms   105.1ms   264.6ms   332.7ms
//	0s      100ms   79.8ms    67.4ms    196ms     257.6ms
//
// Source: F. C. Leone, L. S. Nelson, R. B. Nottingham, "The folded normal
// distribution", Technometrics 3 (1961).
type Normal struct {
	Average time.Duration `yaml:"mean" doc:"The mean before the reflection at zero, at least 0. 0 if left out."`
	SD      time.Duration `yaml:"sd" doc:"The standard deviation before the reflection at zero, above 0."`
}

// Sample draws one number, rarely more.
func (n Normal) Sample(s *Stream) time.Duration {
	return duration(math.Abs(float64(n.Average) + float64(s.NormFloat64()*float64(n.SD))))
}

// Mean returns the mean of the reflected law.
func (n Normal) Mean() time.Duration { return duration(n.folded()) }

// CV2 returns (m^2 + s^2) / Mean^2 - 1.
func (n Normal) CV2() float64 {
	m, s, mean := float64(n.Average), float64(n.SD), n.folded()
	return (float64(m*m)+float64(s*s))/(mean*mean) - 1
}

func (n Normal) folded() float64 {
	m, s := float64(n.Average), float64(n.SD)
	return float64(s*math.Sqrt(2/math.Pi)*math.Exp(-m*m/(2*s*s))) + float64(m*math.Erf(m/(s*math.Sqrt2)))
}

// Validate wants a mean of at least 0 and an sd above 0.
func (n Normal) Validate() error {
	var f faults
	f.atLeast0("mean", n.Average)
	f.above0("sd", n.SD)
	return f.err()
}

// String returns the form of scenario files.
func (n Normal) String() string { return describe("normal", n) }
