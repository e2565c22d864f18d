package explain_test

import (
	"strings"
	"testing"
	"time"

	"retrysim/scenarios"
	"retrysim/scenarios/explain"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// shipped explains the first row of a shipped scenario, as one line.
func shipped(t *testing.T, name string) string {
	t.Helper()
	src, ok := scenarios.Source(name)
	if !ok {
		t.Fatalf("no scenario %s", name)
	}
	s, err := scenarios.Load(name, src, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Plan(s.Rows()[0])
	if err != nil {
		t.Fatal(err)
	}
	return oneLine(planText(t, p, explain.Options{}))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Every scenario ends with the load in numbers; the sums are those of its file.
func TestExpectedLoad(t *testing.T) {
	for name, want := range map[string][]string{
		"polled-queue":            {"broken: 1 job comes meanwhile and fails", "about 4 attempts are sent", "1 has used up its attempts"},
		"spans-of-retries":        {"about 1,001 attempts are sent", "until attempt 1001 at 41d13h"}, // 5+10+20+40 m + 996 h
		"tick-herd":               {"30,000 retries more, so that 200/s are sent instead of 100/s"},
		"all-retry-together":      {"200 come at once at 1m", "each time makes 6 attempts"},
		"five-hundred-retries":    {"about 42 calls are in flight instead of 2", "makes about 10 of them: 200/s, against 80/s"},   // 20/s x 2.1s; 1/(1-0.9)
		"hot-shard":               {"80/s, against 100/s, at worst 60/s", "By 1m20s it has got about 400 calls more"},             // 20/s x 20s
		"queue-bound":             {"150/s at the peak, against 100/s", "By 5m it has got about 6,000 calls more", "up to 450/s"}, // 50/s x 2m; 3 x 150
		"membership-storm":        {"400 calls at once at 5m and closed clients send up to 3.33/s, against 6.67/s"},               // 20% of 2000; 2000/600.15s
		"open-and-closed":         {"9/s and closed clients send up to 7.23/s, against 20/s, at worst 6/s", "about 360 calls more"},
		"reconnect-storm":         {"about 150 calls are in flight and fail together", "150/s of first attempts", "167/s can be set up"},
		"deploy-under-load":       {"deploy: about 168 attempts are in hand at 5m and are cut"}, // 9/s x 18.7s
		"burst-meets-slow-scaler": {"1,000 calls at once at 0s, against 50/s", "20s of its work", "caught up at 20s"},
		"held-deliveries":         {"about 42,600 jobs of delivery wait by 1h11m", "against 100/s: at least 7m6s of work"}, // 10/s x 71m
		"congestion-collapse":     {"if calls are answered in time. Once they time out the overload can keep itself alive"},
		"cache-refill":            {"is cold then and serves 6.67/s at first, while 80/s arrive"},                                                 // 200/s / 30
		"costly-reconnect":        {"15,000 calls at once at 20m, against 100/s", "2m30s of its work", "the 3000 jobs of all need 2m30s at 20/s"}, // 5 x 3000
		"flaky-partner":           {"about 438 of the 7,200 jobs", "about 450 of the 750 jobs that come in its 5 windows"},
		"paused-hooks":            {"2h to 2h0m43s partition:", "2h0m43s stop:"},
	} {
		got := shipped(t, name)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in %s", name, w, got[strings.Index(got, "What to expect"):])
			}
		}
	}
	for _, name := range scenarios.Names() {
		got := shipped(t, name)
		got = got[strings.Index(got, "What to expect"):strings.Index(got, "Queue and workers")]
		if !strings.Contains(got, "/s") && !strings.Contains(got, " at once at ") && !strings.Contains(got, " in all") {
			t.Errorf("%s: no load in numbers: %s", name, got)
		}
	}
	if got := shipped(t, "congestion-collapse"); strings.Contains(got, "still answered in time") {
		t.Error("the collapse that lasts is said to be harmless")
	}
}

// What is to spare is the capacity less what arrives while anything arrives: of
// 30/s, 10/s that end 1 s after the fault leave 20/s, not 29.8/s.
func TestSpareWhileArriving(t *testing.T) {
	p := indexerOutage(t)
	p.Types[0].Sources = []model.Source{source("live", model.Steady{Rate: 10})}
	p.Stations[0].Servers, p.Stations[0].Service = 3, law(chance.Constant{Value: 100 * time.Millisecond})
	p.Faults[0].Start, p.Faults[0].End, p.Until = 10*time.Second, 15*time.Second, 16*time.Second
	if got := oneLine(planText(t, p, explain.Options{})); !strings.Contains(got, "with 20/s to spare") {
		t.Errorf("not 20/s in %s", got)
	}
}

// A fault that the run does not reach is said never to come.
func TestNeverComes(t *testing.T) {
	p := indexerOutage(t)
	p.Faults[0].Start, p.Faults[0].End = 10*time.Hour, 10*time.Hour+30*time.Second
	got := oneLine(planText(t, p, explain.Options{}))
	for _, want := range []string{"10h to 10h0m30s outage:", "outage never comes: the run ends at 1h40m at the latest", "warning never-comes"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

// Sources without end, without limit or without anything are explained, too.
func TestLoadOfOddPlans(t *testing.T) {
	for name, change := range map[string]func(*sim.Plan){
		"no arrivals": func(p *sim.Plan) { p.Types[0].Sources = nil },
		"no servers":  func(p *sim.Plan) { p.Stations[0].Servers = 0 },
		"no time":     func(p *sim.Plan) { p.Until = 1 },
	} {
		p := indexerOutage(t)
		change(p)
		if got := planText(t, p, explain.Options{}); strings.Contains(got, "NaN") || strings.Contains(got, "%!") || strings.Contains(got, "Inf") {
			t.Errorf("%s: %s", name, got)
		}
	}
}
