package scenarios

import (
	"fmt"
	"reflect"
	"strings"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/sim/result"
)

// checker sees to what the decoder cannot: names that must exist, keys that go
// together, shares that add up.
type checker struct {
	*decoder
	f         *File
	warnings  []result.Warning
	eventKeys []string
	tooMany   bool
	scoped    int // faults that leave some calls out
}

// warn notes what is legal and probably not meant.
func (c *checker) warn(code, policy, format string, args ...any) {
	c.warnings = append(c.warnings, result.Warning{Code: code, Policy: policy, Message: fmt.Sprintf(format, args...)})
}

// name sees that a name exists.
func (c *checker) name(n *Node, name, what string, known []string) bool {
	if contains(known, name) || n == nil || n.kind != scalarNode {
		return true
	}
	if len(known) == 0 && len(c.errs) > 0 {
		return true // what is wrong with the map of names was told
	}
	c.fail(n, fmt.Sprintf("unknown %s %q", what, shorten(name)), hint(name, known))
	return false
}

// fieldDoc is the doc tag of a key.
func fieldDoc[T any](key string) string {
	for _, f := range fieldsOf(reflect.TypeFor[T]()) {
		if f.key == key {
			return f.doc
		}
	}
	return ""
}

// check runs all of them.
func (c *checker) check() {
	c.eventKeys = keysOf(reflect.TypeFor[Event]())
	if c.checkLimits(); c.tooMany {
		return
	}
	c.checkTotals()
	c.checkRun()
	for i := range c.f.Jobs {
		c.checkJob(&c.f.Jobs[i].Value)
	}
	c.checkSpans()
	c.checkArrivals()
	c.checkQueue()
	c.checkWorkers()
	for i := range c.f.Dependencies {
		c.checkDependency(&c.f.Dependencies[i].Value)
		c.checkShards(&c.f.Dependencies[i])
	}
	for i := range c.f.Timeline {
		c.checkEvent(&c.f.Timeline[i])
		c.checkReplay(&c.f.Timeline[i])
	}
	for i := range c.f.Policies {
		c.checkPolicyName(&c.f.Policies[i])
		c.f.Policies[i].Value.build(c, c.f.Policies[i].Name)
	}
	c.checkDeadLetters()
	for i := range c.f.Alerts {
		c.checkAlert(i)
	}
	for i := range c.f.Compare {
		c.checkRow(&c.f.Compare[i])
	}
}

// The most entries of a kind. Plans number job types and dependencies in a
// byte; the others keep the time that reading takes within bounds.
const (
	maxKinds  = 200
	maxRows   = 200
	maxEvents = 1000
)

// checkLimits keeps the numbers of things within what plans can hold.
func (c *checker) checkLimits() {
	for _, limit := range []struct {
		key       string
		n, atMost int
	}{
		{"jobs", len(c.f.Jobs), maxKinds},
		{"dependencies", len(c.f.Dependencies), maxKinds},
		{"timeline", len(c.f.Timeline), maxEvents},
		{"policies", len(c.f.Policies), maxEvents},
		{"compare", len(c.f.Compare), maxRows},
		{"alerts", len(c.f.Alerts), maxRows},
	} {
		if limit.n > limit.atMost {
			c.failKey(c.f.Src.get(limit.key), fmt.Sprintf("%d entries", limit.n), fmt.Sprintf("at most %d", limit.atMost))
			c.tooMany = true
		}
	}
}

func (c *checker) checkRun() {
	r := &c.f.Run
	switch {
	case r.Src == nil || c.failedBelow(r.Src):
	case r.Until == 0 && r.Jobs == 0:
		c.failKey(r.Src, "nothing ends the arrivals", "write until: 10m, or jobs: 1000 and a horizon")
	case r.Until == 0 && r.Horizon == 0:
		c.failKey(r.Src.at("jobs"), "jobs alone sets no end to the run", "write a horizon, or until, too")
	case r.Horizon > 0 && r.Horizon < r.Until:
		c.fail(r.Src.at("horizon"), fmt.Sprintf("the horizon %v is before the end of arrivals, %v", r.Horizon, r.Until), "write a later one")
	case r.WarmUp > 0 && r.WarmUp >= c.f.until():
		c.fail(r.Src.at("warm_up"), "the warm-up is as long as the run", "write a shorter one")
	}
}

func (c *checker) checkJob(j *Job) {
	if j.Src == nil {
		return
	}
	switch {
	case !j.Src.has("calls") && !j.Src.has("steps"):
		c.failKey(j.Src, "the job calls nothing", "write calls: with the name of a dependency")
	case j.Src.has("steps") && (j.Src.has("calls") || j.Src.has("effect")):
		c.failKey(j.Src.at("calls", "effect"), "steps stand instead of calls and effect", "move it into a step")
	case j.Src.has("steps") && len(j.Steps) == 0:
		c.fail(j.Src.at("steps"), "the list of steps is empty", "write [{name: ..., calls: ...}]")
	}
	for _, calls := range j.calls() {
		c.checkCalls(calls)
	}
	c.checkEffect(j.Effect)
	c.checkRouteBy(j.Src, j.RouteBy, &j.Calls, j.Keys)
	for i := range j.Steps {
		c.checkEffect(j.Steps[i].Effect)
		c.checkRouteBy(j.Steps[i].Src, j.Steps[i].Route, &j.Steps[i].Calls, j.Keys)
	}
	c.checkBudget(j.Budget)
	c.checkClasses(j.Src.get("permanent"), j.Permanent)
	switch weight, own := j.Src.has("weight"), j.Src.has("arrive"); {
	case !weight && !own && len(c.f.Arrive) == 0:
		c.failKey(j.Src, "no job of this type ever arrives", "write arrive: {live: {poisson: 40/s}}")
	case weight && len(c.f.Arrive) == 0:
		c.failKey(j.Src.get("weight"), "weight shares out common arrivals, but there are none", "write arrive: beside jobs, or leave weight out")
	}
}

