package sim

import (
	"math"

	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// fleet counts servers or workers whose number changes. Where it cannot change
// nothing is counted: its size says it all.
type fleet struct {
	scaled   bool
	starting int   // ordered by the autoscaler and not there yet
	most     int   // there and starting
	paid     meter // there and starting, over the whole run
	use      meter // busy, since the autoscaler's last look
	have     meter // there, likewise
}

func (f *fleet) begin(scaled bool) {
	f.scaled = scaled
	f.paid.to = forever
	f.anew(0)
}

// anew lets the means of the autoscaler begin anew.
func (f *fleet) anew(now int64) {
	f.use, f.have = meter{from: now, to: forever, at: now}, meter{from: now, to: forever, at: now}
}

// hold counts the levels since the last call: those busy, those there, and
// those to be paid but for the starting ones. One that was let go is paid until
// it has ended its work.
func (f *fleet) hold(busy, size, paid int, now int64) {
	paid += f.starting
	f.most = max(f.most, paid)
	f.paid.hold(paid, now)
	f.use.hold(busy, now)
	f.have.hold(size, now)
}

// cost is the most that there were at one time, and the time that all of them
// were there for, in hours.
func (f *fleet) cost(size int, now int64) (most, hours float64) {
	const hour = 3.6e12
	if !f.scaled {
		return float64(size), float64(size) * (float64(now) / hour)
	}
	return float64(f.most), f.paid.area / hour
}

// costs adds what the workers and the servers cost, as far as they are limited.
func (w *world) costs(r *ledger.Report) {
	w.pool.count(w.now)
	most, hours := w.pool.fleet.cost(w.pool.size, w.now)
	if w.pool.unlimited {
		most, hours = math.NaN(), math.NaN()
	}
	r.Add("workers_max", most)
	r.Add("worker_hours", hours)
	most, hours = math.NaN(), math.NaN()
	for i := range w.stations {
		st := &w.stations[i]
		if st.spec.Servers == model.Unlimited || st.spec.Leg.Set() {
			continue
		}
		w.count(st)
		m, h := st.fleet.cost(st.cond.Servers, w.now)
		if math.IsNaN(most) {
			most, hours = 0, 0
		}
		most, hours = most+m, hours+h
	}
	r.Add("servers_max", most)
	r.Add("server_hours", hours)
}

// sizes are the series of how many workers and servers there are, where that
// changes.
type sizes struct{ workers, servers []float64 }

// readSizes reads them at the end of a bin.
func (w *world) readSizes() {
	g := &w.gauge.sizes
	if w.pool.fleet.scaled || w.restarts {
		n := 0
		for id := range w.pool.hands {
			if h := &w.pool.hands[id]; !h.down && !h.gone {
				n++
			}
		}
		g.workers = append(g.workers, float64(n))
	}
	servers, scaled := 0, false
	for i := range w.stations {
		if st := &w.stations[i]; st.fleet.scaled && st.spec.Servers != model.Unlimited {
			servers, scaled = servers+st.cond.Servers, true
		}
	}
	if scaled {
		g.servers = append(g.servers, float64(servers))
	}
}

// series are those of them that there are.
func (g *sizes) series() []ledger.Series {
	var out []ledger.Series
	if len(g.workers) > 0 {
		out = append(out, ledger.Series{Name: "workers", Level: true, Values: g.workers})
	}
	if len(g.servers) > 0 {
		out = append(out, ledger.Series{Name: "servers", Level: true, Values: g.servers})
	}
	return out
}
