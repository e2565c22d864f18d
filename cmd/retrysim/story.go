package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"retrysim/policies"
	"retrysim/reports"
	"retrysim/sim"
)

// storyTeller writes one job's facts as sentences.
type storyTeller struct {
	w   io.Writer
	err error

	attempts int
	wait     time.Duration
	born     time.Duration
	last     time.Duration
	world    string // what was told last of faults and operators
}

// line writes one line and keeps the first error.
func (s *storyTeller) line(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.w, format+"\n", args...)
	}
}

// tell writes the story: the facts of one job, in order, among them the faults
// that began or ended meanwhile.
func (s *storyTeller) tell(p *sim.Plan, replication int, seed uint64, facts []sim.Fact) {
	job, first, last := span(facts)
	s.born, s.last = first, last
	s.line("%s in row %q, replication %d, seed %d\n", job, p.Row, replication, seed)
	inForce := map[string]bool{}
	for i, f := range facts {
		switch {
		case f.Job == "" && f.At < first:
			inForce[f.Name] = f.Event == "fault_start"
		case f.Job == "" && f.At <= last:
			if words := worldWords(f); words != s.world { // many workers restart one after the other
				s.at(f.At, "-- "+words)
				s.world = words
			}
		case f.Job != "" && !saidByNext(facts[i:]):
			s.begin(&inForce, facts)
			s.fact(f)
		}
	}
	s.line("\n%s, %s of waiting between them, %s from arrival to the end.",
		counted(s.attempts, "attempt"), story(s.wait), story(s.last-s.born))
}

// saidByNext reports whether the first of the facts goes without saying: a job
// that is ready and taken at once, a call that starts when the job is taken.
func saidByNext(facts []sim.Fact) bool {
	if len(facts) < 2 || facts[0].At != facts[1].At || facts[0].Job != facts[1].Job || facts[0].HasDue {
		return false
	}
	switch facts[0].Event {
	case "promote":
		return facts[1].Event == "take"
	case "take":
		return facts[1].Event == "start"
	}
	return false
}

// begin tells once which faults were in force when the job arrived, in the
// order in which they began.
func (s *storyTeller) begin(inForce *map[string]bool, facts []sim.Fact) {
	for _, f := range facts {
		if f.Event == "fault_start" && (*inForce)[f.Name] {
			s.at(s.born, fmt.Sprintf("-- fault %q has been on since %s", f.Name, clock(f.At)))
			(*inForce)[f.Name] = false
		}
	}
	*inForce = nil
}

// at writes one sentence with its time in front.
func (s *storyTeller) at(t time.Duration, sentence string) {
	s.line("%12s  %s", clock(t), sentence)
}

// fact writes one fact of the job.
func (s *storyTeller) fact(f sim.Fact) {
	if f.Event == "start" && f.Copy == 0 {
		s.attempts = max(s.attempts, f.Attempt)
	}
	if f.Event == "retry" {
		s.wait += f.Delay
	}
	text := jobWords(f)
	if f.Copy > 0 {
		text += fmt.Sprintf(" (run %d of the same job)", f.Copy+1)
	}
	s.at(f.At, text)
}

// span is the job's name and the times of its first and last fact.
func span(facts []sim.Fact) (job string, first, last time.Duration) {
	for _, f := range facts {
		if f.Job == "" {
			continue
		}
		if job == "" {
			job, first = f.Job, f.At
		}
		last = f.At
	}
	return job, first, last
}

// worldWords is a fact about a fault or an operator.
func worldWords(f sim.Fact) string {
	switch f.Event {
	case "fault_start":
		return fmt.Sprintf("fault %q begins", f.Name)
	case "fault_end":
		return fmt.Sprintf("fault %q ends", f.Name)
	case "crash":
		return fmt.Sprintf("workers die: %q", f.Name)
	case "restart":
		return fmt.Sprintf("workers restart: %q", f.Name)
	case "scale":
		return "an autoscaler acts: " + f.Name
	}
	return fmt.Sprintf("an operator acts: %q", f.Name)
}

