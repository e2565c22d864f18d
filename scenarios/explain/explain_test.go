package explain_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/scenarios/explain"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with a file, or rewrites it; no line may pass 80 columns.
func golden(t *testing.T, file, got string) {
	t.Helper()
	for line := range strings.Lines(got) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
			t.Errorf("%s has a line of %d columns: %s", file, n, line)
		}
	}
	file = "testdata/" + file
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(file, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and read the diff. Got:\n%s", file, got)
	}
}

func planText(t *testing.T, p *sim.Plan, o explain.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := explain.Plan(&b, p, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPlans(t *testing.T) {
	for _, p := range []*sim.Plan{indexerOutage(t), webhookSqueeze(t), polledQueue(t), metastable(t)} {
		golden(t, p.Scenario+".txt", planText(t, p, options))
	}
}

// The golden timeline of the polled queue: a job taken at 0 and 20 s is told to
// be tried at the reviews that the source gives.
func TestPolledQueueTimes(t *testing.T) {
	p := polledQueue(t)
	got := strings.Join(strings.Fields(planText(t, p, explain.Options{})), " ")
	if want := "is tried again at 5m10s, 20m40s and 46m30s, in vain."; !strings.Contains(got, want) { // 310, 1240, 2790 s
		t.Errorf("no %q in %s", want, got)
	}
	p.Faults[0].Start = 20 * time.Second
	got = strings.Join(strings.Fields(planText(t, p, explain.Options{})), " ")
	if want := "is tried again at 10m20s, 25m50s and 51m40s, in vain."; !strings.Contains(got, want) { // 620, 1550, 3100 s
		t.Errorf("no %q in %s", want, got)
	}
}

// Clients that wait are no stream of arrivals: how many there are bounds what
// a fault can hit.
func TestClosedLoad(t *testing.T) {
	p := indexerOutage(t)
	p.Types[0].Sources = []model.Source{{Name: "clients", Clients: 200, Think: law(chance.Constant{Value: time.Second})}}
	got := strings.Join(strings.Fields(planText(t, p, explain.Options{})), " ")
	for _, want := range []string{"200 clients, each with one job at a time and a pause of 1s", "at most 200 jobs can meet it at a time"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

// Every kind of fault and of alert has words.
func TestEveryKindHasWords(t *testing.T) {
	p := indexerOutage(t)
	for k := model.FaultRefuse; k <= model.FaultReplayCut; k++ {
		p.Faults = []model.Fault{{
			Name: "it", Start: minute, End: 2 * minute, Kind: k, Share: 0.5, Status: 503, Restart: time.Second,
			Errors:  []model.Outcome{{Class: policies.ServerError, Status: 500, Share: 0.2}, {Class: policies.Bug, Share: 0.1}},
			Latency: law(chance.Constant{Value: time.Second}), Limit: model.RateLimit{Allow: 5, Per: time.Second, Status: 429, UntilReset: true},
		}}
		if k >= model.FaultParkFails {
			p.Faults[0].Target = model.TargetDeadLetters
		}
		if text := planText(t, p, explain.Options{}); !strings.Contains(text, "it: ") {
			t.Errorf("fault kind %d is not told", k)
		}
	}
	for k := model.AlertGauge; k <= model.AlertGrows; k++ {
		for g := model.GaugeFailedJobs; g <= model.GaugeFailures; g++ {
			p.Alerts = []model.Alert{{Name: "watch", Kind: k, Gauge: g, Over: minute, Scope: model.PerError}}
			if text := planText(t, p, explain.Options{}); !strings.Contains(text, "watch") || strings.Contains(text, "  is counted when ,") {
				t.Errorf("alert kind %d of gauge %d is not told", k, g)
			}
		}
	}
}

// Each backoff and each jitter of the catalogues has words of its own, not its
// formula.
func TestEveryBackoffHasWords(t *testing.T) {
	for _, kind := range policies.Backoffs() {
		p, ok := previewOf(kind)
		if !ok {
			t.Errorf("backoff %s: no example of it can be built", kind.Name)
			continue
		}
		if text := explain.Words(p); strings.Contains(text, "he wait is "+p.Formula()) {
			t.Errorf("backoff %s has no words: %s", kind.Name, text)
		}
	}
	for _, kind := range policies.Jitters() {
		var s policies.Spec
		pairs := [][2]string{{"backoff", "fixed"}, {"base", "10s"}, {"max_attempts", "3"}}
		switch {
		case kind.Amount == nil:
			pairs = append(pairs, [2]string{"jitter", kind.Name})
		default:
			pairs = append(pairs, [2]string{kind.Amount.Name, "0.5"}, [2]string{kind.Amount.Name, "5s"},
				[2]string{kind.Amount.Name, "5"}, [2]string{kind.Amount.Name, "0.5,1.5"})
		}
		for _, w := range pairs {
			_ = s.Set(w[0], w[1], "test") // of the amounts one is right
		}
		p, _, err := s.Build("p")
		if err != nil {
			t.Fatal(err)
		}
		if text := explain.Words(p); kind.Name != "none" && text == "10s before every retry." {
			t.Errorf("jitter %s has no words", kind.Name)
		}
	}
}

func previewOf(kind policies.BackoffKind) (*policies.Policy, bool) {
	var s policies.Spec
	if s.Set("backoff", kind.Name, "test") != nil {
		return nil, false
	}
	for _, key := range kind.Needs {
		for _, v := range []string{"5s", "3", "5s,10s"} {
			if s.Set(key.Name, v, "test") == nil {
				break
			}
		}
	}
	p, _, err := s.Preview(kind.Name)
	return p, err == nil
}

func nominals(t *result.DelayTable) []float64 {
	var out []float64
	for _, d := range t.Delays {
		out = append(out, *d.NominalMS)
	}
	return out
}

// What the sources say that the presets wait.
func TestDelaysOfTheSources(t *testing.T) {
	for _, c := range []struct {
		preset  string
		pairs   []string
		retries int
		want    []float64
	}{
		{"indexer", []string{"jitter", "0"}, 7, []float64{1000, 2000, 4000, 8000, 16000, 30000, 30000}},
		{"bullmq-exponential", nil, 12, []float64{2000, 4000, 8000, 16000}},
		{"respect-retry-after", nil, 12, []float64{4000, 8000, 16000, 30000, 30000, 30000, 30000, 30000, 30000}},
		{"polled-queue", nil, 12, []float64{300000, 900000, 1500000}},
	} {
		preset, p := built(t, c.preset, c.pairs...)
		table := explain.Delays(p, preset, c.retries)
		if got := nominals(table); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.preset, got, c.want)
		}
		if table.Schema != result.PolicySchema || table.Name != c.preset || len(table.Settings) == 0 {
			t.Errorf("%s: %+v", c.preset, table)
		}
	}
}

// With jitter 0.1 the last wait lies in [27 s, 33 s], above the cap of 30 s,
// and the text says so and why; without a limit there is no worst case.
func TestIndexerExceedsItsCap(t *testing.T) {
	preset, p := built(t, "indexer")
	table := explain.Delays(p, preset, 7)
	if last := table.Delays[6]; last.MinMS != 27000 || last.MaxMS != 33000 {
		t.Errorf("last wait %v to %v", last.MinMS, last.MaxMS)
	}
	if table.MaxAttempts != nil || table.WorstCaseTotalMS != nil {
		t.Error("a policy without limit has one")
	}
	if want := "comes after the cap, so a wait can be 33s, 10 % above it"; !strings.Contains(table.Notes[0], want) {
		t.Errorf("no %q in %q", want, table.Notes[0])
	}
	_, quiet := built(t, "indexer", "jitter", "0")
	if text := explain.Words(quiet); strings.Contains(text, "above it") {
		t.Errorf("without jitter: %s", text)
	}
}

// A mere default of a library does not end the table; a limit does, and gives
// the worst case.
func TestDelaysLimits(t *testing.T) {
	preset, p := built(t, "full-jitter")
	table := explain.Delays(p, preset, 7)
	if len(table.Delays) != 7 || table.Delays[3].BeyondDefault || !table.Delays[4].BeyondDefault || *table.DefaultMaxAttempts != 5 {
		t.Errorf("full-jitter: %+v", table)
	}
	preset, p = built(t, "bullmq-exponential")
	table = explain.Delays(p, preset, 7)
	if *table.MaxAttempts != 5 || *table.WorstCaseTotalMS != 30000 {
		t.Errorf("bullmq-exponential: %v attempts, worst case %v", *table.MaxAttempts, *table.WorstCaseTotalMS)
	}
	alone := explain.Delays(p, nil, 7)
	if len(alone.Delays) != 4 || alone.Settings != nil || alone.System != "" {
		t.Errorf("without a preset: %+v", alone)
	}
}

func TestPolicyTexts(t *testing.T) {
	for _, name := range presets.OwnNames() {
		preset, p := built(t, name)
		var b bytes.Buffer
		if err := explain.Policy(&b, explain.Delays(p, preset, 12)); err != nil {
			t.Fatal(err)
		}
		golden(t, "policy."+name+".txt", b.String())
	}
}

// The glossary names every metric and every bucket of the ledger.
func TestGlossary(t *testing.T) {
	text := explain.Glossary()
	golden(t, "glossary.txt", text)
	for _, m := range ledger.Catalogue() {
		if !strings.Contains(text, "\n  "+m.Name) {
			t.Errorf("no metric %s", m.Name)
		}
	}
}

// Names cannot reach the terminal's controls, and an error of the writer comes
// back.
func TestHostileNamesAndWriters(t *testing.T) {
	p := indexerOutage(t)
	p.Scenario, p.Types[0].Name = "evil\x1b[2J", "job\n"+strings.Repeat("x", 200)
	text := planText(t, p, options)
	if strings.ContainsAny(text, "\x1b\x07") {
		t.Error("control characters pass")
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "  ") && utf8.RuneCountInString(line) > 81 {
			t.Errorf("a line of %d: %s", utf8.RuneCountInString(line), line)
		}
	}
	if err := explain.Plan(failing{}, p, options); err == nil {
		t.Error("the writer's error is swallowed")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }
