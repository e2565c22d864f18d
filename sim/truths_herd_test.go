package sim_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// herdRow looks at the retries that come right after an outage of a hundred
// ceilings: D is one second.
func herdRow(l *lab, r *row) measured {
	var p struct{ Jitter string }
	l.read(r, &p)
	const jobs, long = 15_000.0, 100 * time.Second
	looks := []waveBin{
		{name: "normalised_retry_rate_first_0.05D_after_outage", from: 0, to: 50e6},
		{name: "normalised_retry_rate_0.45D_to_0.55D", from: 450e6, to: 550e6},
		{name: "normalised_retries_after_0.9D", from: 900e6, to: 1e9},
	}
	runs := l.shared("herd"+p.Jitter, func() []sample {
		words := []string{"max_attempts", "unlimited", "retry", "all", "backoff", "fixed", "base", "1s"}
		if p.Jitter != "fixed" {
			words = append(words, "jitter", p.Jitter)
		}
		q := plan(l, model.Poisson{Rate: jobs / long.Seconds()}, policy(l, words...), func(q *sim.Plan) {
			q.Until, q.Horizon = long, 2*long
			q.Faults = []model.Fault{outage(0, long)}
		})
		return replicate(l, q, 40, func() ledger.Metric {
			b := &bins{slices.Clone(looks)}
			for i := range b.looks {
				b.looks[i].from += int64(long)
				b.looks[i].to += int64(long)
			}
			return b
		})
	})
	for _, w := range looks {
		if w.name == r.quantity {
			v := l.column(runs, r.quantity)
			for i := range v {
				v[i] /= jobs * float64(w.to-w.from) / 1e9
			}
			return measured{values: v}
		}
	}
	l.Fatalf("unknown quantity %s", r.quantity)
	return measured{}
}

// outageRow counts the jobs born in an outage that use up their attempts in it.
func outageRow(l *lab, r *row) measured {
	p := &r.par
	var long struct{ L float64 }
	l.read(r, &long)
	want, _ := strconv.ParseFloat(r.expected, 64)
	jobs := 10_000.0 // in all; so many that 4.5 standard errors are 1.6 %
	if want > 0 {
		jobs = max(jobs, math.Pow(4.5/0.016, 2)*(1-want)/want)
	}
	q := plan(l, model.Poisson{Rate: jobs / 40 / long.L}, policy(l, p.words(strconv.Itoa(p.attempts()))...), func(q *sim.Plan) {
		q.Until = time.Duration(long.L * 1e9)
		q.Faults = []model.Fault{outage(0, q.Until)}
		q.Dead.Limit = 1
	})
	runs := replicate(l, q, 40, func() ledger.Metric { return &givenUp{} })
	dead, all := l.column(runs, "given_up_jobs"), l.column(runs, "jobs")
	for i := range dead {
		dead[i] /= all[i]
	}
	if r.tolerance == "exact" {
		return measured{text: fmt.Sprint(slices.Max(dead))}
	}
	return measured{values: dead}
}

// givenUp counts the jobs whose policy gave them up.
type givenUp struct{ n float64 }

func (m *givenUp) Observe(batch []ledger.Entry) {
	for i := range batch {
		if batch[i].Kind == ledger.GivenUp {
			m.n++
		}
	}
}

func (m *givenUp) Report(r *ledger.Report) { r.Add("given_up_jobs", m.n) }

// throw are the parameters of points in bins.
type throw struct {
	Points     int `json:"N_uniform_points"`
	N          int // the same in the rows of series B
	Bins       int
	Interval   int
	PoissonBin float64 `json:"poisson_mean_per_bin"`
	Estimator  string
}

