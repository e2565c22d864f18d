package sim_test

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// retrial are the parameters of a station whose jobs come back after a random
// time: because it had no room (Nu), or because they failed (Fail).
type retrial struct {
	Lambda, Mu float64
	C          int
	Nu         any
	Room       int     `json:"K_total"`
	Attempts   any     `json:"max_attempts"`
	Fail       float64 `json:"p_fail_iid"`
	Backoff    any
	one        bool // one retrier for all: it fetches one job at a time, at rate Nu
}

// nu is the rate of coming back, 0 where the policy says when.
func (p *retrial) nu() float64 {
	switch nu := p.Nu.(type) {
	case float64:
		return nu
	case string: // "1e-3 or smaller", "1e3 or larger"
		var v float64
		fmt.Sscan(nu, &v)
		return v
	}
	if b, _ := p.Backoff.(map[string]any); b["kind"] == "Exp" {
		return 1 / b["mean"].(float64)
	}
	return 0
}

// between is the exponential law at rate nu.
func (p *retrial) between() model.Law {
	return law(chance.Exponential{Average: time.Duration(1e9 / p.nu())})
}

// policy is the policy of the row. Where the wait has a law that no policy
// knows, the policy does not wait at all; see retrialPlan.
func (p *retrial) policy(l *lab) sim.PolicyUse {
	words := []string{"retry", "all", "max_attempts", "unlimited"}
	if n, ok := p.Attempts.(float64); ok {
		words[3] = strconv.Itoa(int(n))
	}
	if p.nu() > 0 {
		return policy(l, append(words, "backoff", "none")...)
	}
	b := p.Backoff.(map[string]any)
	return policy(l, append(words, "backoff", "exponential", "base", seconds(b["base"].(float64)),
		"factor", fmt.Sprint(b["mult"]), "cap", seconds(b["cap"].(float64)), "jitter", b["kind"].(string))...)
}

// retrialPlan is the row's station. An exponential wait is a first call of
// every attempt to a place that lets everybody stay for such a time. So the
// first attempt waits too, which changes nothing: Poisson arrivals that are
// each moved by a time of their own are Poisson arrivals. One retrier for all is
// a poller with memoryless gaps whose look takes one job.
func (l *lab) retrialPlan(p *retrial, span, warm time.Duration) *sim.Plan {
	return plan(l, model.Poisson{Rate: p.Lambda}, p.policy(l), func(q *sim.Plan) {
		dep := &q.Stations[0]
		dep.Servers, dep.Service = p.C, law(chance.Exponential{Average: time.Duration(1e9 / p.Mu)})
		if p.Fail == 0 {
			dep.Room = max(0, p.Room-p.C)
		}
		switch {
		case p.one:
			between := p.between()
			q.Queue.Review = between.Mean()
			q.Queue.Poller = model.Poller{Gap: between, Batch: 1}
		case p.nu() > 0:
			q.Stations = append(q.Stations, model.Station{
				Name: "wait", Servers: model.Unlimited, Room: model.Unlimited, RefuseStatus: 503, Service: p.between(),
			})
			q.Types[0].Steps = []model.Step{{Station: 1}, {Station: 0}}
		}
		q.Until, q.WarmUp = warm+span, warm
		q.Horizon, q.Bin = 2*q.Until, q.Until/1000
		q.Dead.Limit = 1
		q.Faults = failures(q.Horizon, p.Fail)
	})
}

// spans of a replication and of its warm-up, by trial.
func (p *retrial) spans() (span, warm time.Duration) {
	s, nu := 30_000.0, p.nu()
	switch {
	case nu == 1e-3:
		return 60_000 * time.Second, 40_000 * time.Second
	case nu == 1e3:
		s = 1000
	case p.Fail == 0.3:
		s = 60_000
	case p.Room == 0 && nu == 0.1:
		s = 150_000
	case p.Room == 0 && p.Lambda/p.Mu/float64(p.C) == 0.8:
		s = 60_000
	}
	load := p.Lambda / p.Mu / float64(p.C)
	w := 500.0
	if nu > 0 && p.Room == 0 {
		w = 20 / (1 - load) / (1 - load) * (1 + min(20, 1/nu))
	}
	return time.Duration(s * 1e9), time.Duration(w * 1e9)
}

