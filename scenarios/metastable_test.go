package scenarios

import (
	"context"
	"testing"
	"time"

	"retrysim/sim"
)

// The cut of the shipped metastable scenarios ends here.
const cutEnds = 70

// playRow plays one replication of a row of a shipped scenario.
func playRow(t *testing.T, name, row string, replication int, trace func(sim.Fact), overrides ...Override) *sim.Outcome {
	t.Helper()
	p := planOf(t, loadShipped(t, name, overrides...), row)
	p.Bin = time.Second
	o, err := sim.Run(context.Background(), p, sim.Options{Replication: replication, Trace: trace})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// goodput is completed over arrived jobs within [from, to), in seconds.
func goodput(t *testing.T, o *sim.Outcome, from, to int) float64 {
	t.Helper()
	sum := map[string]float64{}
	for _, s := range o.Series {
		for i := from; i < to && i < len(s.Values); i++ {
			sum[s.Name] += s.Values[i]
		}
	}
	if sum["arrivals"] == 0 {
		t.Fatalf("nothing arrives from %d s to %d s", from, to)
	}
	return sum["completed"] / sum["arrivals"]
}

// firstGood is how long after the cut goodput is 95 % of the arrivals for the
// first time, over a second; -1 is never within the span.
func firstGood(t *testing.T, o *sim.Outcome, span int) int {
	for s := range span {
		if goodput(t, o, cutEnds+s, cutEnds+s+1) >= 0.95 {
			return s
		}
	}
	return -1
}

// The worked example of Bronson et al. (HotOS 2021), where nothing is random:
// who drops what is hopeless is well within 2 s and stays so; who serves all
// never is; who drops what has expired is near zero for minutes, since each call
// that it serves has less than 1/280 s of its caller's patience left and takes
// 1/300 s; jitter alone never helps.
func TestDroppingAtTheHead(t *testing.T) {
	for _, c := range []struct {
		row         string
		least, most float64 // goodput from 2 s after the cut to the end of the arrivals
	}{
		{"serve-all", 0, 0.01}, {"jitter-alone", 0, 0.01}, {"drop-expired", 0, 0.1}, {"drop-hopeless", 0.99, 1.1},
	} {
		o := playRow(t, "metastable-head-drop", c.row, 0, nil)
		if got := goodput(t, o, cutEnds+2, 360); got < c.least || got > c.most {
			t.Errorf("%s: goodput %.3f, want %v to %v", c.row, got, c.least, c.most)
		}
	}
}

// Chance gets a server out of it that drops what has expired: with random
// arrivals and services within 30 s in at least 36 of 40 runs.
func TestDropExpiredAtRandom(t *testing.T) {
	soon := 0
	for i := range 40 {
		o := playRow(t, "metastable-head-drop", "at-random", i, nil, Override{Path: "run.until", Value: "2m"})
		if at := firstGood(t, o, 30); at >= 0 && goodput(t, o, 110, 120) >= 0.9 {
			soon++
		}
	}
	if soon < 36 {
		t.Errorf("%d of 40 runs are well within 30 s, want 36", soon)
	}
}

// The newest first: goodput is there within 2 s while the calls that the cut
// held back wait: 10 x 280 first ones and 9 x 280 retries, which 20/s of spare
// capacity serve in 266 s; the source says about 280 s.
func TestLIFODrainsInVain(t *testing.T) {
	last := 0.0
	o := playRow(t, "metastable-collapse", "lifo", 0, func(f sim.Fact) {
		if f.Event == "abandoned" {
			last = f.At.Seconds() - cutEnds
		}
	}, Override{Path: "run.until", Value: "10m"})
	if got := firstGood(t, o, 10); got < 0 || got > 1 || goodput(t, o, cutEnds+2, 600) < 0.95 {
		t.Errorf("goodput is there %d s after the cut and %.3f later, want at most 1 s and 0.95", got, goodput(t, o, cutEnds+2, 600))
	}
	if last < 260 || last > 290 {
		t.Errorf("the last stale call is served %.1f s after the cut, want 266 to 280 s", last)
	}
}
