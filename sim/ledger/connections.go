package ledger

import "math"

// Connections measures how calls come by a connection. Where no call needs one
// it has no values.
type Connections struct {
	set                     Setting
	opened, refused, linked int64
	counted                 int64 // of linked, after the warm-up
	waited                  float64
}

// NewConnections returns an empty measure.
func NewConnections(s Setting) *Connections { return &Connections{set: s} }

// Observe counts. Waits of calls that came within the warm-up are left out.
func (c *Connections) Observe(batch []Entry) {
	if c.set.Linkless {
		return
	}
	for i := range batch {
		e := &batch[i]
		switch e.Kind {
		case Opened:
			c.opened++
		case Unconnected:
			c.refused++
		case Connected:
			c.linked++
			if e.At-e.Delay >= int64(c.set.WarmUp) {
				c.counted++
				c.waited += float64(e.Delay)
			}
		}
	}
}

// Report gives the counts and the mean wait.
func (c *Connections) Report(r *Report) {
	of := func(n int64) float64 {
		if c.opened+c.refused+c.linked == 0 {
			return math.NaN()
		}
		return float64(n)
	}
	r.Add("connections_opened", of(c.opened))
	r.Add("connection_wait_mean_s", ratio(c.waited/1e9, float64(c.counted)))
	r.Add("connections_refused", of(c.refused))
}
