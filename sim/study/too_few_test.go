package study

import (
	"math"
	"testing"
)

// Five pairs that all point one way have p = 2/32 by ranks, six 2/64.
func TestTooFewPairsForRanks(t *testing.T) {
	for n, want := range map[int]bool{2: true, 5: true, 6: false} {
		x := &row{values: map[string][]float64{"time_to_recover_s": flatOf(n, math.Inf(1))}, horizonS: 100}
		y := &row{values: map[string][]float64{"time_to_recover_s": flatOf(n, 0)}, horizonS: 100}
		if c := contrastOf(x, y, "time_to_recover_s"); c.tooFew() != want {
			t.Errorf("%d pairs: too few is %v, want %v (p %v)", n, c.tooFew(), want, c.p)
		}
		if c := contrastOf(y, y, "time_to_recover_s"); c.tooFew() {
			t.Errorf("%d equal pairs are too few", n)
		}
	}
}

func flatOf(n int, v float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}
