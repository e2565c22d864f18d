package sim_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// meta are the parameters of a station that a trigger may leave busy with the
// calls of clients who no longer wait.
type meta struct {
	Lambda   float64
	Mu       float64 `json:"mu_per_s"`
	MuEach   float64 `json:"mu_per_server"`
	MuOne    float64 `json:"mu"`
	C        int
	Room     int     `json:"K_total"`
	Timeout  float64 `json:"timeout_s"`
	Attempts int     `json:"max_attempts"`
	Trigger  float64 `json:"trigger_s"`
	Left     float64 `json:"capacity_left"`
	Factor   float64 `json:"load_factor"`
}

// metaPlan is what all these rows have in common: retries at the timeout, and
// a station that works on for nobody.
func (l *lab) metaPlan(m *meta, a model.Arrivals, service chance.Distribution, attempts int) *sim.Plan {
	again := policy(l, "max_attempts", strconv.Itoa(attempts), "retry", "all", "backoff", "none")
	return plan(l, a, again, func(q *sim.Plan) {
		q.Stations[0].Servers, q.Stations[0].Service = m.C, law(service)
		q.Types[0].Timeout = time.Duration(m.Timeout * 1e9)
		q.Dead.Limit = 1
	})
}

func metaRow(l *lab, r *row) measured {
	var m meta
	l.read(r, &m)
	switch {
	case strings.HasPrefix(r.id, "B-HOTOS21"):
		return l.hotos21(r, &m)
	case strings.HasPrefix(r.id, "B-OSDI22"):
		return l.osdi22(r, &m)
	case strings.HasPrefix(r.id, "B-HOTOS25"):
		return overloadRow(l, r)
	case strings.HasPrefix(r.id, "B-STAB"):
		return l.stale(r, &m)
	}
	l.Fatalf("unknown source")
	return measured{}
}

// The cut of the worked example: queries sent in it arrive together at its end.
const (
	cutBegins = 30 * time.Second
	cutEnds   = 40 * time.Second
)

// cut is the worked example of HotOS 2021 for a while after its cut, with a
// limit on the retries: so many queries per second may be sent again.
func (l *lab) cut(m *meta, retries float64, after time.Duration) (*sim.Outcome, *timely) {
	service := chance.Constant{Value: time.Duration(math.Round(1e9 / m.Mu))}
	p := l.metaPlan(m, model.Steady{Rate: retries}, service, m.Attempts)
	p.Until = cutEnds + after
	p.Horizon = p.Until + time.Second
	p.Faults = []model.Fault{{Name: "cut", Start: cutBegins, End: cutEnds, Kind: model.FaultCut}}
	if rest := m.Lambda - retries; rest > 0 {
		p.Policies = append(p.Policies, policy(l, "max_attempts", "1"))
		once := p.Types[0]
		once.Name, once.Policy = "once", 1
		once.Sources = []model.Source{from("live", model.Steady{Rate: rest})}
		p.Types = append(p.Types, once)
	}
	t := &timely{since: int64(cutEnds), at: math.Inf(1)}
	o, err := sim.Run(l.Context(), p, sim.Options{Metrics: []ledger.Metric{t}})
	if err != nil {
		l.Fatal(err)
	}
	return o, t
}

// timely is when the first answer since a time came to somebody who waited.
type timely struct {
	since int64
	at    float64 // seconds after since
}

func (m *timely) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		if e.Kind == ledger.Ended && e.Class == policies.Success && e.At >= m.since {
			m.at = min(m.at, float64(e.At-m.since)/1e9)
		}
	}
}

func (m *timely) Report(*ledger.Report) {}

