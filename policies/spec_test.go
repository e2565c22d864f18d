package policies

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSpecKeepsWhoSetWhat: later hands win, copies are independent, parameters of a replaced backoff fall silent.
func TestSpecKeepsWhoSetWhat(t *testing.T) {
	var preset Spec
	for _, kv := range [][2]string{{"max_attempts", "5"}, {"backoff", "exponential"}, {"base", "1s"}, {"factor", "3"}, {"jitter.plus_minus", "0.1"}} {
		if err := preset.Set(kv[0], kv[1], "preset"); err != nil {
			t.Fatal(err)
		}
	}
	mine := preset.Clone()
	for _, kv := range [][2]string{{"backoff", "fixed"}, {"jitter", "0.3"}, {"retries", "7"}} {
		if err := mine.Set(kv[0], kv[1], "-p"); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, s := range mine.Settings() {
		note := ""
		if s.Unused {
			note = " unused"
		}
		got = append(got, s.Key+"="+s.Value+" "+s.Origin+note)
	}
	want := []string{
		"max_attempts=8 -p", "backoff=fixed -p", "base=1s preset", "factor=3 preset unused", "jitter.plus_minus=0.3 -p",
	}
	if !slices.Equal(got, want) {
		t.Errorf("settings %q\nwant %q", got, want)
	}
	if _, warnings, err := mine.Build("x"); err != nil || len(warnings) > 0 {
		t.Errorf("a preset's left-over factor: %v %v", warnings, err)
	}
	if value, origin, _ := preset.Get("jitter"); value != "0.1" || origin != "preset" {
		t.Errorf("the preset changed with its copy: jitter %s by %s", value, origin)
	}
}

// TestJitterWords: a kind replaces the one before; a number goes to the kind that is set.
func TestJitterWords(t *testing.T) {
	var s Spec
	for _, step := range []struct{ key, value, want string }{
		{"jitter.plus_minus", "0.1", "jitter.plus_minus=0.1"},
		{"jitter", "25%", "jitter.plus_minus=0.25"},
		{"jitter", "plus_minus", "jitter.plus_minus=0.25"},
		{"jitter", "full", "jitter=full"},
		{"jitter.stable", "10s", "jitter.stable=10s"},
		{"jitter", "1m", "jitter.stable=1m"},
		{"jitter", "5", "error"},
		{"jitter", "none", "jitter=none"},
		{"jitter", "0.3", "error"},
	} {
		err := s.Set(step.key, step.value, "test")
		if (err != nil) != (step.want == "error") {
			t.Errorf("%s %s: error %v", step.key, step.value, err)
		}
		if list := s.Settings(); err == nil && (len(list) != 1 || list[0].Key+"="+list[0].Value != step.want) {
			t.Errorf("%s %s: settings %v, want %s", step.key, step.value, list, step.want)
		}
	}
}

// TestBuildNeedsALimit: a run needs one, a look does not; a ladder that ends is one, "unlimited" is a choice.
func TestBuildNeedsALimit(t *testing.T) {
	var s Spec
	_, _, err := s.Build("p")
	var wrong *SettingError
	if !errors.As(err, &wrong) || wrong.Key != "max_attempts" {
		t.Errorf("no limit: %v", err)
	}
	p, warnings, err := s.Preview("p")
	if err != nil || p.MaxAttempts != 0 || len(warnings) == 0 || warnings[0].Rule != "no_limit" {
		t.Errorf("preview: %v %v", warnings, err)
	}
	if err := s.Set("ladder", "1s,2s", "test"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Build("p"); err != nil {
		t.Errorf("a ladder: %v", err)
	}
}

// TestTimeoutNone: "none" overrides the job type's timeout, and is not the same as not set.
func TestTimeoutNone(t *testing.T) {
	s := Spec{}
	s.Set("max_attempts", "2", "test")
	if p, _, _ := s.Build("p"); p.NoTimeout || p.Timeout != 0 {
		t.Error("not set")
	}
	s.Set("timeout", "none", "test")
	if p, _, _ := s.Build("p"); !p.NoTimeout {
		t.Error("none")
	}
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0s": 0, "1.5s": 1500 * time.Millisecond, "2h30m": 150 * time.Minute, "14d": 14 * 24 * time.Hour,
		"1w1d": 8 * 24 * time.Hour, "-10s": -10 * time.Second, "100us": 100 * time.Microsecond, ".5ms": 500 * time.Microsecond,
		"106751d": 106751 * 24 * time.Hour,
	} {
		got, err := ParseDuration(text)
		if err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
		if back, err := ParseDuration(FormatDuration(got)); err != nil || back != got {
			t.Errorf("%s: written as %s, read as %v, %v", text, FormatDuration(got), back, err)
		}
	}
	for text, part := range map[string]string{
		"5": "for example 5s", "0": "give a unit", "": "empty", "5x": `unknown unit "x"`, "s": "not a number",
		"1.2.3s": "not a number", "200000000w": "longer than", "106751d24h": "longer than", "abc": "not a duration",
		"PT5S": "not a duration", "1s5": "without a unit", "5 s": "unknown unit",
	} {
		if _, err := ParseDuration(text); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v, want an error with %q", text, err, part)
		}
	}
}