// binRow throws points into bins. N uniform points are N jobs that fail
// together and come back with full jitter; the bins are those of the series of
// retries, and the sliding window is that of the peak of retries.
func binRow(l *lab, r *row) measured {
	var p throw
	l.read(r, &p)
	p.Points = max(p.Points, p.N)
	name, share := "bin_max", 1.0
	switch {
	case p.PoissonBin > 0:
		share = p.PoissonBin
	case p.Estimator == "sliding window":
		name = "peak_retries_per_s"
	case r.quantity == "prob_no_collision":
		name = "none_collide"
	case r.quantity == "expected_colliding_pairs":
		name = "pairs"
	case r.quantity == "expected_max_over_mean_minus_1":
		share = float64(p.Points) / float64(p.Bins)
	}
	runs := l.shared(fmt.Sprint("bins", p.Points, p.Bins, p.PoissonBin, p.Interval), func() []sample { return l.binRuns(r, &p) })
	v := l.column(runs, name)
	for i := range v {
		v[i] /= share
		if r.quantity == "expected_max_over_mean_minus_1" {
			v[i]--
		}
	}
	return measured{values: v}
}

func (l *lab) binRuns(r *row, p *throw) []sample {
	if p.PoissonBin > 0 {
		q := plan(l, model.Poisson{Rate: p.PoissonBin}, policy(l, "max_attempts", "1"), func(q *sim.Plan) {
			q.Until = time.Duration(p.Bins) * time.Second
		})
		return replicateTo(l, q, int(4e6/p.PoissonBin/60)+200, nil, highest("arrivals"))
	}
	if r.quantity == "prob_no_collision" || r.quantity == "expected_colliding_pairs" {
		return l.birthdays(p)
	}
	bins := fmt.Sprintf("%ds", max(p.Bins, p.Interval))
	back := policy(l, "max_attempts", "unlimited", "retry", "all", "backoff", "fixed", "base", bins, "jitter", "full")
	q := plan(l, model.Burst{Jobs: p.Points}, back, func(q *sim.Plan) {
		q.Faults = []model.Fault{outage(0, 1)}
	})
	runs := max(40, min(8000, 4_000_000/p.Points))
	return replicateTo(l, q, runs, nil, highest("retries"))
}

// birthdays throws points round after round: a batch of jobs, all served at
// once, each for a uniform time. So many rounds that 4.5 standard errors are
// 1.5 % of the rarest event.
func (l *lab) birthdays(p *throw) []sample {
	const reps, rounds = 40, 5000
	year := time.Duration(p.Bins) * time.Second
	q := plan(l, model.Batches{Size: p.Points, Every: year}, policy(l, "max_attempts", "1"), func(q *sim.Plan) {
		q.Stations[0].Service = law(chance.Uniform{High: year})
		q.Until, q.Horizon = rounds*year, (rounds+1)*year
		q.Bin = q.Horizon // the series has no part in these rows
	})
	return replicate(l, q, reps, func() ledger.Metric { return &meetings{year: int64(year), rounds: rounds, round: -1} })
}

// highest gives the highest bin of a series, as bin_max, and the sliding peak.
func highest(series string) func(*sim.Outcome) sample {
	return func(o *sim.Outcome) sample {
		out := sample{"peak_retries_per_s": sampleOf(o)["peak_retries_per_s"]}
		for _, s := range o.Series {
			if s.Name == series {
				out["bin_max"] = slices.Max(s.Values)
			}
		}
		return out
	}
}

// meetings counts the pairs of answers that come in the same second, and the
// rounds in which there is none.
type meetings struct {
	year                int64
	rounds, pairs, none float64
	round               int64
	second, same        int64
	met                 bool
}

func (m *meetings) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		if e.Kind != ledger.Ended {
			continue
		}
		if n := e.At / m.year; n != m.round {
			m.close()
			m.round, m.met = n, false
		}
		second := e.At / int64(time.Second)
		if second != m.second {
			m.second, m.same = second, 0
		}
		m.pairs += float64(m.same) // with each of those that came in it
		m.met = m.met || m.same > 0
		m.same++
	}
}

// close counts a round that is over.
func (m *meetings) close() {
	if m.round >= 0 && !m.met {
		m.none++
	}
}

func (m *meetings) Report(r *ledger.Report) {
	m.close()
	r.Add("pairs", m.pairs/m.rounds)
	r.Add("none_collide", m.none/m.rounds)
}
