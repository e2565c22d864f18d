package sim_test

import (
	"math"
	"strings"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// general are the parameters of one station with any service and any arrivals.
type general struct {
	Lambda, Mu   float64
	Interarrival float64
	Service      string
	ServiceTime  float64 `json:"service_time"`
	C            int
	Erlangs      float64 `json:"A_erlang"`
	Deadline     float64 `json:"queue_deadline"`
	Utilisation  float64 `json:"target_utilisation"`
	Arrivals     string
	Index        int `json:"customer_index"`
	Initial      int `json:"initial_jobs"`
}

// rarelySlow is the published service of two modes, "0.1 ms, rarely 10 ms".
const rarelySlow = "Exp(mean 0.1 ms) w.p. 0.999, Exp(mean 10 ms) w.p. 0.001"

// law is the service that a row names; it has mean 1 s where it says no other.
func (g *general) law(l *lab) chance.Distribution {
	laws := map[string]chance.Distribution{
		"deterministic":                          chance.Constant{Value: time.Second},
		"exponential":                            chance.Exponential{Average: time.Second},
		"erlang4":                                chance.Erlang{Average: time.Second, Stages: 4},
		"uniform(0,2)":                           chance.Uniform{High: 2 * time.Second},
		"hyperexp2(balanced means,mean=1,cs2=4)": chance.Hyperexponential{Average: time.Second, SquaredCV: 4},
		"lognormal(mean=1,cs2=2)":                chance.Lognormal{Average: time.Second, SquaredCV: 2},
		rarelySlow: chance.Hyperexponential{Branches: []chance.Branch{
			{Share: 0.999, Average: 100 * time.Microsecond}, {Share: 0.001, Average: 10 * time.Millisecond},
		}},
	}
	switch d := laws[g.Service]; {
	case d != nil && g.Mu == 0:
		return d
	case g.ServiceTime > 0:
		return chance.Constant{Value: time.Duration(g.ServiceTime * 1e9)}
	case g.Mu > 0:
		return chance.Exponential{Average: time.Duration(1e9 / g.Mu)}
	}
	l.Fatalf("unknown service %q", g.Service)
	return nil
}

// source is the arrivals that a row asks for.
func (g *general) source(service chance.Distribution) model.Source {
	mean := service.Mean().Seconds()
	switch {
	case g.Arrivals == "closed, 1 client": // busy for the mean, idle for the pause
		pause := time.Duration(mean * (1/g.Utilisation - 1) * 1e9)
		return model.Source{Name: "client", Clients: 1, Think: law(chance.Exponential{Average: pause})}
	case g.Utilisation > 0:
		return from("live", model.Poisson{Rate: g.Utilisation / mean})
	case g.Interarrival > 0:
		return from("live", model.Steady{Rate: 1 / g.Interarrival})
	}
	return from("live", model.Poisson{Rate: g.Lambda})
}

// span is how long each of 40 replications lasts after the warm-up, by
// trial: 4.5 standard errors fit the tightest row of the setting.
func (g *general) span() time.Duration {
	s := 40_000.0
	switch {
	case g.Utilisation > 0:
		s = 40
	case strings.HasPrefix(g.Service, "hyperexp2"), strings.HasPrefix(g.Service, "lognormal"):
		s = 250_000
	}
	return time.Duration(s * 1e9)
}

// generalRow measures M/G/1, M/D/c, D/M/1 and a single closed client.
func generalRow(l *lab, r *row) measured {
	var g general
	l.read(r, &g)
	name := map[string]string{
		"mean_wait_in_queue": "wait_mean", "mean_number_in_system": "dependency_in_system_mean",
		"stddev_wait_in_queue": "wait_sd", "mean_number_waiting": "number_waiting",
		"prob_arrival_waits": "wait_positive", "time_fraction_busy": "dependency_utilisation",
		"sojourn_p99_ms": "stay_p99",
	}[r.quantity]
	if name == "" {
		l.Fatalf("unknown quantity %s", r.quantity)
	}
	values := l.column(l.shared("general"+r.raw, func() []sample { return l.generalRuns(&g) }), name)
	if r.quantity == "sojourn_p99_ms" {
		for i := range values {
			values[i] *= 1e3
		}
	}
	return measured{values: values, least: 30}
}

func (l *lab) generalRuns(g *general) []sample {
	service := g.law(l)
	q := l.station(g, service, g.span(), g.span()/20)
	q.Types[0].Sources = []model.Source{g.source(service)}
	return replicate(l, q, queueReps, func() ledger.Metric {
		return &visits{warm: int64(q.WarmUp), until: int64(q.Until), servers: g.C}
	})
}

// station is a station in steady state, whose calls are never repeated.
func (l *lab) station(g *general, service chance.Distribution, span, warm time.Duration) *sim.Plan {
	return plan(l, model.Poisson{Rate: g.Lambda}, policy(l, "max_attempts", "1"), func(q *sim.Plan) {
		q.Stations[0].Servers, q.Stations[0].Service = g.C, law(service)
		q.Until, q.WarmUp = warm+span, warm
		q.Horizon, q.Bin = 2*q.Until, q.Until/1000
		q.Dead.Limit = 1
	})
}

// lossRow measures a station without a waiting room. Its loss depends on the
// mean service only: three laws must give the same.
func lossRow(l *lab, r *row) measured {
	var g general
	l.read(r, &g)
	g.Lambda = g.Erlangs
	spans := map[int]time.Duration{1: 10_000 * time.Second, 10: 40_000 * time.Second, 20: 8000 * time.Second, 100: 6000 * time.Second}
	var m measured
	for _, name := range []string{"exponential", "deterministic", "lognormal(mean=1,cs2=2)"} {
		g.Service = name
		q := l.station(&g, g.law(l), spans[g.C], 100*time.Second)
		q.Stations[0].Room = 0
		m.each = append(m.each, l.column(replicate(l, q, queueReps, nil), "dependency_rejected_share"))
	}
	return m
}

// deadlineRow measures a station whose calls leave when they have waited for
// too long. The worker is the server: it takes no job whose deadline is over.
// Whether such a job leaves then or at its deadline is the same to all others.
func deadlineRow(l *lab, r *row) measured {
	var g general
	l.read(r, &g)
	runs := l.shared("deadline"+r.raw, func() []sample {
		g.C = model.Unlimited
		q := l.station(&g, chance.Exponential{Average: time.Second}, 80_000*time.Second, 1000*time.Second)
		q.Workers.Count = 1
		q.Types[0].Deadline = time.Duration(g.Deadline * 1e9)
		return replicate(l, q, queueReps, nil)
	})
	if r.quantity == "time_fraction_idle" {
		idle := l.column(runs, "worker_utilisation")
		for i := range idle {
			idle[i] = 1 - idle[i]
		}
		return measured{values: idle}
	}
	gone, jobs := l.column(runs, "expired"), l.column(runs, "jobs")
	for i := range gone {
		gone[i] /= jobs[i]
	}
	return measured{values: gone}
}

// transientRow measures the wait of one customer of an M/M/1 that starts empty.
func transientRow(l *lab, r *row) measured {
	var g general
	l.read(r, &g)
	g.C = 1
	q := l.station(&g, g.law(l), time.Hour, 0)
	q.JobLimit = int64(g.Index)
	q.Horizon, q.Bin = 10*time.Hour, time.Hour
	runs := 40_000 // a standard deviation is about the mean: 4.5 standard errors are 2.3 %
	if g.Index > 1000 {
		runs = 28_000
	}
	return measured{values: l.column(replicateTo(l, q, runs, func() ledger.Metric { return &lastWait{} }, only("last_wait")), "last_wait")}
}

// lastWait is the wait of the job that came last.
type lastWait struct{ born, wait int64 }

func (m *lastWait) Observe(batch []ledger.Entry) {
	for i := range batch {
		if e := &batch[i]; e.Kind == ledger.Ended && e.Born >= m.born {
			m.born, m.wait = e.Born, e.Served-e.Start
		}
	}
}

func (m *lastWait) Report(r *ledger.Report) { r.Add("last_wait", float64(m.wait)/1e9) }

// drainRow lets a station work off a backlog while jobs go on coming.
func drainRow(l *lab, r *row) measured {
	var g general
	l.read(r, &g)
	n, free := float64(g.Initial), g.Mu-g.Lambda
	mean, sd := n/free, math.Sqrt(n*(g.Mu+g.Lambda)/(free*free*free))
	group, groups := 50, 40
	if sd > mean/5 {
		group = 150 // a heavier tail: its deviation needs more runs
	}
	runs := l.shared("drain"+r.raw, func() []sample {
		span := time.Duration((mean + 10*sd) * 1e9)
		q := l.station(&g, g.law(l), span, 0)
		q.Types[0].Sources = append(q.Types[0].Sources, from("backlog", model.Burst{Jobs: g.Initial}))
		return replicateTo(l, q, group*groups, func() ledger.Metric { return &firstEmpty{} }, only("first_empty"))
	})
	times := l.column(runs, "first_empty")
	if r.quantity == "mean_time_to_empty" {
		return measured{values: times}
	}
	var m measured
	for i := 0; i < len(times); i += group {
		_, se := moments(times[i : i+group])
		m.values = append(m.values, se*math.Sqrt(float64(group)))
	}
	return m
}

// firstEmpty is the first time at which every job that came has settled.
type firstEmpty struct{ level, at int64 }

func (m *firstEmpty) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		switch {
		case m.at > 0:
			return
		case e.Kind == ledger.Arrived:
			m.level++
		case e.Kind == ledger.Settled && e.Bucket == ledger.Completed:
			if m.level--; m.level == 0 && e.At > 0 {
				m.at = e.At
			}
		}
	}
}

func (m *firstEmpty) Report(r *ledger.Report) {
	if m.at > 0 {
		r.Add("first_empty", float64(m.at)/1e9)
	}
}