func (l *lab) hotos21(r *row, m *meta) measured {
	if r.quantity == "max_retry_rate_that_still_lets_it_recover_per_s" {
		return measured{values: []float64{lastTrue(1, 40, 1, func(rate float64) bool {
			o, _ := l.cut(m, rate, 4000*time.Second)
			return value(l, o, "recovered_share") == 1
		})}}
	}
	o, first := l.cut(m, m.Lambda, 620*time.Second)
	minute := int((cutEnds + time.Minute) / time.Second)
	around := func(name string) float64 { return total(seriesOf(l, o, name)[minute-5 : minute+5]) }
	switch r.quantity {
	case "offered_per_s_60s_after_trigger":
		return measured{values: []float64{around("attempts") / 10}}
	case "goodput_fraction_60s_after_trigger":
		return measured{values: []float64{around("completed") / around("arrivals")}}
	case "recovers_within_600s":
		return measured{text: fmt.Sprint(value(l, o, "time_to_recover_s") <= 600)}
	case "seconds_from_end_of_cut_to_first_timely_response":
		return measured{values: []float64{first.at}}
	}
	l.Fatalf("unknown quantity %s", r.quantity)
	return measured{}
}

func total(v []float64) float64 {
	var t float64
	for _, x := range v {
		t += x
	}
	return t
}

// lastTrue is the largest value from lo in steps for which ok holds; ok holds
// at first and then no longer.
func lastTrue(lo, hi, step float64, ok func(float64) bool) float64 {
	n := int(math.Round((hi - lo) / step))
	a, b := -1, n+1 // holds at a, not at b
	for b-a > 1 {
		if mid := (a + b) / 2; ok(lo + float64(mid)*step) {
			a = mid
		} else {
			b = mid
		}
	}
	return lo + float64(a)*step
}

// osdi22 takes capacity away for a while at 60 s and looks at the last 30 s of
// 260.
func (l *lab) osdi22(r *row, m *meta) measured {
	back := func(lambda float64) bool {
		service := chance.Constant{Value: time.Duration(math.Round(1e9 / m.Mu))}
		p := l.metaPlan(m, model.Steady{Rate: lambda}, service, m.Attempts)
		p.Until = 260 * time.Second
		p.Horizon = p.Until + time.Second
		p.Faults = []model.Fault{{
			Name: "slow", Start: time.Minute, End: time.Minute + time.Duration(m.Trigger*1e9),
			Kind: model.FaultCapacity, Factor: m.Left,
		}}
		o, err := sim.Run(l.Context(), p, sim.Options{})
		if err != nil {
			l.Fatal(err)
		}
		return total(seriesOf(l, o, "completed")[230:260]) >= 0.9*total(seriesOf(l, o, "first_attempts")[230:260])
	}
	if r.quantity == "recovers" {
		return measured{text: fmt.Sprint(back(m.Lambda))}
	}
	most := lastTrue(0.30, 0.60, 0.001, func(used float64) bool { return back(used * m.Mu * m.Factor) })
	return measured{values: []float64{most}}
}

// stale slows a station by three on [8, 16).
func (l *lab) stale(r *row, m *meta) measured {
	runs := l.shared(r.raw, func() []sample {
		service := chance.Exponential{Average: time.Duration(1e9 / m.MuEach)}
		p := l.metaPlan(m, model.Poisson{Rate: m.Lambda}, service, m.Attempts)
		p.Until, p.Horizon = 40*time.Second, 40*time.Second
		p.Faults = []model.Fault{{Name: "slow", Start: 8 * time.Second, End: 16 * time.Second, Kind: model.FaultCapacity, Factor: 1.0 / 3}}
		in := func() ledger.Metric { return &present{at: int64(16 * time.Second)} }
		return replicateTo(l, p, 500, in, func(o *sim.Outcome) sample {
			s := sampleOf(o)
			s["goodput"] = total(seriesOf(l, o, "completed")[20:32]) / 12
			return s
		})
	})
	if r.quantity == "mean_jobs_in_system_at_t_16" {
		return measured{values: l.column(runs, "present")}
	}
	return measured{values: l.column(runs, "goodput")}
}

// present counts the calls at the station at a time, those for nobody included.
type present struct {
	at int64
	n  float64
}

func (m *present) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		switch {
		case e.At > m.at:
			return
		case e.Kind == ledger.Sent:
			m.n++
		case e.Kind == ledger.Finished, e.Kind == ledger.Ended && !e.Is(ledger.Abandoned):
			m.n--
		}
	}
}

func (m *present) Report(r *ledger.Report) { r.Add("present", m.n) }
