package sim_test

import (
	"fmt"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// queuePlan is a station in steady state: Poisson arrivals that call at once
// and never again.
func (l *lab) queuePlan(p *parameters, span, warm time.Duration) *sim.Plan {
	service := chance.Distribution(chance.Constant{Value: time.Duration(p.ServiceTime * 1e9)})
	if p.Mu > 0 {
		service = chance.Exponential{Average: time.Duration(1e9 / p.Mu)}
	}
	once := policy(l, "max_attempts", "1")
	return plan(l, model.Poisson{Rate: p.Lambda}, once, func(q *sim.Plan) {
		q.Stations[0].Servers, q.Stations[0].Service = p.C, law(service)
		if p.Room != nil {
			q.Stations[0].Room = *p.Room - p.C
		}
		q.Until, q.WarmUp = warm+span, warm
		q.Horizon, q.Bin = 2*q.Until, q.Until/1000
		q.Dead.Limit = 1 // blocked jobs are dead letters: keep one
	})
}

// spans is how many seconds each replication lasts after the warm-up, so that
// 4.5 standard errors fit the tightest row: by the formula for the M/M/1
// number in system, relative SE = sqrt(2(1+rho)/(rho T))/(1-rho) for T service
// times in all, and by trial for the rest. There are 40 replications.
func spans(r *row) time.Duration {
	s := 40_000.0
	switch p := &r.par; {
	case p.Room != nil:
	case p.C == 10 && p.Lambda == 5:
		s = 50_000
	case p.C == 2:
		s = 90_000
	case p.C == 1 && p.Lambda == 0.8:
		s = 140_000
	case p.C == 1 && p.Lambda == 0.9:
		s = 500_000
	}
	return time.Duration(s * 1e9)
}

const queueReps = 40

// long tells which stations need more than about 3 s of both cores.
func long(p *parameters) bool {
	return p.C == 10 || p.C == 4 || p.C == 2 && p.Room == nil || p.C == 1 && p.Lambda == 0.9
}

// queueRow measures M/M/1, M/M/c, M/M/c/K and M/D/1.
func queueRow(l *lab, r *row) measured {
	p := r.par
	if p.Rho > 0 {
		p.Lambda, p.Mu, p.C = p.Rho, 1, 1
	}
	if !l.full && long(&p) {
		return onlyFull
	}
	name := map[string]string{
		"mean_number_in_system": "dependency_in_system_mean", "mean_wait_in_queue": "dependency_wait_mean_s",
		"mean_wait_of_accepted": "dependency_wait_mean_s", "mean_sojourn": "completion_mean_s",
		"prob_arrival_blocked": "dependency_rejected_share", "throughput": "goodput_per_s",
		"sojourn_p50": "stay_p50", "sojourn_p99": "stay_p99",
		"wait_p50": "wait_p50", "wait_p90": "wait_p90", "wait_p99": "wait_p99",
		"prob_wait_positive": "wait_positive", "prob_wait_positive_erlang_c": "wait_positive", "fraction_not_queued": "wait_positive",
		"prob_wait_gt_t": "wait_gt", "prob_wait_le_1": "wait_gt",
		"time_variance_number_in_system": "number_variance", "mean_busy_period": "busy_period",
	}[r.quantity]
	if name == "" {
		l.Fatalf("unknown quantity %s", r.quantity)
	}
	values := l.column(l.queueRuns(r, &p), name)
	if r.quantity == "fraction_not_queued" || r.quantity == "prob_wait_le_1" {
		for i := range values {
			values[i] = 1 - values[i]
		}
	}
	return measured{values: values, least: 30}
}

func (l *lab) queueRuns(r *row, p *parameters) []sample {
	room := -1
	if p.Room != nil {
		room = *p.Room
	}
	return l.shared(fmt.Sprint("queue", p.Lambda, p.Mu, p.ServiceTime, p.C, room), func() []sample {
		free := float64(p.C)*p.Mu - p.Lambda // of M/M/c, per second: t = 1/free in wait_gt
		warm := 2000 * time.Second           // 20/(1-rho)^2 service times at rho 0.9, and at the least
		q := l.queuePlan(p, spans(&row{par: *p}), warm)
		tail := int64(time.Second) // M/D/1: P(wait <= 1)
		if p.Mu > 0 && free > 0 {
			tail = int64(1e9 / free)
		}
		return replicate(l, q, queueReps, func() ledger.Metric {
			return &visits{warm: int64(q.WarmUp), until: int64(q.Until), tail: tail}
		})
	})
}
