package study

import (
	"context"
	"errors"
	"math"

	"retrysim/sim/stat"

	"retrysim/sim"
	"retrysim/sim/result"
)

// trial is one rate with everything folded that its replications found.
type trial struct {
	*search
	plan      *sim.Plan
	done      int
	collapses int
	prints    [2]uint64 // of the first two replications
	fresh     stat.Moments
	again     stat.Moments
	clear     float64 // the longest
	times     result.Histogram
}

// sameTwice reports whether the first two replications were one and the same:
// then nothing is random, and all others would be too.
func (t *trial) sameTwice() bool { return t.done >= 2 && t.prints[0] == t.prints[1] }

// fewestTold is how many replications of a rate that does not hold are played,
// so that its probability says something.
const fewestTold = 10

// decided reports whether no further replication can change the answer.
func (t *trial) decided() bool {
	return t.done == t.Replications || t.sameTwice() || t.done >= fewestTold && t.collapses > t.most
}

// run plays the replications, in their order and as many as it takes.
func (t *trial) run(ctx context.Context) error {
	tasks := make([]sim.Task, t.Replications)
	for r := range tasks {
		tasks[r] = sim.Task{Plan: t.plan, Replication: r}
	}
	err := sim.RunAll(ctx, tasks, t.Parallel, func(_ int, o *sim.Outcome) error {
		if o == nil || o.Partial {
			return ctx.Err()
		}
		t.fold(o)
		if t.decided() {
			return errDecided
		}
		return nil
	})
	if errors.Is(err, errDecided) {
		return nil
	}
	return err
}

func (t *trial) fold(o *sim.Outcome) {
	for _, v := range o.Values {
		switch v.Name {
		case "replay_held_share":
			t.collapses += 1 - int(v.V)
		case "fresh_done_share":
			t.fresh.Add(v.V)
		case "died_again":
			t.again.Add(v.V)
		case "replay_clear_s":
			t.clear = max(t.clear, v.V)
		}
	}
	for _, h := range o.Histograms {
		if h.Name == "done_s" { // of jobs after the warm-up, and so of the fresh ones
			t.times.Merge(h.H)
		}
	}
	if t.done < 2 {
		t.prints[t.done] = o.Fingerprint
	}
	t.done++
}

// result is the trial as data. Where nothing is random one run says it all, and
// the probability is 0 or 1.
func (t *trial) result(rate float64) result.ReplayTrial {
	jobs := t.plan.ParkedJobs()
	out := result.ReplayTrial{
		RatePS: rate, DurationS: t.plan.Actions[0].Ends(jobs).Seconds(),
		Replications: t.done, Collapses: t.collapses, Probability: float64(t.collapses) / float64(t.done),
		FreshShare: zeroNaN(t.fresh.Mean), DiedAgain: zeroNaN(t.again.Mean), ClearS: number(t.clear),
		FreshP95S: number(supported(&t.times, nil, 0.95)),
	}
	if t.sameTwice() {
		t.random = false
		out.CI95 = [2]float64{out.Probability, out.Probability}
	} else {
		out.CI95[0], out.CI95[1] = stat.ClopperPearson(t.collapses, t.done)
	}
	out.Holds = out.CI95[1] <= t.Risk
	out.Stopped = t.done < t.Replications && !t.sameTwice()
	return out
}

// zeroNaN is v, 0 where there is none.
func zeroNaN(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

// The schedule of a replay: a first round of a hundredth of the jobs at a
// quarter of the rate, a second one of a tenth at half of it, and the others at
// a rate that rises from that half to the whole within a tenth of their time;
// in between five minutes to see that those who were replayed do not die again.
// A queue of a few jobs goes in one round.
const (
	firstShare, firstRate   = 0.01, 0.25
	secondShare, secondRate = 0.1, 0.5
	watchS                  = 300
	fewestInRounds          = 100
)

// rounds are the schedule at a rate.
func rounds(jobs int, rate float64) []result.ReplayRound {
	steady := func(n int, rate, watch float64) result.ReplayRound {
		return result.ReplayRound{Jobs: n, RatePS: rate, ToPS: rate, DurationS: float64(n) / rate, WatchS: watch}
	}
	if jobs < fewestInRounds {
		return []result.ReplayRound{steady(jobs, rate, 0)}
	}
	first := int(math.Ceil(firstShare * float64(jobs)))
	second := int(math.Ceil(secondShare * float64(jobs)))
	rest := jobs - first - second
	over := math.Ceil(float64(rest) / rate / 10)
	last := result.ReplayRound{Jobs: rest, RatePS: twoDigits(secondRate * rate), ToPS: rate, OverS: over}
	ramped := float64(over*(last.RatePS+rate)) / 2 // jobs that go while it rises
	last.DurationS = over + (float64(rest)-ramped)/rate
	return []result.ReplayRound{
		steady(first, twoDigits(firstRate*rate), watchS), steady(second, twoDigits(secondRate*rate), watchS), last,
	}
}
