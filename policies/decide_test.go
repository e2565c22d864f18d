package policies

import (
	"math/rand/v2"
	"testing"
	"time"
)

const sec = time.Second

func rng() *rand.Rand { return rand.New(rand.NewPCG(7, 7)) }

// hinted is exponential 4, 8, 16, 30, 30 ... s, obeys hints, 60 s where a 429 carries none.
func hinted() Policy {
	return Policy{
		MaxAttempts: 10, Backoff: Exponential{Base: 4 * sec, Factor: 2}, Cap: 30 * sec, Retryable: Transient(),
		Hint: HintRule{Obey: true, Missing: 60 * sec},
	}
}

func limited(attempt int, kind HintKind, after time.Duration) Failure {
	return Failure{
		Attempt: attempt, Class: RateLimited, Status: 429, Hint: Hint{kind, after}, Now: 100 * sec, Taken: 99 * sec,
		Elapsed: 10 * sec,
	}
}

// TestDecide: each line is one rule for limits, classes, anchors and hints.
func TestDecide(t *testing.T) {
	plain := Policy{MaxAttempts: 3, Backoff: Fixed{sec}, Retryable: Transient()}
	cases := []struct {
		about  string
		change func(p *Policy, f *Failure)
		want   Decision
	}{
		{"the delay counts from the failure", nil, again(sec, 101*sec)},
		{"max attempts 1: one call, then dead", func(p *Policy, f *Failure) { p.MaxAttempts = 1 }, no(Exhausted)},
		{"the last attempt has no retry", func(p *Policy, f *Failure) { f.Attempt = 3 }, no(Exhausted)},
		{"no limit", func(p *Policy, f *Failure) { p.MaxAttempts, f.Attempt = 0, 1e9 }, again(sec, 101*sec)},
		{"a permanent failure", func(p *Policy, f *Failure) { f.Class, f.Status = BadRequest, 400 }, no(Permanent)},
		{"permanent comes before exhausted", func(p *Policy, f *Failure) { f.Class, f.Attempt = Bug, 9 }, no(Permanent)},
		{"a ladder ends", func(p *Policy, f *Failure) {
			p.Backoff, p.MaxAttempts, f.Attempt = Ladder{Steps: []time.Duration{sec}}, 0, 2
		}, no(Exhausted)},
		{"taken: from the taking", func(p *Policy, f *Failure) {
			p.Anchor, p.Backoff = AnchorTaken, Fixed{5 * sec}
		}, again(5*sec, 104*sec)},
		{"taken: never before the failure (B08)", func(p *Policy, f *Failure) {
			p.Anchor, f.Taken = AnchorTaken, 70*sec
		}, again(sec, 100*sec)},
		{"elapsed limit: exactly at it is in time", func(p *Policy, f *Failure) { p.ElapsedLimit = 11 * sec }, again(sec, 101*sec)},
		{"elapsed limit: calls and wait count (B27)", func(p *Policy, f *Failure) { p.ElapsedLimit = 11*sec - 1 }, no(Deadline)},
		{"overflow saturates", func(p *Policy, f *Failure) { p.Backoff = Fixed{Longest} }, again(Longest, Longest)},
		{"a hint is ignored unless obeyed", func(p *Policy, f *Failure) {
			*f = limited(1, HintSeconds, 50*sec)
		}, again(sec, 101*sec)},
	}
	for _, c := range cases {
		p, f := plain, Failure{Attempt: 1, Class: Timeout, Now: 100 * sec, Taken: 99 * sec, Elapsed: 10 * sec}
		if c.change != nil {
			c.change(&p, &f)
		}
		if got := p.Decide(f, rng()); got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.about, got, c.want)
		}
	}
}

