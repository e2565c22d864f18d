package sim_test

import (
	"fmt"
	"strconv"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// tries measures the variance of the attempts of a job.
type tries struct {
	jobs, sum, squares float64
	last               map[uint64]uint32
}

func (m *tries) Observe(batch []ledger.Entry) {
	for i := range batch {
		switch e := &batch[i]; e.Kind {
		case ledger.Sent:
			m.last[e.Job] = e.Attempt
		case ledger.Settled:
			n := float64(m.last[e.Job])
			delete(m.last, e.Job)
			m.jobs++
			m.sum += n
			m.squares += n * n
		}
	}
}

func (m *tries) Report(r *ledger.Report) {
	mean := m.sum / m.jobs
	r.Add("attempts_variance", m.squares/m.jobs-mean*mean)
}

// ampRow measures jobs whose every attempt fails with the same probability.
func ampRow(l *lab, r *row) measured {
	p := &r.par
	runs := l.shared(fmt.Sprint("amp", p.Fail, p.attempts()), func() []sample { return l.ampRuns(p) })
	switch r.quantity {
	case "attempts_per_job":
		return measured{values: l.column(runs, "amplification")}
	case "attempts_per_request":
		for _, v := range l.column(runs, "amplification") {
			if v != 4 {
				return measured{text: fmt.Sprint(v)}
			}
		}
		return measured{text: "4"}
	case "dlq_fraction", "request_failure_fraction":
		dead, jobs := l.column(runs, "dead_lettered"), l.column(runs, "jobs")
		for i := range dead {
			dead[i] /= jobs[i]
		}
		return measured{values: dead}
	case "variance_attempts_per_job":
		return measured{values: l.column(runs, "attempts_variance")}
	}
	l.Fatalf("unknown quantity %s", r.quantity)
	return measured{}
}

// ampRuns lets 40 x 20,000 jobs fail; 40 x 100,000 where dead letters are rare.
func (l *lab) ampRuns(p *parameters) []sample {
	jobs := 20_000
	if p.Fail <= 0.1 {
		jobs = 100_000
	}
	retry := policy(l, "max_attempts", strconv.Itoa(p.attempts()), "backoff", "fixed", "base", "1s")
	q := plan(l, model.Steady{Rate: 1000}, retry, func(q *sim.Plan) {
		q.JobLimit = int64(jobs)
		q.Dead.Limit, q.Dead.Refuse = 0, false
		q.Faults = []model.Fault{{
			Name: "iid", Start: 0, End: q.Horizon, Kind: model.FaultError,
			Errors: []model.Outcome{{Class: policies.ServerError, Status: 500, Share: p.Fail}},
		}}
	})
	q.Bin = 10 * time.Second
	return replicate(l, q, 40, func() ledger.Metric { return &tries{last: map[uint64]uint32{}} })
}
