package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"retrysim/policies/presets"
	"retrysim/scenarios"
	"retrysim/sim"
	"retrysim/sim/result"
	"retrysim/sim/study"
)

// world is a scenario opened, with its overrides in it and its rows chosen:
// all that the verbs need of it.
type world struct {
	scenario   *scenarios.Scenario
	header     result.Scenario
	plans      []*sim.Plan
	baseline   int
	thresholds []study.Expression
	reps       int
	load       string
	defaults   []scenarios.Default
	warnings   []result.Warning
	dead       []deadRow // by row, once it has run; nil where there is no archive for them
}

// place is where the scenario is: its file, or the name of a shipped one.
func (w *world) place() string {
	if w.header.File == "" || w.header.File == "embedded" {
		return w.header.Name
	}
	return w.header.File
}

// open reads a scenario as the flags of q ask for it.
func (a *app) open(name string, q *ask) (*world, error) {
	file, text, err := scenarios.Open(name, a.stdin)
	if err != nil {
		return nil, invalid(err)
	}
	overrides, err := a.overrides(q)
	if err != nil {
		return nil, err
	}
	w, err := makeWorld(file, text, overrides, q)
	if _, shipped := scenarios.Source(name); err == nil && shipped {
		w.header.File = "embedded"
	}
	return w, err
}

// overrides are those of --env and --env-file, then those of --set, which win.
func (a *app) overrides(q *ask) ([]scenarios.Override, error) {
	var all []scenarios.Override
	lookup, err := a.presetEnv(q.useEnv, q.envFile)
	if err != nil {
		return nil, err
	}
	if lookup != nil {
		settings, errs := presets.IndexerEnv(lookup)
		if len(errs) > 0 {
			return nil, invalid(errors.Join(errs...))
		}
		for _, s := range settings {
			o := scenarios.Override{Path: s.Path, Value: s.Value, Origin: s.Variable}
			if strings.Contains(s.Path, "*") {
				o.Only = "preset=indexer"
			}
			all = append(all, o)
		}
	}
	for _, text := range q.set {
		path, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, invalidf("--set %q is not PATH=VALUE, as in timeline.outage.for=2m", text)
		}
		all = append(all, scenarios.Override{Path: path, Value: value})
	}
	return all, nil
}

// presetEnv is where --env and --env-file look up the variables of real
// systems; nil when neither is given. The environment wins over the file.
func (a *app) presetEnv(useEnv bool, file string) (func(string) (string, bool), error) {
	var values map[string]string
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			return nil, invalidf("--env-file: %w", err)
		}
		defer f.Close()
		if values, err = presets.ParseEnvFile(f); err != nil {
			return nil, invalidf("--env-file: %w", err)
		}
	}
	if !useEnv && file == "" {
		return nil, nil
	}
	return func(name string) (string, bool) {
		if useEnv {
			if v, ok := a.env(name); ok {
				return v, true
			}
		}
		v, ok := values[name]
		return v, ok
	}, nil
}

// makeWorld loads a scenario's text and makes the plans that q asks for.
func makeWorld(file string, text []byte, overrides []scenarios.Override, q *ask) (*world, error) {
	s, err := scenarios.Load(file, text, overrides)
	if err != nil {
		return nil, invalid(err)
	}
	w := &world{scenario: s, load: s.Load(), defaults: s.Defaults(), warnings: s.Warnings, reps: q.replications(s)}
	w.header = result.Scenario{
		Name: s.Name(), About: s.About(), Digest: s.Digest(), File: file, Source: string(text),
		Rows: slices.Clone(q.policies), Set: saved(overrides),
	}
	if w.plans, err = plansOf(s, q); err != nil {
		return nil, invalid(err)
	}
	if q.seedGiven {
		for _, p := range w.plans {
			p.Seed = q.seed
		}
	}
	if w.baseline, err = w.row(q.baseline); err != nil {
		return nil, err
	}
	w.thresholds, err = thresholdsOf(s, q)
	return w, err
}

// plansOf makes the rows: those that -p names, else for run the first row of
// the scenario and for the others all of them.
func plansOf(s *scenarios.Scenario, q *ask) ([]*sim.Plan, error) {
	var plans []*sim.Plan
	var errs []error
	add := func(p *sim.Plan, err error) {
		if err == nil && slices.ContainsFunc(plans, func(o *sim.Plan) bool { return o != nil && o.Row == p.Row }) {
			err = fmt.Errorf("two rows are named %q: give one of them another label, as in -p NAME@LABEL", p.Row)
		}
		plans, errs = append(plans, p), append(errs, err)
	}
	rows := s.Rows()
	switch {
	case len(q.policies) > 0:
		for _, text := range q.policies {
			p, err := s.PlanFor(text)
			if err != nil && !strings.HasPrefix(err.Error(), "-p ") {
				err = fmt.Errorf("-p %s: %w", text, err)
			}
			add(p, err)
		}
	case q.verb == "run" || len(rows) == 0:
		add(s.Plan(""))
	default:
		for _, row := range rows {
			add(s.Plan(row))
		}
	}
	return plans, errors.Join(errs...)
}

