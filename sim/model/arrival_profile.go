package model

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"retrysim/sim/chance"
)

// Profile is a Poisson process whose rate follows straight lines through
// points: a day's traffic, or a day's traffic every day. After the last point
// the rate stays; with a repeat it goes in a straight line back to the first
// point's rate, reaches it when the period ends, and all begins again. Two
// points at one time are a jump.
//
// The next job comes when the integral of the rate since the last one reaches
// an exponential number of mean 1, in closed form within each line: nothing is
// drawn and thrown away.
//
// Source: E. Cinlar, Introduction to Stochastic Processes (1975), 4.7.
type Profile struct {
	Points []RatePoint   `yaml:"profile" doc:"the rate at some times, in order, the first at 0s"`
	Repeat time.Duration `yaml:"repeat" doc:"the period after which it begins again, not before the last point; never unless said"`
}

// RatePoint is the rate at a time.
type RatePoint struct {
	At   time.Duration `yaml:"at,required" doc:"when, since the process began or its period did"`
	Rate float64       `yaml:"rate,required" unit:"per second" doc:"the rate there, at least 0/s"`
}

// line is the stretch from one point to the next: it begins at a time and has
// a length, its rate goes from one value to another.
type line struct {
	start, length time.Duration
	from, to      float64
}

// line is the stretch that begins at point i; that of the last point goes as
// far as the period, or on without end.
func (p Profile) line(i int) line {
	a := p.Points[i]
	switch {
	case i+1 < len(p.Points):
		b := p.Points[i+1]
		return line{a.At, b.At - a.At, a.Rate, b.Rate}
	case p.Repeat > 0:
		return line{a.At, p.Repeat - a.At, a.Rate, p.Points[0].Rate}
	}
	return line{a.At, never - a.At, a.Rate, a.Rate}
}

// rate is the line's rate after a time.
func (l line) rate(u time.Duration) float64 {
	if l.from == l.to || l.length == 0 {
		return l.from
	}
	return l.from + float64((l.to-l.from)*(u.Seconds()/l.length.Seconds()))
}

// jobs is the integral of the rate from u to the end of the line.
func (l line) jobs(u time.Duration) float64 {
	return float64((l.rate(u) + l.to) / 2 * (l.length - u).Seconds())
}

// when is the time after u at which the integral from u reaches n, which it
// does before the end. It is the root of slope/2 x^2 + rate x = n in the form
// that also serves slope 0.
func (l line) when(u time.Duration, n float64) time.Duration {
	if n <= 0 {
		return u
	}
	rate := l.rate(u)
	slope := (l.to - l.from) / l.length.Seconds()
	root := math.Sqrt(max(0, float64(rate*rate)+float64(2*slope*n)))
	return min(l.length, later(u, seconds(2*n/(rate+root))))
}

// period is the integral of the rate over one period.
func (p Profile) period() float64 {
	sum := 0.0
	for i := range p.Points {
		sum += p.line(i).jobs(0)
	}
	return sum
}

// Next spends one exponential number along the lines.
func (p Profile) Next(_ int64, previous time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	n := s.ExpFloat64()
	begin, u := time.Duration(0), previous
	if p.Repeat > 0 {
		u = previous % p.Repeat
		begin = previous - u
	}
	for {
		at, left, ok := p.along(u, n)
		if ok {
			return max(previous, later(begin, at)), 1, true
		}
		period := p.period()
		if p.Repeat == 0 || period == 0 {
			return 0, 0, false
		}
		// What is left of this period is not enough: on to the one that is.
		whole := math.Floor(left / period)
		if whole >= float64((never-begin)/p.Repeat)-1 {
			return 0, 0, false
		}
		n, u = left-float64(whole*period), 0
		begin += time.Duration(whole+1) * p.Repeat
	}
}

// along is when, within a period, the integral of the rate from u on reaches n;
// ok is false when it stays left short of that.
func (p Profile) along(u time.Duration, n float64) (at time.Duration, left float64, ok bool) {
	for i := range p.Points {
		l := p.line(i)
		if u >= l.start+l.length {
			continue
		}
		v := max(0, u-l.start)
		jobs := l.jobs(v)
		if n < jobs {
			return l.start + l.when(v, n), 0, true
		}
		n -= jobs
	}
	return 0, n, false
}

// Mean is the rate at t.
func (p Profile) Mean(t time.Duration) float64 {
	if p.Repeat > 0 {
		t %= p.Repeat
	}
	for i := range p.Points {
		if l := p.line(i); t < l.start+l.length {
			return l.rate(t - l.start)
		}
	}
	return p.Points[len(p.Points)-1].Rate
}

// Validate wants points in order, from 0 on, within the period.
func (p Profile) Validate() error {
	if len(p.Points) == 0 {
		return errors.New("profile is empty; write at least one point: [{at: 0s, rate: 10/s}]")
	}
	if p.Points[0].At != 0 {
		return fmt.Errorf("profile[0].at is %v; write the first point at 0s", p.Points[0].At)
	}
	for i, point := range p.Points {
		if err := atLeast0(fmt.Sprintf("profile[%d].rate", i), point.Rate); err != nil {
			return err
		}
		if i > 0 && point.At < p.Points[i-1].At {
			return fmt.Errorf("profile[%d] lies before the point above it; write the earlier one first", i)
		}
	}
	if last := p.Points[len(p.Points)-1].At; p.Repeat < 0 || p.Repeat > 0 && p.Repeat < last {
		return fmt.Errorf("repeat is %v, before the last point at %v; write a longer period", p.Repeat, last)
	}
	return nil
}

// String is the process in the words of a scenario file.
func (p Profile) String() string {
	words := make([]string, len(p.Points))
	for i, point := range p.Points {
		words[i] = fmt.Sprintf("{at: %v, rate: %s}", point.At, perSecond(point.Rate))
	}
	text := "{profile: [" + strings.Join(words, ", ") + "]"
	if p.Repeat > 0 {
		text += fmt.Sprintf(", repeat: %v", p.Repeat)
	}
	return text + "}"
}
