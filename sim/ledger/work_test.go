package ledger_test

import (
	"math"
	"testing"
	"time"

	"retrysim/sim/ledger"
)

// The shares are of the work from the end of the fault, at 30 s, to recovery,
// or to the end of the arrivals where there is none, here at 50 s; what came
// before and after says nothing.
func TestSustained(t *testing.T) {
	work := func(at, seconds int64, k ledger.Kind, f ledger.Flags) ledger.Entry {
		return ledger.Entry{Kind: k, At: at * sec, Delay: seconds * sec, Flags: f}
	}
	failed := work(33, 1, ledger.Ended, 0)
	failed.Class = 1
	s := setting(func(s *ledger.Setting) {
		s.Until = 50 * time.Second
		s.Faults, s.LastFault = [][2]time.Duration{{10 * time.Second, 30 * time.Second}}, 30*time.Second
	})
	w := ledger.NewWork(s)
	w.Observe([]ledger.Entry{
		work(29, 100, ledger.Finished, 0), // before the end of the fault
		work(30, 4, ledger.Finished, ledger.InService),
		work(31, 2, ledger.Ended, ledger.Abandoned|ledger.Retry),
		work(32, 8, ledger.Ended, 0),
		failed,
		work(34, 1, ledger.Ended, ledger.Rejected|ledger.Retry),
		work(40, 3, ledger.Ended, ledger.Retry),
		work(49, 1, ledger.Shed, 0),
		work(50, 100, ledger.Finished, 0), // after the arrivals
	})
	bins := make([]float64, 100)
	for i := range 50 {
		bins[i] = 4
	}
	done := make([]float64, 100)
	done[35], done[45], done[55] = 10, 30, 500
	r := func() *ledger.Report {
		return &ledger.Report{End: 100 * time.Second, Series: []ledger.Series{{Name: "arrivals", Values: bins}, {Name: "completed", Values: done}}}
	}
	names := []string{
		"work_abandoned_share", "work_left_in_service_share", "work_repeated_share", "work_first_useful_share", "work_refused_share",
		"goodput_after_fault_per_s", "arrivals_after_fault_per_s",
	}
	nan := math.NaN()
	for _, c := range []struct {
		recovered float64
		want      []float64
	}{
		{math.Inf(1), []float64{7. / 20, 4. / 20, 6. / 20, 8. / 20, 2. / 20, 2, 4}},
		{10, []float64{6. / 16, 4. / 16, 3. / 16, 8. / 16, 1. / 16, 1, 4}},
		{0, []float64{nan, nan, nan, nan, nan, nan, nan}},
		{nan, []float64{nan, nan, nan, nan, nan, nan, nan}},
	} {
		got := r()
		w.Sustained(s, got, c.recovered)
		for i, name := range names {
			if v := value(t, got, name); v != c.want[i] && !(math.IsNaN(v) && math.IsNaN(c.want[i])) {
				t.Errorf("recovered after %v s: %s = %v, want %v", c.recovered, name, v, c.want[i])
			}
		}
	}
}
