package sim_test

import (
	"time"

	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// patienceRow measures Erlang-A: c workers take exponential services, and a job
// that waits leaves at an age drawn from an exponential law.
func patienceRow(l *lab, r *row) measured {
	var g general
	l.read(r, &g)
	var theta struct{ Theta float64 }
	l.read(r, &theta)
	runs := l.shared("patience"+r.raw, func() []sample {
		servers := g.C
		g.C = model.Unlimited
		q := l.station(&g, chance.Exponential{Average: time.Second}, 8000*time.Second, 200*time.Second)
		q.Workers.Count = servers
		q.Types[0].Patience = law(chance.Exponential{Average: time.Duration(1e9 / theta.Theta)})
		return replicate(l, q, queueReps, func() ledger.Metric {
			return &patience{from: int64(q.WarmUp), to: int64(q.Until)}
		})
	})
	return measured{values: l.column(runs, r.quantity)}
}

// patience measures a queue from outside: the jobs that come within [from, to),
// what becomes of them, and the mean number that wait meanwhile.
type patience struct {
	from, to           int64
	level, last        int64
	area               float64
	came, waited, left float64
}

func (m *patience) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		counts := e.Born >= m.from && e.Born < m.to
		gone := e.Kind == ledger.Settled && e.Bucket == ledger.Expired
		switch {
		case e.Kind == ledger.Arrived:
			m.hold(e.At, 1)
			if counts {
				m.came++
			}
		case e.Kind == ledger.Sent || gone:
			m.hold(e.At, -1)
			if counts && gone {
				m.left++
			}
			if counts && e.At > e.Born {
				m.waited++
			}
		}
	}
}

// hold counts the level up to now and changes it.
func (m *patience) hold(now, by int64) {
	if a, b := max(m.last, m.from), min(now, m.to); b > a {
		m.area += float64(m.level) * float64(b-a)
	}
	m.last, m.level = now, m.level+by
}

func (m *patience) Report(r *ledger.Report) {
	r.Add("prob_abandon", m.left/m.came)
	r.Add("prob_wait_positive", m.waited/m.came)
	r.Add("mean_number_waiting", m.area/float64(m.to-m.from))
}
