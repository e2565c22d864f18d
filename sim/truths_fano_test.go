package sim_test

import (
	"context"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// fanoCase is a process, the windows in which its jobs are counted, and how
// many of them a replication has, 0 for windows apart from each other: enough that 4.5 standard errors of 40, each
// near sqrt(2/windows) of the value, fit the row.
type fanoCase struct {
	of      func(phase float64) model.Arrivals
	windows []float64 // seconds, in turn by replication
	count   int
}

const fanoReps = 40

// fanoRow counts attempts per bin of the product's own metric, where nothing
// fails and each job is one attempt.
func fanoRow(l *lab, r *row) measured {
	if r.par.Lambda1 > 0 && r.par.Window[0] == 100 && !l.full {
		return onlyFull // 13 million jobs
	}
	c := l.fanoCase(r)
	var values []float64
	for i := range fanoReps {
		w := c.windows[i%len(c.windows)]
		if c.count == 0 {
			values = append(values, l.apart(c.of, w, i))
			continue
		}
		o := l.count(c.of(0), w, c.count, i)
		values = append(values, value(l, o, "fano"))
	}
	return measured{values: values}
}

// count plays so many windows of a process.
func (l *lab) count(a model.Arrivals, window float64, n, replication int) *sim.Outcome {
	q := plan(l, a, policy(l, "max_attempts", "1"), func(q *sim.Plan) {
		q.Bin = time.Duration(window * 1e9)
		q.Until = time.Duration(n) * q.Bin
		q.Horizon = 2 * q.Until
	})
	o, err := sim.Run(context.Background(), q, sim.Options{Replication: replication})
	if err != nil {
		l.Fatal(err)
	}
	return o
}

// apart is the variance over the mean of single windows, each in a run of its
// own with a phase of its own: windows in a row of a clockwork would know of
// each other.
func (l *lab) apart(of func(phase float64) model.Arrivals, window float64, replication int) float64 {
	phase := chance.Key{Seed: uint64(replication), Purpose: chance.World}.Stream()
	var counts []float64
	for range 40 {
		counts = append(counts, value(l, l.count(of(phase.Float64()), window, 1, 0), "attempts"))
	}
	mean, se := moments(counts)
	return se * se * float64(len(counts)) / mean
}

func (l *lab) fanoCase(r *row) fanoCase {
	fixed := func(a model.Arrivals) func(float64) model.Arrivals {
		return func(float64) model.Arrivals { return a }
	}
	p := &r.par
	switch p.Process {
	case "": // MMPP2
		stay := func(rate float64) time.Duration { return time.Duration(1e9 / rate) }
		states := []model.RateState{{Rate: p.Lambda1, Stay: stay(p.Rate1to2)}, {Rate: p.Lambda2, Stay: stay(p.Rate2to1)}}
		return fanoCase{fixed(model.MMPP{States: states}), p.Window, map[bool]int{true: 4000, false: 300}[p.Window[0] == 1]}
	case "Poisson": // at 0.3 a second most bins are empty
		return fanoCase{fixed(model.Poisson{Rate: 0.3}), []float64{1, 20}, 4000}
	case "batch Poisson, constant batch 10":
		return fanoCase{fixed(model.BatchPoisson{Rate: 0.5, Size: model.ConstantSize{Jobs: 10}}), []float64{4, 20}, 1000}
	case "batch Poisson, geometric batch {1,2,..} mean 4":
		return fanoCase{fixed(model.BatchPoisson{Rate: 0.5, Size: model.GeometricSize{Average: 4}}), []float64{4, 20}, 1000}
	case "deterministic, period 1, random phase":
		return fanoCase{func(phase float64) model.Arrivals {
			return model.Batches{Size: 1, Every: time.Second, First: time.Duration(phase * 1e9)}
		}, p.Window, 0}
	case "N=1000 simultaneous every 60 s":
		return fanoCase{fixed(model.Batches{Size: 1000, Every: time.Minute}), p.Window, 60 * 10}
	case "renewal, Erlang-4 interarrival":
		return fanoCase{fixed(model.Renewal{Gap: chance.Erlang{Average: 10 * time.Millisecond, Stages: 4}}), []float64{2, 4}, 200}
	}
	l.Fatalf("unknown process %q", p.Process)
	return fanoCase{}
}
