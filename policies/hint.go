package policies

import (
	"math/rand/v2"
	"time"
)

// HintKind says what a response's Retry-After header, or a relative of it, held.
type HintKind uint8

// The kinds of hint.
const (
	HintNone    HintKind = iota // no header
	HintSeconds                 // a readable wait, in Hint.After; 0 and less count as unusable unless honoured
	HintGarbage                 // unreadable: garbage, a date in the past, a negative number
)

// Hint is a server's wish for the wait before the next attempt, counted from the failure.
type Hint struct {
	Kind  HintKind
	After time.Duration
}

// HintRule says what a policy does with a hint. The zero rule ignores every hint.
//
// A usable hint replaces the backoff's delay. It is not clipped by the policy's cap, never goes below its floor and
// never resets its exponent. An unusable one (0, negative, garbage, a date in the past) counts as if there were no
// hint at all, and does not call for Missing either: the header was there.
type HintRule struct {
	// Obey turns the rule on.
	Obey bool
	// Only limits the rule to these failures; the zero set means 429 and 503.
	Only Retryable
	// LowerBound takes the longer of hint and backoff instead of the hint.
	LowerBound bool
	// Most clips a longer hint; 0 = no clip.
	Most time.Duration
	// MostBeyond clips a hint that is longer than the backoff's own wait by more than this; 0 = no clip.
	MostBeyond time.Duration
	// GiveUpBeyond ends the job when the server's hint is longer; 0 = never.
	GiveUpBeyond time.Duration
	// Missing is used for a 429 that carries no hint; 0 = the backoff is used.
	Missing time.Duration
	// Spread adds a uniform draw from [0, Spread) to a hint, so that all who got the same hint do not return at once.
	Spread time.Duration
	// HonourZero obeys a hint of 0: retry at once (at the floor).
	HonourZero bool
}

// wait finds the hinted wait before clipping; ok is false when the backoff has to decide.
func (h *HintRule) wait(f *Failure) (after time.Duration, ok bool) {
	if !h.Obey || !h.applies(f) {
		return 0, false
	}
	switch {
	case f.Hint.Kind == HintSeconds && f.Hint.After > 0:
		return f.Hint.After, true
	case f.Hint.Kind == HintSeconds && f.Hint.After == 0 && h.HonourZero:
		return 0, true
	case f.Hint.Kind == HintNone && f.Class == RateLimited && h.Missing > 0:
		return h.Missing, true
	}
	return 0, false
}

func (h *HintRule) applies(f *Failure) bool {
	if h.Only.Empty() {
		return f.Class == RateLimited || f.Status == 503
	}
	return h.Only.Matches(f.Class, f.Status)
}

// tooLong tells whether the server itself asked for more than the rule accepts.
func (h *HintRule) tooLong(f *Failure, after time.Duration) bool {
	return h.GiveUpBeyond > 0 && f.Hint.Kind == HintSeconds && after > h.GiveUpBeyond
}

// shape clips the hint and spreads it.
func (h *HintRule) shape(after time.Duration, r *rand.Rand) time.Duration {
	if h.Most > 0 && after > h.Most {
		after = h.Most
	}
	if h.Spread > 0 {
		after = uniform(after, addSat(after, h.Spread), r)
	}
	return after
}
