package scenarios

import (
	"sync"
	"testing"

	"retrysim/sim"
)

// playedRows keeps what rows of shipped scenarios found: several tests ask for
// the same ones.
var playedRows sync.Map

// playedRow plays the first replication of a row of a shipped scenario once.
func playedRow(t *testing.T, scenario, row string) *sim.Outcome {
	t.Helper()
	key := scenario + " " + row
	if o, ok := playedRows.Load(key); ok {
		return o.(*sim.Outcome)
	}
	o := runRow(t, loadShipped(t, scenario), row)
	playedRows.Store(key, o)
	return o
}

// wantIncidents holds rows of shipped scenarios against what they must find.
func wantIncidents(t *testing.T, cases []incident) {
	t.Helper()
	for _, c := range cases {
		if got := valueOf(t, playedRow(t, c.scenario, c.row), c.metric); !(got >= c.low && got <= c.high) {
			t.Errorf("%s, %s: %s is %v, want %v to %v", c.scenario, c.row, c.metric, got, c.low, c.high)
		}
	}
}