func TestRetryable(t *testing.T) {
	for _, c := range []struct {
		words    string
		class    Class
		status   int
		want     bool
		spelling string
	}{
		{"503", ServerError, 503, true, "503"},
		{"503", ServerError, 500, false, "503"},
		{"5xx", ServerError, 500, true, "5xx"},
		{"429", RateLimited, 429, true, "429"},
		{"rate_limited", RateLimited, 0, true, "429"},
		{"4xx", ClientError, 404, true, "4xx"},
		{"4xx", ServerError, 503, false, "4xx"},
		{"bad_request,429,client_error", BadRequest, 400, true, "4xx"},
		{"transient", Resource, 0, true, "timeout,connection,resource,429,5xx"},
		{"transient", Bug, 0, false, "timeout,connection,resource,429,5xx"},
		{"all", Bug, 0, true, "all"},
		{"all", Success, 200, false, "all"},
		{"none", Timeout, 0, false, "none"},
		{"lease_lost,503,404,503", LeaseLost, 0, true, "lease_lost,404,503"},
	} {
		set, err := ParseRetryable(strings.Split(c.words, ","))
		if err != nil || set.Matches(c.class, c.status) != c.want || set.String() != c.spelling {
			t.Errorf("%s: %v with status %d: %v, spelled %s, %v", c.words, c.class, c.status, !c.want, set, err)
		}
		again, err := ParseRetryable(set.Words())
		if err != nil || again.String() != set.String() {
			t.Errorf("%s: read back as %s, %v", set, again, err)
		}
	}
}

func TestClasses(t *testing.T) {
	for status, want := range map[int]Class{200: Success, 204: Success, 301: ClientError, 400: BadRequest, 404: ClientError, 429: RateLimited, 500: ServerError, 599: ServerError} {
		if got := ClassOfStatus(status); got != want {
			t.Errorf("%d: %v", status, got)
		}
	}
	for c := range Class(Classes) {
		if back, ok := ParseClass(c.String()); !ok || back != c || ErrorText(c, 0) == "" {
			t.Errorf("%v: %v, text %q", c, back, ErrorText(c, 0))
		}
	}
	for want, got := range map[string]string{
		"Rate limited": ErrorText(RateLimited, 429), "Service unavailable (503)": ErrorText(ServerError, 503),
		"Request timed out": ErrorText(Timeout, 0), "Server error (520)": ErrorText(ServerError, 520), "Not found (404)": ErrorText(ClientError, 404),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// FuzzSpec: whatever is set, nothing panics, waits are never negative, and canonical values read back as themselves.
func FuzzSpec(f *testing.F) {
	for _, seed := range []string{
		"backoff exponential\nbase 1s\nfactor 1e300\nmax_attempts 7\njitter full",
		"ladder 0s,5s\nrepeat_last true\nretries 9\njitter.added 1w",
		"backoff polynomial\npower 20\nconstant -1s\nmax_attempts unlimited\norder jitter_then_cap\ncap 1ns",
		"backoff decorrelated\nbase 292y\nbase 100d\nfloor 1s\nround 3s\nmax_attempts 3\nhint.obey true",
	} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, attempt int) {
		var s Spec
		for line := range strings.Lines(text) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
			_ = s.Set(key, value, "fuzz")
		}
		for _, set := range s.Settings() {
			copied := s.Clone()
			if err := copied.Set(set.Key, set.Value, "again"); err != nil {
				t.Errorf("canonical value: %v", err)
			}
			if back, _, _ := copied.Get(set.Key); back != set.Value {
				t.Errorf("%s: %q reads back as %q", set.Key, set.Value, back)
			}
		}
		p, _, err := s.Preview("p")
		if err != nil {
			return
		}
		f := Failure{Attempt: max(attempt, 1), Class: RateLimited, Status: 429, Hint: Hint{HintSeconds, Longest}}
		d := p.Decide(f, rng())
		if wait := p.Delay(f, rng()); wait < 0 || d.Delay < 0 || d.Due < f.Now || d.Carry < 0 {
			t.Errorf("%s: wait %v, decision %+v", p.Formula(), wait, d)
		}
		if p.Round.Unit == 0 { // rounding with jitter takes sampled means, too slow here
			p.Floor = 0
			for _, row := range Table(p, 3, 0) {
				if row.Min < 0 || row.Mean < row.Min || row.Max < row.Mean {
					t.Errorf("%s: %+v", p.Formula(), row)
				}
			}
		}
	})
}
