package scenarios

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

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
		{"keys", reflect.TypeFor[keyFields]()},
		{"effect", reflect.TypeFor[Effect]()},
		{"steps", reflect.TypeFor[Step]()},
		{"queue", reflect.TypeFor[Queue]()},
		{"workers", reflect.TypeFor[Workers]()},
		{"dependencies.NAME", reflect.TypeFor[Dependency]()},
		{"rate_limit", reflect.TypeFor[RateLimit]()},
		{"shards", reflect.TypeFor[shardFields]()},
		{"codel", reflect.TypeFor[CoDel]()},
		{"slowdown", reflect.TypeFor[Slowdown]()},
		{"cold_start", reflect.TypeFor[ColdStart]()},
		{"connections", reflect.TypeFor[Connections]()},
		{"contention", reflect.TypeFor[Contention]()},
		{"autoscale", reflect.TypeFor[Autoscale]()},
		{"timeline", reflect.TypeFor[Event]()},
		{"ramp of an action", reflect.TypeFor[Ramp]()},
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
	for _, m := range model.ArrivalCatalogue() {
		arrivalKeys(&b, m)
	}
	b.WriteString("\n### sizes of batches\n\nA bare number, or a map with one of these keys.\n\n| kind | what it is | keys |\n|---|---|---|\n")
	for _, m := range model.SizeCatalogue() {
		var keys []string
		for _, f := range fieldsOf(reflect.TypeOf(m.New()).Elem()) {
			keys = append(keys, fmt.Sprintf("`%s`: %s", f.key, f.doc))
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", m.Name, cell(m.Doc), cell(strings.Join(keys, "; ")))
	}
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

// arrivalKeys is a table of the keys of an arrival process, and of the maps in
// its list.
func arrivalKeys(b *strings.Builder, m model.ArrivalMember) {
	t := reflect.TypeOf(m.New()).Elem()
	where := "below `" + m.Name + "`"
	if flatKeys(m) != nil {
		where = "beside each other"
	}
	fmt.Fprintf(b, "\n#### %s\n\nKeys stand %s.\n\n| key | what it is | legal | default |\n|---|---|---|---|\n", m.Name, where)
	for _, f := range fieldsOf(t) {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.key, cell(f.doc), legal(&f), cell(f.standard))
		if f.typ.Kind() != reflect.Slice || f.typ.Elem().Kind() != reflect.Struct {
			continue
		}
		for _, inner := range fieldsOf(f.typ.Elem()) {
			fmt.Fprintf(b, "| `%s[].%s` | %s | %s | %s |\n", f.key, inner.key, cell(inner.doc), legal(&inner), cell(inner.standard))
		}
	}
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
