package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"retrysim/policies"
)

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
	"dlq_oldest_age":    "time since the oldest record of the dead-letter queue was parked",
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
