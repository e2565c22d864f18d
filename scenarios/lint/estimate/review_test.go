package estimate_test

import (
	"testing"
	"time"

	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// A retry due at 7 s waits for a multiple of the gap, or where gaps are drawn
// for the mean residual life: half a gap and a bit with jitter, a whole one
// without memory, and an n-th of that for n pollers apart.
func TestReviewed(t *testing.T) {
	memoryless := model.Law{Distribution: chance.Exponential{Average: 6 * time.Second}}
	for _, c := range []struct {
		name string
		q    model.Queue
		want time.Duration
	}{
		{"no review", model.Queue{}, 7 * time.Second},
		{"every 5s", model.Queue{Review: 5 * time.Second}, 10 * time.Second},
		{"three every 6s, apart", model.Queue{Review: 6 * time.Second, Poller: model.Poller{Count: 3}}, 8 * time.Second},
		{"three every 6s, together", model.Queue{Review: 6 * time.Second, Poller: model.Poller{Count: 3, Same: true}}, 12 * time.Second},
		{"jitter of all", model.Queue{Review: 6 * time.Second, Poller: model.Poller{Jitter: 1}}, 11 * time.Second},
		{"memoryless", model.Queue{Review: 6 * time.Second, Poller: model.Poller{Gap: memoryless}}, 13 * time.Second},
		{"three memoryless", model.Queue{Review: 6 * time.Second, Poller: model.Poller{Gap: memoryless, Count: 3}}, 9 * time.Second},
		{"in memory", model.Queue{Review: 5 * time.Second, InMemory: true}, 7 * time.Second},
	} {
		if got := estimate.Reviewed(&c.q, 7*time.Second); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
