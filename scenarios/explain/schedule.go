package explain

import (
	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// mostChanges is how many jumps of a clock are told one by one.
const mostChanges = 4

// schedule says how often a schedule comes, and what becomes of the times that
// its clock leaves out or shows twice.
func (e *explainer) schedule(label string, p *model.Schedule) {
	jobs := p.Count(0, e.p.Until)
	times := jobs / float64(p.Clients)
	text := "together"
	if p.Spread != "" && p.Spread != "none" {
		text = map[string]string{
			"random": "each at random", "stable": "each at an offset of its own, always the same,", "even": "one after the other",
		}[p.Spread] + " within " + estimate.Text(p.Over)
	}
	e.say("%s: %s, %s, start a job at %q by the clock of %s, which shows %s at the start: %s, %s in all.", label,
		counted(p.Clients, "client", "clients"), text, p.Cron, p.Zone, p.Start, counted(int(times), "time", "times"), reports.Count(jobs))
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
