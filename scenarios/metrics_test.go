package scenarios

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

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
	for _, name := range Names() {
		if name == "ten-million" || name == "mm1" || name == "retry64" {
			continue // long, and small in what they use
		}
		for _, row := range loadShipped(t, name).Rows() {
			o := playedRow(t, name, row)
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
