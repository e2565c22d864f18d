package scenarios

import "testing"

// 20/s are to spare. At 10/s nothing is lost and the queue is empty after 13.3
// minutes; at 40/s the replay is the next outage, as it is in batches of 400,
// whose last calls would wait longer than the timeout of 1 s.
func TestReplayRateFindings(t *testing.T) {
	s := loadShipped(t, "replay-rate")
	for _, c := range []struct {
		row                   string
		held, againMin, share float64 // share of the fresh jobs, at most
	}{
		{"at-10", 1, 0, 1}, {"random", 1, 0, 1}, {"at-40", 0, 7000, 0.2}, {"batches", 0, 7000, 0.2},
	} {
		o := runRow(t, s, c.row)
		held, again, share := valueOf(t, o, "replay_held_share"), valueOf(t, o, "died_again"), valueOf(t, o, "fresh_done_share")
		if held != c.held || again < c.againMin || share > c.share || (held == 1 && (again > 0 || share < 1)) {
			t.Errorf("%s: held %v, %v died again, %v of the fresh jobs completed", c.row, held, again, share)
		}
		if clear := valueOf(t, o, "replay_clear_s"); c.row == "at-10" && (clear < 799.9 || clear > 800) {
			t.Errorf("%s: done after %v s, want 799.9 and a little more", c.row, clear)
		}
	}
}
