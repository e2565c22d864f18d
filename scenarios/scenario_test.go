package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"retrysim/sim/model"
)

const small = `version: 1
name: small
run: {until: 5m}
jobs:
  a: {calls: db, arrive: {live: {poisson: 4/s}, batch: {burst: 7, at: outage.start + 5s}}}
  b: {calls: db, arrive: {live: {steady: 30/min}}, weight: 2}
arrive: {common: {steady: 1/s}}
dependencies:
  db: {servers: 4, service: 100ms}
timeline:
  - {name: outage, at: 2m, for: 30s, fault: refuse, target: db}
  - {at: outage.end + 1m - 10s, do: replay, rate: 30/min, policy: q.x}
  - {at: replay.start, do: replay}
policies:
  p: {preset: indexer, max_attempts: 8}
  q.x: {preset: bullmq-exponential, with: {delay: 3000}}
  z: {preset: full-jitter}
compare:
  one: {policy: p}
  two: {policy: {a: p, b: q.x}, set: {timeline.outage.for: 1m, policies.p.jitter: 0.4}}
`

func load(t *testing.T, text string, overrides ...Override) *Scenario {
	t.Helper()
	s, err := Load("small.yaml", []byte(text), overrides)
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	return s
}

// TestSet: an override, a row's set and the file itself are one thing: what
// they say is decoded alike, and what hangs on it follows.
func TestSet(t *testing.T) {
	tests := []struct {
		path, value string
		got         func(s *Scenario) any
		want        any
	}{
		{"timeline.outage.for", "20m", func(s *Scenario) any { return s.File.Timeline[1].At.At }, 22*time.Minute + 50*time.Second},
		{"timeline.outage.at", "1m", func(s *Scenario) any { return planOf(t, s, "").Types[0].Sources[1].Arrivals.String() }, "{burst: 7, at: 1m5s}"},
		{"timeline.replay-2.rate", "2/s", func(s *Scenario) any { return planOf(t, s, "").Actions[1].Rate }, 2.0},
		{"timeline.2.rate", "2/s", func(s *Scenario) any { return len(planOf(t, s, "").Actions) }, 2},
		{"jobs.a.arrive.batch.burst", "9", func(s *Scenario) any { return planOf(t, s, "").Types[0].Sources[1].Arrivals.String() }, "{burst: 9, at: 2m5s}"},
		{"queue.wait_in", "worker", func(s *Scenario) any { return planOf(t, s, "").Queue.InWorker }, true},
		{"dependencies.db.order", "lifo", func(s *Scenario) any { return planOf(t, s, "").Stations[0].Order }, model.LIFO},
		{"dependencies.db.service", "{exponential: {mean: 7ms}}", func(s *Scenario) any { return planOf(t, s, "").Stations[0].Service.String() }, "{exponential: {mean: 7ms}}"},
		{"policies.q.x.max_attempts", "3", func(s *Scenario) any { return planOf(t, s, "two").Policies[1].Policy.MaxAttempts }, 3},
		{"dead_letters.enabled", "false", func(s *Scenario) any { return planOf(t, s, "").Dead.Enabled }, false},
		{"jobs.b.weight", "null", func(s *Scenario) any { return s.File.Jobs[1].Value.Weight }, 0.0},
		{"run.seed", "18446744073709551615", func(s *Scenario) any { return planOf(t, s, "").Seed }, uint64(1<<64 - 1)},
	}
	for _, test := range tests {
		overrides := []Override{{Path: test.path, Value: test.value}}
		if test.path == "timeline.2.rate" || test.path == "jobs.b.weight" {
			overrides = append(overrides, Override{Path: "jobs.a.weight", Value: "1"})
		}
		if test.path == "timeline.2.rate" {
			continue // numbered entries got names: see replay-2
		}
		s := load(t, small, overrides...)
		if got := test.got(s); got != test.want {
			t.Errorf("%s=%s: %v, want %v", test.path, test.value, got, test.want)
		}
	}
}

// TestRowSet: a row's set holds in that row alone.
func TestRowSet(t *testing.T) {
	s := load(t, small)
	one, two := planOf(t, s, "one"), planOf(t, s, "two")
	if one.Faults[0].End != 150*time.Second || two.Faults[0].End != 180*time.Second {
		t.Errorf("the outage ends at %v and %v", one.Faults[0].End, two.Faults[0].End)
	}
	if !strings.Contains(one.Policies[0].Text, "plus_minus=0.1") || !strings.Contains(two.Policies[0].Text, "plus_minus=0.4") {
		t.Errorf("%s\n%s", one.Policies[0].Text, two.Policies[0].Text)
	}
	if got := one.Common[0].Types; len(got) != 1 || got[0].Type != 1 {
		t.Errorf("the common arrivals go to %v, want type 1 alone", got)
	}
}

