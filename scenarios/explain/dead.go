package explain

import (
	"fmt"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// keepWords says where the age of a record begins.
func keepWords(d *model.DeadLetters) string {
	switch {
	case d.FromEnqueue && d.KeepsClock:
		return " from the arrival of its job, whatever is replayed"
	case d.FromEnqueue:
		return " from the arrival of its job or its replay, so that attempts use some of it up"
	case d.KeepsClock:
		return " from when it was parked first, whatever is replayed"
	}
	return ""
}

// clearWords says at which level of its own an alert is over.
func clearWords(a *model.Alert) string {
	if !a.Clears.Set {
		return ""
	}
	level := reports.Count(a.Clears.Level)
	if a.Kind == model.AlertGrows {
		level = reports.Rate(a.Clears.Level)
	}
	if a.Above {
		return ", which is below " + level
	}
	return ", which is above " + level
}

// portionWords says which records a replay takes first, in what portions and
// how often.
func portionWords(a *model.Action) (text string) {
	if a.Batch > 1 {
		text += fmt.Sprintf(", in batches of %s", reports.Count(float64(a.Batch)))
	}
	if a.Newest {
		text += ", the newest first"
	}
	if a.MostCycles > 0 {
		text += fmt.Sprintf(", but none that has been replayed %s", cycleWords(a.MostCycles))
	}
	return text
}

func cycleWords(n int) string {
	if n == 1 {
		return "before"
	}
	return fmt.Sprintf("%d times", n)
}

// expiryWords says for how long an idempotency key guards.
func expiryWords(f *model.Effect) string {
	if f.Expires == 0 {
		return ""
	}
	return ", and guards for " + estimate.Text(f.Expires)
}
