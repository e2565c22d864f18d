package sim_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// identities keeps its own books of a run, from entries alone.
type identities struct {
	open              map[[2]uint64]bool // attempts sent and not ended, by job and attempt
	good, bad, unsent int64
	sent              int64
	level, last       int64 // jobs in the system
	area              int64 // integral of the level, job nanoseconds
	sojourns          int64 // sum of the times from an arrival or replay until the job settled
	since             map[uint64]int64
	stays             float64 // sum of the times of calls at the station
}

func (m *identities) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		id := [2]uint64{e.Job, uint64(e.Attempt)}
		switch e.Kind {
		case ledger.Sent:
			if !e.Is(ledger.LaterStep) {
				m.sent++
				m.open[id] = true
			}
		case ledger.Ended:
			m.ended(e, id)
		case ledger.Finished:
			m.stays += float64(e.At-e.Start) / 1e9
		case ledger.Arrived, ledger.Replayed:
			m.hold(e.At, 1)
			m.since[e.Job] = e.At
		case ledger.Settled:
			if !e.Is(ledger.Moved) {
				m.hold(e.At, -1)
				m.sojourns += e.At - m.since[e.Job]
			}
		}
	}
}

func (m *identities) ended(e *ledger.Entry, id [2]uint64) {
	if !m.open[id] {
		m.unsent++
	}
	delete(m.open, id)
	if e.Class == policies.Success {
		m.good++
	} else {
		m.bad++
	}
	if !e.Is(ledger.Abandoned) {
		m.stays += float64(e.At-e.Start) / 1e9
	}
}

func (m *identities) hold(now, step int64) {
	m.area += m.level * (now - m.last)
	m.level, m.last = m.level+step, now
}

func (m *identities) Report(*ledger.Report) {}

func newIdentities() *identities {
	return &identities{open: map[[2]uint64]bool{}, since: map[uint64]int64{}}
}

// check says which identity a run breaks, "" for none.
func (m *identities) check(o *sim.Outcome) string {
	named := map[string]float64{}
	for _, v := range o.Values {
		named[v.Name] = v.V
	}
	flying := 0.0 // the level at the end, as the product's series has it
	for _, s := range o.Series {
		if s.Name == "in_flight" && len(s.Values) > 0 {
			flying = s.Values[len(s.Values)-1]
		}
	}
	attempts := int64(named["attempts"])
	switch {
	case attempts != m.sent || m.unsent != 0:
		return fmt.Sprintf("attempts %d, sent %d, ended but not sent %d", attempts, m.sent, m.unsent)
	case attempts != m.good+m.bad+int64(len(m.open)):
		return fmt.Sprintf("attempts %d != successes %d + failures %d + in flight %d", attempts, m.good, m.bad, len(m.open))
	case float64(len(m.open)) != flying:
		return fmt.Sprintf("in flight %d, the series says %v", len(m.open), flying)
	case o.Ledger.Settled() != o.Ledger.Jobs || float64(o.Ledger.Jobs) != named["jobs"]:
		return fmt.Sprintf("ledger %+v, jobs %v", o.Ledger, named["jobs"])
	case m.level != 0:
		return fmt.Sprintf("%d jobs neither settled nor gone", m.level)
	case m.area != m.sojourns:
		return fmt.Sprintf("integral of N %d, sum of sojourns %d job nanoseconds", m.area, m.sojourns)
	}
	return ""
}

