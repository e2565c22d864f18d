package policies

import (
	"math/rand/v2"
	"testing"
	"time"
)

// A draw from a range without width is its lower end, whatever the sign: no
// panic, and nothing is added.
func TestDrawWithoutRange(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range [][2]time.Duration{{0, 0}, {sec, sec}, {0, -sec}, {sec, 0}} {
		if got := uniform(c[0], c[1], r); got != c[0] {
			t.Errorf("U[%v, %v): %v", c[0], c[1], got)
		}
	}
	for _, kind := range Jitters() {
		for _, j := range jitterSamples[kind.Name] {
			p := Policy{Backoff: Exponential{Base: sec, Factor: 2, Constant: -5 * sec}, Jitter: j}
			_, hi := j.(ranged).Range(0)
			if got := p.Delay(Failure{Attempt: 1}, r); got < 0 || got > hi {
				t.Errorf("%+v of a wait below 0: %v, want at least 0 and at most %v", j, got, hi)
			}
		}
	}
}

// Waits below a second are spread to the nanosecond: of a thousand draws hardly
// any two are the same, and they fill their range.
func TestSubSecondJitter(t *testing.T) {
	for _, j := range []Jitter{FullJitter{}, EqualJitter{}, PlusMinus{0.1}, Shorten{0.3}, Added{50 * time.Millisecond}, ExponentialJitter{}} {
		p := Policy{Backoff: Fixed{300 * time.Millisecond}, Jitter: j}
		r := rand.New(rand.NewPCG(1, 1))
		seen := map[time.Duration]bool{}
		for range 1000 {
			seen[p.Delay(Failure{Attempt: 1}, r)] = true
		}
		if len(seen) < 990 {
			t.Errorf("%T of 300ms: %d different waits in 1000", j, len(seen))
		}
	}
}

// Settings at the edge of what makes sense: a first wait or an error, and a
// warning where it is probably not meant.
func TestEdgeSettings(t *testing.T) {
	for _, c := range []struct {
		words   []string
		first   time.Duration // -1 is refused
		warning string
	}{
		{[]string{"base", "10s", "cap", "3s"}, 3 * sec, "cap_below_base"},
		{[]string{"base", "1s", "factor", "1"}, sec, ""},
		{[]string{"base", "1s", "factor", "0.5"}, -1, ""},
		{[]string{"base", "1s", "factor", "0.5", "shrinking", "true"}, sec, ""},
		{[]string{"base", "1s", "factor", "0"}, -1, ""},
		{[]string{"base", "1s", "factor", "-2"}, -1, ""},
		{[]string{"base", "0s", "factor", "1e300"}, 0, "hot_loop"},
		{[]string{"base", "1s", "max_attempts", "0"}, -1, ""},
		{[]string{"base", "1s", "max_attempts", "-1"}, -1, ""},
		{[]string{"base", "1s"}, -1, ""}, // without a limit: one must be chosen
	} {
		d, rules := edge(c.words)
		if d != c.first || c.warning != "" && !rules[c.warning] {
			t.Errorf("%v: first wait %v with warnings %v, want %v and %q", c.words, d, rules, c.first, c.warning)
		}
	}
	once := Policy{MaxAttempts: 1, Backoff: Fixed{sec}, Retryable: All()}
	if d := once.Decide(Failure{Attempt: 1, Class: Timeout}, nil); d.Retry || d.Why != Exhausted {
		t.Errorf("one attempt: %+v after it", d)
	}
}

// edge is the wait before the second call of an exponential backoff, -1 where
// the words are refused.
func edge(words []string) (first time.Duration, rules map[string]bool) {
	var s Spec
	all := append([]string{"backoff", "exponential"}, words...)
	if len(words) > 2 { // the last case chooses no limit
		all = append([]string{"max_attempts", "5"}, all...)
	}
	for i := 0; i < len(all); i += 2 {
		if s.Set(all[i], all[i+1], all[i]) != nil {
			return -1, nil
		}
	}
	p, warnings, err := s.Build("edge")
	if err != nil {
		return -1, nil
	}
	rules = map[string]bool{}
	for _, w := range warnings {
		rules[w.Rule] = true
	}
	return p.Delay(Failure{Attempt: 1}, nil), rules
}
