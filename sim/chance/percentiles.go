package chance

import (
	"fmt"
	"math"
	"time"
)

// Percentiles draws along measured percentiles, as a dashboard shows them: a
// random percentile is looked up between its two neighbours, on a straight line
// or, with between: log, on a straight line over the logarithm, which suits
// points far apart in the tail.
//
//	t = (p - p0) / (p1 - p0),  p uniform in [0, 100)
//	linear: X = x0 + t (x1 - x0)      log: X = x0 (x1 / x0)^t
//	mean = the sum of (p1 - p0)/100 times
//	linear: (x0 + x1) / 2             log: (x1 - x0) / log(x1 / x0)
//
//	points {p0 10ms, p50 20ms, p90 60ms, p99 300ms, p100 2s}
//	between   mean     p25      p75      p95
//	linear    51.2ms   15ms     45ms     193.3ms
//	log       44.2ms   14.1ms   39.7ms   146.7ms
//
// Everything between two points is an assumption; everything beyond the largest
// is excluded. A list that stops at p99 would hide the tail, so p0 and p100 must
// be given.
type Percentiles struct {
	Points  []Point `yaml:"points" doc:"At least two points, rising, from percentile 0 to percentile 100."`
	Between string  `yaml:"between" doc:"linear (if left out) or log; log needs values above 0."`
}

// Point is one percentile and its value.
type Point struct {
	P     float64       `yaml:"p" doc:"The percentile, from 0 to 100, above that of the point before."`
	Value time.Duration `yaml:"value" doc:"The duration that p percent do not exceed, at least that of the point before."`
}

func (p Percentiles) logarithmic() bool { return p.Between == "log" }

// Sample draws one number.
func (p Percentiles) Sample(s *Stream) time.Duration {
	u := float64(100 * s.Float64())
	for i := 1; i < len(p.Points); i++ {
		if u < p.Points[i].P {
			return p.along(p.Points[i-1], p.Points[i], u)
		}
	}
	return 0
}

// along returns the value at percentile u, between a and b.
func (p Percentiles) along(a, b Point, u float64) time.Duration {
	t := (u - a.P) / (b.P - a.P)
	x, y := float64(a.Value), float64(b.Value)
	if p.logarithmic() {
		return duration(float64(x * exp(float64(t*log(y/x)))))
	}
	return duration(x + float64(t*(y-x)))
}

// Mean returns the mean over the segments.
func (p Percentiles) Mean() time.Duration {
	mean, _ := p.moments()
	return duration(mean)
}

// CV2 returns the squared coefficient of variation over the segments, from
// their mean squares: (x0^2 + x0 x1 + x1^2) / 3, or (x1^2 - x0^2) / 2 log(x1/x0).
func (p Percentiles) CV2() float64 {
	mean, square := p.moments()
	return square/(mean*mean) - 1
}

func (p Percentiles) moments() (mean, square float64) {
	for i := 1; i < len(p.Points); i++ {
		a, b := p.Points[i-1], p.Points[i]
		x, y, share := float64(a.Value), float64(b.Value), (b.P-a.P)/100
		if ratio := math.Log(y / x); p.logarithmic() && ratio > 0 {
			mean += float64(share * (y - x) / ratio)
			square += float64(share * (y - x) * (y + x) / (2 * ratio))
			continue
		}
		mean += float64(share * (x + y) / 2)
		square += float64(share * (float64(x*x) + float64(x*y) + float64(y*y)) / 3)
	}
	return mean, square
}

// Validate wants points that rise from percentile 0 to percentile 100.
func (p Percentiles) Validate() error {
	var f faults
	if p.Between != "" && p.Between != "linear" && p.Between != "log" {
		f.add("between", fmt.Sprintf("%q", p.Between), "linear or log")
	}
	n := len(p.Points)
	if n < 2 {
		f.add("points", fmt.Sprintf("a list of %d", n), "at least two points, from p: 0 to p: 100")
		return f.err()
	}
	if first := p.Points[0].P; first != 0 {
		f.add("points[0].p", first, "0, the shortest duration there is")
	}
	if last := p.Points[n-1].P; last != 100 {
		f.add(fmt.Sprintf("points[%d].p", n-1), last, "100, the longest duration there is")
	}
	for i, at := range p.Points {
		p.validatePoint(&f, i, at)
	}
	return f.err()
}

func (p Percentiles) validatePoint(f *faults, i int, at Point) {
	field := fmt.Sprintf("points[%d]", i)
	f.within(field+".p", at.P, 0, 100)
	f.atLeast0(field+".value", at.Value)
	if p.logarithmic() && at.Value == 0 {
		f.add(field+".value", at.Value, "a duration above 0, since it lies on a logarithm")
	}
	if i == 0 {
		return
	}
	before := p.Points[i-1]
	if at.P <= before.P {
		f.add(field+".p", at.P, fmt.Sprintf("more than that of the point before, %g", before.P))
	}
	if at.Value < before.Value {
		f.add(field+".value", at.Value, "at least that of the point before, "+before.Value.String())
	}
}

// String returns the form of scenario files.
func (p Percentiles) String() string { return describe("percentiles", p) }
