package main

import (
	"fmt"
	"math"

	"retrysim/reports"
	"retrysim/sim/result"
)

// replayHolds reports whether the replay held in every replication.
func replayHolds(r *result.Result) bool {
	m, ok := r.Policies[0].Metrics.Get("replay_held_share")
	return ok && m.Value != nil && *m.Value == 1
}

// sayReplay tells what a replay does: does it hold, when is it done, how many
// die again, what happens to fresh jobs.
func (a *app) sayReplay(r *redrive, out *result.Result) {
	with, without := &out.Policies[0], &out.Policies[1]
	held, _ := with.Metrics.Get("replay_held_share")
	fmt.Fprintf(a.stdout, "%s dead letters of %s, %s\n\n", reports.Count(float64(r.spec.Jobs())), r.name, paceOf(&r.spec))
	word := "It holds"
	if !replayHolds(out) {
		word = "It does not hold"
	}
	if held.Value != nil {
		n := out.Replications
		k := n - int(math.Round(float64(*held.Value*float64(n))))
		word += fmt.Sprintf(": %d of %d replications collapse", k, n)
	}
	fmt.Fprintf(a.stdout, "%s.\n\n", word)
	for _, line := range [][2]string{
		{"replayed jobs done after", secondsOf(with, "replay_clear_s")},
		{"die again", countOf(with, "died_again")},
		{"fresh jobs completed", percentOf(with, "fresh_done_share") + ", without the replay " + percentOf(without, "fresh_done_share")},
		{"fresh jobs p95", secondsOf(with, "done_p95_s") + ", without the replay " + secondsOf(without, "done_p95_s")},
	} {
		fmt.Fprintf(a.stdout, "  %-25s %s\n", line[0], line[1])
	}
	if r.refused > 0 {
		fmt.Fprintf(a.stdout, "  %-25s %s\n", "cannot be run again", reports.Count(float64(r.refused)))
	}
	fmt.Fprintln(a.stdout)
}

// paceOf is how fast the records go, in words.
func paceOf(r *result.Replay) string {
	text := "at " + reports.Rate(r.RatePS)
	if r.OverMS > 0 {
		text = fmt.Sprintf("from %s to %s within %s", reports.Rate(r.RatePS), reports.Rate(r.ToPS), reports.Duration(r.OverMS/1000))
	}
	if r.Batch > 1 {
		text += fmt.Sprintf(", %d together", r.Batch)
	}
	if r.Newest {
		text += ", the newest first"
	}
	return text
}

// secondsOf is a metric in seconds; a share of runs in which it never comes is
// told apart.
func secondsOf(p *result.PolicyResult, name string) string {
	return valueOf(p, name, reports.Duration)
}

func countOf(p *result.PolicyResult, name string) string { return valueOf(p, name, reports.Count) }

func percentOf(p *result.PolicyResult, name string) string { return valueOf(p, name, reports.Percent) }

func valueOf(p *result.PolicyResult, name string, write func(float64) string) string {
	m, ok := p.Metrics.Get(name)
	switch {
	case ok && m.Value != nil:
		return write(*m.Value)
	case ok && m.Never:
		return "never"
	}
	return "no data"
}
