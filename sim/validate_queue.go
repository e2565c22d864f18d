package sim

import (
	"time"

	"retrysim/sim/model"
)

// MaxLooks is how often pollers may look up to the horizon, minutes of
// computing.
const MaxLooks = 300_000_000

// ShortestKept is the shortest lock where retries wait in memory: each end of
// it makes a copy.
const ShortestKept = time.Millisecond

func (p *Plan) validateQueue(no func(bad bool, format string, args ...any)) {
	q := &p.Queue
	k := &q.Poller
	no(q.Review < 0, "review is %v, want 0 or more", q.Review)
	no(q.Review <= 0 && (k.Count > 0 || k.Drawn() || k.Batch > 0), "pollers without a review to look at")
	no(k.Count < 0 || k.Count > 10_000, "%d pollers, want at most 10000", k.Count)
	no(!(k.Jitter >= 0 && k.Jitter <= 1), "the jitter of the pollers is %v, want 0 to 1", k.Jitter)
	no(k.Gap.Set() && k.Gap.Mean() <= 0, "the gaps of the pollers are %v, want more than 0", k.Gap)
	no(k.Batch < 0, "a batch of %d, want 0 or more", k.Batch)
	if q.Review > 0 && (k.Count > 1 || k.Drawn() || k.Batch > 0) {
		looks := float64(p.Horizon) / float64(q.Review) * float64(q.Pollers())
		no(looks > MaxLooks, "the pollers would look %.3g times up to the horizon, want at most %.0e", looks, float64(MaxLooks))
	}
	no(q.InWorker && q.InMemory, "the backoff waits both in the worker and in memory")
	no(q.MaxReceives < 0, "max receives is %d, want 0 or more", q.MaxReceives)
}

func (p *Plan) validateWorkers(no func(bad bool, format string, args ...any)) {
	k := &p.Workers
	no(k.Count < model.Unlimited, "%d workers", k.Count)
	no(k.MaxStalls < model.Unlimited, "max stalls is %d, want 0 or more", k.MaxStalls)
	no(k.Disconnect < 0, "disconnect is %v, want 0 or more", k.Disconnect)
	no(k.Prefetch < 0, "prefetch is %d, want 0 or more", k.Prefetch)
	no(k.Processes < 0 || (k.Processes > 0 && k.Processes > k.Count), "%d processes for %d workers", k.Processes, k.Count)
	no(k.Count == model.Unlimited && k.Prefetch > 0, "prefetching needs a number of workers")
	no(k.Count == model.Unlimited && k.ClockSkew.Set(), "clocks that are off need a number of workers")
	no(p.Queue.InMemory && k.Lock > 0 && k.Lock < ShortestKept, "waits in memory need a lock of at least %v, it is %v", ShortestKept, k.Lock)
}
