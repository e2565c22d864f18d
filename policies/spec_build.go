package policies

import (
	"errors"
	"slices"
	"strings"
)

// Build makes the policy that a Spec describes, for a run. All errors are joined; each is a *SettingError with the
// policy's name. Warnings tell of settings that are legal and probably not meant.
//
// What is not set: backoff none, jitter none, factor 2, retry transient failures, no cap, no floor, no elapsed
// limit, the job type's own timeout, hints ignored. A limit on attempts must be chosen: max_attempts, retries, or a
// ladder that ends; "unlimited" is a choice.
func (s Spec) Build(name string) (*Policy, []Warning, error) {
	return s.build(name, true)
}

// Preview is Build for a look at the policy: a limit on attempts may be missing, and counts as unlimited.
func (s Spec) Preview(name string) (*Policy, []Warning, error) {
	return s.build(name, false)
}

func (s *Spec) build(name string, needLimit bool) (*Policy, []Warning, error) {
	var errs []error
	fail := func(key, problem, rng string) {
		v := s.settings[key]
		errs = append(errs, &SettingError{
			Policy: name, Key: key, Value: v.text, Origin: v.origin, Problem: problem, Range: rng,
		})
	}
	p := s.plain(name)
	kind := s.backoff()
	for _, key := range kind.Needs {
		if !s.has(key.Name) {
			fail(key.Name, "missing: backoff "+kind.Name+" needs it", key.Range)
		}
	}
	if kind.Name == "none" && !s.has("backoff") && s.has("base") {
		fail("backoff", "missing: base is set, but nothing says how the waits grow",
			strings.Join(kindNames(backoffKinds, func(k BackoffKind) string { return k.Name }), ", "))
	}
	p.Backoff = kind.build(s)
	p.Jitter = s.jitter()
	if len(errs) == 0 {
		for _, part := range []any{p.Backoff, p.Jitter} {
			if err := part.(interface{ Validate() error }).Validate(); err != nil {
				key, problem, _ := strings.Cut(err.Error(), ": ")
				fail(key, problem, "")
			}
		}
	}
	if _, limited := p.Retries(); needLimit && !limited && !s.has("max_attempts") {
		fail("max_attempts", "missing: nothing limits the attempts; choose a number, for example 8, or unlimited", "")
	}
	if len(errs) > 0 {
		return nil, nil, errors.Join(errs...)
	}
	return p, s.warnings(p), nil
}

// plain fills the parts that need no catalogue.
func (s *Spec) plain(name string) *Policy {
	p := &Policy{
		Name:         name,
		MaxAttempts:  int(s.number("max_attempts")),
		Cap:          s.duration("cap"),
		Floor:        s.duration("floor"),
		Order:        CapOrder(s.word("order", orderWords, 0)),
		Redraw:       s.number("redraw"),
		AtOnce:       int(s.number("at_once")),
		JitterFrom:   int(s.number("spread_from")),
		Offset:       s.duration("offset"),
		Round:        Rounding{s.duration("round"), RoundDirection(s.word("round.direction", roundWords, int(RoundNearest)))},
		ElapsedLimit: s.duration("elapsed_limit"),
		Timeout:      s.duration("timeout"),
		NoTimeout:    s.settings["timeout"].none,
		Anchor:       Anchor(s.word("anchor", anchorWords, 0)),
		Retryable:    Transient(),
		Hint: HintRule{
			Obey:         s.flag("hint.obey"),
			Only:         s.settings["hint.only"].retry,
			LowerBound:   s.flag("hint.lower_bound"),
			Most:         s.duration("hint.most"),
			MostBeyond:   s.duration("hint.most_beyond"),
			GiveUpBeyond: s.duration("hint.give_up_beyond"),
			Missing:      s.duration("hint.missing"),
			Spread:       s.duration("hint.spread"),
			HonourZero:   s.flag("hint.honour_zero"),
		},
	}
	if s.has("retry") {
		p.Retryable = s.settings["retry"].retry
	}
	return p
}

// word is the index of a key's word in its list.
func (s *Spec) word(key string, words []string, absent int) int {
	if i := slices.Index(words, s.settings[key].text); i >= 0 {
		return i
	}
	return absent
}

// backoff is the kind that is set; a ladder alone says what it is, and nothing at all is none.
func (s *Spec) backoff() *BackoffKind {
	if v, ok := s.settings["backoff"]; ok {
		return backoffKind(v.text)
	}
	if s.has("ladder") {
		return backoffKind("ladder")
	}
	return backoffKind("none")
}

func (s *Spec) jitter() Jitter {
	kind := s.jitterKind()
	if kind == nil {
		return NoJitter{}
	}
	var amount value
	if kind.Amount != nil {
		amount = s.settings[kind.Amount.Name]
	}
	return kind.build(s, amount)
}

// unused tells whether a setting is a parameter that the chosen backoff does not take.
func (s *Spec) unused(key string) bool {
	if s.backoff().takes(key) {
		return false
	}
	for i := range backoffKinds {
		if backoffKinds[i].takes(key) {
			return true
		}
	}
	return false
}
