package sim_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// shared is n servers that all calls share, a second a call.
func shared(n int) func(*model.Station) {
	return func(s *model.Station) {
		s.Order, s.Servers, s.Service = model.Shared, n, law(chance.Constant{Value: time.Second})
	}
}

// Hand traces of calls of 1 s on shared servers.
func TestSharedByHand(t *testing.T) {
	half := model.Fault{Name: "half", Start: sec, End: 3 * sec, Kind: model.FaultCapacity, Factor: 0.5}
	stop := model.Fault{Name: "stop", Start: 500 * ms, End: 1500 * ms, Kind: model.FaultCapacity}
	for _, c := range []struct {
		about  string
		calls  []float64
		n      int
		faults []model.Fault
		want   []float64
	}{
		{"alone", []float64{0}, 1, nil, []float64{1}},
		{"two share one", []float64{0, 0}, 1, nil, []float64{2, 2}},
		// At 0.5 s the first has half left; then each gets half: it ends at 1.5 s,
		// when the second has half left.
		{"the second comes midway", []float64{0, 0.5}, 1, nil, []float64{1.5, 2}},
		// Two at 1/2 until 1 s; three at 1/3: the 0.5 s left take 1.5 s; then the
		// third has 0.5 s left.
		{"the third comes midway", []float64{0, 0, 1}, 1, nil, []float64{2.5, 2.5, 3}},
		{"two servers for two", []float64{0, 0}, 2, nil, []float64{1, 1}},
		{"two servers for three", []float64{0, 0, 0}, 2, nil, []float64{1.5, 1.5, 1.5}},
		// 0.5 s each until 1 s, then a quarter of a second per second until 3 s.
		{"half speed midway", []float64{0, 0}, 1, []model.Fault{half}, []float64{3, 3}},
		{"a standstill midway", []float64{0}, 1, []model.Fault{stop}, []float64{2}},
		// 0.5 s until the stop, which lets another in.
		{"let in at a standstill", []float64{0, 1}, 1, []model.Fault{stop}, []float64{2.5, 3}},
	} {
		facts := once(t, at(c.calls...), shared(c.n), func(p *sim.Plan) { p.Faults = c.faults })
		if d := cmp.Diff(c.want, times(facts, "success")); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.about, d)
		}
	}
}

// Who leaves speeds up the others, who gives up without leaving does not: three
// of 1 s at once; one caller of another type gives up at 1.5 s, when each has
// got half.
func TestSharedCancelled(t *testing.T) {
	for _, c := range []struct {
		cancels bool
		want    []float64
	}{{true, []float64{2.5, 2.5}}, {false, []float64{3, 3}}} {
		facts := once(t, at(0, 0), shared(1), func(p *sim.Plan) {
			other := p.Types[0]
			other.Name, other.Timeout, other.Cancels = "hasty", 1500*ms, c.cancels
			other.Sources = []model.Source{from("live", at(0))}
			p.Types = append(p.Types, other)
		})
		if d := cmp.Diff(c.want, times(facts, "success")); d != "" {
			t.Errorf("cancels %v (-want +got):\n%s", c.cancels, d)
		}
	}
}

// Of 401 calls 400 are cancelled at 1 s, when each has got 1/401 s. The one that
// is left has got 0.2 s more when another comes at 1.2 s; what it still needs, r =
// 0.8 - 1/401 s, takes twice as long, and the other needs 1 - r more.
func TestSharedForgetsCancelled(t *testing.T) {
	facts := once(t, at(0, 1.2), shared(1), func(p *sim.Plan) {
		other := p.Types[0]
		other.Name, other.Timeout, other.Cancels = "hasty", sec, true
		other.Sources = []model.Source{from("live", model.Burst{Jobs: 400})}
		p.Types = append(p.Types, other)
	})
	got := times(facts, "success")
	for i, want := range []float64{2.8 - 2.0/401, 3 - 1.0/401} {
		if len(got) != 2 || math.Abs(got[i]-want) > 2e-9 {
			t.Fatalf("served at %v, want number %d at %v", got, i+1, want)
		}
	}
}

