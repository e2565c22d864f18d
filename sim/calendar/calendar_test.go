package calendar

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// payload is of the size that the kernel uses: 16 bytes, no pointers.
type payload struct{ a, b uint64 }

// pair drives a calendar and its naive twin through the same steps and fails
// at the first difference.
type pair struct {
	t interface {
		Helper()
		Fatalf(string, ...any)
	}
	fast *Calendar[payload]
	slow naive[payload]
	made uint64
}

func (p *pair) at(t int64, r Rank) {
	p.made++
	e := payload{p.made, uint64(r)}
	p.fast.At(t, r, e)
	p.slow.At(t, r, e)
}

func (p *pair) next() bool {
	p.t.Helper()
	ft, fr, fe, fok := p.fast.Next()
	st, sr, se, sok := p.slow.Next()
	if ft != st || fr != sr || fe != se || fok != sok {
		p.t.Fatalf("Next() = %d, %v, %v, %v; the twin says %d, %v, %v, %v", ft, fr, fe, fok, st, sr, se, sok)
	}
	return sok
}

func (p *pair) look() {
	p.t.Helper()
	ft, fok := p.fast.Peek()
	st, sok := p.slow.Peek()
	if ft != st || fok != sok {
		p.t.Fatalf("Peek() = %d, %v; the twin says %d, %v", ft, fok, st, sok)
	}
	if p.fast.Now() != p.slow.Now() || p.fast.Len() != p.slow.Len() {
		p.t.Fatalf("Now, Len = %d, %d; the twin says %d, %d", p.fast.Now(), p.fast.Len(), p.slow.Now(), p.slow.Len())
	}
}

// later returns now + gap, at most the last instant there is.
func later(now, gap int64) int64 {
	if gap > math.MaxInt64-now {
		return math.MaxInt64
	}
	return now + gap
}

func TestEqualsNaiveTwin(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := &pair{t: rt, fast: New[payload]()}
		gap := rapid.OneOf(
			rapid.Just(int64(0)),
			rapid.Int64Range(0, 3),
			rapid.Int64Range(0, 1<<10),
			rapid.Int64Range(0, 1<<34),
			rapid.Int64Range(0, math.MaxInt64),
		)
		rank := rapid.Custom(func(rt *rapid.T) Rank { return Rank(rapid.IntRange(0, ranks-1).Draw(rt, "rank")) })
		rt.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) { p.look() },
			"at": func(rt *rapid.T) {
				p.at(later(p.slow.now, gap.Draw(rt, "gap")), rank.Draw(rt, "rank"))
			},
			"batch": func(rt *rapid.T) { // more than one chunk at one instant
				at, n := later(p.slow.now, gap.Draw(rt, "gap")), rapid.IntRange(1, 3*chunkLen).Draw(rt, "n")
				for range n {
					p.at(at, rank.Draw(rt, "rank"))
				}
			},
			"next":  func(*rapid.T) { p.next() },
			"drain": func(rt *rapid.T) { p.drain(rapid.IntRange(0, 40).Draw(rt, "n")) },
		})
		p.drain(math.MaxInt)
	})
}

func (p *pair) drain(n int) {
	p.t.Helper()
	for ; n > 0 && p.next(); n-- {
		p.look()
	}
}

// FuzzCalendar reads three bytes a step: what to do, a rank, and the power of
// two that bounds the gap, whose other bits come from the step's number.
func FuzzCalendar(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x01\x07\x3e\x03\x00\x00\x03\x00\x00"))
	f.Add([]byte{0, 6, 0, 0, 3, 0, 3, 0, 0, 0, 0, 0, 3, 0, 0}) // a lower rank at the current instant
	f.Add([]byte{0, 1, 63, 0, 2, 63, 0, 3, 8, 3, 0, 0, 3, 0, 0})
	f.Fuzz(func(t *testing.T, steps []byte) {
		p := &pair{t: t, fast: New[payload]()}
		for i := 0; i+3 <= len(steps); i += 3 {
			what, rank, power := steps[i]%4, Rank(steps[i+1]%8), steps[i+2]%64
			if what == 3 {
				p.next()
				p.look()
				continue
			}
			// 0x9e37... is 2^64 over the golden ratio: its multiples spread evenly.
			gap := int64(uint64(i+1) * 0x9e3779b97f4a7c15 >> (64 - power)) // power 0 shifts all out
			at := later(p.slow.now, gap)
			for range []int{0: 1, 1: 1, 2: 2 * chunkLen}[what] {
				p.at(at, rank)
			}
			p.look()
		}
		p.drain(math.MaxInt)
	})
}

// TestLongMix runs deeper than rapid's steps: tens of thousands pending, times
// over many scales, chunks reused many times.
func TestLongMix(t *testing.T) {
	p := &pair{t: t, fast: New[payload]()}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 200_000 {
		if i%3 != 0 || i > 150_000 {
			p.next()
		}
		if i < 150_000 {
			gap := rng.Int64N(1 << rng.IntN(40))
			p.at(later(p.slow.now, gap), Rank(rng.IntN(ranks)))
			p.at(later(p.slow.now, gap&^0xff), Rank(rng.IntN(ranks)))
		}
		p.look()
	}
	p.drain(math.MaxInt)
}

