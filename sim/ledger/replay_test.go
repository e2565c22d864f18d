package ledger_test

import (
	"math"
	"testing"
	"time"

	"retrysim/sim/ledger"
)

// replayed folds a replay from 60 s to 120 s of one dead letter, with arrivals
// until 200 s, and gives what the metric reports.
func replayed(entries ...ledger.Entry) map[string]float64 {
	s := setting()
	s.Types, s.Permanent = []string{"a"}, []float64{0.5}
	s.WarmUp, s.Until, s.Parked, s.Replays = time.Minute, 200*time.Second, 1, true
	s.Replay = [2]time.Duration{time.Minute, 2 * time.Minute}
	m, r := ledger.NewReplay(s), &ledger.Report{}
	m.Observe(entries)
	m.Report(r)
	out := map[string]float64{}
	for _, v := range r.Values {
		out[v.Name] = v.V
	}
	return out
}

// come is so many fresh jobs of an instant, of which some complete at another.
func come(at int64, jobs, done int, end int64) (all []ledger.Entry) {
	for range jobs {
		all = append(all, ledger.Entry{Kind: ledger.Arrived, At: at * sec, Born: at * sec})
	}
	for range done {
		all = append(all, ledger.Entry{Kind: ledger.Settled, Bucket: ledger.Completed, At: end * sec, Born: at * sec})
	}
	return all
}

// goneBack is the dead letter, its replay at 60 s and its end at 130 s.
func goneBack(b ledger.Bucket) []ledger.Entry {
	return []ledger.Entry{
		{Kind: ledger.Arrived, Flags: ledger.Inherited},
		{Kind: ledger.Replayed, At: 60 * sec, Flags: ledger.OfReplay},
		{Kind: ledger.Settled, At: 130 * sec, Bucket: b, Flags: ledger.OfReplay},
	}
}

// Half of the jobs fail for good, so 38 of 80 are 95 % of those that can
// complete. The cohorts are [60 s, 120 s) and [120 s, 160 s).
func TestReplayHolds(t *testing.T) {
	for _, c := range []struct {
		name  string
		facts [][]ledger.Entry
		held  float64
	}{
		{"just", [][]ledger.Entry{goneBack(ledger.Completed), come(61, 80, 38, 62), come(159, 80, 38, 199)}, 1},
		{"dead again is no collapse", [][]ledger.Entry{goneBack(ledger.DeadLettered)}, 1},
		{"one short in the last tenth", [][]ledger.Entry{goneBack(ledger.Completed), come(61, 80, 37, 62)}, 0},
		{"one short after it", [][]ledger.Entry{goneBack(ledger.Completed), come(120, 80, 37, 130)}, 0},
		{"done too late", [][]ledger.Entry{goneBack(ledger.Completed), come(120, 80, 80, 200)}, 0},
		{"before and long after", [][]ledger.Entry{goneBack(ledger.Completed), come(59, 80, 0, 0), come(160, 80, 0, 0)}, 1},
		{"never replayed", [][]ledger.Entry{goneBack(ledger.Completed)[:1]}, 0},
		{"never ends", [][]ledger.Entry{goneBack(ledger.Completed)[:2]}, 0},
	} {
		var all []ledger.Entry
		for _, f := range c.facts {
			all = append(all, f...)
		}
		v := replayed(all...)
		if v["replay_held_share"] != c.held {
			t.Errorf("%s: %v, want %v", c.name, v["replay_held_share"], c.held)
		}
		if clear := v["replay_clear_s"]; clear != 70 && !(math.IsInf(clear, 1) && c.held == 0) {
			t.Errorf("%s: done after %v s, want 70", c.name, clear)
		}
	}
}

// Without dead letters at the start there is nothing to tell.
func TestReplayNone(t *testing.T) {
	m, r := ledger.NewReplay(setting()), &ledger.Report{}
	m.Observe(goneBack(ledger.Completed))
	m.Report(r)
	for _, v := range r.Values {
		if !math.IsNaN(v.V) {
			t.Errorf("%s is %v, want none", v.Name, v.V)
		}
	}
}
