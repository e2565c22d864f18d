package sim_test

import (
	"slices"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// replayAll is a replay of everything at a time.
func replayAll(at time.Duration) model.Action {
	return model.Action{Name: "replay", At: at, Kind: model.DoReplay, Match: model.Match{JobType: -1}, Policy: -1}
}

// stamps lists when an event of that name happened.
func stamps(facts []sim.Fact, event, name string) (out []float64) {
	for _, f := range facts {
		if f.Event == event && f.Name == name {
			out = append(out, f.At.Seconds())
		}
	}
	return out
}

// B43: a job is tried for a day, and the retention is four days. Counted from
// the arrival of the job, three days are left; from that of the record, four.
func TestRetentionFromEnqueue(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		fromEnqueue bool
		days        float64
	}{{true, 3}, {false, 4}} {
		p := policy(t, "backoff", "fixed", "base", "24h", "max_attempts", "2")
		o, _ := play(t, plan(t, at(0), p, func(p *sim.Plan) {
			p.Faults = []model.Fault{outage(0, 9*day)}
			p.Horizon, p.Bin = 30*day, time.Hour
			p.Dead.Keep, p.Dead.FromEnqueue = 4*day, c.fromEnqueue
			p.Actions = []model.Action{{Name: "late", At: 8 * day, Kind: model.DoPause}}
		}))
		if o.Ledger.Dropped != 1 || value(t, o, "dlq_oldest_s") != c.days*86400 {
			t.Errorf("from enqueue %v: dropped %d after %v s, want %v days", c.fromEnqueue, o.Ledger.Dropped, value(t, o, "dlq_oldest_s"), c.days)
		}
	}
}

// A job comes at 0 s, is parked at 1 s, replayed at 11 s and parked again at
// 12 s. Records are kept for 30 s: counted from the record 42 s, from the first
// record 31 s; from the replay 41 s, from the arrival 30 s.
func TestReplayClock(t *testing.T) {
	for _, c := range []struct {
		fromEnqueue, keeps bool
		gone               float64
	}{{false, false, 42}, {false, true, 31}, {true, false, 41}, {true, true, 30}} {
		for _, dedupe := range []bool{true, false} {
			o, facts := bury(t, at(0), time.Hour, func(p *sim.Plan) {
				p.Dead = model.DeadLetters{Enabled: true, Dedupe: dedupe, Keep: 30 * sec, FromEnqueue: c.fromEnqueue, KeepsClock: c.keeps}
				p.Actions = []model.Action{replayAll(11 * sec), {Name: "late", At: 50 * sec, Kind: model.DoPause}}
			})
			if o.Ledger.Dropped != 1 || value(t, o, "dlq_oldest_s") != max(10, c.gone-12) {
				t.Errorf("%+v, dedupe %v: %+v, %v s in the DLQ, want gone at %v s\n%v", c, dedupe, o.Ledger, value(t, o, "dlq_oldest_s"), c.gone, facts)
			}
		}
	}
}

// Four replays of a job that dies each time, of which two are allowed: cycles 2,
// and the record is refused twice.
func TestMostCycles(t *testing.T) {
	for _, dedupe := range []bool{true, false} {
		o, _ := bury(t, at(0), time.Hour, func(p *sim.Plan) {
			p.Dead.Dedupe = dedupe
			for k := range 4 {
				a := replayAll(time.Duration(10*k+10) * sec)
				a.MostCycles = 2
				p.Actions = append(p.Actions, a)
			}
		})
		if value(t, o, "replay_cycles_max") != 2 || value(t, o, "replay_refused") != 2 || o.Ledger.DeadLettered != 1 {
			t.Errorf("dedupe %v: cycles %v, refused %v, ledger %+v", dedupe, value(t, o, "replay_cycles_max"), value(t, o, "replay_refused"), o.Ledger)
		}
	}
}

// Five records at 2/s in batches of two go at 20, 20, 21, 21 and 22 s, the newest
// first where that is asked for.
func TestReplayOrder(t *testing.T) {
	for _, newest := range []bool{false, true} {
		_, facts := bury(t, at(0, 1, 2, 3, 4), 15*sec, func(p *sim.Plan) {
			a := replayAll(20 * sec)
			a.Rate, a.Batch, a.Newest = 2, 2, newest
			p.Actions = []model.Action{a}
		})
		if got := times(facts, "replay"); !slices.Equal(got, []float64{20, 20, 21, 21, 22}) {
			t.Errorf("newest %v: replayed at %v", newest, got)
		}
		want := map[bool]string{false: "job.live.1", true: "job.live.5"}[newest]
		if i := slices.IndexFunc(facts, func(f sim.Fact) bool { return f.Event == "replay" }); facts[i].Job != want {
			t.Errorf("newest %v: %s goes first, want %s", newest, facts[i].Job, want)
		}
	}
}

// Records come in a second after their jobs, at 1 to 5 s, and go at 20 s, the
// oldest after 19 s; the series, read at whole seconds, saw it at 18 s.
// Two jobs come at 4 s.
func TestDeadLetterSeries(t *testing.T) {
	o, _ := bury(t, at(0, 1, 2, 3, 4, 4), 15*sec, func(p *sim.Plan) { p.Actions = []model.Action{replayAll(20 * sec)} })
	got := map[string]float64{}
	for _, s := range o.Series {
		switch s.Name {
		case "dlq_in", "dlq_out":
			for _, v := range s.Values {
				got[s.Name] += v
			}
		case "dlq_oldest_s":
			got[s.Name] = slices.Max(s.Values)
		}
	}
	if got["dlq_in"] != 6 || got["dlq_out"] != 6 || got["dlq_oldest_s"] != 18 {
		t.Errorf("series: %v", got)
	}
	if in, age := value(t, o, "dlq_in_max_per_s"), value(t, o, "dlq_oldest_s"); in != 2 || age != 19 {
		t.Errorf("at most %v/s in, want 2; oldest %v s, want 19", in, age)
	}
}

// The answer is lost, and the retry comes 25 h later: a key of 24 h no longer
// guards, one of 26 h does.
func TestKeyExpires(t *testing.T) {
	for _, c := range []struct {
		expires time.Duration
		twice   float64
	}{{24 * time.Hour, 1}, {25 * time.Hour, 1}, {26 * time.Hour, 0}, {0, 0}} {
		p := policy(t, "backoff", "fixed", "base", "25h", "max_attempts", "2", "retry", "all")
		o, _ := play(t, plan(t, at(0), p, func(p *sim.Plan) {
			p.Horizon, p.Bin = 100*time.Hour, time.Hour
			p.Types[0].Steps[0].Effect = model.Effect{Name: "charge", Guard: model.GuardIdempotencyKey, Expires: c.expires}
			p.Faults = []model.Fault{{Name: "reset", End: time.Hour, Kind: model.FaultReset, Answer: true, Share: 1}}
		}))
		if o.Ledger.Completed != 1 || value(t, o, "duplicate_effects[charge]") != c.twice {
			t.Errorf("key of %v: %v duplicates, want %v; %+v", c.expires, value(t, o, "duplicate_effects[charge]"), c.twice, o.Ledger)
		}
	}
}
