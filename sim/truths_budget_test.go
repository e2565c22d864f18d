package sim_test

import (
	"fmt"
	"strconv"
	"time"

	"retrysim/policies"
	"retrysim/policies/guard"
	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// budgetPar is what the rows about retry budgets say.
type budgetPar struct {
	Fail     float64 `json:"p_fail_iid"`
	Deposit  float64 `json:"deposit_per_successful_attempt"`
	Short    float64 `json:"deposit"`
	Cap      any     `json:"bucket_cap"`
	Max      float64 `json:"maxTokens"`
	Ratio    float64 `json:"tokenRatio"`
	Capacity float64 `json:"capacity"`
	Cost     float64 `json:"retry_cost"`
	Requests float64 `json:"requests_per_s"`
	Percent  float64 `json:"percentCanRetry"`
	Least    float64 `json:"minRetriesPerSec"`
	TTL      float64 `json:"ttl_s"`
	First    float64 `json:"retry_ratio"`
	Client   float64 `json:"per_client_retry_ratio"`
	Accept   float64 `json:"backend_accept_prob"`
	Each     int     `json:"per_request_attempts"`
	Attempts any     `json:"max_attempts"`
}

// budget is the budget of a row and how often a request may be sent.
func (p *budgetPar) budget(model string) (b guard.Budget, attempts int) {
	limit, _ := p.Attempts.(float64) // or "unlimited"
	attempts = max(int(limit), p.Each)
	switch {
	case attempts == 0 && model == "BUCKET":
		attempts = 4 // max_retries 3
	case attempts == 0:
		attempts = 100
	}
	switch model {
	case "BUCKET":
		size, ok := p.Cap.(float64)
		if !ok {
			size = 100 // ">=100"
		}
		return guard.Budget{Kind: guard.Tokens, Size: size, Fund: p.Deposit + p.Short, Cost: 1}, attempts
	case "GRPC":
		return guard.Budget{Kind: guard.Throttle, Size: p.Max, Fund: p.Ratio}, attempts
	case "AWSQ":
		return guard.Budget{Kind: guard.Quota, Size: p.Capacity, Fund: 1, Cost: p.Cost}, attempts
	}
	share, ttl := p.Percent+p.First+p.Client, p.TTL
	if share == 0 {
		return guard.Budget{}, attempts // a limit per request only
	}
	if ttl == 0 {
		ttl = 10
	}
	return guard.Budget{Kind: guard.Ratio, Share: share, Floor: p.Least, TTL: time.Duration(ttl * 1e9)}, attempts
}

// fails is the share of attempts that fail.
func (p *budgetPar) fails() float64 {
	switch {
	case p.Accept > 0:
		return 1 - p.Accept
	case p.Fail > 0:
		return p.Fail
	}
	return 1
}

// budgetRow measures jobs that come one after the other, each with all its
// attempts before the next one comes, under the budget of the row.
func budgetRow(l *lab, r *row) measured {
	var p budgetPar
	l.read(r, &p)
	runs := l.shared(fmt.Sprint("budget", r.model, r.raw), func() []sample { return l.budgetRuns(r.model, &p) })
	of := func(name, per string) (out []float64) {
		div := l.column(runs, per)
		for i, v := range l.column(runs, name) {
			out = append(out, v/div[i])
		}
		return out
	}
	switch r.quantity {
	case "attempts_per_request":
		return measured{values: of("late_sent", "late_jobs")}
	case "success_fraction":
		return measured{values: of("late_done", "late_jobs")}
	case "retries_per_s":
		rate := of("retries", "jobs")
		for i := range rate {
			rate[i] *= p.Requests
		}
		return measured{values: rate}
	case "retry_fraction_upper_bound":
		return measured{values: of("retries", "jobs")}
	case "retries_allowed_in_total":
		return measured{text: fmt.Sprint(l.column(runs, "retries")[0])}
	case "failures_until_retries_stop": // every retry fails too, and one more failure is refused
		return measured{text: fmt.Sprint(l.column(runs, "retries")[0] + 1)}
	}
	l.Fatalf("unknown quantity %s", r.quantity)
	return measured{}
}

// late counts what happens once the full bucket of the start is used up.
type late struct {
	from             int64
	jobs, sent, done float64
}

func (m *late) Observe(batch []ledger.Entry) {
	for i := range batch {
		switch e := &batch[i]; {
		case e.At < m.from:
		case e.Kind == ledger.Arrived:
			m.jobs++
		case e.Kind == ledger.Sent:
			m.sent++
		case e.Kind == ledger.Settled && e.Bucket == ledger.Completed:
			m.done++
		}
	}
}

func (m *late) Report(r *ledger.Report) {
	r.Add("late_jobs", m.jobs)
	r.Add("late_sent", m.sent)
	r.Add("late_done", m.done)
}

// budgetRuns are 40 x 20,000 jobs after 10,000 more, or 300 s of them where a
// rate is given; more where successes vary most.
func (l *lab) budgetRuns(family string, p *budgetPar) []sample {
	budget, attempts := p.budget(family)
	rate, jobs := 1000.0, 30_000
	if p.Requests > 0 {
		rate, jobs = p.Requests, int(300*p.Requests)
	}
	switch f := p.fails(); {
	case f > 0.8 && f < 0.95:
		jobs = 160_000
	case f == 0.5 && family != "AWSQ":
		jobs = 50_000
	}
	n := 40
	if p.fails() == 1 {
		n = 1 // nothing is random
	}
	q := plan(l, model.Steady{Rate: rate}, policy(l, "max_attempts", strconv.Itoa(attempts), "backoff", "none"), func(q *sim.Plan) {
		q.JobLimit, q.Dead.Enabled = int64(jobs), false
		q.Types[0].Budget = model.RetryBudget{Budget: budget, Clients: 1}
		q.Faults = []model.Fault{{
			Name: "iid", Start: 0, End: q.Horizon, Kind: model.FaultError,
			Errors: []model.Outcome{{Class: policies.ServerError, Status: 500, Share: p.fails()}},
		}}
	})
	return replicate(l, q, n, func() ledger.Metric { return &late{from: int64(10 * time.Second)} })
}
