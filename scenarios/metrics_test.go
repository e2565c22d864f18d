package scenarios_test

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"retrysim/scenarios"
	"retrysim/sim"
	"retrysim/sim/ledger"
)

// never0 are series that nothing makes yet, and why.
var never0 = map[string]string{"hedges": "no policy hedges"}

// Every metric of the catalogue, and every series, is something else than 0 or
// nothing in at least one shipped scenario: a fold that is never fed shows.
func TestEveryMetricSpeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("plays every shipped scenario once")
	}
	silent, mute := map[string]bool{}, map[string]bool{}
	for _, i := range ledger.Catalogue() {
		silent[i.Name] = true
	}
	for _, name := range scenarios.Names() {
		if name == "ten-million" || name == "mm1" || name == "retry64" {
			continue // long, and small in what they use
		}
		src, _ := scenarios.Source(name)
		s, err := scenarios.Load(name, src, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range s.Rows() {
			p, err := s.Plan(row)
			if err != nil {
				t.Fatal(err)
			}
			o, err := sim.Run(context.Background(), p, sim.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range o.Values {
				if base, _, _ := strings.Cut(v.Name, "["); v.V != 0 && !math.IsNaN(v.V) {
					delete(silent, base)
				}
			}
			for _, series := range o.Series {
				if _, seen := mute[series.Name]; !seen {
					mute[series.Name] = true
				}
				if slices.ContainsFunc(series.Values, func(v float64) bool { return v != 0 }) {
					mute[series.Name] = false
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(silent)) {
		t.Errorf("the metric %s is 0 or nothing in every shipped scenario", name)
	}
	for _, name := range slices.Sorted(maps.Keys(mute)) {
		if mute[name] && never0[name] == "" {
			t.Errorf("the series %s is 0 in every shipped scenario", name)
		}
	}
}
