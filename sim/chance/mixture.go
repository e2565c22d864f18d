package chance

import (
	"fmt"
	"time"
)

// Mixture draws from one of several distributions, chosen by shares.
//
//	mean = sum(share m),  mean square = sum(share m^2 (1 + cv2))
//
//	parts                                        mean     cv2
//	90% constant 10ms, 10% exponential 1s        109ms    15.8
//	50% uniform 0s..100ms, 50% constant 200ms    125ms    0.387
type Mixture struct {
	Parts []Part `yaml:"parts" doc:"The distributions to choose from, with shares that add to 100%."`
}

// Part is one distribution of a Mixture.
type Part struct {
	Share float64      `yaml:"share" unit:"share" doc:"How often this part is taken, from 0% to 100%."`
	Of    Distribution `yaml:"of" doc:"Any distribution."`
}

// Sample draws one number, and what the part chosen draws.
func (m Mixture) Sample(s *Stream) time.Duration {
	u := s.Float64()
	last := len(m.Parts) - 1
	for i := range last {
		if u < m.Parts[i].Share {
			return m.Parts[i].Of.Sample(s)
		}
		u -= m.Parts[i].Share
	}
	if last < 0 {
		return 0
	}
	return m.Parts[last].Of.Sample(s)
}

// Mean returns the sum of share times mean, infinite when a part's mean is.
func (m Mixture) Mean() time.Duration {
	sum := 0.0
	for _, p := range m.Parts {
		mean := p.Of.Mean()
		if mean == forever && p.Share > 0 {
			return forever
		}
		sum += float64(p.Share * float64(mean))
	}
	return duration(sum)
}

// CV2 returns the squared coefficient of variation of the whole.
func (m Mixture) CV2() float64 {
	mean, square := 0.0, 0.0
	for _, p := range m.Parts {
		if x := float64(p.Of.Mean()); p.Share > 0 && x > 0 {
			mean += float64(p.Share * x)
			square += float64(p.Share * x * x * (1 + p.Of.CV2()))
		}
	}
	return square/(mean*mean) - 1
}

// Validate wants parts that are valid and whose shares add to 1.
func (m Mixture) Validate() error {
	var f faults
	if len(m.Parts) == 0 {
		f.add("parts", "empty", "at least one {share, of}")
	}
	for i, p := range m.Parts {
		field := fmt.Sprintf("parts[%d].of", i)
		if p.Of == nil {
			f.add(field, "missing", "a distribution")
			continue
		}
		f.below(field, p.Of.Validate())
	}
	f.shares("parts", len(m.Parts), func(i int) float64 { return m.Parts[i].Share })
	return f.err()
}

// String returns the form of scenario files.
func (m Mixture) String() string { return describe("mixture", m) }
