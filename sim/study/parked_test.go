package study

import (
	"context"
	"testing"

	"retrysim/sim"
)

// The dead letters of the first replication of every row come out once, in the
// order of the rows and as many as its ledger counts, on any number of
// goroutines.
func TestParked(t *testing.T) {
	words := []string{"backoff", "fixed", "base", "1s", "max_attempts"}
	plans := []*sim.Plan{smallOutage(t, "few", append(words, "2")...), smallOutage(t, "more", append(words[:5:5], "6")...)}
	for _, parallel := range []int{1, 3} {
		var rows, letters []int
		_, err := Run(context.Background(), Request{
			Plans: plans, Replications: 4, Parallel: parallel,
			Parked: func(row int, dead *sim.Parked) {
				n := 0
				for d := range dead.All() {
					if n++; len(d.History) != d.Attempts {
						t.Fatalf("%d attempts, %d remembered", d.Attempts, len(d.History))
					}
				}
				rows, letters = append(rows, row), append(letters, n)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range plans {
			o, err := sim.Run(context.Background(), p, sim.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) != 2 || rows[i] != i || int64(letters[i]) != o.Ledger.DeadLettered || letters[i] == 0 {
				t.Fatalf("rows %v with %v letters, the ledger of row %d has %d", rows, letters, i, o.Ledger.DeadLettered)
			}
		}
	}
}
