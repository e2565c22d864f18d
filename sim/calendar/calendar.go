// Package calendar holds the future events of a simulated world and hands them
// out in order: by time, then by rank, then in the order in which they were
// scheduled. It knows nothing about what an event means, cancels nothing (a
// cancelled event is one that its owner ignores when it comes out), and never
// goes back in time.
//
// The order of time is kept by a monotone radix queue: it compares no two
// events, has nothing to tune, and moves each event at most once per byte in
// which its time differs from the present, whatever the number of events
// pending.
//
//	level 0: one bucket per nanosecond  of the current 256 ns
//	level 1: one bucket per 256 ns      of the current 65 us
//	level 2: one bucket per 65 us       of the current 17 ms
//	...
//	level 7: one bucket per 2.3 years   of the 292 years an int64 can count
//
// An event lies in the bucket named by the highest byte in which its time
// differs from now. When the present reaches a bucket, now becomes the smallest
// time in it and its other events fall to lower levels. Those due exactly now
// go to eight first-in-first-out lists, one per rank, where events scheduled
// for the current instant join them. All the events of one time are always in
// one bucket and move together, in order, so equal (time, rank) comes out as it
// went in, and a million events at one instant cost the same each as two.
package calendar

import (
	"fmt"
	"math/bits"
)

// Rank orders the events of one instant: a lower rank comes out first.
type Rank uint8

// The ranks, in their order. A completion beats the lease that ends at the same
// instant, and a fault that spans [a, b) holds at a and not at b.
const (
	RankEdge       Rank = iota // a fault or an operator's move begins or ends
	RankCompletion             // a service or an attempt ends
	RankTimeout                // a timeout or a lease runs out
	RankDue                    // a retry is due, or a delayed job is promoted
	RankReview                 // a periodic review ticks
	RankArrival                // a job arrives
	RankSample                 // a sample of the state is taken
	RankHorizon                // the run ends

	ranks = int(RankHorizon) + 1
)

var rankNames = [ranks]string{"edge", "completion", "timeout", "due", "review", "arrival", "sample", "horizon"}

// String returns the rank's name in lower case.
func (r Rank) String() string {
	if int(r) < ranks {
		return rankNames[r]
	}
	return fmt.Sprintf("rank %d", uint8(r))
}

const (
	levels = 8   // bytes in an int64
	digits = 256 // values of a byte
)

// Calendar holds future events with payloads of type E. Payloads are best free
// of pointers: the pages that hold them are then invisible to the garbage
// collector. A popped payload's bytes stay in its page until overwritten.
//
// Memory follows the largest number of events that were ever pending at once,
// about Sizeof(E)+16 bytes each, plus some 50 kB. It is not given back before
// the calendar itself is. Nothing allocates while that number is not exceeded.
//
// A Calendar belongs to one goroutine. Use New: the zero value is not ready.
type Calendar[E any] struct {
	now     int64
	pending int
	dueBits uint8        // bit r set: due[r] is not empty
	lvlBits uint8        // bit l set: level l is not empty
	due     [ranks]chain // the events at now
	digBits [levels][digits / 64]uint64
	buckets [levels * digits]chain
	lowest  [levels * digits]int64 // the smallest time in each non-empty bucket
	pool    pool[E]
}

// New returns an empty calendar whose present is 0, the beginning of the run.
func New[E any]() *Calendar[E] {
	return &Calendar[E]{}
}

// Now returns the time of the latest event that Next returned, in nanoseconds
// since the run began; 0 before the first.
func (c *Calendar[E]) Now() int64 { return c.now }

// Len returns the number of events pending.
func (c *Calendar[E]) Len() int { return c.pending }

// At schedules e at time t, in nanoseconds since the run began, from Now to
// math.MaxInt64. At the current instant any rank is legal, also one lower than
// that of the event that is being handled: it comes out next. At panics on a
// time before Now and on an unknown rank.
func (c *Calendar[E]) At(t int64, r Rank, e E) {
	if t < c.now || r > RankHorizon {
		c.refuse(t, r)
	}
	c.pending++
	c.place(event[E]{at: t, payload: e, rank: r})
}