// TestHints: cases from "Server hints" of the edge list: 0, negative, past date, garbage, too large, missing.
func TestHints(t *testing.T) {
	cases := []struct {
		about string
		f     Failure
		rule  func(p *Policy)
		want  Decision
	}{
		{"obeyed, not clipped by the cap", limited(1, HintSeconds, 120*sec), nil, byHint(120*sec, 4*sec)},
		{"missing on a 429", limited(1, HintNone, 0), nil, byHint(60*sec, 4*sec)},
		{"missing without a value", limited(2, HintNone, 0), func(p *Policy) { p.Hint.Missing = 0 }, again(8*sec, 108*sec)},
		{"0: no usable hint", limited(1, HintSeconds, 0), nil, again(4*sec, 104*sec)},
		{"negative: no usable hint", limited(1, HintSeconds, -5*sec), nil, again(4*sec, 104*sec)},
		{"garbage: no usable hint", limited(3, HintGarbage, 0), nil, again(16*sec, 116*sec)},
		{"0 honoured", limited(1, HintSeconds, 0), func(p *Policy) { p.Hint.HonourZero = true }, byHint(0, 4*sec)},
		{"0 honoured, not below the floor", limited(1, HintSeconds, 0), func(p *Policy) {
			p.Hint.HonourZero, p.Floor = true, 2*sec
		}, byHint(2*sec, 4*sec)},
		{"short, not below the floor", limited(1, HintSeconds, sec), func(p *Policy) { p.Floor = 2 * sec }, byHint(2*sec, 4*sec)},
		{"never resets the exponent", limited(5, HintSeconds, sec), nil, byHint(sec, 30*sec)},
		{"clipped", limited(1, HintSeconds, 3600*sec), func(p *Policy) { p.Hint.Most = 300 * sec }, byHint(300*sec, 4*sec)},
		{
			"give up beyond", limited(1, HintSeconds, 301*sec), func(p *Policy) { p.Hint.GiveUpBeyond = 300 * sec },
			Decision{Why: HintTooLong, Due: 100 * sec, FromHint: true},
		},
		{"just within", limited(1, HintSeconds, 300*sec), func(p *Policy) { p.Hint.GiveUpBeyond = 300 * sec }, byHint(300*sec, 4*sec)},
		{"lower bound: the backoff is longer", limited(3, HintSeconds, 5*sec), func(p *Policy) { p.Hint.LowerBound = true }, again(16*sec, 116*sec)},
		{"lower bound: the hint is longer", limited(1, HintSeconds, 5*sec), func(p *Policy) { p.Hint.LowerBound = true }, byHint(5*sec, 4*sec)},
		{
			"longer than the time left: give up now", limited(1, HintSeconds, 120*sec), func(p *Policy) { p.ElapsedLimit = 60 * sec },
			Decision{Why: Deadline, Due: 100 * sec, FromHint: true},
		},
		{"503 by default", withStatus(limited(1, HintSeconds, 9*sec), ServerError, 503), nil, byHint(9*sec, 4*sec)},
		{"500 not by default", withStatus(limited(1, HintSeconds, 9*sec), ServerError, 500), nil, again(4*sec, 104*sec)},
		{"missing is for 429 only", withStatus(limited(1, HintNone, 0), ServerError, 503), nil, again(4*sec, 104*sec)},
	}
	for _, c := range cases {
		p := hinted()
		if c.rule != nil {
			c.rule(&p)
		}
		if got := p.Decide(c.f, rng()); got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.about, got, c.want)
		}
	}
}

// TestHintSpread: all who get the same hint are parted over the spread, none before the hint.
func TestHintSpread(t *testing.T) {
	p := hinted()
	p.Hint.Spread = 30 * sec
	r, early := rng(), 0
	for range 1000 {
		d := p.Decide(limited(1, HintSeconds, 10*sec), r)
		if d.Delay < 10*sec || d.Delay >= 40*sec {
			t.Fatalf("hint 10 s with spread 30 s: %v", d.Delay)
		}
		if d.Delay < 25*sec {
			early++
		}
	}
	if early < 420 || early > 580 { // binomial(1000, 1/2): five standard deviations are 79
		t.Errorf("%d of 1000 in the first half of the spread", early)
	}
}

// TestHintWithAnchorTaken: a hint counts from the failure even where delays count from the taking.
func TestHintWithAnchorTaken(t *testing.T) {
	p := hinted()
	p.Anchor = AnchorTaken
	got := p.Decide(limited(1, HintSeconds, 10*sec), rng())
	if got.Due != 110*sec || got.Delay != 11*sec {
		t.Errorf("due %v, delay %v from the taking; want 110 s and 11 s", got.Due, got.Delay)
	}
}

func again(delay, due time.Duration) Decision {
	return Decision{Retry: true, Why: Retry, Delay: delay, Due: due, Carry: delay}
}

func byHint(delay, carry time.Duration) Decision {
	return Decision{Retry: true, Why: Retry, Delay: delay, Due: 100*sec + delay, Carry: carry, FromHint: true}
}

func no(why Reason) Decision { return Decision{Why: why, Due: 100 * sec} }

func withStatus(f Failure, c Class, status int) Failure {
	f.Class, f.Status = c, status
	return f
}
