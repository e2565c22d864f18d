package sim_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// workBook writes down the work that is booked: when, of which job, with which
// entry, how much, and its flags.
type workBook struct{ lines []string }

func (b *workBook) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		kind, known := map[ledger.Kind]string{ledger.Ended: "ended", ledger.Finished: "finished", ledger.Shed: "shed"}[e.Kind]
		if !known {
			continue
		}
		line := fmt.Sprintf("%v job %d %s work %d", time.Duration(e.At), e.Job&0xff, kind, e.Delay)
		if e.Delay >= 1e6 {
			line = fmt.Sprintf("%v job %d %s work %v", time.Duration(e.At), e.Job&0xff, kind, time.Duration(e.Delay))
		}
		for _, f := range []struct {
			flag ledger.Flags
			word string
		}{{ledger.Abandoned, " left"}, {ledger.InService, " in service"}, {ledger.Rejected, " refused"}, {ledger.Retry, " retry"}} {
			if e.Is(f.flag) {
				line += f.word
			}
		}
		b.lines = append(b.lines, line)
	}
}

func (b *workBook) Report(*ledger.Report) {}

// One server takes a second a call, and three jobs at once wait 1.5 s each: the
// first is served in time, the caller of the second leaves during the service,
// that of the third before.
func TestWorkIsBooked(t *testing.T) {
	three := at(0, 0, 0)
	waits := func(p *sim.Plan) {
		p.Stations[0].Servers = 1
		p.Types[0].Timeout = 1500 * ms
	}
	drop := func(d model.Drop) func(*sim.Plan) { return func(p *sim.Plan) { p.Stations[0].Drop = d } }
	fault := func(f model.Fault) func(*sim.Plan) {
		return func(p *sim.Plan) { f.End = time.Hour; p.Faults = []model.Fault{f} }
	}
	for _, c := range []struct {
		name    string
		arrive  model.Times
		tries   string
		changes []func(*sim.Plan)
		want    []string
	}{
		{"the server works on", three, "1", nil, []string{
			"1s job 1 ended work 1s", "1.5s job 2 ended work 0 left in service", "1.5s job 3 ended work 0 left",
			"2s job 2 finished work 1s in service", "3s job 3 finished work 1s",
		}},
		{"it is told to stop", three, "1", []func(*sim.Plan){func(p *sim.Plan) { p.Types[0].Cancels = true }}, []string{
			"1s job 1 ended work 1s", "1.5s job 2 ended work 500ms left in service", "1.5s job 3 ended work 0 left in service",
		}}, // the third gets the server at the instant in which its caller leaves
		{"what has expired is dropped", three, "1", []func(*sim.Plan){drop(model.DropExpired)}, []string{
			"1s job 1 ended work 1s", "1.5s job 2 ended work 0 left in service", "1.5s job 3 ended work 0 left",
			"2s job 3 shed work 0 left", "2s job 2 finished work 1s in service",
		}},
		{"what is hopeless is dropped, and that takes time", three, "1", []func(*sim.Plan){
			drop(model.DropHopeless), func(p *sim.Plan) { p.Stations[0].RefusalCost = 100 * ms },
		}, []string{
			"1s job 2 shed work 0", "1s job 2 ended work 100ms refused", "1s job 1 ended work 1s",
			"1.1s job 3 shed work 0", "1.1s job 3 ended work 100ms refused",
		}},
		{"a retry keeps its name and its first call does not take it", at(0, 0), "2", []func(*sim.Plan){func(p *sim.Plan) {
			p.Types[0].Timeout = 800 * ms
		}}, []string{
			"800ms job 1 ended work 0 left in service", "800ms job 2 ended work 0 left", "1s job 1 finished work 1s in service",
			"1.6s job 1 ended work 0 left retry", "1.6s job 2 ended work 0 left retry",
			"2s job 2 finished work 1s", "3s job 1 finished work 1s retry", "4s job 2 finished work 1s retry",
		}},
		{"an answer is long on its way", at(0), "1", []func(*sim.Plan){
			fault(model.Fault{Kind: model.FaultLatency, Latency: law(chance.Constant{Value: 300 * ms})}),
		}, []string{"1.3s job 1 ended work 1s"}},
		{"an answer is lost", at(0), "1", []func(*sim.Plan){fault(model.Fault{Kind: model.FaultResponseLost, Share: 1})}, []string{
			"1.5s job 1 ended work 1s left",
		}},
		{"a call hangs in its server", at(0), "1", []func(*sim.Plan){
			fault(model.Fault{Kind: model.FaultHang, Share: 1, HoldsServe: true}),
		}, []string{"1.5s job 1 ended work 1.5s left in service"}},
		{"two calls", at(0), "1", []func(*sim.Plan){func(p *sim.Plan) {
			p.Types[0].Timeout = 0
			p.Types[0].Steps = []model.Step{{}, {}}
		}}, []string{"2s job 1 ended work 2s"}},
		{"no servers: calls count", at(0, 1), "2", []func(*sim.Plan){func(p *sim.Plan) {
			p.Stations[0].Servers, p.Types[0].Timeout = model.Unlimited, 900*ms
		}}, []string{
			"900ms job 1 ended work 1 left in service", "1s job 1 finished work 0 in service",
			"1.8s job 1 ended work 1 left in service retry", "1.9s job 1 finished work 0 in service retry",
			"1.9s job 2 ended work 1 left in service", "2s job 2 finished work 0 in service",
			"2.8s job 2 ended work 1 left in service retry", "2.9s job 2 finished work 0 in service retry",
		}},
	} {
		var b workBook
		p := plan(t, c.arrive, policy(t, "backoff", "none", "max_attempts", c.tries), append([]func(*sim.Plan){constant(sec), waits}, c.changes...)...)
		if _, err := sim.Run(context.Background(), p, sim.Options{Metrics: []ledger.Metric{&b}}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, b.lines); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// Calls dropped at the head of the line are counted, whoever still waits: of
// three at once the third has expired by its turn, or, where what cannot be
// served in time is dropped, the second and the third are hopeless.
func TestDroppedAreCounted(t *testing.T) {
	for drop, n := range map[model.Drop]float64{model.DropNone: 0, model.DropExpired: 1, model.DropHopeless: 2} {
		o, _ := play(t, plan(t, at(0, 0, 0), policy(t, "max_attempts", "1"), constant(sec), func(p *sim.Plan) {
			p.Stations[0].Servers, p.Stations[0].Drop, p.Types[0].Timeout = 1, drop, 1500*ms
		}))
		want(t, o, map[string]float64{"dependency_dropped": n})
	}
}
