package scenarios

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retrysim/policies"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// referenceMark separates what is written by hand in docs/scenarios.md from
// what is made here.
const referenceMark = "<!-- from here on written by go test ./scenarios -update -->\n"

// TestReference holds the reference in docs/scenarios.md against the structs
// that files are decoded into.
func TestReference(t *testing.T) {
	const path = "../docs/scenarios.md"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, got, ok := strings.Cut(string(page), referenceMark)
	if !ok {
		t.Fatalf("%s lacks the line %q", path, referenceMark)
	}
	want := reference()
	if *update {
		if err := os.WriteFile(path, []byte(head+referenceMark+want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("%s is not what the code says: run go test ./scenarios -update and read the diff", path)
	}
}

// TestDocumentedScenario reads the example of docs/scenarios.md.
func TestDocumentedScenario(t *testing.T) {
	page, err := os.ReadFile("../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("docs/scenarios.md has no example")
	}
	s, err := Load("docs/scenarios.md", []byte(example), nil)
	if err != nil {
		t.Fatal(err)
	}
	limitsGivenUp(t, s)
	for _, row := range s.Rows() {
		if _, err := s.Plan(row); err != nil {
			t.Error(err)
		}
	}
}

// limitsGivenUp sees that an example does not teach a limit on dead letters,
// which a replay satisfies.
func limitsGivenUp(t *testing.T, s *Scenario) {
	t.Helper()
	given := false
	for _, th := range s.Thresholds {
		given = given || strings.HasPrefix(th.Text, "given_up / jobs")
		if strings.Contains(th.Text, "dead_lettered") {
			t.Errorf("%s teaches %q", s.Name(), th.Text)
		}
	}
	if !given {
		t.Errorf("%s does not limit given_up", s.Name())
	}
}

// reference is every key of the format, section by section.
func reference() string {
	var b strings.Builder
	for _, s := range []struct {
		title string
		of    reflect.Type
	}{
		{"The file", reflect.TypeFor[File]()},
		{"run", reflect.TypeFor[Run]()},
		{"jobs.NAME", reflect.TypeFor[Job]()},
		{"effect", reflect.TypeFor[Effect]()},
		{"steps", reflect.TypeFor[Step]()},
		{"queue", reflect.TypeFor[Queue]()},
		{"workers", reflect.TypeFor[Workers]()},
		{"dependencies.NAME", reflect.TypeFor[Dependency]()},
		{"rate_limit", reflect.TypeFor[RateLimit]()},
		{"timeline", reflect.TypeFor[Event]()},
		{"match", reflect.TypeFor[Match]()},
		{"compare.NAME", reflect.TypeFor[Row]()},
		{"dead_letters", reflect.TypeFor[DeadLetters]()},
		{"alerts", reflect.TypeFor[Alert]()},
	} {
		fmt.Fprintf(&b, "\n### %s\n\n| key | what it is | legal | default |\n|---|---|---|---|\n", s.title)
		for _, f := range fieldsOf(s.of) {
			if f.typ != reflect.TypeFor[notYet]() {
				fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.key, cell(f.doc), legal(&f), cell(f.standard))
			}
		}
	}
	b.WriteString("\n### arrivals\n\n| kind | what it is |\n|---|---|\n")
	for _, m := range model.ArrivalCatalogue() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", m.Name, cell(m.Doc))
	}
	b.WriteString("| `closed` | So many `clients`, each with one job at a time, and a pause, `think`, between them. |\n")
	b.WriteString("\n### distributions\n\n| kind | what it is |\n|---|---|\n")
	for _, m := range chance.Catalogue() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", m.Name, cell(m.Doc))
	}
	eventReference(&b, "fault:", "what befalls us", faultKinds)
	eventReference(&b, "do:", "what the operator does", actionKinds)
	b.WriteString("\n### when of an action\n\n| level, with `==` 0, `<=` or `>=` and a whole number | what it counts |\n|---|---|\n")
	for _, w := range watchWords {
		name := w.word
		if w.of {
			name += "(DEPENDENCY)"
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, watchDocs[w.word])
	}
	classReference(&b)
	alertReference(&b)
	b.WriteString("\n### thresholds\n\n`retrysim help thresholds` tells how they are written and judged,\n" +
		"`retrysim help glossary` lists every metric that one may name, and\n[metrics.md](metrics.md) defines them.\n")
	return b.String()
}

