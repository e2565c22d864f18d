package explain

import (
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// mostChanges is how many jumps of a clock are told one by one.
const mostChanges = 4

// schedule says how often a schedule comes, and what becomes of the times that
// its clock leaves out or shows twice.
func (e *explainer) schedule(label string, p *model.Schedule) {
	jobs := p.Count(0, e.p.Until)
	times := int(jobs / float64(p.Clients))
	e.say("%s: %s, whenever the clock of %s shows %q; it shows %s at the start. That is %s, %s in all.", label,
		e.together(p), p.Zone, p.Cron, p.Start, counted(times, "time", "times"), counts(jobs, "job", "jobs"))
	changes := p.Changes(e.p.Until)
	if len(changes) > 0 && p.Paced() {
		e.say("It comes every hour, so it goes on at its pace when that clock changes.")
		return
	}
	for i, c := range changes {
		if i == mostChanges {
			e.say("And so on, %d more times.", len(changes)-mostChanges)
			return
		}
		e.change(p, c)
	}
}

// together says how many come at a time, and how they are kept apart.
func (e *explainer) together(p *model.Schedule) string {
	width := estimate.Text(p.Over)
	switch {
	case p.Spread == "random":
		return "a job of each of " + counted(p.Clients, "client", "clients") + ", delayed by up to " + width + " anew each time"
	case p.Spread == "stable":
		return "a job of each of " + counted(p.Clients, "client", "clients") + ", delayed by up to " + width + ", each by always the same"
	case p.Spread == "even":
		return "a job of each of " + counted(p.Clients, "client", "clients") + ", one after the other within " + width
	}
	return counted(p.Clients, "job", "jobs at once")
}

// change says what one jump of the clock does to a schedule.
func (e *explainer) change(p *model.Schedule, c model.ClockChange) {
	if c.LeftOut > 0 {
		word := "skipped"
		if p.Gap == "run_late" {
			word = "run late, at the jump"
		}
		e.say("At %s that clock jumps ahead by %s and leaves out %s of the schedule: %s.", at(c.At), estimate.Text(c.Ahead),
			counted(c.LeftOut, "time", "times"), word)
		return
	}
	word := "run once"
	if p.Repeat == "run_twice" {
		word = "run twice"
	}
	e.say("At %s that clock jumps back by %s and shows %s of the schedule again: %s.", at(c.At), estimate.Text(-c.Ahead),
		counted(c.ShownAgain, "time", "times"), word)
}
