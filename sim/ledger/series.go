package ledger

import (
	"math"
	"time"
)

// Counts makes the series of what happens in each bin, and from them how
// bursty the load is and for how long it is above capacity.
type Counts struct {
	set    Setting
	names  []string
	bins   [][]float64
	edges  []capacityEdge
	parked peak // records that come into the DLQ
}

// capacityEdge is a capacity from a time on, in calls per second.
type capacityEdge struct {
	at int64
	c  float64
}

// The series, by index.
const (
	sArrivals = iota
	sAttempts
	sFirst
	sRetries
	sReplays
	sHedges
	sSuccesses
	sFailures
	sRejected
	sCompleted
	sDLQIn
	sDLQOut
	seriesCount
)

// NewCounts returns empty series.
func NewCounts(s Setting) *Counts {
	return &Counts{
		set: s, parked: peak{width: int64(s.Window)}, bins: make([][]float64, seriesCount),
		names: []string{
			"arrivals", "attempts", "first_attempts", "retries", "replays", "hedges", "successes", "failures",
			"rejected", "completed", "dlq_in", "dlq_out",
		},
	}
}

// Observe counts facts into their bins.
func (c *Counts) Observe(batch []Entry) {
	for i := range batch {
		e := &batch[i]
		switch e.Kind {
		case Arrived:
			if n := c.bin(sArrivals, e.At); !e.Is(Inherited) {
				*n++
			}
		case Sent:
			c.sent(e)
		case Ended:
			c.ended(e)
		case Settled:
			if e.Bucket == Completed {
				c.count(sCompleted, e.At)
			}
			if e.Is(Moved) {
				c.count(sDLQOut, e.At)
			}
		case Parked:
			c.count(sDLQIn, e.At)
			c.parked.add(e.At)
		case Replayed:
			c.count(sDLQOut, e.At)
		case CapacityIs:
			level := math.Inf(1)
			if e.Delay >= 0 {
				level = float64(e.Delay) / 1000
			}
			c.edges = append(c.edges, capacityEdge{e.At, level})
		}
	}
}

func (c *Counts) sent(e *Entry) {
	c.count(sAttempts, e.At)
	switch {
	case e.Is(Retry):
		c.count(sRetries, e.At)
	case e.Is(OfReplay):
		c.count(sReplays, e.At)
	default:
		c.count(sFirst, e.At)
	}
}

func (c *Counts) ended(e *Entry) {
	switch {
	case e.Class == 0:
		c.count(sSuccesses, e.At)
		return
	case e.Is(Rejected):
		c.count(sRejected, e.At)
	}
	c.count(sFailures, e.At)
}

func (c *Counts) count(s int, at int64) { *c.bin(s, at)++ }

// bin is the bin of a time, which exists from then on.
func (c *Counts) bin(s int, at int64) *float64 {
	b := int(at / int64(c.set.Bin))
	for b >= len(c.bins[s]) {
		c.bins[s] = append(c.bins[s], 0)
	}
	return &c.bins[s][b]
}

// Report gives the series, all of one length, and fano and time_over_capacity_s.
func (c *Counts) Report(r *Report) {
	n := int((int64(r.End) + int64(c.set.Bin) - 1) / int64(c.set.Bin))
	for _, b := range c.bins {
		n = max(n, len(b))
	}
	for s, b := range c.bins {
		for len(b) < n {
			b = append(b, 0)
		}
		c.bins[s] = b
		r.Series = append(r.Series, Series{Name: c.names[s], Values: b})
	}
	r.Add("fano", c.fano())
	r.Add("dlq_in_max_per_s", float64(c.parked.most)/c.set.Window.Seconds())
	r.Add("time_over_capacity_s", c.overCapacity())
	c.reportCapacity(r, n)
	span := c.set.Until.Seconds()
	var done float64
	for i, v := range c.bins[sCompleted] {
		if time.Duration(i+1)*c.set.Bin <= c.set.Until {
			done += v
		}
	}
	r.Add("goodput_per_s", ratio(done, span))
}

// fano is variance over mean of the attempts in the bins up to the end of
// arrivals, empty bins included.
func (c *Counts) fano() float64 {
	n := min(len(c.bins[sAttempts]), int(c.set.Until/c.set.Bin))
	if n < 2 {
		return math.NaN()
	}
	var mean, m2 float64
	for i, v := range c.bins[sAttempts][:n] {
		d := v - mean
		mean += d / float64(i+1)
		m2 += float64(d * (v - mean))
	}
	return ratio(m2/float64(n-1), mean)
}

// overCapacity adds up the bins in which more attempts were sent than the
// capacity in force could serve, in seconds; NaN when nothing limits it.
func (c *Counts) overCapacity() float64 {
	if math.IsInf(c.set.Capacity, 1) {
		return math.NaN()
	}
	var seconds float64
	for i, v := range c.bins[sAttempts] {
		from := int64(i) * int64(c.set.Bin)
		if v > c.capacityOf(from, from+int64(c.set.Bin)) {
			seconds += c.set.Bin.Seconds()
		}
	}
	return seconds
}

// reportCapacity gives the mean capacity of every bin, where anything ever
// limits it; a bin without a limit in a run with one shows no capacity.
func (c *Counts) reportCapacity(r *Report, n int) {
	if math.IsInf(c.set.Capacity, 1) {
		return
	}
	out := make([]float64, n)
	for i := range out {
		from := int64(i) * int64(c.set.Bin)
		if v := c.capacityOf(from, from+int64(c.set.Bin)) / c.set.Bin.Seconds(); !math.IsInf(v, 1) {
			out[i] = v
		}
	}
	r.Series = append(r.Series, Series{Name: "capacity", Level: true, Values: out})
}

// capacityOf is how many calls could be served in [from, to).
func (c *Counts) capacityOf(from, to int64) float64 {
	var sum float64
	for i, e := range c.edges {
		end := int64(math.MaxInt64)
		if i+1 < len(c.edges) {
			end = c.edges[i+1].at
		}
		if a, b := max(e.at, from), min(end, to); b > a {
			sum += float64(e.c * (float64(b-a) / 1e9))
		}
	}
	return sum
}