// Beyond servers + room nobody is let in, and a refusal that costs shares the
// server: 250 ms of it take 0.75 s among three, in which each call gets 0.25 s.
func TestSharedRoom(t *testing.T) {
	one := func(s *model.Station) { shared(1)(s); s.Room = 1 }
	facts := once(t, at(0, 0, 0), one)
	if cmp.Diff([]float64{0}, times(facts, "reject"))+cmp.Diff([]float64{2, 2}, times(facts, "success")) != "" {
		t.Errorf("refused at %v, served at %v", times(facts, "reject"), times(facts, "success"))
	}
	facts = once(t, at(0, 0, 0), func(s *model.Station) { one(s); s.RefusalCost = 250 * ms })
	if d := cmp.Diff([]float64{2.25, 2.25}, times(facts, "success")); d != "" {
		t.Errorf("served beside a refusal (-want +got):\n%s", d)
	}
}

// A hung call keeps its share; a cold start and a slowdown make more work of a
// call: 1 s, then 1.5 s for the one that comes as the second.
func TestSharedBurdens(t *testing.T) {
	facts := once(t, at(0, 0.2), shared(1), func(p *sim.Plan) {
		p.Faults = []model.Fault{{Name: "hang", Start: 100 * ms, End: 600 * ms, Kind: model.FaultHang, Share: 1, HoldsServe: true}}
		p.Types[0].Timeout = 10 * sec
	})
	// 0.2 s alone, 0.2 s in 0.4 s beside the hung call, 0.6 s alone.
	if d := cmp.Diff([]float64{1.2}, times(facts, "success")); d != "" {
		t.Errorf("beside a hung call (-want +got):\n%s", d)
	}
	facts = once(t, at(0, 0), func(s *model.Station) {
		shared(1)(s)
		s.Slowdown = model.Slowdown{From: 1, PerCall: 0.5}
	})
	if d := cmp.Diff([]float64{2, 2.5}, times(facts, "success")); d != "" {
		t.Errorf("slowed (-want +got):\n%s", d)
	}
	facts = once(t, at(0, 5), func(s *model.Station) {
		shared(1)(s)
		s.ColdStart = model.ColdStart{Factor: 3, Calls: 2, AtStart: true}
	})
	if d := cmp.Diff([]float64{3, 7}, times(facts, "success")); d != "" {
		t.Errorf("cold (-want +got):\n%s", d)
	}
}

// Busy servers are counted as far as there are calls: on two servers, three
// calls of 1 s until 1.5 s and one from 2 s to 3 s, when the run ends.
func TestSharedMeters(t *testing.T) {
	o, _ := play(t, plan(t, at(0, 0, 0, 2), policy(t, "max_attempts", "1"), func(p *sim.Plan) {
		shared(2)(&p.Stations[0])
		p.Until = 10 * sec
	}))
	want(t, o, map[string]float64{
		"dependency_utilisation": (2*1.5 + 1) / 6.0, "dependency_in_system_mean": (3*1.5 + 1) / 3, "dependency_wait_mean_s": 0,
	})
}

// Random arrivals at a rate of 0.5 to one shared server of mean 1 s: the mean
// response is 1 / (1 - 0.5), whatever the law of the service (Kleinrock, Queueing
// Systems, volume 2, chapter 4). By first come, first served it would be
// 1.5 s for constant service and 4 s for the hyperexponential one, whose CV2
// is 5. The mean of 30 replications must lie within 4.5 standard errors of it,
// and these within 4 %.
func TestSharedIsInsensitive(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more for each law")
	}
	const rho, n = 0.5, 30
	for _, c := range []struct {
		name    string
		service chance.Distribution
	}{
		{"M/M/1-PS", chance.Exponential{Average: sec}},
		{"M/D/1-PS", chance.Constant{Value: sec}},
		{"M/H2/1-PS", chance.Hyperexponential{Average: sec, SquaredCV: 5}},
	} {
		p := plan(t, model.Poisson{Rate: rho}, policy(t, "max_attempts", "1"), func(p *sim.Plan) {
			shared(1)(&p.Stations[0])
			p.Stations[0].Service = law(c.service)
			p.WarmUp, p.Until = 500*sec, 40_500*sec
			p.Horizon, p.Bin, p.Dead.Enabled = 2*p.Until, p.Until/100, false
		})
		l := &lab{T: t}
		number := l.column(replicate(t, p, n, nil), "dependency_in_system_mean")
		mean, sum := 0.0, 0.0
		for _, x := range number {
			mean += x / rho / n // Little
		}
		for _, x := range number {
			sum += (x/rho - mean) * (x/rho - mean)
		}
		bound := 4.5 * math.Sqrt(sum/(n-1)/n)
		if truth := 1 / (1 - rho); math.Abs(mean-truth) > bound || bound > 0.04*truth {
			t.Errorf("%s: mean response %.4f +- %.4f, want %.4f", c.name, mean, bound, truth)
		}
	}
}
