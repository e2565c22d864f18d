package policies

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// BackoffKind is the catalogue line of a backoff.
type BackoffKind struct {
	Name, Doc string
	// Needs must be set, Takes may be.
	Needs, Takes []Key
	// capped: the cap is part of the backoff's own formula.
	capped bool
	build  func(s *Spec) Backoff
}

// JitterKind is the catalogue line of a jitter. Amount is nil where the jitter has no number.
type JitterKind struct {
	Name, Doc string
	Amount    *Key
	// Takes may be set beside it.
	Takes []Key
	build func(s *Spec, v value) Jitter
}

// backoffKinds is the catalogue: a new backoff is one file and one line here.
var backoffKinds = []BackoffKind{
	noneKind,
	fixedKind,
	ladderKind,
	linearKind,
	exponentialKind,
	polynomialKind,
	decorrelatedKind,
	decorrelatedRedrawnKind,
	decorrelatedClippedKind,
	decorrelatedRisingKind,
	decorrelatedSmoothKind,
	exponentialThenLinearKind,
	compoundingKind,
	drawnStepKind,
	fibonacciKind,
	slotsKind,
}

// jitterKinds is the catalogue: a new jitter is one file and one line here.
var jitterKinds = []JitterKind{
	noJitterKind,
	fullJitterKind,
	equalJitterKind,
	plusMinusKind,
	shortenKind,
	addedKind,
	stableKind,
	exponentialJitterKind,
	stretchKind,
	betweenKind,
	withinKind,
	aboveBaseKind,
	growingKind,
	wholeKind,
	percentKind,
}

// Backoffs lists the backoffs in the catalogue's order.
func Backoffs() []BackoffKind { return append([]BackoffKind(nil), backoffKinds...) }

// Jitters lists the jitters in the catalogue's order.
func Jitters() []JitterKind { return append([]JitterKind(nil), jitterKinds...) }

// Keys that several backoffs share.
var (
	keyBase   = Key{Name: "base", kind: kindDuration, Range: ">= 0s", Doc: "the wait before the second call"}
	keyFactor = Key{
		Name: "factor", kind: kindNumber, Range: ">= 1, or above 0 with shrinking: true", Default: "2",
		Doc: "what each further retry multiplies the wait by", fits: func(v value) bool { return v.number > 0 },
	}
	keyGrowths = Key{
		Name: "growths", kind: kindInteger, Range: "0 to 1000", Default: "for ever",
		Doc:  "how often the wait grows by the factor",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 1000 },
	}
	keyConstant = Key{
		Name: "constant", kind: kindSigned, Range: "any duration, also below 0s", Default: "0s",
		Doc: "added to every wait; the sum is never below 0s",
	}
)

// takes tells whether a setting has a meaning for the backoff.
func (k *BackoffKind) takes(key string) bool {
	for _, list := range [][]Key{k.Needs, k.Takes} {
		for _, known := range list {
			if known.Name == key {
				return true
			}
		}
	}
	return false
}

func backoffKind(name string) *BackoffKind {
	for i := range backoffKinds {
		if backoffKinds[i].Name == name {
			return &backoffKinds[i]
		}
	}
	return nil
}

func jitterKind(name string) *JitterKind {
	for i := range jitterKinds {
		if jitterKinds[i].Name == name {
			return &jitterKinds[i]
		}
	}
	return nil
}

// ranged is a jitter that stays between two ends: uniform there, unless it is tailed.
type ranged interface {
	Range(d time.Duration) (lo, hi time.Duration)
}

// tailed is a jitter without a longest wait of its own: the cap cuts what it draws, whatever the order.
type tailed interface {
	// clippedMean is the mean of the spread delay d, moved into [least, most].
	clippedMean(d, least, most time.Duration) time.Duration
}

// counted is a jitter whose range depends on the retry too; its Range is that of the first.
type counted interface {
	RangeAt(d time.Duration, retry int) (lo, hi time.Duration)
}

// rangeOf is the range of a jitter at a retry.
func rangeOf(j ranged, retry int, d time.Duration) (lo, hi time.Duration) {
	if c, ok := j.(counted); ok {
		return c.RangeAt(d, retry)
	}
	return j.Range(d)
}

// spread draws from the range of a jitter.
func spread[J ranged](j J, d time.Duration, r *rand.Rand) time.Duration {
	lo, hi := j.Range(d)
	return uniform(lo, hi, r)
}

// notNegative is the check of a duration that the textual door cannot have let through, but a literal can.
func notNegative(field string, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("%s: %v is negative; legal: >= 0s", field, d)
	}
	return nil
}

// share is the check of a number in [0, 1].
func share(field string, f float64) error {
	if !(f >= 0 && f <= 1) {
		return fmt.Errorf("%s: %s is outside [0, 1]", field, formatNumber(f))
	}
	return nil
}

// inParens protects a sum from the factor in front of it.
func inParens(formula string) string {
	if strings.Contains(formula, " + ") || strings.Contains(formula, " - ") {
		if !strings.HasPrefix(formula, "min(") {
			return "(" + formula + ")"
		}
	}
	return formula
}
