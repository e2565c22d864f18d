package ledger

import (
	"math"

	"retrysim/sim/result"
)

// Completion measures how long jobs take from their arrival. completion_*
// looks at completed jobs only; done_* at all jobs, those that never complete
// counting as never. Jobs that arrive within the warm-up are left out.
type Completion struct {
	set    Setting
	times  result.Histogram
	jobs   int64 // that arrived after the warm-up
	waited float64
	all    int64 // settled jobs, for the mean of waits
	oldest int64
	retry  bool
}

// NewCompletion returns an empty measure.
func NewCompletion(s Setting) *Completion { return &Completion{set: s} }

// Observe folds arrivals and settlements.
func (c *Completion) Observe(batch []Entry) {
	for i := range batch {
		e := &batch[i]
		counts := e.Born >= int64(c.set.WarmUp)
		switch {
		case e.Kind == Arrived && counts:
			c.jobs++
		case e.Kind == Settled && !e.Is(Moved):
			c.settled(e, counts)
		case e.Kind == Replayed:
			c.all--
		}
	}
}

func (c *Completion) settled(e *Entry, counts bool) {
	c.all++
	c.waited += float64(e.Delay)
	if e.First >= 0 {
		c.oldest, c.retry = max(c.oldest, e.At-e.First), true
	}
	if e.Bucket == Completed && counts {
		c.times.Record(e.At - e.Born)
	}
}

// Report gives quantiles, histograms and waits.
func (c *Completion) Report(r *Report) {
	done := c.times
	for range c.jobs - c.times.Count() {
		done.RecordNever()
	}
	for _, q := range []struct {
		name string
		q    float64
	}{{"p50", 0.50}, {"p95", 0.95}, {"p99", 0.99}} {
		r.Add("done_"+q.name+"_s", done.Quantile(q.q)/1e9)
		r.Add("completion_"+q.name+"_s", c.times.Quantile(q.q)/1e9)
	}
	most := math.NaN()
	if c.times.Count() > 0 {
		most = float64(c.times.Max()) / 1e9
	}
	r.Add("completion_max_s", most)
	r.Add("completion_mean_s", c.times.Mean()/1e9)
	r.Add("wait_total_mean_s", ratio(c.waited/1e9, float64(c.all)))
	oldest := math.NaN()
	if c.retry {
		oldest = float64(c.oldest) / 1e9
	}
	r.Add("oldest_retry_s", oldest)
	times := c.times
	r.Hists = append(r.Hists, Hist{"completion_s", &times}, Hist{"done_s", &done})
}
