package explain

import (
	"fmt"
	"math"
	"strings"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// moreFaultWords says what the rarer faults do.
func (e *explainer) moreFaultWords(f *model.Fault, to, share string) string {
	switch f.Kind {
	case model.FaultReset:
		if f.Answer {
			return share + " of the connections to " + to + " are reset after the work is done, before the answer"
		}
		return share + " of the connections to " + to + " are reset at once, before any work"
	case model.FaultSlowBody:
		return fmt.Sprintf("%s of the good answers of %s trickle in: %s more in the mean, in which the caller waits and no server works",
			share, to, estimate.Text(f.Latency.Mean()))
	case model.FaultRetryAfter:
		return "the Retry-After of " + to + " " + wrongHint(f.Hint)
	case model.FaultDisconnect:
		return share + " of the open connections to " + to + " are closed; calls on them fail at once, the work for them goes on"
	case model.FaultPoison:
		return poisonWords(f)
	case model.FaultRush:
		return share + " of the clients that pause send at once"
	case model.FaultSameSeed:
		return "all workers have the same seed: at the same attempt they draw the same jitter"
	}
	panic(fmt.Sprintf("explain: no words for fault kind %d", f.Kind))
}

func latencyWords(f *model.Fault, to string) string {
	var parts []string
	if f.Replace.Set() {
		parts = append(parts, fmt.Sprintf("%s works %s on a call in the mean instead of its own time", to, estimate.Text(f.Replace.Mean())))
	}
	if f.Multiply > 0 {
		parts = append(parts, fmt.Sprintf("answers of %s take %s of their service", to, reports.Percent(f.Multiply)))
	}
	if f.Latency.Set() {
		parts = append(parts, fmt.Sprintf("answers of %s take %s longer in the mean", to, estimate.Text(f.Latency.Mean())))
	}
	return strings.Join(parts, ", and ")
}

func wrongHint(h model.Hint) string {
	switch h.Kind {
	case model.HintMissing:
		return "is missing"
	case model.HintUnread:
		return "cannot be used: a negative number, a date in the past or garbage"
	case model.HintShorter:
		return "is a date, and the clients' clocks are ahead by " + estimate.Text(h.Shorter) + ": the wait seems shorter, or past"
	}
	return "says " + estimate.Text(h.After) + " whatever it should say"
}

func poisonWords(f *model.Fault) string {
	text := "a poisoned job kills the worker that takes it"
	if f.Count > 1 {
		text = fmt.Sprintf("a poisoned job kills the worker that takes it and the %d others of its process", f.Count-1)
	}
	text += ", which are back after " + estimate.Text(f.Restart)
	if f.RestartFactor > 1 {
		text += fmt.Sprintf(", each time %s of the last one", reports.Percent(f.RestartFactor))
	}
	if f.RestartCap > 0 {
		text += ", at most " + estimate.Text(f.RestartCap)
	}
	return text
}

// furthermore says whom a fault hits, when it strikes again and how it comes
// and goes.
func (e *explainer) furthermore(f *model.Fault) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	s, w := &f.Scope, &f.Windows
	if len(s.Types) > 0 {
		var names []string
		for _, t := range s.Types {
			names = append(names, e.p.Types[t].Name)
		}
		add("only for %s", estimate.List(names))
	}
	if s.Share > 0 && s.ByClient {
		add("only for %s of the clients, always the same ones", reports.Percent(s.Share))
	} else if s.Share > 0 {
		add("only for %s of the jobs, the same ones at every attempt", reports.Percent(s.Share))
	}
	if s.FirstAttempts > 0 {
		add("only for the first %s of a job", counted(s.FirstAttempts, "attempt", "attempts"))
	}
	if f.While > 0 {
		add("only while more than %d calls are in flight", f.While)
	}
	if w.Times > 1 {
		add("again every %s, %d times in all", estimate.Text(w.Every), w.Times)
	}
	if f.Drawn() {
		n := math.Round((f.End - f.Start).Seconds() / (w.Between.Mean() + w.Lasts.Mean()).Seconds())
		add("at random times, %s apart in the mean, for %s each: about %s windows", estimate.Text(w.Between.Mean()),
			estimate.Text(w.Lasts.Mean()), reports.Count(n))
	}
	if w.RampIn > 0 {
		add("rising over %s", estimate.Text(w.RampIn))
	}
	if w.RampOut > 0 {
		add("fading over the last %s", estimate.Text(w.RampOut))
	}
	if len(parts) == 0 {
		return ""
	}
	return "; " + strings.Join(parts, "; ")
}
