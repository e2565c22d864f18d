package scenarios

import (
	"fmt"
	"strings"

	"retrysim/sim/model"
)

// gauges are the levels that an alert can watch.
var gauges = []struct {
	word  string
	gauge model.Gauge
	time  bool // its level is a duration
}{
	{"failed_jobs", model.GaugeFailedJobs, false},
	{"dlq_depth", model.GaugeDLQDepth, false},
	{"queue_depth", model.GaugeQueueDepth, false},
	{"oldest_retry", model.GaugeOldestRetry, true},
	{"dlq_oldest_age", model.GaugeDLQOldest, true},
}

// alertWords are the conditions that are one word.
var alertWords = map[string]model.AlertKind{
	"retries_exhausted": model.AlertExhausted,
	"first_failure":     model.AlertFirstFailure,
	"stalled":           model.AlertStalled,
}

// alertForms says what a condition may look like.
const alertForms = "write failed_jobs > 100, failures over 5m > 100, dlq_depth rises for 1m, dlq_depth grows > 10/s over 1m, oldest_retry > 10m, retries_exhausted, first_failure or stalled"

func gaugeWords() []string {
	words := []string{"failures", "retries_exhausted", "first_failure", "stalled"}
	for _, g := range gauges {
		words = append(words, g.word)
	}
	return words
}

// parseWhen reads the condition of an alert:
//
//	GAUGE > LEVEL     GAUGE < LEVEL     GAUGE rises for TIME     GAUGE grows > RATE over TIME
//	failures over TIME > NUMBER
//	retries_exhausted     first_failure     stalled
//
// with the gauges failed_jobs, dlq_depth, queue_depth, oldest_retry and
// dlq_oldest_age.
func parseWhen(text string) (a model.Alert, err error) {
	a.Text = text
	words := strings.Fields(text)
	if len(words) == 0 {
		return a, fmt.Errorf("the condition is empty; %s", alertForms)
	}
	if kind, ok := alertWords[words[0]]; ok && len(words) == 1 {
		a.Kind = kind
		return a, nil
	}
	if words[0] == "failures" {
		return failureWindow(a, words)
	}
	for _, g := range gauges {
		if g.word == words[0] {
			a.Gauge = g.gauge
			return gaugeCondition(a, words[1:], g.time)
		}
	}
	if !contains(gaugeWords(), words[0]) {
		return a, fmt.Errorf("unknown word %q; %s", shorten(words[0]), hint(words[0], gaugeWords()))
	}
	return a, fmt.Errorf("%q is not a condition; %s", shorten(text), alertForms)
}

func failureWindow(a model.Alert, words []string) (model.Alert, error) {
	if len(words) != 5 || words[1] != "over" {
		return a, fmt.Errorf("%q does not say over which time; write failures over 5m > 100", shorten(strings.Join(words, " ")))
	}
	over, err := ParseDuration(words[2])
	if err != nil {
		return a, err
	}
	if over == 0 {
		return a, fmt.Errorf("a window of 0s holds nothing; write failures over 5m > 100")
	}
	a.Kind, a.Gauge, a.Over = model.AlertWindow, model.GaugeFailures, over
	kind := a.Kind
	a, err = gaugeCondition(a, words[3:], false)
	a.Kind = kind
	return a, err
}

func gaugeCondition(a model.Alert, words []string, isTime bool) (model.Alert, error) {
	if len(words) == 3 && words[0] == "rises" && words[1] == "for" {
		over, err := ParseDuration(words[2])
		if err == nil && over == 0 {
			err = fmt.Errorf("rising for 0s means nothing; write rises for 1m")
		}
		a.Kind, a.Over = model.AlertRises, over
		return a, err
	}
	if len(words) > 0 && words[0] == "grows" {
		return growsCondition(a, words, isTime)
	}
	if len(words) != 2 || words[0] != ">" && words[0] != "<" {
		return a, fmt.Errorf("%q is not a condition; %s", shorten(strings.Join(words, " ")), alertForms)
	}
	a.Kind, a.Above = model.AlertGauge, words[0] == ">"
	var err error
	a.Level, err = alertLevel(words[1], isTime)
	return a, err
}

// scopes are the scopes of an alert by their words.
var scopes = map[string]model.Scope{
	"queue": model.PerQueue, "job_type": model.PerJobType, "job": model.PerJob, "error": model.PerError,
}

func (c *checker) checkAlert(i int) {
	a := &c.f.Alerts[i]
	if a.Src == nil || c.failedBelow(a.Src) {
		return
	}
	when, err := parseWhen(a.When)
	if err != nil {
		c.failErr(a.Src.get("when"), err)
		return
	}
	perQueue := when.Kind == model.AlertStalled || (when.Kind == model.AlertGauge || when.Kind == model.AlertGrows) && when.Gauge != model.GaugeFailedJobs
	if perQueue && a.Scope != "queue" {
		c.fail(a.Src.at("scope"), fmt.Sprintf("%s is a level of the whole queue", strings.Fields(a.When)[0]), "write scope: queue, or leave it out")
	}
	for k := range i {
		if c.f.Alerts[k].Name == a.Name {
			c.fail(a.Src.get("name"), fmt.Sprintf("two alerts are named %q", shorten(a.Name)), "give each its own name")
		}
	}
	if a.Clears != "" {
		c.checkClears(a, &when)
	}
	if when.Kind == model.AlertStalled && c.f.Workers.StaleAfter == 0 {
		c.fail(a.Src.get("when"), "nothing ever counts as a stall", "write workers: {stale_after: 300s}")
	}
}

// model is the alert as plans carry it; its condition was parsed before.
func (a *Alert) model() model.Alert {
	out, err := parseWhen(a.When)
	if err != nil {
		panic("scenarios: alert " + a.Name + " was not checked: " + err.Error())
	}
	out.Name, out.Scope = a.Name, scopes[a.Scope]
	out.Clears = a.clears(&out)
	out.Every, out.Pages = a.Fires == "every_failure", a.Action == "page"
	return out
}
