package presets

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"retrysim/policies"
)

var update = flag.Bool("update", false, "rewrite the golden files from what the code does now")

// TestGolden shows every preset: its settings, formula and delay table. The tables of the three source systems were
// compared by hand with their descriptions.
func TestGolden(t *testing.T) {
	for _, name := range OwnNames() {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name+".txt")
			got := show(t, name)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil || !bytes.Equal(want, []byte(got)) {
				t.Errorf("%s differs (%v); go test ./policies/presets -update rewrites it. Got:\n%s", file, err, got)
			}
		})
	}
}

func show(t *testing.T, name string) string {
	preset, _ := Lookup(name)
	p, warnings, err := preset.Spec.Preview(name)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "preset %s\n----\n%s\n", name, preset.About)
	for _, s := range preset.Spec.Settings() {
		fmt.Fprintf(&out, "%s %s\n", s.Key, s.Value)
	}
	fmt.Fprintln(&out, p.Formula())
	for _, w := range warnings {
		fmt.Fprintf(&out, "%s: %s\n", w.Rule, w.Message)
	}
	ms := func(d time.Duration) string { return fmt.Sprintf("%.3f", float64(d)/1e6) }
	for _, r := range preset.Table(p, 12) {
		nominal, beyond := "-", ""
		if r.HasNominal {
			nominal = ms(r.Nominal)
		}
		if r.BeyondDefault {
			beyond = " beyond default"
		}
		fmt.Fprintf(&out, "%d nominal %s min %s mean %s max %s%s\n", r.Retry, nominal, ms(r.Min), ms(r.Mean), ms(r.Max), beyond)
	}
	return out.String()
}

// nominals lists the waits without jitter, in seconds.
func nominals(t *testing.T, preset Preset, retries int) string {
	p, _, err := preset.Spec.Preview(preset.Name)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, r := range preset.Table(p, retries) {
		list = append(list, fmt.Sprint(r.Nominal.Seconds()))
	}
	return strings.Join(list, " ")
}

