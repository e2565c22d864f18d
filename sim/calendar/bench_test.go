package calendar

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// queue is what the benchmarks need of the calendar and of its naive twin.
type queue interface {
	At(int64, Rank, payload)
	Next() (int64, Rank, payload, bool)
}

// gaps are the laws of the hold model's waits, in nanoseconds, mean near 1 s.
var gaps = []struct {
	name string
	draw func(*rand.Rand) int64
}{
	{"exponential", func(r *rand.Rand) int64 { return int64(r.ExpFloat64() * 1e9) }},
	// Full jitter over the waits of five attempts, base 1 s: U(0, 1 s * 2^k).
	{"jitter", func(r *rand.Rand) int64 { return r.Int64N(1_000_000_000 << r.IntN(4)) }},
	// Tail index 1.5, so that the variance is infinite.
	{"pareto", func(r *rand.Rand) int64 { return int64(333e6 * math.Pow(1-r.Float64(), -1/1.5)) }},
	{"constant", func(*rand.Rand) int64 { return 1_000_000_000 }},
	// Whole seconds: everything pending shares ten instants.
	{"ties", func(r *rand.Rand) int64 { return 1_000_000_000 * r.Int64N(10) }},
}

// BenchmarkHold measures the hold model: with n events pending, take the first
// and schedule another. The waits are drawn beforehand. Ten million pending are
// run by BenchmarkHold10M alone, since filling takes seconds.
func BenchmarkHold(b *testing.B) {
	for _, n := range []int{1e3, 1e5} {
		holdAll(b, n)
	}
}

// BenchmarkHold10M is BenchmarkHold with ten million events pending.
func BenchmarkHold10M(b *testing.B) {
	if testing.Short() {
		b.Skip("fills 320 MB")
	}
	holdAll(b, 1e7)
}

func holdAll(b *testing.B, n int) {
	for _, g := range gaps {
		b.Run(fmt.Sprintf("%s/pending=%.0e/radix", g.name, float64(n)), func(b *testing.B) {
			hold(b, New[payload](), n, g.draw)
		})
		b.Run(fmt.Sprintf("%s/pending=%.0e/naive", g.name, float64(n)), func(b *testing.B) {
			hold(b, &naive[payload]{}, n, g.draw)
		})
	}
}

func hold(b *testing.B, q queue, n int, draw func(*rand.Rand) int64) {
	rng := rand.New(rand.NewPCG(1, 1))
	waits := make([]int64, 1<<16)
	for i := range waits {
		waits[i] = draw(rng)
	}
	for range n {
		q.At(draw(rng), RankDue, payload{})
	}
	i := 0
	turn := func() {
		t, r, e, _ := q.Next()
		q.At(t+waits[i&(len(waits)-1)], r, e)
		i++
	}
	for range n { // reach the steady state: the gaps' residual law
		turn()
	}
	b.ReportAllocs()
	for b.Loop() {
		turn()
	}
}