// retrialRow measures what the row asks for, in the time after the warm-up.
func retrialRow(l *lab, r *row) measured {
	var p retrial
	l.read(r, &p)
	p.one = r.model == "RQ1C"
	reps := queueReps
	if r.model == "RQC_limit" {
		reps = 16
	}
	runs := l.shared("retrial"+r.raw, func() []sample {
		span, warm := p.spans()
		q := l.retrialPlan(&p, span, warm)
		return replicate(l, q, reps, func() ledger.Metric {
			return &orbit{
				apart: p.nu() > 0 && !p.one, servers: p.C, warm: int64(q.WarmUp), until: int64(q.Until), born: map[uint64]int64{},
			}
		})
	})
	switch r.quantity {
	case "prob_first_attempt_blocked_as_nu_to_0", "prob_first_attempt_blocked_as_nu_to_inf":
		return measured{values: l.column(runs, "first_blocked")}
	}
	return measured{values: l.column(runs, r.quantity), least: 30}
}

// orbit measures a station and the jobs that wait to come back to it.
type orbit struct {
	apart       bool // the wait is a call of its own, before the call that counts
	servers     int
	warm, until int64
	born        map[uint64]int64 // apart: when a job's first call reached the station

	last                int64
	waiting, here       float64
	areaWait, areaHere  float64
	full                float64 // time with every server busy
	firsts, calls       float64
	blocked             [2]float64 // refused: of first attempts, of retries
	done, dead, settled float64
	stays               float64
}

func (m *orbit) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		m.hold(e.At)
		switch {
		case e.Kind == ledger.Waiting && !m.apart, e.Kind == ledger.Sent && m.apart && !e.Is(ledger.LaterStep) && e.Attempt > 1:
			m.waiting++
		case e.Kind == ledger.Sent && m.apart == e.Is(ledger.LaterStep):
			m.called(e)
		case e.Kind == ledger.Ended:
			m.ended(e)
		case e.Kind == ledger.Settled && !e.Is(ledger.Moved):
			m.left(e)
		}
	}
}

func (m *orbit) hold(now int64) {
	if a, b := max(m.last, m.warm), min(now, m.until); b > a {
		d := float64(b-a) / 1e9
		m.areaWait += m.waiting * d
		m.areaHere += m.here * d
		if m.here >= float64(m.servers) {
			m.full += d
		}
	}
	m.last = now
}

// within reports whether the present time counts.
func (m *orbit) within() bool { return m.last >= m.warm && m.last < m.until }

func (m *orbit) called(e *ledger.Entry) {
	m.here++
	if e.Attempt > 1 {
		m.waiting--
	} else if m.apart {
		m.born[e.Job] = e.At
	}
	if m.within() {
		m.calls++
		if e.Attempt == 1 {
			m.firsts++
		}
	}
}

func (m *orbit) ended(e *ledger.Entry) {
	m.here--
	if e.Is(ledger.Rejected) && m.within() {
		m.blocked[min(e.Attempt-1, 1)]++
	}
}

func (m *orbit) left(e *ledger.Entry) {
	born := e.Born
	if m.apart {
		born = m.born[e.Job]
		delete(m.born, e.Job)
	}
	if !m.within() {
		return
	}
	m.settled++
	m.stays += float64(e.At-born) / 1e9
	switch e.Bucket {
	case ledger.Completed:
		m.done++
	case ledger.DeadLettered:
		m.dead++
	}
}

func (m *orbit) Report(r *ledger.Report) {
	span := float64(m.until-m.warm) / 1e9
	again := math.NaN()
	if m.calls > m.firsts {
		again = m.blocked[1] / (m.calls - m.firsts)
	}
	r.Add("mean_jobs_in_backoff", m.areaWait/span)
	r.Add("mean_number_at_station", m.areaHere/span)
	r.Add("time_fraction_all_servers_busy", m.full/span)
	r.Add("attempts_per_job", m.calls/m.firsts)
	r.Add("first_blocked", m.blocked[0]/m.firsts)
	r.Add("fraction_of_retries_blocked", again)
	r.Add("dlq_fraction", m.dead/m.settled)
	r.Add("throughput", m.done/span)
	r.Add("mean_time_birth_to_final_outcome", m.stays/m.settled)
}
