package policies

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Slots draws a whole number of slots: delay(k) = slot * U{0, ..., 2^min(k, g) - 1}, g = growths.
//
//	slot 51.2us, growths 10   retry  1           2           3         10 and more
//	                          wait   0, 1 slots  0 ... 3     0 ... 7   0 ... 1023
//
// Source: truncated binary exponential backoff of Ethernet (IEEE 802.3, half duplex). There is no delay with the
// jitter off.
type Slots struct {
	// Slot is the length of a slot; at least 0.
	Slot time.Duration
	// Growths is the last retry at which the range grows, 1 to 60.
	Growths int
}

// Delay draws once and saturates at Longest.
func (b Slots) Delay(f Failure, r *rand.Rand) time.Duration {
	return mulSat(b.Slot, r.IntN(b.width(f.Attempt)))
}

// width is the number of values at a retry.
func (b Slots) width(retry int) int { return 1 << uint(max(min(retry, b.Growths), 0)) }

// Reach is the range of the wait before a retry.
func (b Slots) Reach(retry int) (lo, hi time.Duration) { return 0, mulSat(b.Slot, b.width(retry)-1) }

// Means gives the mean waits before retries 1 to n: half of the longest.
func (b Slots) Means(n int) []time.Duration {
	means := make([]time.Duration, n)
	for i := range means {
		_, hi := b.Reach(i + 1)
		means[i] = hi / 2
	}
	return means
}

// Formula is the delay before retry k.
func (b Slots) Formula() string {
	return fmt.Sprintf("%s * U{0, ..., 2^min(k, %d) - 1}", FormatDuration(b.Slot), b.Growths)
}

// Validate checks slot and growths.
func (b Slots) Validate() error {
	if b.Growths < 1 || b.Growths > 60 {
		return fmt.Errorf("growths: %d is not legal; legal: 1 to 60", b.Growths)
	}
	return notNegative("slot", b.Slot)
}

var slotsKind = BackoffKind{
	Name: "slots", Doc: "a random whole number of slots, from twice as many each time",
	Needs: []Key{{Name: "slot", kind: kindDuration, Range: ">= 0s", Doc: "the length of a slot"}, keyGrowths},
	build: func(s *Spec) Backoff { return Slots{Slot: s.duration("slot"), Growths: int(s.number("growths"))} },
}
