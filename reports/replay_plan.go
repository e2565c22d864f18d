package reports

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"retrysim/sim/result"
)

// ReplayFormats are the formats of a ReplayPlan.
var ReplayFormats = []string{"table", "json", "yaml", "csv", "md"}

// WriteReplayPlan writes a plan: the rate, its probability of a collapse, the
// schedule in rounds, and the rates that were tried.
func WriteReplayPlan(w io.Writer, format string, p *result.ReplayPlan) error {
	switch format {
	case "json", "yaml":
		return WriteShape(w, format, p)
	case "csv":
		return csv.NewWriter(w).WriteAll(append([][]string{trialHead}, trialCells(p, plainNumber)...))
	case "table":
		return writeText(w, replayText(p))
	case "md":
		return writeText(w, replayMarkdown(p))
	}
	return unknownFormat(format, ReplayFormats)
}

func writeText(w io.Writer, s string) error {
	_, err := io.WriteString(w, s)
	return err
}

// plainNumber is a number in full, for programs.
func plainNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// trialHead names the columns of the rates tried.
var trialHead = []string{"rate_per_s", "holds", "replications", "collapses", "probability", "low", "high", "fresh_done_share", "fresh_p95_s", "died_again", "done_after_s"}

func trialCells(p *result.ReplayPlan, number func(float64) string) [][]string {
	optional := func(v *float64) string {
		if v == nil {
			return "never"
		}
		return number(*v)
	}
	var rows [][]string
	for i := range p.Trials {
		t := &p.Trials[i]
		rows = append(rows, []string{
			number(t.RatePS), strconv.FormatBool(t.Holds), strconv.Itoa(t.Replications), strconv.Itoa(t.Collapses),
			number(t.Probability), number(t.CI95[0]), number(t.CI95[1]), number(t.FreshShare), optional(t.FreshP95S), number(t.DiedAgain), optional(t.ClearS),
		})
	}
	return rows
}

// ReplayFinding is the plan in a sentence.
func ReplayFinding(p *result.ReplayPlan) string {
	if p.Best == nil {
		return "No rate that was tried keeps the probability of a collapse within " + Percent(p.Risk) + "."
	}
	b := p.Best
	s := fmt.Sprintf("Replay %s dead letters at %s at most: done after %s.", Count(float64(p.Jobs)), Rate(b.RatePS), Duration(b.DurationS))
	if !p.Random {
		return s + " Nothing here is random: at this rate it never collapses."
	}
	return s + fmt.Sprintf(" It collapses in %d of %d replications: a probability of %s, 95%% interval %s to %s.",
		b.Collapses, b.Replications, Percent(b.Probability), Percent(b.CI95[0]), Percent(b.CI95[1]))
}

// traffic is what the replayed jobs meet.
func traffic(p *result.ReplayPlan) string {
	capacity := "a dependency without limit"
	if p.CapacityPS != nil {
		capacity = "a capacity of " + Rate(*p.CapacityPS)
	}
	return fmt.Sprintf("Live traffic takes %s of %s.", Rate(p.LivePS), capacity)
}

func replayText(p *result.ReplayPlan) string {
	var b strings.Builder
	for _, s := range append([]string{ReplayFinding(p), traffic(p)}, p.Warnings...) {
		b.WriteString(wrapped(s))
	}
	if len(p.Rounds) > 0 {
		b.WriteString("\nRound       jobs  rate                       takes  then watch for\n")
		for i, r := range p.Rounds {
			fmt.Fprintf(&b, "%-5d %10s  %-20s %11s  %s\n", i+1, Count(float64(r.Jobs)), roundRate(r), Duration(r.DurationS), roundWatch(r))
		}
	}
	b.WriteString("\n    Rate  collapses  probability, 95 % CI      fresh done  fresh p95  done after\n")
	for i := range p.Trials {
		t := &p.Trials[i]
		mark := " "
		if p.Best != nil && t.RatePS == p.Best.RatePS {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s %6s  %9s  %-24s  %10s  %9s  %10s\n", mark, Rate(t.RatePS),
			fmt.Sprintf("%d of %d", t.Collapses, t.Replications), probability(t), Percent(t.FreshShare), orNever(t.FreshP95S), orNever(t.ClearS))
	}
	b.WriteString("\n" + wrapped(replayNote(p)))
	return b.String()
}

// wrapped is a text in lines of at most 80 columns.
func wrapped(s string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text.WrapSoft(s, 80), "\n") {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// replayNote tells how to read the numbers.
func replayNote(p *result.ReplayPlan) string {
	return fmt.Sprintf("> is the fastest rate whose whole interval is within %s. A rate that fails is not played to its end: its interval is of the "+
		"replications that were. Fresh jobs are all but the replayed ones. Seed %d, up to %d replications, retrysim %s on %s.",
		Percent(p.Risk), p.Seed, p.Replications, p.Tool.Version, p.Tool.GOARCH)
}

func probability(t *result.ReplayTrial) string {
	return fmt.Sprintf("%s, %s to %s", Percent(t.Probability), Percent(t.CI95[0]), Percent(t.CI95[1]))
}

func orNever(v *float64) string {
	if v == nil {
		return "never"
	}
	return Duration(*v)
}

func roundRate(r result.ReplayRound) string {
	if r.OverS > 0 {
		return fmt.Sprintf("%s..%s/%s", Rate(r.RatePS), Rate(r.ToPS), strings.ReplaceAll(Duration(r.OverS), " ", ""))
	}
	return Rate(r.RatePS)
}

func roundWatch(r result.ReplayRound) string {
	if r.WatchS == 0 {
		return "-"
	}
	return Duration(r.WatchS)
}

func replayMarkdown(p *result.ReplayPlan) string {
	var b strings.Builder
	m := &markdown{page{w: &b}}
	m.line("### retrysim: replay of dead letters, " + mdText(p.Scenario.Name) + "\n")
	for _, s := range append([]string{ReplayFinding(p), traffic(p)}, p.Warnings...) {
		m.line("- " + mdText(s))
	}
	if len(p.Rounds) > 0 {
		m.line("")
		m.row("round", "jobs", "rate", "takes", "then watch for")
		m.rule(5)
		for i, r := range p.Rounds {
			m.row(strconv.Itoa(i+1), Count(float64(r.Jobs)), roundRate(r), Duration(r.DurationS), roundWatch(r))
		}
	}
	m.line("")
	m.row("rate", "holds", "collapses", "probability, 95 % interval", "fresh done", "fresh p95", "died again", "done after")
	m.rule(8)
	for i := range p.Trials {
		t := &p.Trials[i]
		m.row(Rate(t.RatePS), map[bool]string{true: "yes", false: "no"}[t.Holds], fmt.Sprintf("%d of %d", t.Collapses, t.Replications),
			probability(t), Percent(t.FreshShare), orNever(t.FreshP95S), Count(t.DiedAgain), orNever(t.ClearS))
	}
	return b.String()
}