func TestLowerRankNowComesNext(t *testing.T) {
	c := New[string]()
	c.At(5, RankArrival, "arrival 1")
	c.At(5, RankArrival, "arrival 2")
	c.At(5, RankSample, "sample")
	c.Next()
	c.At(5, RankEdge, "edge")
	c.At(5, RankArrival, "arrival 3")
	var got []string
	for {
		_, _, e, ok := c.Next()
		if !ok {
			break
		}
		got = append(got, e)
	}
	if s := strings.Join(got, ", "); s != "edge, arrival 2, arrival 3, sample" {
		t.Errorf("came out as %s", s)
	}
}

func TestPeekLeavesEarlierTimesOpen(t *testing.T) {
	c := New[int]()
	c.At(math.MaxInt64, RankHorizon, 1)
	if at, ok := c.Peek(); at != math.MaxInt64 || !ok {
		t.Fatalf("Peek() = %d, %v", at, ok)
	}
	c.At(0, RankArrival, 2)
	c.At(1<<40, RankArrival, 3)
	for _, want := range []int64{0, 1 << 40, math.MaxInt64} {
		if at, _, _, ok := c.Next(); at != want || !ok || c.Now() != want {
			t.Fatalf("Next() = %d, %v at %d, want %d", at, ok, c.Now(), want)
		}
	}
	if at, ok := c.Peek(); at != math.MaxInt64 || ok {
		t.Errorf("an empty calendar: Peek() = %d, %v, want now and false", at, ok)
	}
}

func TestPanics(t *testing.T) {
	refused := func(name, want string, f func(*Calendar[int])) {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panicked with %v, want %q", got, want)
				}
			}()
			c := New[int]()
			c.At(10, RankDue, 0)
			c.Next()
			f(c)
		})
	}
	refused("past", "calendar: an event at 9 ns lies in the past, now is 10 ns", func(c *Calendar[int]) { c.At(9, RankDue, 0) })
	refused("negative", "calendar: an event at -1 ns lies in the past, now is 10 ns", func(c *Calendar[int]) { c.At(-1, RankDue, 0) })
	refused("rank", "calendar: unknown rank 8, the last is 7", func(c *Calendar[int]) { c.At(10, 8, 0) })
}

// TestZeroAllocations holds that nothing allocates once the calendar has held
// as many events as it holds now.
func TestZeroAllocations(t *testing.T) {
	c := New[payload]()
	rng := rand.New(rand.NewPCG(3, 4))
	gap := func() int64 { return rng.Int64N(1 << rng.IntN(36)) }
	cycle := func() {
		for range 100 {
			c.At(c.Now()+gap(), Rank(rng.IntN(ranks)), payload{})
			c.At(c.Now(), RankEdge, payload{})
		}
		for range 200 {
			c.Peek()
			c.Next()
		}
	}
	for range 5000 {
		c.At(gap(), RankDue, payload{})
	}
	for range 500 { // warm: buckets fill and empty in every combination
		cycle()
	}
	if n := testing.AllocsPerRun(500, cycle); n != 0 {
		t.Errorf("%v allocations in 200 pushes and 200 pops, want 0", n)
	}
}

// TestMemoryFollowsPending holds that a million events that pass one after the
// other need no more than the few that are pending together, and that opening a
// bucket of a million recycles its chunks.
func TestMemoryFollowsPending(t *testing.T) {
	c := New[payload]()
	for i := range int64(1_000_000) {
		c.At(i*1000, RankDue, payload{})
		c.Next()
	}
	if c.pool.used > 2 {
		t.Errorf("%d chunks were needed for one event at a time", c.pool.used)
	}
	c = New[payload]()
	const n = 1_000_000
	for range n {
		c.At(1<<40, RankDue, payload{})
	}
	before := c.pool.used
	for range n {
		c.Next()
	}
	if before != (n+chunkLen-1)/chunkLen || c.pool.used > before+2 {
		t.Errorf("%d chunks hold a million events at one instant, %d were needed to take them out", before, c.pool.used)
	}
}

func TestRankNames(t *testing.T) {
	if got := RankEdge.String() + " " + RankHorizon.String() + ", " + Rank(9).String(); got != "edge horizon, rank 9" {
		t.Error(got)
	}
}

// TestEventSize holds the sum behind the doc comment: payload plus 16 bytes.
func TestEventSize(t *testing.T) {
	type small struct {
		_, _ uint32 // slot and generation
		_    uint8  // kind
	}
	if n := unsafe.Sizeof(event[payload]{}); n != 32 {
		t.Errorf("an event of a 16-byte payload takes %d bytes, want 32", n)
	}
	if n := unsafe.Sizeof(event[small]{}); n != 24 {
		t.Errorf("an event of a 12-byte payload takes %d bytes, want 24", n)
	}
}
