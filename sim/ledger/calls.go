package ledger

// Calls measures the dependencies as their calls see them: how many there are,
// how long they wait for a server, how many are dropped when their turn has
// come, and how many are refused. Calls that arrive within the warm-up are left
// out.
type Calls struct {
	set Setting
	all callTally
	of  []callTally // each station, where there are several
}

// callTally is about the calls of one or all stations.
type callTally struct {
	sent, rejected, served, dropped int64
	waited                          float64
}

// NewCalls returns an empty measure.
func NewCalls(s Setting) *Calls {
	c := &Calls{set: s}
	if len(s.Stations) > 1 {
		c.of = make([]callTally, len(s.Stations))
	}
	return c
}

// Observe folds calls.
func (c *Calls) Observe(batch []Entry) {
	for i := range batch {
		e := &batch[i]
		if e.Kind != Sent && e.Kind != Ended && e.Kind != Finished && e.Kind != Shed {
			continue
		}
		c.all.count(e, int64(c.set.WarmUp))
		if c.of != nil {
			c.of[e.Station].count(e, int64(c.set.WarmUp))
		}
	}
}

// count folds a call. One that was abandoned and served after all is booked
// when its service ends, not when its caller left.
func (c *callTally) count(e *Entry, warm int64) {
	switch {
	case e.Kind == Sent:
		if e.At >= warm {
			c.sent++
		}
	case e.Start < warm:
	case e.Kind == Shed:
		c.dropped++
	case e.Is(Rejected):
		// A cut may have held the call since before the warm-up ended: then
		// its sending was not counted either.
		if e.Taken >= warm {
			c.rejected++
		}
	case e.Served >= 0 && !(e.Kind == Ended && e.Is(Abandoned)):
		c.served++
		c.waited += float64(e.Served - e.Start)
	}
}

// Report gives the calls, their mean wait and the share refused, and the first
// and the last also one by one.
func (c *Calls) Report(r *Report) {
	r.Add("dependency_calls", float64(c.all.sent))
	r.Add("dependency_wait_mean_s", ratio(c.all.waited/1e9, float64(c.all.served)))
	r.Add("dependency_dropped", float64(c.all.dropped))
	r.Add("dependency_rejected_share", ratio(float64(c.all.rejected), float64(c.all.sent)))
	for i := range c.of {
		of := "[" + c.set.Stations[i] + "]"
		r.Add("dependency_calls"+of, float64(c.of[i].sent))
		r.Add("dependency_rejected_share"+of, ratio(float64(c.of[i].rejected), float64(c.of[i].sent)))
	}
}
