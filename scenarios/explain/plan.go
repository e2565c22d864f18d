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
		e.findings(lint.Plan(p, o.Known...))
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
		e.say("%s: %s.", label, s.Arrivals)
		return
	}
	e.say("%s: %s in the mean, as %s.", label, reports.Rate(rate), s.Arrivals)
}

// dependencies sets what each can serve against what comes.
func (e *explainer) dependencies() {
	e.title("What they call")
	for i := range e.p.Stations {
		e.station(i)
	}
}

func (e *explainer) station(i int) {
	st := &e.p.Stations[i]
	if st.Leg.Set() {
		e.say("%s is one row under optimistic concurrency: read, then write; a write fails when another came between. A message "+
			"takes %s in the mean.", st.Name, estimate.Text(st.Leg.Mean()))
		return
	}
	load, capacity := estimate.StationRate(e.p, i, 0, e.p.Until), estimate.Capacity(e.p, i)
	text := st.Name + ": " + servers(st)
	if st.Limit.On() {
		text += fmt.Sprintf(", and a limit of %d calls per %s, the others answered %d%s", st.Limit.Allow, estimate.Text(st.Limit.Per),
			st.Limit.Status, hintWords(&st.Limit))
	}
	text += ". " + sentence(utilisation(load, capacity)) + " " + roomWords(st)
	e.say("%s", text)
}

func servers(st *model.Station) string {
	each := "which answer at once"
	if st.Service.Set() {
		each = fmt.Sprintf("of %s a call in the mean", estimate.Text(st.Service.Mean()))
	}
	if st.Servers == model.Unlimited {
		return "servers without end, " + each
	}
	return counted(st.Servers, "server", "servers") + " " + each
}

func hintWords(l *model.RateLimit) string {
	switch {
	case l.UntilReset:
		return " with Retry-After until the window ends"
	case l.RetryAfter > 0:
		return " with Retry-After " + estimate.Text(l.RetryAfter)
	}
	return " without Retry-After"
}

// utilisation is load and capacity in words.
func utilisation(load, capacity float64) string {
	if capacity > 1e18 {
		if load == 0 {
			return "nothing limits it"
		}
		return "nothing limits it; first attempts come at " + reports.Rate(load)
	}
	text := "it can serve " + reports.Rate(capacity)
	if load == 0 {
		return text
	}
	text += "; first attempts come at " + reports.Rate(load)
	if capacity > 0 {
		text += ", which is " + reports.Percent(load/capacity) + " of it"
	}
	return text
}

func roomWords(st *model.Station) string {
	var text string
	switch {
	case st.Servers == model.Unlimited:
		return ""
	case st.Room == model.Unlimited:
		text = "Calls that find no free server wait in a line without end."
	case st.Room == 0:
		text = fmt.Sprintf("A call that finds no free server is refused with %d at once.", st.RefuseStatus)
	default:
		text = fmt.Sprintf("%s may wait%s; the next one is refused with %d at once.", counted(st.Room, "call", "calls"),
			lastWaits(st), st.RefuseStatus)
	}
	if st.RefusalCost > 0 {
		text += " Each refusal costs " + estimate.Text(st.RefusalCost) + " of a server."
	}
	return text
}

func lastWaits(st *model.Station) string {
	if st.Servers == 0 || !st.Service.Set() {
		return ""
	}
	wait := time.Duration(float64(st.Room) / float64(st.Servers) * float64(st.Service.Mean()))
	return " (the last of them about " + estimate.Text(wait) + ")"
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
