package explain

import (
	"fmt"
	"io"
	"time"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/scenarios/lint"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/result"
)

// Delays is a policy as data: its facts, who set what, the wait before each
// retry, and what the linter says. The list ends where the policy ends, else
// after that many retries; a limit that is a mere default of the preset's
// system does not end it. preset may be nil; else its Spec is what the policy
// was built from.
func Delays(p *policies.Policy, preset *presets.Preset, retries int) *result.DelayTable {
	t := &result.DelayTable{Schema: result.PolicySchema, Name: p.Name, Formula: p.Formula(), Notes: []string{Words(p)}}
	if n, limited := p.Retries(); limited {
		attempts := n + 1
		t.MaxAttempts = &attempts
	}
	if total, ok := policies.WorstCaseTotal(p); ok {
		worst := ms(total)
		t.WorstCaseTotalMS = &worst
	}
	rows := policies.Table(p, retries, 0)
	var settings []policies.Setting
	if preset != nil {
		describe(t, preset)
		rows, settings = preset.Table(p, retries), preset.Spec.Settings()
	}
	for _, r := range rows {
		t.Delays = append(t.Delays, delayRow(r))
	}
	for _, s := range settings {
		t.Settings = append(t.Settings, result.Setting{Key: s.Key, Value: s.Value, Origin: s.Origin})
	}
	t.Lint = lint.Policy(p, settings, preset)
	return t
}

// describe adds what the preset knows about its system.
func describe(t *result.DelayTable, preset *presets.Preset) {
	t.Name, t.System, t.Source, t.About = preset.Name, preset.System, preset.Source, preset.About
	t.Notes = append(t.Notes, preset.Notes...)
	t.SeeAlso = preset.SeeAlso
	if n := preset.DefaultMaxAttempts; n > 0 {
		t.DefaultMaxAttempts = &n
	}
}

// delayRow is one row in milliseconds.
func delayRow(r policies.Row) result.DelayRow {
	row := result.DelayRow{
		Retry: r.Retry, MinMS: ms(r.Min), MeanMS: ms(r.Mean), MaxMS: ms(r.Max), BeyondDefault: r.BeyondDefault,
	}
	if r.HasNominal {
		nominal := ms(r.Nominal)
		row.NominalMS = &nominal
	}
	return row
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

// duration is milliseconds as a duration.
func duration(ms float64) time.Duration {
	if ms >= float64(policies.Longest)/1e6 {
		return policies.Longest
	}
	return time.Duration(ms * 1e6)
}

// Policy writes one policy in words: what Delays found. Waits that are all the
// same to the end of the list are told once.
func Policy(w io.Writer, t *result.DelayTable) error {
	p := &page{w: w}
	p.line(clean(t.Name))
	for i, note := range t.Notes {
		if i == 0 {
			p.say("%s", note)
		}
	}
	p.say("%s", attempts(t))
	if t.WorstCaseTotalMS != nil && len(t.Delays) > 0 {
		p.say("A job that fails every time waits at most %s in all.", estimate.Text(duration(*t.WorstCaseTotalMS)))
	}
	p.waits(t)
	if len(t.Notes) > 1 {
		p.title("Good to know")
		for _, note := range t.Notes[1:] {
			p.say("%s", note)
		}
	}
	p.settings(t.Settings)
	p.findings(t.Lint)
	return p.err
}

// attempts says how many attempts the table's policy makes.
func attempts(t *result.DelayTable) string {
	text := "Nothing limits the attempts; a run needs a limit."
	if t.MaxAttempts != nil {
		n := *t.MaxAttempts
		text = fmt.Sprintf("At most %s: the first call and %s.", counted(n, "attempt", "attempts"), counted(n-1, "retry", "retries"))
	}
	if d := t.DefaultMaxAttempts; d != nil && (t.MaxAttempts == nil || *d != *t.MaxAttempts) {
		text += fmt.Sprintf(" The system's own limit is %s.", counted(*d, "attempt", "attempts"))
	}
	return text
}

// waits lists the wait before each retry and when that is, counted from the
// first failure, the calls themselves left aside.
func (p *page) waits(t *result.DelayTable) {
	if len(t.Delays) == 0 {
		p.title("No retry: the first failure is the last.")
		return
	}
	p.title("Wait before each retry, and the time since the first failure (mean)")
	last := len(t.Delays) - 1
	for last > 0 && sameWait(t.Delays[last], t.Delays[last-1]) {
		last--
	}
	sum := 0.0
	for i, d := range t.Delays {
		sum += d.MeanMS
		if i > last && i < len(t.Delays)-1 {
			continue
		}
		label := fmt.Sprintf("retry %d", d.Retry)
		if i > last && i > last+1 {
			label = fmt.Sprintf("%d to %d", t.Delays[last].Retry+1, d.Retry)
		}
		text := fmt.Sprintf("%-20s %s", estimate.Range(duration(d.MinMS), duration(d.MaxMS)), "at "+estimate.Text(duration(sum)))
		if d.BeyondDefault {
			text += "  (past the default limit)"
		}
		p.row(14, label, text)
	}
}

// row writes a label and a text that is not wrapped.
func (p *page) row(width int, label, text string) {
	p.line(fmt.Sprintf("  %-*s%s", width-2, label, text))
}

func sameWait(a, b result.DelayRow) bool {
	return a.MinMS == b.MinMS && a.MaxMS == b.MaxMS && a.BeyondDefault == b.BeyondDefault
}

// settings lists every value and who set it.
func (p *page) settings(list []result.Setting) {
	if len(list) == 0 {
		return
	}
	p.title("Who set what")
	for _, s := range list {
		p.item(24, s.Key, "%s  (%s)", s.Value, s.Origin)
	}
}

// findings lists what the linter says.
func (p *page) findings(list []result.LintFinding) {
	if len(list) == 0 {
		return
	}
	p.title("What the linter finds")
	for _, f := range list {
		where := f.Rule
		if f.Path != "" {
			where += " at " + f.Path
		}
		p.hang("  ", "    ", f.Severity+" "+where+": "+f.Message)
	}
}
