package explain_test

import (
	"strings"
	"testing"
	"time"

	"retrysim/scenarios/explain"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// Every kind of action has words, and autoscalers, ramps, restarts and patience
// have theirs.
func TestScaleHasWords(t *testing.T) {
	p := indexerOutage(t)
	p.Workers.Autoscale = model.Autoscale{
		Signal: model.ScaleDepth, Target: 1, Every: minute, Delay: 150 * time.Second, Min: 1, Max: 500, IgnoreStarting: true, CountsDelayed: true,
		Step: 3, CoolDown: 5 * minute, Tolerance: 0.1,
	}
	p.Stations[0].Autoscale = model.Autoscale{Signal: model.ScaleUtilisation, Target: 0.7, Every: minute, Min: 1, Max: 12}
	p.Types[0].Patience = law(chance.Exponential{Average: 2 * minute})
	ramp := model.Ramp{From: 5, To: 50, Over: 10 * minute}
	p.Actions = nil
	for k := range model.Actions {
		p.Actions = append(p.Actions, model.Action{
			Name: "by " + k.String(), At: minute, Kind: k, Types: []int{0}, Share: 0.5, Count: 4, Match: model.Match{JobType: -1}, Policy: 0,
			Ramp: ramp, Steps: model.SizeSteps{Count: 3, Over: minute},
			Restart: model.Restart{Grace: 30 * time.Second, Down: 20 * time.Second, Rolling: 0.1, Requeue: true},
		})
	}
	again := p.Actions[0]
	again.At += 5 * minute
	p.Actions = append([]model.Action{p.Actions[0], again}, p.Actions[1:]...)
	got := strings.Join(strings.Fields(planText(t, p, explain.Options{})), " ")
	for _, want := range []string{
		"An autoscaler looks every 1m: it wants a worker for each of the jobs that wait or are in hand, those in backoff included, from 1 to 500 of them, at most 3 more or fewer at a time.",
		"A new one is there after 2m30s, and is not counted until then: each look starts it again. Only what was not wanted for 5m is stopped. A number that is 10% off is let be.",
		"8 servers at first and 12 at the most, of 100ms a call in the mean",
		"it wants as many as keep each server busy for 70% of the time, from 1 to 12 of them",
		"A job that is not in hand leaves at an age that is its own, 2m in the mean, and counts as expired.",
		"replays all dead letters at a rate that goes from 5/s to 50/s over 10m and stays",
		"; again every 5m, 2 times in all.",
		"the operator throttles reindex, at a rate that goes from 5/s to 50/s over 10m and stays.",
		"to 4 servers in 3 steps over 1m.",
		"50% of the workers are restarted, 10% of them at a time, each may end what it has in hand within 30s and each is gone for 20s; what is cut goes back into the queue.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	for _, a := range p.Actions {
		if !strings.Contains(got, a.Name+": ") {
			t.Errorf("%s is not told", a.Name)
		}
	}
}
