package model_test

import (
	"slices"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// A ramp of ten steps by hand: 5 % to 95 % in, then full, then out.
func TestRampSteps(t *testing.T) {
	w := model.Windows{RampIn: 100 * time.Second, RampOut: 50 * time.Second}
	const length = 200 * time.Second
	for _, c := range []struct {
		at   time.Duration
		want float64
	}{
		{0, 0.05},
		{9 * time.Second, 0.05},
		{10 * time.Second, 0.15},
		{99 * time.Second, 0.95},
		{100 * time.Second, 1},
		{149 * time.Second, 1},
		{150 * time.Second, 0.95},
		{199 * time.Second, 0.05},
	} {
		if got := w.Strength(c.at, length); got < c.want-1e-12 || got > c.want+1e-12 {
			t.Errorf("strength at %v is %v, want %v", c.at, got, c.want)
		}
	}
	steps := w.Steps(length)
	if len(steps) != 20 || steps[0] != 10*time.Second || steps[10] != 150*time.Second || !slices.IsSorted(steps) {
		t.Errorf("steps %v", steps)
	}
	last := -1.0
	for i := range steps { // the strength changes at every step and nowhere between
		if got := w.Strength(steps[i], length); got == last {
			t.Errorf("no change at %v", steps[i])
		} else {
			last = got
		}
		if i > 0 && w.Strength(steps[i]-1, length) != w.Strength(steps[i-1], length) {
			t.Errorf("a change between %v and %v", steps[i-1], steps[i])
		}
	}
}

// Random windows are an alternating renewal process: the share of the time that
// it is down goes to lasts / (between + lasts), here 20 / 80. Sample of 400
// spans of an hour: 18,000 cycles, standard error of the share about 0.2 %.
func TestRandomWindows(t *testing.T) {
	f := model.Fault{Start: time.Minute, End: 61 * time.Minute, Windows: model.Windows{
		Between: model.Law{Distribution: chance.Exponential{Average: time.Minute}},
		Lasts:   model.Law{Distribution: chance.Exponential{Average: 20 * time.Second}},
	}}
	var down time.Duration
	const spans = 400
	for n := range spans {
		last := f.Start
		for _, w := range f.Draw(func(k int) *chance.Stream {
			s := chance.Key{Seed: uint64(n), Purpose: chance.Fault, Attempt: uint32(k)}.Stream()
			return &s
		}) {
			if w.Start <= last && last > f.Start || w.End <= w.Start || w.End > f.End {
				t.Fatalf("window %v after %v", w, last)
			}
			down += w.End - w.Start
			last = w.End
		}
	}
	// The span begins up, which costs about one fifth of a minute's share: the
	// mean is 1/4 - (1/4)(15s)/3600s, with 15s = 1 / (1/60 + 1/20) in seconds.
	share := down.Seconds() / (spans * 3600)
	if want := 0.25 * (1 - 15.0/3600); share < want-0.008 || share > want+0.008 {
		t.Errorf("down for %.4f of the time, want %.4f", share, want)
	}
}

// How each wrong hint reads.
func TestWrongHints(t *testing.T) {
	right := policies.Hint{Kind: policies.HintSeconds, After: 30 * time.Second}
	for _, c := range []struct {
		fault model.Hint
		want  policies.Hint
	}{
		{model.Hint{}, right},
		{model.Hint{Kind: model.HintMissing}, policies.Hint{}},
		{model.Hint{Kind: model.HintSays}, policies.Hint{Kind: policies.HintSeconds}},
		{model.Hint{Kind: model.HintSays, After: time.Hour}, policies.Hint{Kind: policies.HintSeconds, After: time.Hour}},
		{model.Hint{Kind: model.HintUnread}, policies.Hint{Kind: policies.HintGarbage}},
		{model.Hint{Kind: model.HintShorter, Shorter: 10 * time.Second}, policies.Hint{Kind: policies.HintSeconds, After: 20 * time.Second}},
		{model.Hint{Kind: model.HintShorter, Shorter: 30 * time.Second}, policies.Hint{Kind: policies.HintGarbage}},
	} {
		if got := c.fault.Apply(right); got != c.want {
			t.Errorf("%+v reads %+v as %+v, want %+v", c.fault, right, got, c.want)
		}
	}
}

// A limit on calls at once and a limit on a rate cannot be mixed: half in force,
// the new one allows twice its number; two of one kind meet in the middle.
func TestRampedLimitKinds(t *testing.T) {
	calls := func(n int) model.RateLimit { return model.RateLimit{Kind: model.Concurrency, Allow: n} }
	rate := func(n int) model.RateLimit { return model.RateLimit{Allow: n, Per: time.Second} }
	for _, c := range []struct {
		own, fault model.RateLimit
		want       int
	}{{calls(10), rate(100), 200}, {rate(100), calls(10), 20}, {calls(10), calls(2), 6}, {rate(10), rate(2), 6}} {
		f := model.Fault{Kind: model.FaultRateLimit, Limit: c.fault}
		var got model.Condition
		f.Apply(&got, &c.own, 0.5)
		if got.Limit.Allow != c.want {
			t.Errorf("from %+v to %+v: %d, want %d", c.own, c.fault, got.Limit.Allow, c.want)
		}
	}
}