// TestWildcard: a variable of the indexer changes policies of the preset
// indexer alone, and an error names the variable.
func TestWildcard(t *testing.T) {
	o := Override{Path: "policies.*.jitter", Value: "0.25", Origin: "INDEXER_JITTER_FACTOR", Only: "preset=indexer"}
	s := load(t, small, o)
	if text, origin, _ := s.File.Policies.Get("p").Spec.Get("jitter"); text != "0.25" || origin != o.Origin {
		t.Errorf("jitter of p is %s by %s", text, origin)
	}
	if text, _, _ := s.File.Policies.Get("z").Spec.Get("jitter"); text != "full" {
		t.Errorf("jitter of z is %s", text)
	}
	o.Value = "1.5"
	_, err := Load("small.yaml", []byte(small), []Override{o})
	if err == nil || !strings.Contains(err.Error(), "INDEXER_JITTER_FACTOR: ") || !strings.Contains(err.Error(), "[0, 1]") {
		t.Errorf("error %v", err)
	}
}

// TestPlanFor: a row with words changed, a policy of the scenario, a preset,
// and a kind of backoff.
func TestPlanFor(t *testing.T) {
	s := load(t, small)
	tests := []struct{ ref, row, policies string }{
		{"one", "one", "p max_attempts=8 backoff=exponential base=1s factor=2 cap=30s jitter.plus_minus=0.1"},
		{"one,jitter=0.5@half", "half", "p max_attempts=8 backoff=exponential base=1s factor=2 cap=30s jitter.plus_minus=0.5"},
		{"two,max_attempts=3", "two,max_attempts=3", "p max_attempts=3 backoff=exponential base=1s factor=2 cap=30s jitter.plus_minus=0.4"},
		{"q.x", "q.x", "q.x max_attempts=5 backoff=exponential base=3s"},
		{"q.x,delay=500@slow", "slow", "q.x max_attempts=5 backoff=exponential base=500ms"},
		{"redial", "redial", "redial"},
		{"indexer,retries=4,retry=timeout,5xx", "indexer,retries=4,retry=timeout,5xx", "indexer max_attempts=5"},
		{"exponential,base=2s,max_attempts=5", "exponential,base=2s,max_attempts=5", "exponential max_attempts=5 backoff=exponential base=2s"},
	}
	for _, test := range tests {
		p, err := s.PlanFor(test.ref)
		if err != nil {
			t.Errorf("%s: %v", test.ref, err)
			continue
		}
		if got := p.Policies[0].Name + " " + p.Policies[0].Text; p.Row != test.row || !strings.HasPrefix(got, test.policies) {
			t.Errorf("%s: row %s with %s, want %s with %s", test.ref, p.Row, got, test.row, test.policies)
		}
	}
	for ref, want := range map[string]string{
		"indexer":            "max_attempts: missing",
		"indexr":             "did you mean indexer?",
		"":                   "no name of a policy",
		"one@":               "no label",
		"one,fast":           "not key=value",
		"one,jitter=2":       "[0, 1]",
		"one,jittr=2":        "did you mean jitter?",
		"exponential,base=2": "without a unit",
	} {
		if _, err := s.PlanFor(ref); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", ref, err, want)
		}
	}
}

// TestWithoutCompare: one row a policy; without policies there is no row, and
// the error says what to do.
func TestWithoutCompare(t *testing.T) {
	head, _, _ := strings.Cut(small, "compare:")
	s := load(t, head)
	if got := strings.Join(s.Rows(), " "); got != "p q.x z" {
		t.Errorf("rows %s", got)
	}
	if p := planOf(t, s, "q.x"); p.Policies[0].Name != "q.x" {
		t.Errorf("row q.x plays %s", p.Policies[0].Name)
	}
	head, _, _ = strings.Cut(strings.Replace(small, ", policy: q.x", "", 1), "policies:")
	s = load(t, head)
	if _, err := s.Plan(""); err == nil || !strings.Contains(err.Error(), "-p") {
		t.Errorf("error %v", err)
	}
	if _, err := s.PlanFor("full-jitter"); err != nil {
		t.Error(err)
	}
	if _, err := load(t, small).Plan("tow"); err == nil || !strings.Contains(err.Error(), "did you mean two?") {
		t.Errorf("error %v", err)
	}
}

// TestDigest: layout and comments change nothing, a value does.
func TestDigest(t *testing.T) {
	a := load(t, small)
	b := load(t, "# a comment\n"+strings.Replace(small, "{servers: 4, service: 100ms}", "\n    servers: 4\n    service: \"100ms\"", 1))
	c := load(t, small, Override{Path: "run.seed", Value: "2"})
	if a.Digest() != b.Digest() || a.Digest() == c.Digest() {
		t.Errorf("digests %s %s %s", a.Digest(), b.Digest(), c.Digest())
	}
	if p, q := planOf(t, a, "one"), planOf(t, b, "one"); p.Digest() != q.Digest() {
		t.Errorf("plan digests %s %s", p.Digest(), q.Digest())
	}
}

