package sim_test

import (
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// police is a token bucket that rejects.
type police struct {
	Arrivals string
	Lambda   float64
	Refill   float64 `json:"refill_rate"`
	Burst    int
}

// policeSpan is how many seconds each of 40 replications lasts, so that 4.5
// standard errors fit into 3 %; by trial.
func policeSpan(p *police) time.Duration {
	switch {
	case p.Lambda >= 1:
		return 10_000 * time.Second
	case p.Burst == 5:
		return 80_000 * time.Second
	}
	return 500_000 * time.Second
}

// policeRow measures the share of calls that a token bucket refuses. Nobody
// calls again, and the bucket is full when the warm-up begins.
func policeRow(l *lab, r *row) measured {
	var p police
	l.read(r, &p)
	if p.Arrivals != "Poisson" || r.quantity != "fraction_rejected" {
		l.Fatalf("%s: unknown %s or %s", r.id, p.Arrivals, r.quantity)
	}
	span := policeSpan(&p)
	if !l.full && span > 100_000*time.Second {
		return onlyFull
	}
	q := plan(l, model.Poisson{Rate: p.Lambda}, policy(l, "max_attempts", "1"), func(q *sim.Plan) {
		q.Stations[0].Limit = model.RateLimit{
			Kind: model.TokenBucket, Allow: int(p.Refill), Per: time.Second, Burst: p.Burst, Status: 429,
		}
		q.WarmUp, q.Until = 1000*time.Second, 1000*time.Second+span
		q.Horizon, q.Bin = 2*q.Until, q.Until/1000
		q.Dead.Enabled = false
	})
	runs := replicate(l, q, 40, nil)
	return measured{values: l.column(runs, "dependency_rejected_share"), least: 30}
}