// checkClasses sees that shares by class name failures and add up.
func (c *checker) checkClasses(n *Node, shares Map[Share]) {
	total := 0.0
	for i := range shares {
		s := &shares[i]
		if class, ok := policies.ParseClass(s.Name); !ok || class == policies.Success {
			c.failKey(s.Src, fmt.Sprintf("unknown class of failure %q", shorten(s.Name)), hint(s.Name, policies.ClassWords()[1:]))
		}
		total += float64(s.Value)
	}
	if total > 1+1e-9 {
		c.fail(n, fmt.Sprintf("the shares add up to %s", Share(total)), "at most 100%")
	}
}

func (c *checker) checkArrivals() {
	if len(c.f.Arrive) == 0 {
		return
	}
	for i := range c.f.Jobs {
		if c.f.Jobs[i].Value.Weight > 0 || c.f.Jobs[i].Value.Src.has("weight") {
			return
		}
	}
	if len(c.f.Jobs) == 1 {
		return // the only type takes all of them
	}
	c.failKey(c.f.Src.get("arrive"), "no job type takes these arrivals", "give job types a weight")
}

// checkReplay sees to the names in what operators do.
func (c *checker) checkReplay(e *Event) {
	if e.Src == nil || e.Do == "" {
		return
	}
	if node := e.Src.get("policy"); node != nil && e.Policy != "" {
		c.policyName(node)
	}
	if m := e.Match; m != nil && m.Src != nil {
		if m.JobType != "" {
			c.name(m.Src.get("job_type"), m.JobType, "job type", c.f.Jobs.Names())
		}
		if m.Class != "" {
			c.name(m.Src.get("class"), m.Class, "class of failure", policies.ClassWords()[1:])
		}
	}
}

// warnWithoutTimeout tells of calls that nothing ever ends.
func (c *checker) warnWithoutTimeout(e *Event) {
	for i := range c.f.Jobs {
		j := &c.f.Jobs[i].Value
		if j.can(c.f.dependencyOf(e.Target)) && j.Timeout == 0 {
			c.warn("no_timeout", "", "%s of %s: jobs of type %s have no timeout, so a call without an answer holds its worker for ever unless the policy has one",
				e.Fault, e.Target, c.f.Jobs[i].Name)
		}
	}
}

// checkPolicyName keeps names apart that -p could not tell apart.
func (c *checker) checkPolicyName(p *Named[PolicyWords]) {
	if strings.ContainsAny(p.Name, ",@= ") {
		c.failKey(p.Src, fmt.Sprintf("the name %q holds a comma, a blank, @ or =", shorten(p.Name)), "use letters, digits, -, _ and dots")
	}
}

// policyName sees that a policy of the scenario or a preset has that name.
func (c *checker) policyName(n *Node) {
	if c.f.Policies.Index(n.text) >= 0 {
		return
	}
	if _, ok := presets.Lookup(n.text); ok {
		return
	}
	known := c.f.Policies.Names()
	right := hint(n.text, append(append([]string(nil), known...), presets.Names()...))
	if !strings.HasPrefix(right, "did you mean") {
		right = "known: " + strings.Join(known, ", ") + ", or the name of a preset"
	}
	c.fail(n, fmt.Sprintf("unknown policy %q", shorten(n.text)), right)
}

func (c *checker) checkDeadLetters() {
	d := &c.f.DeadLetters
	switch {
	case d.InPlace && d.Src.has("enabled") && d.Enabled:
		c.failKey(d.Src.get("in_place"), "jobs that stay in place as failed need no dead-letter queue", "leave enabled out, or in_place")
	case d.Src.has("when_full") && d.Limit == Unlimited:
		c.failKey(d.Src.get("when_full"), "a queue without a limit is never full", "write limit: 10000, or leave when_full out")
	}
	c.checkKeep()
	c.checkParked()
}

func (c *checker) checkRow(r *Named[Row]) {
	use := &r.Value.Policy
	if r.Value.Src == nil || c.failedBelow(r.Value.Src) {
		return
	}
	if name := r.Value.Response; name != "" && c.f.Responses.find(name) == nil {
		c.fail(r.Value.Src.get("response"), fmt.Sprintf("unknown response %q", shorten(name)), orElseText(hint(name, c.f.Responses.names()), "write responses: {"+shorten(name)+": [{at: 2m, do: pause}]}"))
	}
	switch {
	case use.All != nil:
		c.policyName(use.All)
		return
	case use.Each == nil && len(c.f.Policies) != 1:
		c.failKey(r.Src, "the row names no policy", "write policy: NAME, known: "+strings.Join(c.f.Policies.Names(), ", "))
		return
	case use.Each == nil:
		return
	}
	for i := range use.Each {
		if use.Each[i].Name != "" && c.f.Jobs.Index(use.Each[i].Name) < 0 {
			c.failKey(use.Each[i].Src, fmt.Sprintf("unknown job type %q", shorten(use.Each[i].Name)), hint(use.Each[i].Name, c.f.Jobs.Names()))
		}
		c.policyName(use.Each[i].Value)
	}
	for _, jobType := range c.f.Jobs.Names() {
		if use.name(jobType) == nil {
			c.failKey(r.Value.Src.at("policy"), fmt.Sprintf("the row gives job type %s no policy", jobType), fmt.Sprintf("write %s: NAME beside the others", jobType))
		}
	}
}
