package scenarios

import (
	"strings"

	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// Pollers look for due retries, each at times of its own.
type Pollers struct {
	Src    *Node  `yaml:"-"`
	Count  int    `yaml:"count" default:"1" range:"[1, 10000]" doc:"how many there are"`
	Every  Law    `yaml:"every,required" doc:"time between two looks of one poller: a duration, or a law for every gap"`
	Jitter Share  `yaml:"jitter" doc:"each gap is drawn evenly within so much above and below every"`
	Phase  string `yaml:"phase" enum:"spread same" default:"spread" doc:"when they begin; spread: evenly over one gap, same: all at once"`
	Batch  Count  `yaml:"batch" default:"unlimited" range:">= 1" doc:"retries that a look makes ready, the longest due first"`
}

// Skew is how far clocks are off: +-2s is anything up to 2 s, a law is drawn to
// either side.
type Skew struct{ chance.Distribution }

const skewSign = "+-"

func (s *Skew) decodeNode(d *decoder, n *Node) {
	if n.kind != scalarNode || !strings.HasPrefix(n.text, skewSign) {
		s.Distribution = d.law(n)
		return
	}
	most, err := ParseDuration(strings.TrimSpace(n.text[len(skewSign):]))
	switch {
	case err != nil:
		d.failErr(n, err)
	case most > 0:
		s.Distribution = chance.Uniform{High: most}
	}
}

func (*Skew) schema(*generator) object {
	return anyOf(ref("law"), text(`^\+- ?`+strings.TrimPrefix(durationPattern, "^")))
}

// poller is who looks for due retries, in either way of saying it. gap is nil
// where nobody looks.
func (q *Queue) poller() (gap Law, poller model.Poller) {
	if p := q.Pollers; p != nil {
		return p.Every, model.Poller{
			Count: p.Count, Jitter: float64(p.Jitter), Same: p.Phase == "same" && p.Count > 1, Batch: max(0, int(p.Batch)),
		}
	}
	return q.Review, model.Poller{Jitter: float64(q.ReviewJitter), Batch: max(0, int(q.ReviewBatch))}
}

func (q *Queue) model() model.Queue {
	gap, poller := q.poller()
	if poller.Count == 1 {
		poller.Count = 0
	}
	out := model.Queue{
		Order: orders[q.Order], Room: int(q.Room), InWorker: q.WaitIn == "worker", InMemory: q.WaitIn == "memory",
		WhenFree: q.Take == "also_when_a_worker_frees", MaxReceives: max(0, int(q.MaxReceives)), MostPerKey: q.Most,
	}
	if gap.Distribution == nil {
		return out
	}
	out.Review, out.Poller = gap.Mean(), poller
	if _, fixed := gap.Distribution.(chance.Constant); !fixed {
		out.Poller.Gap = gap.model()
	}
	return out
}

func (w *Workers) model() model.Workers {
	out := model.Workers{
		Count: int(w.Count), Lock: w.Lock, Renew: w.Renew, LockCoversSleep: w.LockCoversSleep,
		StaleAfter: w.StaleAfter, RequeueStale: w.OnStale == "requeue", Autoscale: w.Autoscale.model(),
		AckAtStart: w.Acknowledge == "at_start", Disconnect: w.Disconnect, ClockSkew: model.Law(w.ClockSkew),
		Processes: w.Processes, Prefetch: w.Prefetch,
	}
	if w.Src.has("max_stalls") {
		out.StallsApart, out.MaxStalls = true, int(w.MaxStalls)
	}
	return out
}