// jobWords is a fact about the job.
func jobWords(f sim.Fact) string {
	switch f.Event {
	case "arrive":
		return "the job arrives"
	case "take":
		text := fmt.Sprintf("attempt %d: a worker takes the job", f.Attempt)
		if f.HasDue {
			text += ", which is due again at " + clock(f.Due)
		}
		return text
	case "start":
		return fmt.Sprintf("attempt %d begins", f.Attempt)
	case "reject":
		return fmt.Sprintf("attempt %d is refused: %s%s", f.Attempt, failure(f), hinted(f))
	case "success":
		return fmt.Sprintf("attempt %d succeeds%s", f.Attempt, served(f))
	case "failure":
		return fmt.Sprintf("attempt %d fails: %s%s", f.Attempt, failure(f), served(f)+hinted(f))
	case "timeout":
		return fmt.Sprintf("attempt %d: the client gives up waiting", f.Attempt)
	case "abandoned":
		return fmt.Sprintf("attempt %d is served after all; nobody waits for it", f.Attempt)
	case "retry":
		return fmt.Sprintf("the policy waits %s, until %s", story(f.Delay), clock(f.Due))
	case "promote":
		return "the wait is over: the job is ready again"
	case "fail":
		return "no further attempt: " + orWord(reasons[f.Name], f.Name)
	}
	return settledWords(f)
}

// reasons are the policy's reasons against a further attempt, in words.
var reasons = map[string]string{
	policies.Exhausted.String():   "all attempts are used up",
	policies.Deadline.String():    "it would begin after the limit on the elapsed time",
	policies.Permanent.String():   "this kind of failure is not worth a retry",
	policies.Gated.String():       "a budget, breaker or throttle says no",
	policies.HintTooLong.String(): "the server asks for a longer wait than the policy accepts",
}

// settledWords is a fact about where the job ends, or about what befell its
// worker and its side effects.
func settledWords(f sim.Fact) string {
	words := map[string]string{
		"complete":    "done",
		"dead_letter": "the job becomes a dead letter",
		"drop":        "the job is lost",
		"expire":      "the job's deadline has passed: it expires",
		"lease_lost":  "the lock runs out before the job is done",
		"reserve":     "a process reserves the job, all its workers being busy",
		"keep":        "a process keeps the job in memory until its retry is due",
		"duplicate":   "a second worker starts the job, which is still running",
		"hedge":       "a second call is sent, the first one being slow",
		"cancel":      "the call is withdrawn",
		"shed":        "the dependency drops the call when its turn comes",
		"stall":       "its worker makes no progress",
		"crash":       "its worker dies",
		"replay":      "an operator puts the dead letter back into the queue",
		"discard":     "an operator throws the dead letter away",
		"alert":       "an alert fires",
	}
	switch text, known := words[f.Event]; {
	case f.Event == "effect":
		return fmt.Sprintf("the side effect %q happens", f.Name)
	case !known:
		return strings.TrimSpace(strings.ReplaceAll(f.Event, "_", " ") + " " + f.Name)
	case f.Name != "":
		return text + " (" + strings.ReplaceAll(f.Name, "_", " ") + ")"
	default:
		return text
	}
}

// failure is the text that a dead letter would carry.
func failure(f sim.Fact) string {
	if c, ok := policies.ParseClass(f.Class); ok {
		return policies.ErrorText(c, f.Status)
	}
	return orWord(f.Class, "no answer")
}

// served tells how long the dependency worked, where it did.
func served(f sim.Fact) string {
	if f.Service == 0 {
		return ""
	}
	return ", after " + story(f.Service) + " of service"
}

// hinted tells what the answer asked for.
func hinted(f sim.Fact) string {
	if !f.HasDue {
		return ""
	}
	return "; the answer asks to wait until " + clock(f.Due)
}

func orWord(word, otherwise string) string {
	if word == "" {
		return otherwise
	}
	return word
}

// counted is "1 attempt", "2 attempts".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// clock is a moment of the run: minutes:seconds to the millisecond, with hours
// in front where there are any.
func clock(t time.Duration) string {
	t = t.Round(time.Millisecond)
	h, m := t/time.Hour, t%time.Hour/time.Minute
	seconds := fmt.Sprintf("%06.3f", (t % time.Minute).Seconds())
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%s", h, m, seconds)
	}
	return fmt.Sprintf("%d:%s", m, seconds)
}

// story is a wait for people.
func story(d time.Duration) string { return reports.Duration(d.Seconds()) }
