package sim_test

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// closed are the parameters of clients that wait for their answers.
type closed struct {
	Clients  int
	Serial   int `json:"serial_clients"`
	Think    float64
	Service  float64 `json:"service_mean"`
	Attempt  float64 `json:"attempt_time"`
	C        int
	Fail     float64 `json:"p_fail_iid"`
	Attempts int     `json:"max_attempts"`
	Backoff  any
}

// closedRow measures closed populations: with a station that queues (exact
// mean value analysis), or with failures and no queue (renewal reward).
func closedRow(l *lab, r *row) measured {
	var p closed
	l.read(r, &p)
	runs := l.shared("closed"+r.raw, func() []sample { return l.closedRuns(&p) })
	name := map[string]string{
		"throughput": "firsts_per_s", "mean_response": "wait_and_service",
		"first_tries_per_s": "firsts_per_s", "attempts_per_s": "attempts_per_s",
	}[r.quantity]
	return measured{values: l.column(runs, name)}
}

func (l *lab) closedRuns(p *closed) []sample {
	words := []string{"max_attempts", strconv.Itoa(max(1, p.Attempts)), "retry", "all", "backoff", "none"}
	if _, ok := p.Backoff.(map[string]any); ok {
		words = append(words[:4], "backoff", "exponential", "base", "1s", "factor", "2", "jitter", "full")
	}
	q := plan(l, model.Burst{}, policy(l, words...), func(q *sim.Plan) {
		think := model.Law{}
		if p.Think > 0 {
			think = law(chance.Exponential{Average: time.Duration(p.Think * 1e9)})
		}
		q.Types[0].Sources = []model.Source{{Name: "clients", Clients: p.Clients + p.Serial, Think: think}}
		dep := &q.Stations[0]
		if p.Service > 0 {
			dep.Servers, dep.Service = p.C, law(chance.Exponential{Average: time.Duration(p.Service * 1e9)})
		} else {
			dep.Service = law(chance.Constant{Value: time.Duration(p.Attempt * 1e9)})
		}
		q.WarmUp, q.Until, q.Horizon, q.Bin = 200*time.Second, 5000*time.Second, 2*time.Hour, time.Minute
		q.Dead.Limit = 1
		q.Faults = failures(q.Horizon, p.Fail)
	})
	return replicate(l, q, queueReps, func() ledger.Metric { return &pace{warm: int64(q.WarmUp), until: int64(q.Until)} })
}

// failures lets each attempt fail with the same probability; 0 is no fault.
func failures(until time.Duration, share float64) []model.Fault {
	if share == 0 {
		return nil
	}
	return []model.Fault{{
		Name: "iid", Start: 0, End: until, Kind: model.FaultError,
		Errors: []model.Outcome{{Class: policies.ServerError, Status: 500, Share: share}},
	}}
}

// pace measures how fast clients go, in [warm, until).
type pace struct {
	warm, until           int64
	firsts, all, answered float64
	took                  float64
}

func (m *pace) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		if e.At < m.warm || e.At >= m.until {
			continue
		}
		switch e.Kind {
		case ledger.Sent:
			m.all++
			if e.Attempt == 1 {
				m.firsts++
			}
		case ledger.Ended:
			m.answered++
			m.took += float64(e.At-e.Start) / 1e9
		}
	}
}

func (m *pace) Report(r *ledger.Report) {
	span := float64(m.until-m.warm) / 1e9
	r.Add("firsts_per_s", m.firsts/span)
	r.Add("attempts_per_s", m.all/span)
	r.Add("wait_and_service", m.took/m.answered)
}

// openRow lets jobs of an open source fail: whatever they wait, they make as
// many attempts.
func openRow(l *lab, r *row) measured {
	var p closed
	l.read(r, &p)
	var m measured
	for _, wait := range [][]string{{"backoff", "none"}, {"backoff", "fixed", "base", "30s"}, {"backoff", "exponential", "base", "1s", "jitter", "full"}} {
		words := append([]string{"max_attempts", strconv.Itoa(p.Attempts), "retry", "all"}, wait...)
		q := plan(l, model.Poisson{Rate: 100}, policy(l, words...), func(q *sim.Plan) {
			q.JobLimit, q.Dead.Limit = 10_000, 1
			q.Faults = failures(q.Horizon, p.Fail)
		})
		m.each = append(m.each, l.column(replicate(l, q, 40, nil), "amplification"))
	}
	return m
}

// fluidRow stops a station for a while and looks at its backlog.
func fluidRow(l *lab, r *row) measured {
	var p struct {
		Lambda, Mu float64
		Outage     float64 `json:"outage_s"`
	}
	l.read(r, &p)
	stop := time.Duration(p.Outage * 1e9)
	q := plan(l, model.Steady{Rate: p.Lambda}, policy(l, "max_attempts", "1"), func(q *sim.Plan) {
		q.Stations[0].Servers, q.Stations[0].Service = 1, law(chance.Constant{Value: time.Duration(1e9 / p.Mu)})
		q.Until, q.Horizon = 200*time.Second, 300*time.Second
		q.Faults = []model.Fault{{Name: "stop", Start: 0, End: stop, Kind: model.FaultCapacity, Factor: 0}}
	})
	o, err := sim.Run(l.Context(), q, sim.Options{})
	if err != nil {
		l.Fatal(err)
	}
	if r.quantity == "backlog_at_end_of_outage" {
		return measured{values: []float64{value(l, o, "queue_depth_max")}}
	}
	queue := seriesOf(l, o, "queue_depth") // at the end of each second
	for i := int(p.Outage); i < len(queue); i++ {
		if queue[i] == 0 {
			return measured{values: []float64{float64(i+1) - p.Outage}}
		}
	}
	return measured{values: []float64{math.Inf(1)}}
}

// seriesOf is a named series of an outcome.
func seriesOf(l *lab, o *sim.Outcome, name string) []float64 {
	l.Helper()
	for _, s := range o.Series {
		if s.Name == name {
			return s.Values
		}
	}
	l.Fatalf("no series %s", name)
	return nil
}

// latencyRow fills the threads and the queue at once: the last of them waits
// for all the others.
func latencyRow(l *lab, r *row) measured {
	var p struct {
		Threads int
		Slots   int     `json:"queue_slots"`
		Service float64 `json:"service_s"`
	}
	l.read(r, &p)
	o, _ := play(l, plan(l, model.Burst{Jobs: p.Threads + p.Slots}, policy(l, "max_attempts", "1"), func(q *sim.Plan) {
		q.Stations[0].Servers, q.Stations[0].Room = p.Threads, p.Slots
		q.Stations[0].Service = law(chance.Constant{Value: time.Duration(p.Service * 1e9)})
	}))
	if got := fmt.Sprintf("%+v", o.Ledger); o.Ledger.Completed != int64(p.Threads+p.Slots) {
		l.Fatalf("not all fit: %s", got)
	}
	return measured{values: []float64{value(l, o, "completion_max_s")}}
}

// inspectRow asks a law for its mean. The row gives its 99th percentile, which
// is 2.3263478740408408 standard deviations of the logarithm above the median.
func inspectRow(*lab, *row) measured {
	fit := chance.Lognormal{Median: 200 * time.Millisecond, Sigma: math.Log(1000.0/200) / 2.3263478740408408}
	return measured{values: []float64{fit.Mean().Seconds() * 1e3}}
}
