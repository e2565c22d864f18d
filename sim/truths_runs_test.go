package sim_test

import (
	"context"
	"math"
	"slices"
	"sync"
	"testing"

	"retrysim/sim"
	"retrysim/sim/ledger"
)

// sample is what one replication gave, by name.
type sample map[string]float64

// replicate runs n replications of a plan on two cores, each with a further
// metric of its own (nil is none), and returns their values in order.
func replicate(t testing.TB, p *sim.Plan, n int, metric func() ledger.Metric) []sample {
	t.Helper()
	return replicateTo(t, p, n, metric, sampleOf)
}

// replicateTo is replicate for who needs more than the values.
func replicateTo(t testing.TB, p *sim.Plan, n int, metric func() ledger.Metric, to func(*sim.Outcome) sample) []sample {
	t.Helper()
	out, errs := make([]sample, n), make([]error, n)
	next := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for i := range next {
				o := sim.Options{Replication: i}
				if metric != nil {
					o.Metrics = []ledger.Metric{metric()}
				}
				var got *sim.Outcome
				if got, errs[i] = sim.Run(context.Background(), p, o); errs[i] == nil {
					out[i] = to(got)
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func sampleOf(o *sim.Outcome) sample {
	s := sample{"end_s": o.End.Seconds()}
	for _, v := range o.Values {
		s[v.Name] = v.V
	}
	return s
}

// only keeps one value of an outcome: for thousands of runs.
func only(name string) func(*sim.Outcome) sample {
	return func(o *sim.Outcome) sample { return sample{name: sampleOf(o)[name]} }
}

// shared runs once for all rows with the same key.
func (l *lab) shared(key string, run func() []sample) []sample {
	if _, done := l.runs[key]; !done {
		l.runs[key] = run()
	}
	return l.runs[key]
}

// column is one quantity of every replication.
func (l *lab) column(runs []sample, name string) []float64 {
	l.Helper()
	var out []float64
	for _, s := range runs {
		v, ok := s[name]
		if !ok || math.IsNaN(v) {
			l.Fatalf("no %s", name)
		}
		out = append(out, v)
	}
	return out
}

// visits measures a station from outside, entry by entry: what its calls
// waited and stayed, and how many of them were there. It leaves out what came
// before the warm-up, and what the level was outside of [warm, until).
type visits struct {
	warm, until   int64
	tail          int64 // a wait longer than this counts for "wait_gt"
	waits, stays  []int64
	level, last   int64
	one, two      float64 // integrals of the level and of its square
	servers       int     // of the station, for "number_waiting"
	queued        float64 // integral of the calls beyond the servers
	busy          float64 // time with at least one call there
	begun         float64 // busy periods that began
	waited, above float64
}

func (v *visits) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		switch e.Kind {
		case ledger.Sent:
			v.hold(e.At)
			if v.level == 0 && e.At >= v.warm && e.At < v.until {
				v.begun++
			}
			v.level++
		case ledger.Ended:
			v.hold(e.At)
			v.level--
			if e.Served >= 0 && e.Start >= v.warm && e.Start < v.until {
				v.left(e)
			}
		}
	}
}

func (v *visits) hold(now int64) {
	if a, b := max(v.last, v.warm), min(now, v.until); b > a {
		n, d := float64(v.level), float64(b-a)/1e9
		v.one += n * d
		v.two += n * n * d
		v.busy += min(n, 1) * d
		v.queued += max(0, n-float64(v.servers)) * d
	}
	v.last = now
}

func (v *visits) left(e *ledger.Entry) {
	wait := e.Served - e.Start
	v.waits, v.stays = append(v.waits, wait), append(v.stays, e.At-e.Start)
	if wait > 0 {
		v.waited++
	}
	if wait > v.tail {
		v.above++
	}
}

func (v *visits) Report(r *ledger.Report) {
	n, span := float64(len(v.waits)), float64(v.until-v.warm)/1e9
	mean := v.one / span
	r.Add("number", mean)
	r.Add("number_variance", v.two/span-mean*mean)
	r.Add("number_waiting", v.queued/span)
	r.Add("busy_period", v.busy/v.begun)
	r.Add("wait_positive", v.waited/n)
	r.Add("wait_gt", v.above/n)
	r.Add("wait_mean", meanOf(v.waits))
	r.Add("wait_sd", deviation(v.waits))
	slices.Sort(v.waits)
	slices.Sort(v.stays)
	for _, q := range []struct {
		name string
		q    float64
	}{{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}} {
		r.Add("wait_"+q.name, quantile(v.waits, q.q))
		r.Add("stay_"+q.name, quantile(v.stays, q.q))
	}
}

// quantile is the smallest value that at least a share q does not exceed, in
// seconds.
func quantile(sorted []int64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	return float64(sorted[max(0, int(math.Ceil(q*float64(len(sorted))))-1)]) / 1e9
}

// meanOf is the mean of nanoseconds, in seconds.
func meanOf(v []int64) float64 {
	var sum float64
	for _, x := range v {
		sum += float64(x) / 1e9
	}
	return sum / float64(len(v))
}

// deviation is the standard deviation of nanoseconds, in seconds.
func deviation(v []int64) float64 {
	mean, sum := meanOf(v), 0.0
	for _, x := range v {
		d := float64(x)/1e9 - mean
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(v)-1))
}