// eventReference lists the kinds of entries of the timeline.
func eventReference(b *strings.Builder, title, what string, kinds []eventKind) {
	fmt.Fprintf(b, "\n### %s\n\n| value | %s | target | needs | may have |\n|---|---|---|---|---|\n", title, what)
	for _, k := range kinds {
		target := k.target
		switch target {
		case "":
			target = "a dependency"
		case typesTarget:
			target = "a job type, a dependency or `all`"
		case sizeTarget:
			target = "a dependency or `workers`"
		default:
			target = code(target)
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", k.word, cell(k.doc), target, code(k.needs), code(k.takes))
	}
}

// classReference lists the classes of failure.
func classReference(b *strings.Builder) {
	b.WriteString("\n### classes of failure\n\nOf `errors`, `permanent`, `match: {class: ...}` and a policy's `retry`.\n" +
		"`transient` in a policy's `retry` stands for those marked so.\n\n" +
		"| class | its text in a dead letter | transient |\n|---|---|---|\n")
	transient := policies.Transient()
	for _, word := range policies.ClassWords()[1:] {
		c, _ := policies.ParseClass(word)
		mark := ""
		if transient.Matches(c, 0) {
			mark = "yes"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", word, policies.ErrorText(c, 0), mark)
	}
}

// alertDocs says what the words of alerts stand for.
var alertDocs = map[string]string{
	"failed_jobs":       "jobs that failed for good so far; it never falls",
	"dlq_depth":         "records in the dead-letter queue",
	"queue_depth":       "jobs that are ready and wait for a worker",
	"oldest_retry":      "time since the first failure of the oldest job that is still being retried",
	"retries_exhausted": "a job used up its retries",
	"first_failure":     "the first failure of a job, a job type or an error: see `scope`",
	"stalled":           "the workers made no progress for `stale_after`",
}

// watchDocs says what the levels of an action's condition count.
var watchDocs = map[string]string{
	"depth":       "calls in service or waiting at the dependency, also those whose caller gave up",
	"queue_depth": "jobs that are ready and wait for a worker",
	"dlq_depth":   "records in the dead-letter queue",
	"in_flight":   "attempts whose callers wait for an answer",
}

// alertReference lists the conditions of alerts.
func alertReference(b *strings.Builder) {
	b.WriteString("\n### when of an alert\n\n| condition | holds when |\n|---|---|\n")
	for _, g := range gauges {
		level := "100"
		if g.time {
			level = "10m"
		}
		fmt.Fprintf(b, "| `%s > %s`, `< %s`, `%s rises for 1m` | %s: above or below a level, or risen for so long |\n",
			g.word, level, level, g.word, alertDocs[g.word])
	}
	b.WriteString("| `failures over 5m > 100`, `< 100` | failed attempts of the last 5m: more or fewer than that |\n")
	for _, word := range slices.Sorted(maps.Keys(alertWords)) {
		fmt.Fprintf(b, "| `%s` | %s |\n", word, alertDocs[word])
	}
}

// TestAlertDocs: no word of alerts lacks its line in the reference, and the
// forms that the reference shows are read.
func TestAlertDocs(t *testing.T) {
	for _, word := range gaugeWords() {
		if alertDocs[word] == "" && word != "failures" {
			t.Errorf("alertDocs lacks %s", word)
		}
	}
	for _, w := range watchWords {
		if watchDocs[w.word] == "" {
			t.Errorf("watchDocs lacks %s", w.word)
		}
	}
	for _, form := range []string{"dlq_depth < 100", "oldest_retry > 10m", "queue_depth rises for 1m", "failures over 5m < 100", "stalled"} {
		if _, err := parseWhen(form); err != nil {
			t.Error(err)
		}
	}
}

// code is the words of a text, each set as code.
func code(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = "`" + w + "`"
	}
	return strings.Join(words, ", ")
}

// legal is what a key takes, from its tags.
func legal(f *field) string {
	switch {
	case len(f.words) > 0:
		return cell(strings.Join(f.words, ", "))
	case f.required:
		return "required " + cell(f.legal)
	}
	return cell(f.legal)
}

// cell is a text in a table of Markdown.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