// identityPlans are five worlds that have little in common.
func identityPlans(t testing.TB) map[string]*sim.Plan {
	expo := func(mean time.Duration) model.Law { return law(chance.Exponential{Average: mean}) }
	backoff := policy(t, "backoff", "exponential", "base", "500ms", "cap", "20s", "jitter", "full", "max_attempts", "6", "retry", "all")
	short := func(p *sim.Plan) { p.Until, p.Horizon = 60*time.Second, 2*time.Hour }
	return map[string]*sim.Plan{
		"outage": plan(t, model.Poisson{Rate: 50}, backoff, short, func(p *sim.Plan) {
			p.Stations[0].Servers, p.Stations[0].Service, p.Stations[0].Room = 3, expo(40*time.Millisecond), 40
			p.Faults = []model.Fault{outage(10*time.Second, 30*time.Second)}
			p.Dead.Keep = 30 * time.Second
			p.Actions = []model.Action{{Name: "replay", At: 50 * time.Second, Match: model.Match{JobType: -1}, Rate: 20, Policy: -1}}
		}),
		"timeouts": plan(t, model.Poisson{Rate: 30}, backoff, short, func(p *sim.Plan) {
			p.Stations[0].Servers, p.Stations[0].Service = 2, expo(60*time.Millisecond)
			p.Types[0].Timeout = 200 * time.Millisecond
		}),
		"leases": plan(t, model.Poisson{Rate: 10}, backoff, short, func(p *sim.Plan) {
			p.Stations[0].Service = expo(300 * time.Millisecond)
			p.Workers = model.Workers{Count: 6, Lock: 400 * time.Millisecond}
			p.Faults = []model.Fault{{
				Name: "crash", Start: 20 * time.Second, End: 20 * time.Second, Kind: model.FaultCrash,
				Target: model.TargetWorkers, Count: 3, Restart: 5 * time.Second,
			}}
		}),
		"contention": plan(t, model.Burst{Jobs: 60}, backoff, short, func(p *sim.Plan) {
			p.Stations[0].Leg = law(chance.Normal{Average: 10 * time.Millisecond, SD: 2 * time.Millisecond})
		}),
		"cut off at the horizon": plan(t, model.Poisson{Rate: 30}, backoff, short, func(p *sim.Plan) {
			p.Stations[0].Servers, p.Stations[0].Service = 1, expo(100*time.Millisecond)
			p.Horizon = 61 * time.Second
		}),
	}
}

// identityRow holds the identities of any run against five worlds.
func identityRow(l *lab, _ *row) measured {
	m := measured{text: "0", values: []float64{0}}
	for name, p := range identityPlans(l) {
		ids := newIdentities()
		o, err := sim.Run(l.Context(), p, sim.Options{Metrics: []ledger.Metric{ids}})
		if err != nil {
			l.Fatal(err)
		}
		if wrong := ids.check(o); wrong != "" {
			l.Errorf("%s: %s", name, wrong)
		}
		if !empty(o) {
			if name != "cut off at the horizon" {
				l.Errorf("%s: ended with jobs alive: %+v", name, o.Ledger)
			}
			continue
		}
		m.values = []float64{max(m.values[0], math.Abs(float64(ids.area-ids.sojourns))/1e9)}
	}
	return m
}

// empty reports whether a run ended without a live job.
func empty(o *sim.Outcome) bool { return o.Ledger.Unfinished == 0 }

// The station's own meter and the stays of its calls are two sides of Little's
// law, also where callers have long gone: a run that starts and ends empty.
func TestLittleAtTheStation(t *testing.T) {
	p := identityPlans(t)["timeouts"]
	p.Until, p.JobLimit = time.Hour, 2000 // the meter ends at Until: after the last call
	ids := newIdentities()
	o, err := sim.Run(t.Context(), p, sim.Options{Metrics: []ledger.Metric{ids}})
	if err != nil {
		t.Fatal(err)
	}
	if o.End >= p.Until || value(t, o, "abandoned_attempts") == 0 {
		t.Fatalf("ended at %v with %v abandoned: the plan does not show what it should", o.End, value(t, o, "abandoned_attempts"))
	}
	area := value(t, o, "dependency_in_system_mean") * o.End.Seconds()
	if math.Abs(area-ids.stays) > 1e-6*ids.stays {
		t.Errorf("integral of calls at the station %v, sum of their stays %v", area, ids.stays)
	}
}
