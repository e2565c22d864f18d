package sim_test

import (
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// beb are the parameters of stations that share a slotted channel.
type beb struct {
	W        int
	Stages   int `json:"stages_m"`
	Stations int
}

// The length of a slot does not matter; the slots of a run and the runs keep
// the standard errors below a tenth of the rows' 2 %.
const (
	bebSlot  = 20 * time.Millisecond
	bebSlots = 100_000
	bebRuns  = 8
)

// bebRow measures saturated stations with binary exponential backoff.
func bebRow(l *lab, r *row) measured {
	var p beb
	l.read(r, &p)
	runs := l.shared("beb"+r.raw, func() []sample {
		q := l.bebPlan(&p)
		return replicate(l, q, bebRuns, func() ledger.Metric { return &collisions{until: int64(q.Until), places: p.Stations * bebSlots} })
	})
	return measured{values: l.column(runs, r.quantity), least: bebRuns}
}

// bebPlan is the row's channel. A counter c from 0..n-1, decremented every slot,
// transmits in the slot c slots after the present one ends: that is a wait in
// [c, c+1) slots from there, uniform in [0, n) slots. After i collisions n is
// W*2^min(i,m), which full jitter over an exponential backoff with a cap draws;
// after a success n is W, which the client's pause draws.
func (l *lab) bebPlan(p *beb) *sim.Plan {
	window := time.Duration(p.W) * bebSlot
	use := policy(l, "max_attempts", "unlimited", "retry", "409", "backoff", "exponential", "base", (2 * window).String(),
		"factor", "2", "cap", (window << p.Stages).String(), "jitter", "full")
	return plan(l, nil, use, func(q *sim.Plan) {
		q.Types[0].Sources = []model.Source{{Name: "stations", Clients: p.Stations, Think: law(chance.Uniform{High: window})}}
		q.Stations[0].Slot = bebSlot
		q.Until = bebSlots * bebSlot
		q.Horizon, q.Bin = 2*q.Until, q.Until/100
	})
}

// collisions counts what is sent until the end of arrivals, and what of that
// collides.
type collisions struct {
	until         int64
	places        int // stations times slots
	sent, collide float64
}

func (m *collisions) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		if e.Kind == ledger.Ended && e.Start < m.until {
			m.sent++
			if e.Status == 409 {
				m.collide++
			}
		}
	}
}

func (m *collisions) Report(r *ledger.Report) {
	r.Add("prob_attempt_collides", m.collide/m.sent)
	r.Add("prob_station_transmits_in_slot", m.sent/float64(m.places))
}
