package scenarios

import (
	"math"
	"testing"
)

// bianchi is the fixed point for n saturated stations with a window w that
// doubles m times (G. Bianchi, IEEE JSAC 18(3), 2000, (7) and (9)): the
// probability that a station sends in a slot, and that what it sends collides.
func bianchi(n, w, m int) (sends, collides float64) {
	low, high := 0.0, 1.0 // sends falls with collides, which rises with sends
	for range 200 {
		p := (low + high) / 2
		sum := 0.0 // p W sum of (2p)^k, k < m
		for k := range m {
			sum += p * float64(w) * math.Pow(2*p, float64(k))
		}
		sends = 2 / (1 + float64(w) + sum)
		if 1-math.Pow(1-sends, float64(n-1)) > p {
			low = p
		} else {
			high = p
		}
	}
	return sends, (low + high) / 2
}

// The published fixed point is itself an approximation: within 2 %.
func TestSlottedChannel(t *testing.T) {
	const stations, slots = 30, 10 * 60 * 50
	if _, p := bianchi(10, 32, 5); math.Abs(p-0.2897714582) > 1e-9 {
		t.Errorf("10 stations collide with %v, published is 0.2897714582", p)
	}
	for _, c := range []struct {
		row      string
		m        int
		says     float64
		accurate float64
	}{{"doubling", 5, 0.46, 0.02}, {"constant", 0, 0.84, 0.02}} {
		sends, collides := bianchi(stations, 32, c.m)
		if math.Abs(collides-c.says) > 0.005 {
			t.Errorf("%s: %.3f collide, the file says %v", c.row, collides, c.says)
		}
		s := loadShipped(t, "slotted-channel")
		o := runRow(t, s, c.row)
		attempts, retries := valueOf(t, o, "attempts"), valueOf(t, o, "retries")
		if got := attempts / stations / slots; math.Abs(got/sends-1) > c.accurate {
			t.Errorf("%s: a station sends in %.5f of the slots, want %.5f", c.row, got, sends)
		}
		if got := retries / attempts; math.Abs(got/collides-1) > c.accurate {
			t.Errorf("%s: %.4f collide, want %.4f", c.row, got, collides)
		}
	}
}
