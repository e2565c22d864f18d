package policies

import (
	"fmt"
	"time"
)

// Warning is something about a policy that is legal and probably not meant.
type Warning struct {
	// Rule names the kind of doubt, for instance "cap_below_base"; Key is the word to look at.
	Rule, Key string
	// Message says in words what will happen.
	Message string
}

// hintKeys are those that mean nothing while hints are ignored.
var hintKeys = []string{
	"hint.only", "hint.lower_bound", "hint.most", "hint.most_beyond", "hint.give_up_beyond", "hint.missing", "hint.spread",
	"hint.honour_zero",
}

// warnings looks at a policy that was just built, in a fixed order of rules.
func (s *Spec) warnings(p *Policy) []Warning {
	var list []Warning
	warn := func(rule, key, format string, args ...any) {
		list = append(list, Warning{Rule: rule, Key: key, Message: fmt.Sprintf(format, args...)})
	}
	s.warnLimit(p, warn)
	s.warnDelay(p, warn)
	s.warnJitter(p, warn)
	s.warnUnused(warn)
	return list
}

type warnFunc func(rule, key, format string, args ...any)

func (s *Spec) warnLimit(p *Policy, warn warnFunc) {
	_, limited := p.Retries()
	switch {
	case limited:
	case !s.has("max_attempts"):
		warn("no_limit", "max_attempts", "no limit on attempts; a run needs one")
	case p.ElapsedLimit == 0:
		warn("no_limit", "max_attempts", "no limit on attempts: a job that keeps failing is retried for ever")
	}
	first, _ := p.reach(1)
	if p.ElapsedLimit > 0 && first > p.ElapsedLimit {
		warn("elapsed_limit_below_first_wait", "elapsed_limit",
			"the first wait, at least %s, is longer than the elapsed limit %s: nothing is ever retried",
			FormatDuration(first), FormatDuration(p.ElapsedLimit))
	}
}

func (s *Spec) warnDelay(p *Policy, warn warnFunc) {
	base, usesBase := s.duration("base"), s.has("base") && !s.unused("base")
	if usesBase && p.Cap > 0 && p.Cap < base {
		warn("cap_below_base", "cap", "the cap %s is below the base %s: every wait starts at the cap",
			FormatDuration(p.Cap), FormatDuration(base))
	}
	if p.Floor > 0 && p.Cap > 0 && p.Floor > p.Cap {
		warn("floor_above_cap", "floor", "the floor %s is above the cap %s: every wait is the floor",
			FormatDuration(p.Floor), FormatDuration(p.Cap))
	}
	n, limited := p.Retries()
	switch none := s.backoff().Name == "none"; {
	case n == 0 && limited:
	case none && p.Floor == 0 && !limited:
		warn("hot_loop", "backoff", "no backoff and no limit: a failing job is called again and again without a pause")
	case !none && p.flatZero():
		warn("hot_loop", "base", "every wait is 0s: a failing job is called again without a pause")
	}
	if k := p.overflowsAt(); k > 0 {
		warn("overflow", "cap", "without a cap the wait reaches the largest duration, 292 years, at retry %d", k)
	}
}

// flatZero tells whether no retry is ever waited for, as far as the first hundred show.
func (p *Policy) flatZero() bool {
	last := 100
	if n, limited := p.Retries(); limited {
		last = min(last, n)
	}
	for k := 1; k <= last; k++ {
		if _, hi := p.reach(k); hi > 0 {
			return false
		}
	}
	return true
}

// overflowsAt is the first retry whose nominal wait saturates, 0 where none within the limit does.
func (p *Policy) overflowsAt() int {
	if _, random := p.Backoff.(random); random || p.Cap > 0 {
		return 0
	}
	last := MostAttempts
	if n, limited := p.Retries(); limited {
		last = n
	}
	saturated := func(k int) bool {
		return p.Backoff.Delay(Failure{Attempt: k}, nil) == Longest
	}
	if last < 1 || !saturated(last) {
		return 0
	}
	low, high := 0, last // saturated(high), not saturated(low): waits that saturate have grown all the way
	for high-low > 1 {
		if mid := low + (high-low)/2; saturated(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}

func (s *Spec) warnJitter(p *Policy, warn warnFunc) {
	kind := s.jitterKind()
	if kind == nil || kind.Name == "none" {
		return
	}
	key := "jitter"
	if kind.Amount != nil {
		key = kind.Amount.Name
	}
	d := time.Second
	if p.flatNominal() {
		d = 0
	}
	if lo, hi := p.Jitter.(ranged).Range(d); lo == hi {
		warn("jitter_without_effect", key, "the jitter %s changes nothing: all who fail together return together", kind.Name)
	}
	if _, is := p.Jitter.(tailed); is && p.Cap == 0 && d > 0 {
		warn("unbounded_wait", key, "the jitter %s has no longest wait: one in 150 is five times the mean; set a cap", kind.Name)
	}
}

// flatNominal tells whether the wait without jitter is always 0, as far as the first hundred show.
func (p *Policy) flatNominal() bool {
	plain := *p
	plain.Jitter, plain.Floor = nil, 0
	return plain.flatZero()
}

func (s *Spec) warnUnused(warn warnFunc) {
	chosen := s.settings["backoff"].origin
	for _, set := range s.Settings() {
		if set.Unused && set.Origin == chosen {
			warn("unused", set.Key, "%s has no effect: backoff %s does not take it", set.Key, s.backoff().Name)
		}
	}
	for _, key := range hintKeys {
		sameHand := !s.has("hint.obey") || s.settings[key].origin == s.settings["hint.obey"].origin
		if s.has(key) && !s.flag("hint.obey") && sameHand {
			warn("unused", key, "%s has no effect: hint.obey is not true", key)
		}
	}
	if s.has("round.direction") && s.duration("round") == 0 {
		warn("unused", "round.direction", "round.direction has no effect: round is not set")
	}
}