// TestSourceDelays: the golden delays that the descriptions of the three systems give, in seconds.
func TestSourceDelays(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"indexer", "1 2 4 8 16 30 30"},
		{"bullmq-exponential", "2 4 8 16"},
		{"respect-retry-after", "4 8 16 30 30 30 30 30 30"},
		{"respect-retry-after.as-written", "4 8 16 30 30 30 30 30 30"},
		{"polled-queue", "300 900 1500"},
	} {
		preset, ok := Lookup(c.name)
		retries := 12
		if c.name == "indexer" {
			retries = 7
		}
		if got := nominals(t, preset, retries); !ok || got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestIndexerExceedsItsCap: jitter 0.1 after the cap of 30 s: from 27 to 33 s.
func TestIndexerExceedsItsCap(t *testing.T) {
	preset, _ := Lookup("indexer")
	p, _, _ := preset.Spec.Preview("indexer")
	last := preset.Table(p, 7)[6]
	if last.Min != 27*time.Second || last.Max != 33*time.Second {
		t.Errorf("last wait %v to %v", last.Min, last.Max)
	}
	if _, _, err := preset.Spec.Build("indexer"); err == nil || !strings.Contains(err.Error(), "max_attempts") {
		t.Errorf("a run without a limit: %v", err)
	}
}

// TestPolledTimeline: reviews at multiples of 310 s, every attempt fails at once; a retry starts at the first review
// at which dateRetry has passed (equal counts). From the description of the system S3.
func TestPolledTimeline(t *testing.T) {
	for _, c := range []struct {
		first      int
		retryDelay string
		want       string
	}{
		{0, "600000", "0 310 1240 2790 | 300 1210 2740 4890"},
		{20, "600s", "20 620 1550 3100 | 320 1520 3050 5200"},
		{0, "0", "0 310 620 930 | 300 610 920 1230"},
	} {
		preset, _ := Lookup("polled-queue")
		if err := preset.With("retryDelay", c.retryDelay, "test"); err != nil {
			t.Fatal(err)
		}
		p, _, err := preset.Spec.Build("polled-queue")
		if err != nil {
			t.Fatal(err)
		}
		const period = 310
		var starts, due []string
		now := time.Duration(c.first) * time.Second
		for attempt := 1; ; attempt++ {
			f := policies.Failure{Attempt: attempt, Now: now, Taken: now, Class: policies.Bug}
			dateRetry := now + p.Delay(f, nil)
			starts, due = append(starts, fmt.Sprint(now.Seconds())), append(due, fmt.Sprint(dateRetry.Seconds()))
			d := p.Decide(f, nil)
			if !d.Retry {
				break
			}
			if d.Due != dateRetry {
				t.Errorf("due %v, dateRetry %v", d.Due, dateRetry)
			}
			reviews := (d.Due + period*time.Second - 1) / (period * time.Second)
			now = reviews * period * time.Second
		}
		if got := strings.Join(starts, " ") + " | " + strings.Join(due, " "); got != c.want {
			t.Errorf("first at %d, retryDelay %s: %s\nwant %s", c.first, c.retryDelay, got, c.want)
		}
	}
}

// TestHintOfRespectRetryAfter: 120 asked, 120 waited; 60 when missing; as written, deaf, and bugs are retried.
func TestHintOfRespectRetryAfter(t *testing.T) {
	limited := policies.Failure{Attempt: 1, Class: policies.RateLimited, Status: 429}
	asked := limited
	asked.Hint = policies.Hint{Kind: policies.HintSeconds, After: 120 * time.Second}
	busy := policies.Failure{Attempt: 1, Class: policies.ServerError, Status: 503, Hint: asked.Hint}
	bug := policies.Failure{Attempt: 1, Class: policies.Bug}
	for name, want := range map[string]string{
		"respect-retry-after":            "2m0s 1m0s 4s permanent",
		"respect-retry-after.as-written": "4s 4s 4s retry",
	} {
		preset, _ := Lookup(name)
		p, _, err := preset.Spec.Build(name)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(p.Decide(asked, nil).Delay, p.Decide(limited, nil).Delay, p.Decide(busy, nil).Delay,
			" ", p.Decide(bug, nil).Why)
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if p.NoTimeout != strings.HasSuffix(name, "as-written") {
			t.Errorf("%s: no timeout is %v", name, p.NoTimeout)
		}
	}
}

// TestWith: the system's own names with their units, our words, and the nearest name of both.
func TestWith(t *testing.T) {
	for _, c := range []struct{ preset, key, value, want string }{
		{"indexer", "jitterFactor", "0.3", "jitter.plus_minus=0.3"},
		{"indexer", "maxDelay", "60000", "cap=1m"},
		{"indexer", "jitter", "0", "jitter.plus_minus=0"},
		{"indexer", "maxDelay", "2s", "cap=2s"},
		{"bullmq-exponential", "delay", "5000", "base=5s"},
		{"bullmq-exponential", "attempts", "3", "max_attempts=3"},
		{"bullmq-exponential", "base", "5s", "base=5s"},
		{"bullmq-exponential", "jitter", "full", "jitter=full"},
		{"polled-queue", "retryMax", "5", "max_attempts=6"},
		{"polled-queue", "timeout", "100000", "base=1m40s timeout=1m40s"},
		{"polled-queue.exponential", "timeout", "100000", "constant=1m40s timeout=1m40s"},
		{"bullmq-exponential", "delai", "5000", `delai "5000": unknown key of bullmq-exponential, did you mean delay?`},
		{"bullmq-exponential", "jitter", "0.3", `jitter "0.3": a bare number sets the factor of a jitter, but no jitter is set; ` +
			"write {plus_minus: 0.3} or {shorten: 0.3} (jitter.plus_minus=0.3 on the command line)"},
		{"bullmq-exponential", "base", "5000", `base "5000": a number without a unit; give a unit, for example 5000s; legal: >= 0s`},
		{"indexer", "jitterFactor", "1.5", `jitterFactor (our jitter.plus_minus) "1.5": outside the legal range; legal: [0, 1]`},
		{"indexer", "maxDelay", "soon", `maxDelay (our cap) "soon": not a duration; give a number and a unit, for example 5s; ` +
			"legal: above 0s, or none"},
	} {
		preset, _ := Lookup(c.preset)
		var got string
		if err := preset.With(c.key, c.value, "test"); err != nil {
			got = err.Error()
		} else {
			var changed []string
			for _, s := range preset.Spec.Settings() {
				if s.Origin == "test" {
					changed = append(changed, s.Key+"="+s.Value)
				}
			}
			got = strings.Join(changed, " ")
		}
		if got != c.want {
			t.Errorf("%s: %s %s: %s\nwant %s", c.preset, c.key, c.value, got, c.want)
		}
	}
}

// TestParamDefaults: a parameter set to the default that it tells changes no value of its preset.
func TestParamDefaults(t *testing.T) {
	for _, name := range Names() {
		plain, _ := Lookup(name)
		for _, param := range plain.Params {
			if param.Default == "" {
				continue // not set in this preset
			}
			changed, _ := Lookup(name)
			if err := changed.With(param.Name, param.Default, "test"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, key := range param.Keys {
				was, _, _ := plain.Spec.Get(key)
				if is, _, _ := changed.Spec.Get(key); is != was {
					t.Errorf("%s: %s has the default %s, but the preset has %s", name, param.Name, is, was)
				}
			}
		}
	}
}

// TestLookupIsFresh: what one caller changes, no other sees.
func TestLookupIsFresh(t *testing.T) {
	first, _ := Lookup("indexer")
	if err := first.With("base", "9s", "test"); err != nil {
		t.Fatal(err)
	}
	second, _ := Lookup("indexer")
	if base, _, _ := second.Spec.Get("base"); base != "1s" {
		t.Errorf("base %s", base)
	}
	if _, ok := Lookup("index"); ok {
		t.Error("an unknown name")
	}
}

// TestUserLimitEndsTheTable: a default limit marks rows, a chosen one ends the list.
func TestUserLimitEndsTheTable(t *testing.T) {
	preset, _ := Lookup("full-jitter")
	p, _, _ := preset.Spec.Build("full-jitter")
	rows := preset.Table(p, 7)
	if len(rows) != 7 || rows[3].BeyondDefault || !rows[4].BeyondDefault {
		t.Errorf("default: %+v", rows)
	}
	if err := preset.With("max_attempts", "5", "test"); err != nil {
		t.Fatal(err)
	}
	if rows := preset.Table(p, 7); len(rows) != 4 || rows[3].BeyondDefault {
		t.Errorf("chosen: %+v", rows)
	}
}
