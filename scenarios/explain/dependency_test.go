package explain_test

import (
	"strings"
	"testing"
	"time"

	"retrysim/scenarios/explain"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// wordsOf is what explain says of a plan, on one line.
func wordsOf(t *testing.T, p *sim.Plan) string {
	t.Helper()
	return strings.Join(strings.Fields(planText(t, p, explain.Options{})), " ")
}

// Each way of counting a limit, of dropping and of slowness has words.
func TestDependencyWords(t *testing.T) {
	for _, c := range []struct {
		change func(s *model.Station)
		want   string
	}{
		{func(s *model.Station) { s.Limit = model.RateLimit{Allow: 5, Per: time.Second, Status: 429} }, "5 calls per 1s, the others answered 429"},
		{func(s *model.Station) {
			s.Limit = model.RateLimit{Kind: model.SlidingWindow, Allow: 5, Per: time.Second, Status: 429, UntilReset: true}
		}, "5 calls in any 1s, the others answered 429 with Retry-After until a call can pass again"},
		{func(s *model.Station) {
			s.Limit = model.RateLimit{Kind: model.TokenBucket, Allow: 5, Per: time.Second, Burst: 9, Status: 429}
		}, "5 calls per 1s, filled in continuously, and 9 at once"},
		{func(s *model.Station) { s.Limit = model.RateLimit{Kind: model.Concurrency, Allow: 1, Status: 503} }, "1 call in it at once"},
		{func(s *model.Station) { s.Room, s.Silent = 7, true }, "the next one is lost without an answer"},
		{func(s *model.Station) { s.Order = model.LIFO }, "The newest of them is served first"},
		{func(s *model.Station) { s.Order = model.Priority }, "The one of the highest priority is served first"},
		{func(s *model.Station) { s.Order, s.Room = model.Shared, 9 }, "shared by all calls in service"},
		{func(s *model.Station) { s.Order, s.Room = model.Shared, 9 }, "10 calls are let in at once"},
		{func(s *model.Station) { s.Order, s.Room = model.Shared, model.Unlimited }, "Any number is let in."},
		{func(s *model.Station) {
			s.Limit = model.RateLimit{Kind: model.TokenBucket, Allow: 5, Per: time.Second, Burst: 9, Status: 429, Wait: true}
		}, "and 9 at once, for which the others wait"},
		{func(s *model.Station) {
			s.Limit = model.RateLimit{Allow: 5, Per: time.Second, Status: 429, Wait: true, Hold: 20}
		}, "for which 20 others may wait (the last of them 4s), the others answered 429"},
		{func(s *model.Station) {
			s.Connections = model.Connections{Most: 3, Setup: s.Service, AtOnce: model.Unlimited, Backlog: model.Unlimited, Wait: time.Second}
		}, "At most 3 are open; when all are in use a call waits for one, for 1s at most"},
		{func(s *model.Station) {
			s.Connections = model.Connections{Most: model.Unlimited, Setup: model.Law{Distribution: chance.Constant{Value: 20 * time.Millisecond}}, AtOnce: 4, Backlog: 9}
		}, "A new one takes 20ms, 4 at a time: 200/s can be set up; 9 set-ups may wait"},
		{func(s *model.Station) { s.Drop = model.DropHopeless }, "would give up before a mean service ends"},
		{func(s *model.Station) { s.CoDel = model.CoDel{Target: 100 * time.Millisecond, Interval: time.Second} }, "more than 100ms for a whole 1s"},
		{func(s *model.Station) { s.Slowdown = model.Slowdown{From: 4, PerCall: 0.1} }, "takes 10% longer for each further one."},
		{func(s *model.Station) { s.Slowdown = model.Slowdown{From: 4, PerCall: 0.5} }, "it serves less the more it is asked"},
		{func(s *model.Station) { s.ColdStart = model.ColdStart{Factor: 5, Calls: 1000} }, "a call takes 5 times as long, and half of the excess is gone after 693 calls"},
		{func(s *model.Station) { s.ColdStart = model.ColdStart{Factor: 5, Calls: 1000, AtStart: true} }, "At the start, and when it is back"},
	} {
		p := metastable(t)
		c.change(&p.Stations[0])
		if got := wordsOf(t, p); !strings.Contains(got, c.want) {
			t.Errorf("no %q in %s", c.want, got)
		}
	}
}

// Why dropping what has expired is not enough where nothing is random, and that
// chance ends it elsewhere; nothing of either where the line is short.
func TestExpiredWords(t *testing.T) {
	p := metastable(t)
	p.Stations[0].Drop = model.DropExpired
	if got := wordsOf(t, p); !strings.Contains(got, "hardly a call is answered in time") || strings.Contains(got, "They keep") {
		t.Errorf("no reason in %s", got)
	}
	p.Stations[0].Service = model.Law{Distribution: chance.Exponential{Average: p.Stations[0].Service.Mean()}}
	if got := wordsOf(t, p); !strings.Contains(got, "Only chance ends that") {
		t.Errorf("no chance in %s", got)
	}
	p.Stations[0].Room = 100
	if got := wordsOf(t, p); strings.Contains(got, "chance ends") {
		t.Errorf("a line of a third of a second outlasts no caller: %s", got)
	}
}
