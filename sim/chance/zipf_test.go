package chance

import (
	"math"
	"testing"
)

// Chances in proportion to k^-s, by hand: 1 + 1/2 + 1/3 + 1/4 = 25/12, so four
// ranks at s = 1 have 12, 6, 4 and 3 parts of 25.
func TestZipf(t *testing.T) {
	for _, c := range []struct {
		n    int
		s    float64
		want []float64
	}{
		{1, 3, []float64{1}},
		{4, 0, []float64{0.25, 0.25, 0.25, 0.25}},
		{4, 1, []float64{12.0 / 25, 6.0 / 25, 4.0 / 25, 3.0 / 25}},
		{2, 2, []float64{0.8, 0.2}},
	} {
		z := NewZipf(c.n, c.s)
		below := 0.0
		for k, want := range c.want {
			if got := z.Chance(k); math.Abs(got-want) > 1e-12 {
				t.Errorf("%d ranks, s %v: rank %d has %v, want %v", c.n, c.s, k, got, want)
			}
			if got := z.Rank(below + want/2); got != k {
				t.Errorf("%d ranks, s %v: the middle of rank %d is rank %d", c.n, c.s, k, got)
			}
			below += want
		}
		if got := z.Rank(math.Nextafter(1, 0)); got != c.n-1 {
			t.Errorf("%d ranks, s %v: the last number falls on rank %d", c.n, c.s, got)
		}
	}
}
