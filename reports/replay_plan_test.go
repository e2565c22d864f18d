package reports

import (
	"bytes"
	"testing"

	"retrysim/sim/result"
)

// replayPlans are what a ReplayPlan can hold: a rate at random, one without
// chance, none at all.
func replayPlans() map[string]*result.ReplayPlan {
	number := func(v float64) *float64 { return &v }
	random := &result.ReplayPlan{
		Schema: result.ReplayPlanSchema, Tool: result.Tool{Version: "0.1.0", GOARCH: "amd64"},
		Scenario: result.Scenario{Name: "replay-rate", Digest: "d1", File: "embedded"},
		Seed:     42, Replications: 120, Random: true, Risk: 0.05, Jobs: 50_000, LivePS: 280, CapacityPS: number(300),
		Trials: []result.ReplayTrial{
			{RatePS: 8.5, DurationS: 5882, Replications: 120, Collapses: 1, Probability: 1.0 / 120, CI95: [2]float64{0.0002, 0.0456}, Holds: true, FreshShare: 0.9991, FreshP95S: number(0.21), ClearS: number(5882.4)},
			{RatePS: 12, DurationS: 4167, Replications: 11, Collapses: 3, Probability: 3.0 / 11, CI95: [2]float64{0.06, 0.61}, Stopped: true, FreshShare: 0.81, FreshP95S: number(1.4), DiedAgain: 9012.5, ClearS: number(4170)},
			{RatePS: 20, DurationS: 2500, Replications: 10, Collapses: 10, Probability: 1, CI95: [2]float64{0.69, 1}, Stopped: true, FreshShare: 0.2, DiedAgain: 31_000},
		},
		Rounds: []result.ReplayRound{
			{Jobs: 500, RatePS: 2.1, ToPS: 2.1, DurationS: 238, WatchS: 300},
			{Jobs: 49_500, RatePS: 4.3, ToPS: 8.5, OverS: 524, DurationS: 5950},
		},
		Warnings: []string{},
	}
	random.Best = &random.Trials[0]
	none := *random
	none.Best, none.Rounds, none.Trials = nil, []result.ReplayRound{}, random.Trials[2:]
	none.CapacityPS, none.Warnings = nil, []string{"no open live traffic goes on beside the replay: only the replayed jobs are judged"}
	sure := *random
	sure.Random, sure.Jobs = false, 60
	sure.Trials = []result.ReplayTrial{{RatePS: 20, DurationS: 3, Replications: 2, Holds: true, FreshShare: 1, FreshP95S: number(0.0066), ClearS: number(3)}}
	sure.Best, sure.Rounds = &sure.Trials[0], []result.ReplayRound{{Jobs: 60, RatePS: 20, ToPS: 20, DurationS: 3}}
	return map[string]*result.ReplayPlan{"replay-random": random, "replay-none": &none, "replay-sure": &sure}
}

func TestReplayPlanGolden(t *testing.T) {
	for name, p := range replayPlans() {
		for _, format := range ReplayFormats {
			var b bytes.Buffer
			if err := WriteReplayPlan(&b, format, p); err != nil {
				t.Fatal(err)
			}
			golden(t, name+"."+format, b.Bytes())
			for line := range bytes.Lines(b.Bytes()) {
				if n := columns(string(bytes.TrimRight(line, "\n"))); format == "table" && n > 80 {
					t.Errorf("%s: %d columns: %s", name, n, line)
				}
			}
		}
	}
	if err := WriteReplayPlan(&bytes.Buffer{}, "pdf", replayPlans()["replay-none"]); err == nil {
		t.Error("a plan is written as pdf")
	}
}

// The picture is the same every time, and there where nothing was tried.
func TestReplayChart(t *testing.T) {
	for name, p := range replayPlans() {
		var a, b, png bytes.Buffer
		if err := ReplayChart(p).WriteSVG(&a); err != nil {
			t.Fatal(err)
		}
		if err := ReplayChart(p).WriteSVG(&b); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: two pictures of one plan differ, %v", name, err)
		}
		if err := ReplayChart(p).WritePNG(&png); err != nil || !bytes.HasPrefix(png.Bytes(), []byte("\x89PNG")) {
			t.Errorf("%s: no PNG, %v", name, err)
		}
	}
	var svg bytes.Buffer
	if err := ReplayChart(replayPlans()["replay-random"]).WriteSVG(&svg); err != nil {
		t.Fatal(err)
	}
	golden(t, "replay-random.svg", svg.Bytes())
	if err := ReplayChart(&result.ReplayPlan{}).WriteSVG(&svg); err != nil {
		t.Error(err)
	}
}
