package scenarios

import (
	"math"
	"testing"

	"retrysim/sim"
)

// The answers to "does it recover by itself?" of shipped scenarios that one can
// work out by hand. Calculated, the worked example of Bronson et al. (HotOS
// 2021): after the cut 560/s come to 300/s, the line is older than the timeout,
// and so each call served has lost its caller; of the calls since the cut began
// all but the first second's 280 come in pairs of first call and retry. Dropping
// what has expired keeps 280 of 300 calls a second alive until their service
// begins, and no longer.
func TestWhatSustainsIt(t *testing.T) {
	served := 300. * (3600 - 70)
	played := map[string]*sim.Outcome{}
	for _, c := range []struct {
		scenario, row, metric string
		want, within          float64
	}{
		{"metastable-collapse", "wait", "work_abandoned_share", 1, 0},
		{"metastable-collapse", "wait", "work_left_in_service_share", 0, 0},
		{"metastable-collapse", "wait", "work_repeated_share", (served - 280) / 2 / served, 1e-4},
		{"metastable-collapse", "wait", "work_first_useful_share", 0, 0},
		{"metastable-collapse", "wait", "goodput_after_fault_per_s", 0, 0},
		{"metastable-collapse", "wait", "arrivals_after_fault_per_s", 280, 0},
		{"metastable-head-drop", "drop-expired", "work_left_in_service_share", 280. / 300, 0.005},
		{"metastable-head-drop", "drop-expired", "work_abandoned_share", 280. / 300, 0.005},
		{"metastable-head-drop", "drop-expired", "goodput_after_fault_per_s", 20, 0.5},
		{"metastable-head-drop", "drop-hopeless", "work_left_in_service_share", 0, 0},
	} {
		if played[c.row] == nil {
			played[c.row] = playRow(t, c.scenario, c.row, 0, nil)
		}
		o := played[c.row]
		if got := valueOf(t, o, c.metric); !(math.Abs(got-c.want) <= c.within) {
			t.Errorf("%s of %s/%s: %v, want %v", c.metric, c.scenario, c.row, got, c.want)
		}
	}
}

// Echoes, calculated: of 200 agents 20 get in each quarter of an hour, so that
// nine peaks follow the first, down to a tenth of it. A thousand jobs come back
// every 3 s, in ten attempts nine times; the eight peaks after the first fall by
// what gets in. At minute zero 30 s lie between the four retries, three peaks
// after the first. Full jitter and a spread of the schedule leave none.
func TestEchoesOfScenarios(t *testing.T) {
	steady := func(jitter string) []Override {
		return []Override{{Path: "policies.none", Value: "{backoff: fixed, base: 3s, max_attempts: 10, jitter: " + jitter + "}"}}
	}
	for _, c := range []struct {
		scenario, row        string
		set                  []Override
		period, count, decay float64 // NaN for none
	}{
		{"restart-echo", "fixed", nil, 900, 9, math.Pow(0.1, 1./9)},
		{"restart-echo", "jittered", nil, math.NaN(), 0, math.NaN()},
		{"restart-echo", "splayed", nil, math.NaN(), 0, math.NaN()},
		{"synchronized-failure", "none", steady("none"), 3, 8, 0.767},
		{"synchronized-failure", "none", steady("full"), math.NaN(), 0, math.NaN()},
		{"minute-zero", "together", nil, 30, 3, math.NaN()},
		{"minute-zero", "even", nil, math.NaN(), 0, math.NaN()},
		{"metastable-collapse", "wait", nil, math.NaN(), 0, math.NaN()},      // a load that stays is no echo
		{"all-retry-together", "as-written", nil, math.NaN(), 0, math.NaN()}, // each wait is longer than the one before
	} {
		o := runRow(t, loadShipped(t, c.scenario, c.set...), c.row)
		period, count, decay := valueOf(t, o, "echo_period_s"), valueOf(t, o, "echo_count"), valueOf(t, o, "echo_decay")
		if !(period == c.period || math.IsNaN(period) && math.IsNaN(c.period)) || count != c.count || math.Abs(decay-c.decay) > 0.002 {
			t.Errorf("%s/%s: every %v s, %v times, decay %v; want every %v s, %v times, decay %v",
				c.scenario, c.row, period, count, decay, c.period, c.count, c.decay)
		}
	}
}
