package sim_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// parked runs a plan with its dead letters kept and returns copies of them.
func parked(t testing.TB, p *sim.Plan) (*sim.Outcome, []result.DeadLetter) {
	t.Helper()
	o, err := sim.Run(context.Background(), p, sim.Options{Letters: true})
	if err != nil {
		t.Fatal(err)
	}
	var all []result.DeadLetter
	for d := range o.Parked.All() {
		c := *d
		c.History = append([]result.Attempt(nil), d.History...)
		all = append(all, c)
	}
	return o, all
}

// tried is an attempt that ended at once with 503, at so many seconds.
func tried(number int, seconds float64) result.Attempt {
	return result.Attempt{Number: number, StartedMS: seconds * 1000, EndedMS: seconds * 1000, Class: "server_error", Status: 503}
}

// All dead letters come out, beyond the first few that an outcome shows, each
// with the times and classes of its attempts: base 1 s doubling, so 0, 1, 3 s
// after the arrival.
func TestParked(t *testing.T) {
	p := plan(t, model.Steady{Rate: 2}, policy(t, "backoff", "exponential", "base", "1s", "max_attempts", "3"), func(p *sim.Plan) {
		p.Until = time.Minute
		p.Faults = []model.Fault{outage(0, time.Hour)}
		p.Types[0].Payload = `{"to":"ann"}`
	})
	o, all := parked(t, p)
	if len(all) != 120 || o.Parked.Len() != 120 || o.Ledger.DeadLettered != 120 || len(o.DeadLetters) != sim.MaxDeadLetters {
		t.Fatalf("%d letters, ledger %+v", len(all), o.Ledger)
	}
	last := all[119] // arrives at 59.5 s
	want := result.DeadLetter{
		Job: "job.live.120", Name: "job", JobType: "job", Queue: "job", Payload: []byte(`{"to":"ann"}`),
		FailureReason: "server_error", ErrorDetails: "Service unavailable (503)", Status: 503,
		Attempts: 3, Retries: 2, FirstFailedMS: 59_500, FailedMS: 62_500, LastFailedMS: 62_500,
		DedupeKey: "job.live.120", Occurrences: 1, Replayable: true,
		History: []result.Attempt{tried(1, 59.5), tried(2, 60.5), tried(3, 62.5)},
	}
	if d := cmp.Diff(want, last); d != "" {
		t.Errorf("the last letter (-want +got):\n%s", d)
	}
	for i := range o.DeadLetters {
		all[i].History = nil
	}
	if d := cmp.Diff(o.DeadLetters, all[:sim.MaxDeadLetters]); d != "" {
		t.Errorf("the outcome's own letters differ (-outcome +parked):\n%s", d)
	}
}

// An attempt that its caller gave up on ends with the patience, not with the
// service.
func TestParkedTimeouts(t *testing.T) {
	_, all := parked(t, plan(t, at(0), policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "2"), func(p *sim.Plan) {
		p.Stations[0].Service = law(chance.Constant{Value: 5 * time.Second})
		p.Types[0].Timeout = 2 * time.Second
	}))
	want := []result.Attempt{
		{Number: 1, StartedMS: 0, EndedMS: 2000, Class: "timeout"},
		{Number: 2, StartedMS: 3000, EndedMS: 5000, Class: "timeout"},
	}
	if d := cmp.Diff(want, all[0].History); d != "" {
		t.Error(d)
	}
}

// A record that was replayed and died again carries the attempts from before,
// with dedupe and without.
func TestParkedAgain(t *testing.T) {
	for _, dedupe := range []bool{true, false} {
		_, all := parked(t, plan(t, at(0), policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "2"), func(p *sim.Plan) {
			p.Faults = []model.Fault{outage(0, time.Hour)}
			p.Dead.Dedupe = dedupe
			p.Actions = []model.Action{{Name: "redrive", At: 20 * sec, Kind: model.DoReplay, Match: model.Match{JobType: -1}, Policy: -1}}
		}))
		want := []result.Attempt{tried(1, 0), tried(2, 1), tried(3, 20), tried(4, 21)}
		if len(all) != 1 {
			t.Fatalf("dedupe %v: %d letters are in the queue, want the one that is there", dedupe, len(all))
		}
		if d := cmp.Diff(want, all[0].History); d != "" {
			t.Errorf("dedupe %v: %s", dedupe, d)
		}
	}
}

// The history is bounded: the first attempt and the latest 99 of 250; the
// count is of all of them.
func TestParkedBounded(t *testing.T) {
	_, all := parked(t, plan(t, at(0), policy(t, "backoff", "fixed", "base", "1s", "max_attempts", "250"), func(p *sim.Plan) {
		p.Faults = []model.Fault{outage(0, time.Hour)}
	}))
	d := all[0]
	if d.Attempts != 250 || len(d.History) != sim.MaxHistory {
		t.Fatalf("%d attempts, %d remembered", d.Attempts, len(d.History))
	}
	for i, want := range map[int]int{0: 1, 1: 152, 99: 250} {
		if d.History[i] != tried(want, float64(want-1)) {
			t.Errorf("entry %d is %+v, want attempt %d", i, d.History[i], want)
		}
	}
}

// Nothing is kept where nobody asks, and asking changes no run.
func TestParkedCostsNothing(t *testing.T) {
	p := retry64(t, 20_000, time.Second)
	plain, err := sim.Run(context.Background(), p, sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o, all := parked(t, p)
	if plain.Parked != nil || plain.Parked.Len() != 0 || plain.Fingerprint != o.Fingerprint || int64(len(all)) != plain.Ledger.DeadLettered || len(all) == 0 {
		t.Errorf("fingerprints %x and %x, %d letters of %d", plain.Fingerprint, o.Fingerprint, len(all), plain.Ledger.DeadLettered)
	}
	for i := range all {
		if len(all[i].History) != 5 || all[i].Attempts != 5 {
			t.Fatalf("a job died after %d attempts of 5: %+v", len(all[i].History), all[i])
		}
	}
}

// pasts is the naive twin of the histories: the ends of attempts by job, out of
// the trace.
type pasts map[string][]sim.Fact

func (p pasts) see(f sim.Fact) {
	switch f.Event {
	case "success", "failure", "timeout", "reject":
		p[f.Job] = append(p[f.Job], f)
	}
}

// check says in what the dead letters of a run differ from the trace of the
// same run, "" for nothing. The trace numbers the runs of a second copy like
// further runs of the job, so those (Copy > 0) may be missing in the history.
func (p pasts) check(o *sim.Outcome) string {
	n := 0
	for d := range o.Parked.All() {
		n++
		next := 0
		for _, f := range p[d.Job] {
			if next < len(d.History) && same(d.History[next], f) {
				next++
			} else if f.Copy == 0 && len(d.History) < sim.MaxHistory {
				return fmt.Sprintf("%s: the history lacks %+v, or has it out of order: %+v", d.Job, f, d.History)
			}
		}
		if next < len(d.History) && len(d.History) < sim.MaxHistory {
			return fmt.Sprintf("%s: the trace does not know %+v", d.Job, d.History[next])
		}
	}
	if n != o.Parked.Len() || int64(n) != o.Ledger.DeadLettered {
		return fmt.Sprintf("%d dead letters came out, %d were there, the ledger has %d", n, o.Parked.Len(), o.Ledger.DeadLettered)
	}
	return ""
}

func same(a result.Attempt, f sim.Fact) bool {
	return a.Number == f.Attempt && a.EndedMS == float64(f.At)/1e6 && a.Class == f.Class && a.Status == f.Status
}