// Next removes the first event in the order (time, rank, sequence), moves the
// present to its time and returns it. The result ok is false when nothing is
// pending; the time is then Now.
func (c *Calendar[E]) Next() (t int64, r Rank, e E, ok bool) {
	if c.dueBits == 0 {
		if c.pending == 0 {
			return c.now, 0, e, false
		}
		b := c.first()
		c.now = c.lowest[b]
		if c.buckets[b].single() {
			ev := c.pool.pop(&c.buckets[b])
			c.unmark(b)
			c.pending--
			return c.now, ev.rank, ev.payload, true
		}
		c.open(b)
	}
	r = Rank(bits.TrailingZeros8(c.dueBits))
	list := &c.due[r]
	ev := c.pool.pop(list)
	if list.empty() {
		c.dueBits &^= 1 << r
	}
	c.pending--
	return c.now, r, ev.payload, true
}

// Peek returns the time of the event that Next would return, and false when
// nothing is pending. It changes nothing: times from Now on stay legal for At,
// also those before the time returned.
func (c *Calendar[E]) Peek() (t int64, ok bool) {
	switch {
	case c.dueBits != 0:
		return c.now, true
	case c.pending == 0:
		return c.now, false
	}
	return c.lowest[c.first()], true
}

// place puts an event where it belongs, seen from the present.
func (c *Calendar[E]) place(ev event[E]) {
	differs := uint64(ev.at ^ c.now)
	if differs == 0 {
		c.dueBits |= 1 << ev.rank
		c.pool.push(&c.due[ev.rank], ev)
		return
	}
	level := uint(bits.Len64(differs)-1) / 8 % levels
	digit := uint(ev.at>>(8*level)) % digits
	b := level*digits + digit
	if c.buckets[b].empty() {
		c.lvlBits |= 1 << level
		c.digBits[level][digit/64] |= 1 << (digit % 64)
		c.lowest[b] = ev.at
	} else if ev.at < c.lowest[b] {
		c.lowest[b] = ev.at
	}
	c.pool.push(&c.buckets[b], ev)
}

// first returns the bucket that holds the earliest event. At least one bucket
// must not be empty.
func (c *Calendar[E]) first() uint {
	level := uint(bits.TrailingZeros8(c.lvlBits)) % levels
	for i, word := range c.digBits[level] {
		if word != 0 {
			return level*digits + uint(i)*64 + uint(bits.TrailingZeros64(word))
		}
	}
	panic("calendar: a level is marked as filled and is empty")
}

// unmark records that bucket b has become empty.
func (c *Calendar[E]) unmark(b uint) {
	level, digit := b/digits, b%digits
	words := &c.digBits[level]
	words[digit/64] &^= 1 << (digit % 64)
	if words[0]|words[1]|words[2]|words[3] == 0 {
		c.lvlBits &^= 1 << level
	}
}

// open hands the events of bucket b, whose earliest time is now, down to the
// lower levels and to the lists of events due, in their order. Each chunk is
// free again before the next one is read, so opening needs little memory.
func (c *Calendar[E]) open(b uint) {
	from := c.buckets[b]
	c.buckets[b] = chain{}
	c.unmark(b)
	for id := from.head; ; {
		ch := c.pool.at(id)
		n := uint32(chunkLen)
		if id == from.tail {
			n = from.end
		}
		for i := range ch.events[:n] {
			c.place(ch.events[i])
		}
		next := ch.next
		c.pool.release(id)
		if id == from.tail {
			return
		}
		id = next
	}
}

func (c *Calendar[E]) refuse(t int64, r Rank) {
	if r > RankHorizon {
		panic(fmt.Sprintf("calendar: unknown %v, the last is %d", r, RankHorizon))
	}
	panic(fmt.Sprintf("calendar: an event at %d ns lies in the past, now is %d ns", t, c.now))
}