// replications are those of -n, else those that the scenario says. Where it
// says nothing, and for a trace, run makes one.
func (q *ask) replications(s *scenarios.Scenario) int {
	switch {
	case q.reps > 0:
		return q.reps
	case q.verb == "run" && (q.trace != "" || s.Defaulted("run.replications")):
		return 1
	}
	return s.File.Run.Replications
}

// row is the index of the row of that name, 0 for "".
func (w *world) row(name string) (int, error) {
	var known []string
	for i, p := range w.plans {
		if p.Row == name || name == "" {
			return i, nil
		}
		known = append(known, p.Row)
	}
	return 0, invalidf("--baseline %q: no such row%s", name, didYouMean(name, known))
}

// thresholdsOf parses those of the scenario, then those of --threshold. `run`
// judges only the latter: it shows one row, often the one to be left behind.
func thresholdsOf(s *scenarios.Scenario, q *ask) ([]study.Expression, error) {
	var all []study.Expression
	var errs []error
	parse := func(text, where string) {
		e, err := study.Parse(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", where, err))
		}
		all = append(all, e)
	}
	if q.verb != "run" {
		for _, t := range s.Thresholds {
			parse(t.Text, t.Pos.String())
		}
	}
	for _, text := range q.thresholds {
		parse(text, "--threshold")
	}
	return all, invalid(errors.Join(errs...))
}

// saved are the overrides as a result keeps them: PATH=VALUE, and for one that
// goes only to some entries PATH[KEY=VALUE]=VALUE.
func saved(overrides []scenarios.Override) []string {
	var all []string
	for _, o := range overrides {
		only := ""
		if o.Only != "" {
			only = "[" + o.Only + "]"
		}
		all = append(all, o.Path+only+"="+o.Value)
	}
	return all
}

// restored is the opposite of saved.
func restored(texts []string) []scenarios.Override {
	var all []scenarios.Override
	for _, text := range texts {
		var o scenarios.Override
		path, value, _ := strings.Cut(text, "=")
		if head, rest, ok := strings.Cut(text, "["); ok && !strings.Contains(head, "=") {
			if only, after, ok := strings.Cut(rest, "]="); ok {
				path, value, o.Only = head, after, only
			}
		}
		o.Path, o.Value = path, value
		all = append(all, o)
	}
	return all
}

// reopen makes the world that a saved result came from, with all rows.
func (a *app) reopen(r *result.Result) (*world, error) {
	return a.reopenAs(r, &ask{verb: "why", policies: r.Scenario.Rows, seed: r.Seed, seedGiven: true})
}

// reopenAs makes it as the flags of q ask for it.
func (a *app) reopenAs(r *result.Result, q *ask) (*world, error) {
	if r.Scenario.Source == "" {
		return nil, invalidf("the result does not hold its scenario, so nothing can be played again")
	}
	w, err := makeWorld(r.Scenario.File, []byte(r.Scenario.Source), restored(r.Scenario.Set), q)
	if err != nil {
		return nil, err
	}
	if r.Scenario.Replay != nil {
		if err := w.asReplay(r.Scenario.Replay); err != nil {
			return nil, err
		}
	}
	for _, p := range w.plans {
		for _, old := range r.Policies {
			if old.Name == p.Row && old.PlanDigest != p.Digest() {
				a.warn("this version reads the scenario differently than version %s did: the story may not be the same", r.Tool.Version)
			}
		}
	}
	return w, nil
}

// someJob is the name of a job that most likely exists, for an example: the
// first of a type's own source; "" where types share all sources by chance.
func (w *world) someJob() string {
	p := w.plans[0]
	for i := range p.Types {
		for k := range p.Types[i].Sources {
			return p.Types[i].Name + "." + p.Types[i].Sources[k].Name + ".1"
		}
	}
	if len(p.Types) == 1 && len(p.Common) > 0 {
		return p.Types[0].Name + "." + p.Common[0].Name + ".1"
	}
	return ""
}

// whyDead asks for a job that died.
const whyDead = "retrysim why @last dead"

// noneDied reports whether no row gave up a job, so that there is none to ask
// about.
func noneDied(r *result.Result) bool {
	for i := range r.Policies {
		if l := &r.Policies[i].Ledger; l.Completed+l.Unfinished < l.Jobs {
			return false
		}
	}
	return true
}

// afterCompare is the likely next command after `compare`.
func (w *world) afterCompare() string {
	const next = whyDead
	job := w.someJob()
	if more := next + "   # or a job, such as " + job; job != "" && len("Next: "+more) <= helpWidth {
		return more
	}
	return next
}

// afterRun is the likely next command after `run`.
func (w *world) afterRun() string {
	job := w.someJob()
	switch {
	case slices.Contains(scenarios.Names(), w.header.Name):
		return "retrysim compare " + w.header.Name
	case job == "":
		return whyDead
	}
	return "retrysim why @last " + job
}
