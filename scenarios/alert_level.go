package scenarios

import (
	"fmt"
	"strings"

	"retrysim/sim/model"
)

// alertLevel reads a level: a number, or a duration, which is in seconds.
func alertLevel(text string, isTime bool) (float64, error) {
	if isTime {
		level, err := ParseDuration(text)
		return level.Seconds(), err
	}
	level, err := number64(text)
	if err != nil || level < 0 {
		return 0, fmt.Errorf("%q is not a number; write one such as 100", shorten(text))
	}
	return level, nil
}

// growsForm is how a rate of change is written.
const growsForm = "write dlq_depth grows > 10/s over 1m"

// growsCondition reads the rate of change of a gauge: grows > 10/s over 1m.
func growsCondition(a model.Alert, words []string, isTime bool) (model.Alert, error) {
	if len(words) != 5 || words[1] != ">" || words[3] != "over" {
		return a, fmt.Errorf("%q does not say how fast over which time; %s", shorten(strings.Join(words, " ")), growsForm)
	}
	if isTime {
		return a, fmt.Errorf("an age grows by a second every second; write dlq_oldest_age > 1h")
	}
	rate, err := ParseRate(words[2])
	if err != nil {
		return a, err
	}
	over, err := ParseDuration(words[4])
	if err == nil && over == 0 {
		err = fmt.Errorf("nothing grows over 0s; %s", growsForm)
	}
	a.Kind, a.Above, a.Level, a.Over = model.AlertGrows, true, float64(rate), over
	return a, err
}

// parseClears reads the level at which an alert is over: < 50 for one that
// fires above a level, > 50 for one that fires below.
func parseClears(text, when string, a *model.Alert) (float64, error) {
	sign := "<"
	if !a.Above {
		sign = ">"
	}
	words := strings.Fields(text)
	if len(words) != 2 || words[0] != sign {
		return 0, fmt.Errorf("%q is not a level at which %q is over; write %s 50, on the other side of its level", shorten(text), shorten(when), sign)
	}
	if a.Kind == model.AlertGrows {
		rate, err := ParseRate(words[1])
		return float64(rate), err
	}
	return alertLevel(words[1], a.Gauge == model.GaugeOldestRetry || a.Gauge == model.GaugeDLQOldest)
}

// clears is the level at which an alert is over, as plans carry it; it was
// checked before.
func (a *Alert) clears(when *model.Alert) model.Clear {
	if a.Clears == "" {
		return model.Clear{}
	}
	level, err := parseClears(a.Clears, a.When, when)
	if err != nil {
		panic("scenarios: alert " + a.Name + " was not checked: " + err.Error())
	}
	return model.Clear{Set: true, Level: level}
}
