package explain

import (
	"fmt"
	"io"
	"time"

	"retrysim/reports"
	"retrysim/scenarios/lint"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// Options is what a plan does not know about its scenario.
type Options struct {
	About        string
	Replications int       // 0 leaves them out
	Load         string    // open, closed or mixed; "" leaves it out
	Defaults     []Default // what the scenario leaves to the format
	Known        []lint.Known
	NoLint       bool // leave the linter out
}

// Default is one value that a scenario does not set.
type Default struct{ Path, Value, Doc string }

// explainer writes one plan.
type explainer struct {
	page
	p *sim.Plan
	o Options

	found  []result.LintFinding // see lint
	linted bool
}

// Plan says in words what will happen when a plan runs. The error is that of
// the writer.
func Plan(w io.Writer, p *sim.Plan, o Options) error {
	e := &explainer{page: page{w: w}, p: p, o: o}
	e.head()
	e.arrivals()
	e.dependencies()
	e.timeline()
	for t := range p.Types {
		e.jobType(t)
	}
	e.expect()
	e.pipeline()
	e.alerts()
	e.defaults()
	if !o.NoLint {
		e.findings(e.lint())
	}
	return e.err
}

func (e *explainer) head() {
	e.line(clean(e.p.Scenario + ", row " + e.p.Row))
	if e.o.About != "" {
		e.hang("", "", e.o.About)
	}
	text := fmt.Sprintf("Seed %d.", e.p.Seed)
	if n := e.o.Replications; n > 0 {
		text = fmt.Sprintf("%s, seed %d.", counted(n, "replication", "replications"), e.p.Seed)
	}
	switch e.o.Load {
	case "open":
		text += " Open load: jobs arrive whether or not anybody is served."
	case "closed":
		text += " Closed load: a client sends its next job only after the last one is done."
	case "mixed":
		text += " Mixed load: some jobs wait for nobody, some clients wait for their answer."
	}
	e.hang("", "", text)
}

// arrivals says who comes, at which mean rate, and how many in all.
func (e *explainer) arrivals() {
	e.title("Who arrives")
	for i := range e.p.Common {
		e.source("all types, by weight", &e.p.Common[i])
	}
	jobs := 0.0
	for t := range e.p.Types {
		for i := range e.p.Types[t].Sources {
			e.source(e.p.Types[t].Name, &e.p.Types[t].Sources[i])
		}
		jobs += estimate.Jobs(e.p, t, 0, e.p.Until)
	}
	e.keys()
	e.budgets()
	text := "Arrivals end at " + at(e.p.Until)
	if n := e.p.JobLimit; n > 0 {
		text += fmt.Sprintf(" or after %s jobs", reports.Count(float64(n)))
		jobs = min(jobs, float64(n))
	}
	if jobs > 0 {
		text += ": about " + about(jobs) + " jobs"
	}
	e.say("%s. The run goes on until all have settled, at most until %s.", text, at(e.p.Horizon))
}

func (e *explainer) source(to string, s *model.Source) {
	label := to + ", " + s.Name
	if s.Arrivals.Arrivals == nil {
		think := "no pause"
		if s.Think.Set() {
			think = "a pause of " + estimate.Text(s.Think.Mean()) + " in the mean"
		}
		e.say("%s: %s, each with one job at a time and %s between two.", label, counted(s.Clients, "client", "clients"), think)
		return
	}
	if p, ok := s.Arrivals.Arrivals.(model.Schedule); ok {
		e.schedule(label, &p)
		return
	}
	rate := estimate.SourceRate(s, 0, e.p.Until)
	if rate == 0 {
		for _, b := range estimate.Bursts(&sim.Plan{Until: e.p.Until, Types: []model.JobType{{Sources: []model.Source{*s}}}}) {
			e.say("%s: %s jobs at once at %s.", label, reports.Count(float64(b.Jobs)), at(b.At))
			return
		}
		e.say("%s: %s.", label, asFiles(s.Arrivals.String()))
		return
	}
	e.say("%s: %s in the mean, as %s.", label, reports.Rate(rate), asFiles(s.Arrivals.String()))
}

// at is a time of the run.
func at(t time.Duration) string { return estimate.Text(t) }

// about is a number of things that is only a guess.
func about(n float64) string {
	if n >= 10 {
		n = float64(int64(n + 0.5))
	}
	return reports.Count(n)
}

func (e *explainer) defaults() {
	if len(e.o.Defaults) == 0 {
		return
	}
	e.title("Defaults in force")
	for _, d := range e.o.Defaults {
		e.item(38, d.Path+" = "+d.Value, "%s", d.Doc)
	}
}
