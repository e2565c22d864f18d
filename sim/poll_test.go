package sim_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// herd is a plan in which some jobs fail at 0 and become due at one moment;
// the dependency is then well.
func herd(t *testing.T, jobs int, delay string, q model.Queue, change ...func(*sim.Plan)) *sim.Plan {
	q.Room = model.Unlimited
	p := policy(t, "backoff", "fixed", "base", delay, "max_attempts", "2")
	return plan(t, model.Burst{Jobs: jobs}, p, append([]func(*sim.Plan){func(p *sim.Plan) {
		p.Queue = q
		p.Faults = []model.Fault{outage(0, 500*time.Millisecond)}
	}}, change...)...)
}

// retries lists when the second attempts start, in seconds.
func retries(t *testing.T, p *sim.Plan) []float64 {
	t.Helper()
	_, facts := play(t, p)
	var out []float64
	for _, f := range facts {
		if f.Event == "start" && f.Attempt == 2 {
			out = append(out, f.At.Seconds())
		}
	}
	return out
}

// A look takes at most its batch, the rest waits for the next one. Several
// pollers look at their own times: 2 s apart where three look every 6 s, or all
// at one time.
func TestPollersAndBatches(t *testing.T) {
	for _, c := range []struct {
		name  string
		queue model.Queue
		want  []float64
	}{
		{"all at once", model.Queue{Review: 5 * sec}, []float64{5, 5, 5, 5, 5}},
		{"two a look", model.Queue{Review: 5 * sec, Poller: model.Poller{Batch: 2}}, []float64{5, 5, 10, 10, 15}},
		{"three pollers apart", model.Queue{Review: 6 * sec, Poller: model.Poller{Count: 3, Batch: 1}}, []float64{2, 4, 6, 8, 10}},
		{"three pollers together", model.Queue{Review: 6 * sec, Poller: model.Poller{Count: 3, Batch: 1, Same: true}}, []float64{6, 6, 6, 12, 12}},
		{"a law without spread", model.Queue{Review: 4 * sec, Poller: model.Poller{Gap: law(chance.Constant{Value: 4 * sec}), Batch: 3}}, []float64{4, 4, 4, 8, 8}},
	} {
		if d := cmp.Diff(c.want, retries(t, herd(t, 5, "1s", c.queue))); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// The retry that has been due for the longest goes first, also where the queue
// itself is last in, first out.
func TestLongestDueFirst(t *testing.T) {
	p := policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "2")
	_, facts := play(t, plan(t, model.Times{Times: []time.Duration{0, 1 * sec, 2 * sec}}, p, func(p *sim.Plan) {
		p.Queue.Review, p.Queue.Order, p.Queue.Poller.Batch = 10*sec, model.LIFO, 1
		p.Faults = []model.Fault{outage(0, 5*sec)}
	}))
	var got []string
	for _, f := range facts {
		if f.Event == "start" && f.Attempt == 2 {
			got = append(got, fmt.Sprint(f.Job, " ", f.At.Seconds()))
		}
	}
	want := []string{"job.live.1 10", "job.live.2 20", "job.live.3 30"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// A look that jitters comes within its bounds, each gap drawn anew and the same
// whether or not anything was due before: gap by gap from 0, at 4 to 6 s.
func TestJitteredLooks(t *testing.T) {
	q := model.Queue{Review: 5 * sec, Poller: model.Poller{Jitter: 0.2, Batch: 1}}
	all := retries(t, herd(t, 200, "1s", q))
	last := 0.0
	widest, sum := 0.0, 0.0
	for _, at := range all {
		gap := at - last
		if gap < 4 || gap > 6 {
			t.Fatalf("a gap of %v s, want 4 to 6", gap)
		}
		last, sum = at, sum+gap
		widest = max(widest, math.Abs(gap-5))
	}
	// 200 draws from 4 to 6 s: the mean is 5 within 4.5 standard errors of
	// 2/sqrt(12*200), and some gap is near an end.
	if mean := sum / 200; math.Abs(mean-5) > 4.5*2/math.Sqrt(12*200) || widest < 0.9 {
		t.Errorf("gaps of %v s in the mean, the widest off by %v", mean, widest)
	}
	for _, late := range []string{"100s", "500s"} {
		if got := retries(t, herd(t, 1, late, q)); !slices.Contains(all, got[0]) {
			t.Errorf("the look at %v s is none of those of a poller that was always busy", got[0])
		}
	}
}

// Due within a gap of a poller whose gaps have an exponential law, a retry
// waits for one whole mean gap on average, since what is left of a gap is as
// long as a whole one; of eight such pollers for an eighth of it.
func TestMemorylessLooks(t *testing.T) {
	for _, c := range []struct {
		pollers int
		want    float64
	}{{1, 4}, {8, 0.5}} {
		q := model.Queue{Review: 4 * sec, Poller: model.Poller{Count: c.pollers, Gap: law(chance.Exponential{Average: 4 * sec})}}
		const n = 400
		sum := 0.0
		for rep := range n {
			p := herd(t, 1, "100s", q)
			var at float64
			_, err := sim.Run(context.Background(), p, sim.Options{Replication: rep, Trace: func(f sim.Fact) {
				if f.Event == "start" {
					at = f.At.Seconds()
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			sum += at - 100
		}
		// The standard error of n exponential waits is their mean over sqrt(n).
		if mean := sum / n; math.Abs(mean-c.want) > 4.5*c.want/math.Sqrt(n) {
			t.Errorf("%d pollers: %v s in the mean, want %v", c.pollers, mean, c.want)
		}
	}
}
