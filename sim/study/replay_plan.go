package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"retrysim/sim/stat"

	"retrysim/sim"
	"retrysim/sim/result"
)

// ReplaySearch asks for the fastest rate of a replay.
type ReplaySearch struct {
	Plan         *sim.Plan      // of the run whose dead letters go back, or of another one
	Replay       result.Replay  // its rate and ramp are those that are looked for
	Use          *sim.PolicyUse // of the replayed jobs, nil for their own
	Risk         float64        // of a collapse, in (0, 1)
	Replications int            // of a rate, LeastReplications(Risk) at least
	Parallel     int            // goroutines, at least 1
	Tried        func(t *result.ReplayTrial)
	Scenario     result.Scenario
	Version      string // of the tool
}

// LeastReplications is how many replications without a collapse it takes to
// show that its probability is at most the risk.
func LeastReplications(risk float64) int {
	return int(math.Ceil(math.Log(stat.Alpha/2)/math.Log1p(-risk) - 1e-9))
}

// search is a ReplaySearch on its way.
type search struct {
	ReplaySearch
	trials []result.ReplayTrial // by rate
	most   int                  // collapses that a rate may have in all replications
	random bool
}

// PlanReplay searches the fastest rate, to two digits, at which the probability
// of a collapse over the whole replay is at most the risk: at which the upper
// end of its exact interval is. All rates meet the same luck. It takes for
// granted that a rate below one that holds holds too, and begins at what the
// dependency has to spare. The same request gives the same plan, whatever the
// number of goroutines.
func PlanReplay(ctx context.Context, q ReplaySearch) (*result.ReplayPlan, error) {
	if q.Replications < LeastReplications(q.Risk) || q.Replay.Jobs() == 0 {
		panic(fmt.Sprintf("study: %d replications for a risk of %v, %d letters", q.Replications, q.Risk, q.Replay.Jobs()))
	}
	s := &search{ReplaySearch: q, random: true, most: mostCollapses(q.Risk, q.Replications)}
	if err := s.find(ctx); err != nil {
		return nil, err
	}
	return s.plan()
}

// mostCollapses is how many of n replications may collapse so that the upper
// end of the interval stays within the risk.
func mostCollapses(risk float64, n int) int {
	k := 0
	for ; k < n; k++ {
		if _, hi := stat.ClopperPearson(k+1, n); hi > risk {
			break
		}
	}
	return k
}

// find brackets the best rate from what is to spare, then halves the bracket,
// in ratios, until its ends are neighbours or 5 % apart.
func (s *search) find(ctx context.Context) error {
	low, high, err := s.bracket(ctx)
	for err == nil && low > 0 && !math.IsInf(high, 1) {
		middle := twoDigits(math.Sqrt(low) * math.Sqrt(high))
		if middle <= low || middle >= high || high/low < 1.05 {
			return nil
		}
		var holds bool
		if holds, err = s.try(ctx, middle); holds {
			low = middle
		} else {
			high = middle
		}
	}
	return err
}

// bracket finds a rate that holds and one above it that does not: 0 where none
// does, +Inf where all that are worth trying do.
func (s *search) bracket(ctx context.Context) (low, high float64, err error) {
	rate := s.first()
	holds, err := s.try(ctx, rate)
	low, high = rate, math.Inf(1)
	for ratio := 1.25; holds && err == nil && rate < s.fastest(); ratio *= 1.25 {
		rate = min(twoDigits(rate*ratio), s.fastest())
		if holds, err = s.try(ctx, rate); holds {
			low = rate
		} else {
			high = rate
		}
	}
	if !math.IsInf(high, 1) || holds || err != nil {
		return low, high, err
	}
	for ratio := 0.8; !holds && err == nil; ratio *= 0.9 {
		high = rate
		if rate = twoDigits(rate * ratio); rate < s.slowest() {
			return 0, high, nil
		}
		holds, err = s.try(ctx, rate)
	}
	return rate, high, err
}

// first is the rate to begin with: what is to spare beside the live traffic, or
// a tenth of it where nothing seems to be, or where nothing binds.
func (s *search) first() float64 {
	capacity := s.Plan.Capacity()
	live := s.live()
	switch spare := capacity - live; {
	case math.IsInf(capacity, 1):
		return twoDigits(max(live, 1))
	case spare < capacity/1000:
		return twoDigits(capacity / 10)
	default:
		return twoDigits(spare)
	}
}

// live is the rate of fresh jobs in an hour's replay.
func (s *search) live() float64 {
	r := s.Replay
	r.RatePS = float64(r.Jobs()) / 3600
	with, _, err := ReplayPlans(s.Plan, &r, s.Use)
	if err != nil {
		return 0
	}
	return livePS(with)
}

// fastest is all within a second; slowest takes 30 days.
func (s *search) fastest() float64 { return float64(s.Replay.Jobs()) }
func (s *search) slowest() float64 { return float64(s.Replay.Jobs()) / (30 * 86400) }

// twoDigits rounds to two significant digits.
func twoDigits(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	if unit < 1 { // dividing by whole numbers keeps 0.25 what it is
		return math.Round(v*math.Round(1/unit)) / math.Round(1/unit)
	}
	return math.Round(v/unit) * unit
}

// errDecided ends the replications of a rate early.
var errDecided = errors.New("decided")

// try plays a rate and reports whether it holds. What was tried is not tried
// again.
func (s *search) try(ctx context.Context, rate float64) (bool, error) {
	i, known := slices.BinarySearchFunc(s.trials, rate, func(t result.ReplayTrial, r float64) int { return cmp.Compare(t.RatePS, r) })
	if known {
		return s.trials[i].Holds, nil
	}
	r := s.Replay
	r.RatePS, r.ToPS, r.OverMS = rate, 0, 0
	with, _, err := ReplayPlans(s.Plan, &r, s.Use)
	if err != nil {
		return false, err
	}
	t := trial{search: s, plan: with}
	if err := t.run(ctx); err != nil {
		return false, fmt.Errorf("at %g/s: %w", rate, err)
	}
	out := t.result(rate)
	s.trials = slices.Insert(s.trials, i, out)
	if s.Tried != nil {
		s.Tried(&out)
	}
	return out.Holds, nil
}

// plan makes the answer of the trials.
func (s *search) plan() (*result.ReplayPlan, error) {
	out := &result.ReplayPlan{
		Schema: result.ReplayPlanSchema, Tool: result.Tool{Version: s.Version, GOARCH: runtime.GOARCH},
		Scenario: s.Scenario, Seed: s.Plan.Seed, Replications: s.Replications, Random: s.random, Risk: s.Risk,
		Jobs: s.Replay.Jobs(), LivePS: s.live(), CapacityPS: number(s.Plan.Capacity()), Trials: s.trials,
		Rounds: []result.ReplayRound{}, Warnings: []string{},
	}
	for i := range s.trials {
		if s.trials[i].Holds {
			out.Best = &s.trials[i]
		}
	}
	if out.Best != nil {
		out.Rounds = rounds(out.Jobs, out.Best.RatePS)
	}
	if out.LivePS == 0 {
		out.Warnings = append(out.Warnings, "no open live traffic goes on beside the replay: only the replayed jobs are judged")
	}
	return out, nil
}
