package scenarios

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// leastIncidents is how many known incidents the shipped scenarios must cover.
// It rises with them.
const leastIncidents = 43

// A head tells in its lines "# Incident: P01 B08" which incidents the scenario
// is about, and anywhere in it the addresses of their sources.
var (
	incidentLine = regexp.MustCompile(`(?m)^# Incident: (.+)$`)
	incidentID   = regexp.MustCompile(`^[PBQ][0-9]{2}$`)
	address      = regexp.MustCompile(`https?://[^\s,]*[^\s,.:;)]`)
)

// cover is a shipped scenario of a known incident.
type cover struct {
	scenario, shows string
	ids, sources    []string
}

// covers lists the shipped scenarios of known incidents, by their names.
func covers(t *testing.T) []cover {
	t.Helper()
	var all []cover
	for _, name := range Names() {
		text, _ := Source(name)
		head, _, _ := strings.Cut(string(text), "\nversion:")
		c := cover{scenario: name, shows: firstSentence(head), sources: address.FindAllString(head, -1)}
		for _, m := range incidentLine.FindAllStringSubmatch(head, -1) {
			for _, id := range strings.FieldsFunc(m[1], func(r rune) bool { return r == ' ' || r == ',' }) {
				if !incidentID.MatchString(id) {
					t.Errorf("%s: %q is no incident; write # Incident: P01, or several with spaces between", name, id)
				}
				c.ids = append(c.ids, id)
			}
		}
		if len(c.ids) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// firstSentence is that of "# Shows: ", on one line.
func firstSentence(head string) string {
	_, rest, _ := strings.Cut(head, "# Shows: ")
	rest = strings.ReplaceAll(strings.ReplaceAll(rest, "\n# ", " "), "\n", " ")
	sentence, _, _ := strings.Cut(rest, ". ")
	sentence = strings.TrimSuffix(sentence, ".") + "."
	return strings.ToUpper(sentence[:1]) + sentence[1:]
}

// TestIncidentsDocumented holds docs/incidents.md against the heads of the
// scenarios, and that they cover what they should, each with its source.
func TestIncidentsDocumented(t *testing.T) {
	const path = "../docs/incidents.md"
	all := covers(t)
	ids := map[string]bool{}
	for _, c := range all {
		for _, id := range c.ids {
			ids[id] = true
		}
		if len(c.sources) == 0 {
			t.Errorf("%s: its head has no address of a source", c.scenario)
		}
	}
	if len(ids) < leastIncidents {
		t.Errorf("the shipped scenarios cover %d incidents, want %d", len(ids), leastIncidents)
	}
	want := incidentsPage(all)
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s is not what the heads of the scenarios say (%v): run go test ./scenarios -update and read the diff", path, err)
	}
}

// incidentsPage is a table of the incidents, by their kind and number.
func incidentsPage(all []cover) string {
	var b strings.Builder
	b.WriteString(`# Incidents that scenarios rebuild

<!-- written by go test ./scenarios -update from the heads of the scenarios -->

Outages that were written up (P), bugs that were reported (B) and questions that
were asked (Q) in public. ` + "`retrysim scenario show NAME`" + ` prints a scenario; its
head says which of its numbers were published, which are calculated and which
are assumed. Tests hold the numbers of its rows: ` + "`scenarios/incidents_*_test.go`" + `.

| | scenario | what it asks | what it shows | source |
|---|---|---|---|---|
`)
	kinds := "PBQ"
	rank := func(id string) string { return fmt.Sprint(strings.Index(kinds, id[:1]), id) }
	var lines []string
	for _, c := range all {
		for _, id := range c.ids {
			lines = append(lines, fmt.Sprintf("%s\x00| %s | `%s` | %s | %s | %s |\n", rank(id), id, c.scenario, cell(About(c.scenario)), cell(c.shows), links(c.sources)))
		}
	}
	slices.Sort(lines)
	for _, l := range lines {
		_, text, _ := strings.Cut(l, "\x00")
		b.WriteString(text)
	}
	return b.String()
}

// links are addresses as Markdown, each called by its host.
func links(addresses []string) string {
	var out []string
	for _, a := range addresses {
		_, rest, _ := strings.Cut(a, "://")
		host, _, _ := strings.Cut(rest, "/")
		out = append(out, fmt.Sprintf("[%s](%s)", strings.TrimPrefix(host, "www."), a))
	}
	return strings.Join(out, ", ")
}
