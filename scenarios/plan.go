package scenarios

import (
	"fmt"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/model"
)

// chosen is a policy that a plan uses.
type chosen struct {
	name   string
	text   string
	policy *policies.Policy
}

// planner makes a plan of a checked file.
type planner struct {
	f    *File
	plan *sim.Plan
	find finder // of the job types' policies
}

// finder gives a policy by its name.
type finder func(name string) (chosen, error)

// plan makes one row of a file; use gives every job type its policy by name.
func (s *Scenario) plan(f *File, row string, use func(jobType string) string, find finder) (*sim.Plan, error) {
	p := planner{f: f, find: find, plan: &sim.Plan{
		Scenario: f.Name, Row: row, Seed: f.Run.Seed,
		Until: f.until(), JobLimit: f.Run.Jobs, Horizon: f.horizon(), WarmUp: f.Run.WarmUp,
		Bin: f.bin(), Window: f.Run.PeakWindow,
	}}
	for i := range f.Dependencies {
		p.plan.Stations = append(p.plan.Stations, stations(&f.Dependencies[i])...)
	}
	for i := range f.Jobs {
		t, err := p.jobType(&f.Jobs[i], use(f.Jobs[i].Name))
		if err != nil {
			return nil, err
		}
		p.plan.Types = append(p.plan.Types, t)
	}
	p.common()
	p.sizes()
	p.pipeline()
	for i := range f.Timeline {
		if err := p.event(&f.Timeline[i], s.named(f, nil)); err != nil {
			return nil, err
		}
	}
	for i := range f.Alerts {
		p.plan.Alerts = append(p.plan.Alerts, f.Alerts[i].model())
	}
	return p.plan, nil
}

// policy is the index of a policy in the plan, which takes it up when it is
// new.
func (p *planner) policy(name string, find finder) (int, error) {
	c, err := find(name)
	if err != nil {
		return 0, err
	}
	for i, known := range p.plan.Policies {
		if known.Name == name && known.Text == c.text {
			return i, nil
		}
	}
	p.plan.Policies = append(p.plan.Policies, sim.PolicyUse{Name: name, Text: c.text, Policy: c.policy})
	return len(p.plan.Policies) - 1, nil
}

func (p *planner) jobType(named *Named[Job], policy string) (model.JobType, error) {
	j := &named.Value
	t := model.JobType{
		Name: named.Name, Weight: j.Weight, Timeout: j.Timeout, Cancels: j.OnTimeout == "cancelled",
		Deadline: j.Deadline.Fixed, Patience: j.Deadline.Patience.model(), Priority: j.Priority, Permanent: outcomes(j.Permanent),
		Keys: j.Keys.model(), Gone: j.SubjectGone.model(), Payload: string(j.Payload), Replayable: float64(j.Replayable), Size: j.Size, Budget: j.Budget.model(),
	}
	for i := range j.Arrive {
		t.Sources = append(t.Sources, j.Arrive[i].Value.model(j.Arrive[i].Name, nil))
	}
	if len(j.Steps) == 0 {
		t.Steps = []model.Step{p.step(j.Calls.Name, &j.Calls, j.RouteBy, j.Effect)}
	}
	for i := range j.Steps {
		s := &j.Steps[i]
		t.Steps = append(t.Steps, p.step(s.Name, &s.Calls, s.Route, s.Effect))
	}
	var err error
	t.Policy, err = p.policy(policy, p.find)
	return t, err
}

// classStatus is the HTTP status of the classes that have one of their own.
var classStatus = map[policies.Class]int{
	policies.RateLimited: 429, policies.ServerError: 500, policies.BadRequest: 400,
}

// outcomes are shares by class of failure.
func outcomes(shares Map[Share]) []model.Outcome {
	var out []model.Outcome
	for i := range shares {
		class, _ := policies.ParseClass(shares[i].Name)
		out = append(out, model.Outcome{Class: class, Status: classStatus[class], Share: float64(shares[i].Value)})
	}
	return out
}

var guards = map[string]model.Guard{
	"none": model.GuardNone, "idempotency_key": model.GuardIdempotencyKey,
	"unique": model.GuardUnique, "check_then_insert": model.GuardCheckThenInsert,
}

var keyScopes = map[string]model.KeyScope{
	"original_job": model.ScopeOriginalJob, "job": model.ScopeJob, "attempt": model.ScopeAttempt,
}

func (e *Effect) model() model.Effect {
	if e == nil {
		return model.Effect{}
	}
	return model.Effect{Name: e.Name, Guard: guards[e.Guard], Scope: keyScopes[e.Key], Expires: e.KeyExpires}
}

// common are the arrivals that the job types share by weight; a single type
// takes all of them.
func (p *planner) common() {
	var types []model.TypeWeight
	for i := range p.plan.Types {
		if w := p.plan.Types[i].Weight; w > 0 {
			types = append(types, model.TypeWeight{Type: i, Weight: w})
		}
	}
	if len(types) == 0 && len(p.plan.Types) == 1 {
		types = []model.TypeWeight{{Type: 0, Weight: 1}}
	}
	for i := range p.f.Arrive {
		p.plan.Common = append(p.plan.Common, p.f.Arrive[i].Value.model(p.f.Arrive[i].Name, types))
	}
}

func (p *planner) pipeline() {
	d := &p.f.DeadLetters
	p.plan.Queue = p.f.Queue.model()
	p.plan.Workers = p.f.Workers.model()
	p.plan.Dead = model.DeadLetters{
		Enabled: d.Enabled && !d.InPlace, InPlace: d.InPlace, Dedupe: d.Dedupe,
		Keep: d.Keep, Limit: max(0, int(d.Limit)), Refuse: d.WhenFull == "refuse",
		FromEnqueue: d.KeepFrom == "enqueue", KeepsClock: d.Clock == "keep",
	}
	p.parked(d)
}

// Rows are the names of the rows: those of compare, else one for each policy.
func (s *Scenario) Rows() []string {
	if len(s.File.Compare) > 0 {
		return s.File.Compare.Names()
	}
	return s.File.Policies.Names()
}

// Plan makes the plan of a row; "" is the first one.
func (s *Scenario) Plan(row string) (*sim.Plan, error) {
	rows := s.Rows()
	switch {
	case len(rows) == 0:
		return nil, fmt.Errorf("scenario %s defines no policy; write one under policies, or ask for one with -p", s.Name())
	case row == "":
		row = rows[0]
	case !contains(rows, row):
		return nil, fmt.Errorf("scenario %s has no row %q; %s", s.Name(), shorten(row), hint(row, rows))
	}
	return s.rowPlan(row, row, s.named(s.rowBase(row), nil))
}

// rowBase is the file that a row plays: with its `set` applied.
func (s *Scenario) rowBase(row string) *File {
	if f := s.rows[row]; f != nil {
		return f
	}
	return s.File
}

// rowPlan makes the plan of a row under a label.
func (s *Scenario) rowPlan(row, label string, find finder) (*sim.Plan, error) {
	f := s.rowBase(row)
	use := func(string) string { return row } // without compare, a row is a policy
	if r := f.Compare.Get(row); r != nil {
		use = func(jobType string) string {
			if n := r.Policy.name(jobType); n != nil {
				return n.text
			}
			return f.Policies[0].Name // the only one: checked
		}
	}
	return s.plan(f, label, use, find)
}
