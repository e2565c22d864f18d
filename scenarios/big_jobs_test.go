package scenarios

import (
	"math"
	"testing"
)

// The power law of big-jobs: P(N >= n) = n^-1.2 up to 10,000; a call of N rows
// takes N times 100 ms and fails by chance with 5 %; who waits 5 s never sees
// the end of more than 50 rows. Attempts of small jobs end by the first success,
// by the fifth failure at the latest; large ones are tried five times, or once
// where timeouts are not retried. Nothing waits, so by Little's law the calls in
// the system are the work that comes in a second.
func TestBigJobs(t *testing.T) {
	const p, rate, fits, most = 0.05, 20, 50, 10_000
	atLeast := func(n int) float64 {
		if n > most {
			return 0
		}
		return math.Pow(float64(n), -1.2)
	}
	var small, large float64 // rows of a mean job, in jobs that fit and in those that do not
	for n := 1; n <= most; n++ {
		if rows := float64(n) * (atLeast(n) - atLeast(n+1)); n <= fits {
			small += rows
		} else {
			large += rows
		}
	}
	station := &planOf(t, loadShipped(t, "big-jobs"), "retry-all").Stations[0]
	if got := station.MeanService().Seconds(); math.Abs(got-0.1*(small+large)) > 1e-6 {
		t.Errorf("a call takes %v s in the mean, want 0.1 s times %v", got, small+large)
	}
	big := atLeast(fits + 1)
	tries := (1 - math.Pow(p, 5)) / (1 - p)
	dead := big + (1-big)*math.Pow(p, 5)
	for _, c := range []struct {
		row                       string
		amplification, work, dead float64
	}{
		{"retry-all", (1-big)*tries + 5*big, rate * 0.1 * (small*tries + 5*large), dead},
		{"cancelled", (1-big)*tries + 5*big, rate * (0.1*small*tries + 5*5*big), dead},
		{"not-timeouts", (1-big)*tries + big, rate * 0.1 * (small*tries + large), dead},
		{"patient", tries, rate * 0.1 * (small + large) * tries, 0},
	} {
		means := []mean{{"amplification", c.amplification, 0.005}, {"dependency_in_system_mean", c.work, 0.12}}
		if c.dead > 0 { // else 0.02 of 72,000 in the mean: too few to judge
			means = append(means, mean{"given_up", c.dead * rate * 3600, 0.12})
		}
		judgeRow(t, "big-jobs", c.row, means...)
	}
	if share := 5 * large / (small*tries + 5*large); math.Abs(share-0.75) > 0.02 {
		t.Errorf("what does not fit makes %.3f of the work, the file says three quarters", share)
	}
}