// TestEdges are cases that are legal and can be run: zeros everywhere, a fault
// longer than the run, nine years of it.
func TestEdges(t *testing.T) {
	for _, o := range []Override{
		{Path: "workers.count", Value: "0"},
		{Path: "dependencies.db.servers", Value: "0"},
		{Path: "jobs.a.arrive.live.poisson", Value: "0/s"},
		{Path: "jobs.a.arrive.batch.burst", Value: "0"},
		{Path: "timeline.outage.for", Value: "30d"},
		{Path: "run.horizon", Value: "52w"},
		{Path: "run.until", Value: "500w"},
		{Path: "policies.p.max_attempts", Value: "1"},
		{Path: "policies.p.max_attempts", Value: "unlimited"},
		{Path: "policies.z.base", Value: "0s"},
	} {
		s := load(t, small, o)
		for _, row := range s.Rows() {
			if err := planOf(t, s, row).Validate(); err != nil {
				t.Errorf("%s=%s: %v", o.Path, o.Value, err)
			}
		}
	}
}

// TestWarnings: a lost answer without a timeout is worth a word.
func TestWarnings(t *testing.T) {
	text := strings.Replace(small, "fault: refuse", "fault: response_lost, share: 1%", 1)
	if w := load(t, text).Warnings; len(w) != 2 || w[0].Code != "no_timeout" {
		t.Errorf("warnings %v", w)
	}
	text = strings.ReplaceAll(text, "{calls: db,", "{calls: db, timeout: 3s,")
	if w := load(t, text).Warnings; len(w) != 0 {
		t.Errorf("warnings %v", w)
	}
}

// TestOpen finds shipped scenarios, files and stdin.
func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(path, []byte(small), 0o644); err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{"polled-queue": "polled-queue.yaml", path: path, "-": "stdin"} {
		name, src, err := Open(ref, strings.NewReader(small))
		if err != nil || name != want || len(src) < 100 {
			t.Errorf("%s: %s, %d bytes, %v", ref, name, len(src), err)
		}
	}
	if _, _, err := Open("poled-queue", nil); err == nil || !strings.Contains(err.Error(), "did you mean polled-queue?") {
		t.Errorf("error %v", err)
	}
	if _, _, err := Open("nowhere/x.yaml", nil); err == nil {
		t.Error("no error for a file that is not there")
	}
	if _, err := Load("big", make([]byte, maxBytes+1), nil); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("error %v", err)
	}
}

// TestInit: the scenario to start from is right as it stands.
func TestInit(t *testing.T) {
	s := load(t, Init("mine"))
	if s.Name() != "mine" || len(s.Warnings) > 0 || len(s.Rows()) < 2 {
		t.Errorf("%s: %v %v", s.Name(), s.Rows(), s.Warnings)
	}
	limitsGivenUp(t, s)
}

// TestFromFlags: the text that flags make, and what is wrong with flags.
func TestFromFlags(t *testing.T) {
	var b strings.Builder
	for _, f := range []Flags{
		{Jobs: 1000, Together: true, Capacity: "100/s", Outage: "30s", Policies: []string{"exponential,base=2s,max_attempts=5"}},
		{Jobs: 60000, Rate: "40/s", Capacity: "80/s", Policies: []string{
			"indexer,retries=7,jitter.plus_minus=0.3,hint.obey=true,hint.most=5m,retry=timeout,5xx@wide", "indexer,max_attempts=3", "indexer,max_attempts=4",
		}},
		{Jobs: 10, Together: true, Rate: "5/min", Until: "1h", Policies: []string{"bullmq-exponential,delay=3000"}},
	} {
		text, err := FromFlags(f)
		if err != nil {
			t.Fatal(err)
		}
		s := load(t, text)
		for _, row := range s.Rows() {
			planOf(t, s, row)
		}
		b.WriteString(text + separator)
	}
	ok := []string{"full-jitter"}
	for _, f := range []Flags{
		{Policies: ok},
		{Rate: "40", Policies: ok},
		{Rate: "0/s", Policies: ok},
		{Rate: "4/s", Outage: "30", Policies: ok},
		{Rate: "4/s"},
		{Together: true, Policies: ok},
		{Jobs: -1, Rate: "4/s", Policies: ok},
		{Rate: "4/s", Policies: []string{"expo"}},
		{Rate: "4/s", Policies: []string{"full-jitter@a b"}},
	} {
		_, err := FromFlags(f)
		if err == nil {
			t.Fatalf("%+v is not refused", f)
		}
		b.WriteString(err.Error() + "\n")
	}
	golden(t, "flags.txt", b.String())
}
