package estimate_test

import (
	"math"
	"testing"
	"time"

	"retrysim/scenarios/lint/estimate"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// 20/s on 100/s that works at 10 % from 1m to 3m: 10/s too much for 120 s are
// 1200 calls, worked off with 80/s to spare in 15 s.
func TestBehind(t *testing.T) {
	p := plan(indexer(t, "4"), func(p *sim.Plan) {
		p.Types[0].Sources = []model.Source{{Arrivals: model.ArrivalLaw{Arrivals: model.Steady{Rate: 20}}}}
		p.Stations[0] = model.Station{Name: "dep", Servers: 10, Service: model.Law{Distribution: chance.Constant{Value: 100 * time.Millisecond}}}
		p.Faults = []model.Fault{{Kind: model.FaultCapacity, Factor: 0.1, Start: time.Minute, End: 3 * time.Minute}}
	})
	w := estimate.BehindAt(p, 0)
	if math.Abs(w.Most-1200) > 1e-6 || w.At != 3*time.Minute || w.From != time.Minute || math.Abs(w.Least-10) > 1e-9 {
		t.Errorf("%+v", w)
	}
	if late := (w.CaughtUp - 195*sec).Abs(); late > time.Millisecond {
		t.Errorf("caught up at %v, want 3m15s", w.CaughtUp)
	}
}

// P(X > 2 s) of an exponential law of mean 3 s is e^(-2/3) = 0.5134; of a uniform
// one from 1 s to 5 s it is 3/4.
func TestBeyond(t *testing.T) {
	for _, c := range []struct {
		law  chance.Distribution
		want float64
		off  float64
	}{
		{chance.Exponential{Average: 3 * sec}, 0.513417, 1e-6},
		{chance.Uniform{Low: sec, High: 5 * sec}, 0.75, 0.01},
		{chance.Constant{Value: 2 * sec}, 0, 0},
		{chance.Constant{Value: 2*sec + 1}, 1, 0},
	} {
		if got := estimate.Beyond(model.Law{Distribution: c.law}, 2*sec); math.Abs(got-c.want) > c.off {
			t.Errorf("%v: %v, want %v", c.law, got, c.want)
		}
	}
}
