package scenarios

import (
	"fmt"
	"strings"
	"time"

	"retrysim/sim/model"
)

// maxScoped is the most faults that leave some jobs out: as many as plans take.
const maxScoped = 64

// checkWindows sees that what says when a fault strikes goes together.
func (c *checker) checkWindows(e *Event) {
	n := e.Src
	drawn := n.has("between") || n.has("lasts")
	switch {
	case drawn && (n.has("every") || n.has("times")):
		c.failKey(n.at("every", "times"), "windows either recur or are random", "write every and times, or between and lasts")
	case drawn && n.has("between") != n.has("lasts"):
		c.failKey(n.at("between", "lasts"), "random windows need both between and lasts", "write between: {exponential: {mean: 10m}} and lasts: {exponential: {mean: 30s}}")
	case n.has("every") != n.has("times"):
		c.failKey(n.at("every", "times"), "recurring windows need both every and times", "write every: 10m and times: 5")
	case e.Times > 1 && e.Every <= e.For:
		c.fail(n.get("every"), fmt.Sprintf("a window opens every %s and lasts %s", formatDuration(e.Every), formatDuration(e.For)), "write a longer every, or one long window")
	case drawn && e.Between.Distribution != nil && e.Lasts.Distribution != nil:
		c.checkDrawn(e)
	}
	if length := e.For; (e.RampIn > 0 || e.RampOut > 0) && !drawn && e.RampIn+e.RampOut > length {
		c.fail(n.at("ramp_in", "ramp_out"), fmt.Sprintf("the ramps take %s of a window of %s", formatDuration(e.RampIn+e.RampOut), formatDuration(length)),
			"write shorter ones; they lie within the window")
	}
}

// checkDrawn keeps the number of random windows within bounds.
func (c *checker) checkDrawn(e *Event) {
	cycle := e.Between.Mean() + e.Lasts.Mean()
	if cycle < time.Millisecond || e.For/max(1, cycle) > model.MaxWindows/2 {
		c.fail(e.Src.get("between"), fmt.Sprintf("about one window each %v for %s is too much", cycle, formatDuration(e.For)),
			fmt.Sprintf("at most %d windows, a millisecond apart or more", model.MaxWindows/2))
	}
}

// checkScope sees that whom a fault hits exists.
func (c *checker) checkScope(e *Event) {
	n := e.Src
	if n.has("jobs") || n.has("share_of_jobs") || n.has("share_of_clients") || n.has("first_attempts") {
		if c.scoped++; c.scoped == maxScoped+1 {
			c.failKey(n, fmt.Sprintf("more than %d faults leave some jobs out", maxScoped), "join some of them")
		}
	}
	list := n.get("jobs")
	if list != nil && list.kind == listNode {
		if len(list.kids) == 0 {
			c.fail(list, "the list of job types is empty", "leave jobs out: all are hit")
		}
		for i, kid := range list.kids {
			if c.name(kid, e.Jobs[i], "job type", c.f.Jobs.Names()) && e.Target != "" && contains(c.f.targets(), e.Target) && !c.calls(e.Jobs[i], e.Target) {
				c.fail(kid, fmt.Sprintf("jobs of type %s never call %s", shorten(e.Jobs[i]), e.Target), "leave it out")
			}
		}
	}
	if n.has("share_of_jobs") && n.has("share_of_clients") {
		c.failKey(n.get("share_of_clients"), "a share of the jobs or of the clients, not both", "leave one out")
	}
	for _, key := range []string{"share_of_jobs", "share_of_clients"} {
		share := e.ShareOfJobs
		if key == "share_of_clients" {
			share = e.ShareOfClients
		}
		if share != nil && *share == 0 {
			c.fail(n.get(key), "a fault that hits nobody", "write a share above 0%")
		}
	}
	if n.has("share_of_clients") && !c.hasClients() {
		c.failKey(n.get("share_of_clients"), "there are no closed clients", "write share_of_jobs, or arrivals such as {closed: {clients: 50}}")
	}
	if n.has("while") && n.get("while").kind == scalarNode {
		if _, err := parseWhile(e.While); err != nil {
			c.failErr(n.get("while"), err)
		}
	}
	if e.Fault == "capacity" && e.To != nil && e.To.err == nil && e.To.Factor == 0 && (e.FirstAttempts > 0 || len(e.Jobs) > 0 || e.ShareOfJobs != nil || e.ShareOfClients != nil) {
		c.fail(n.get("to"), "servers cannot stand still for some calls only", "write a speed above 0%, or fault: hang")
	}
}

// calls reports whether jobs of a type call a dependency.
func (c *checker) calls(jobType, dependency string) bool {
	j := c.f.Jobs.Get(jobType)
	if j == nil || j.Src == nil || c.failedBelow(j.Src) {
		return true // told otherwise
	}
	return j.can(c.f.dependencyOf(dependency))
}

// hasClients reports whether there are closed clients.
func (c *checker) hasClients() bool {
	all := append(Map[Arrival](nil), c.f.Arrive...)
	for i := range c.f.Jobs {
		all = append(all, c.f.Jobs[i].Value.Arrive...)
	}
	for i := range all {
		if all[i].Value.Closed != nil {
			return true
		}
	}
	return false
}

// checkFaultMore sees to what single faults ask beyond their keys.
func (c *checker) checkFaultMore(e *Event) {
	n := e.Src
	switch e.Fault {
	case "refuse":
		if e.RetryAfter != nil && e.RetryAfter.UntilReset {
			c.fail(n.get("retry_after"), "a refusal knows of no window that could end", "write a duration such as 30s")
		}
	case "latency":
		if !n.has("add") && !n.has("multiply") && !n.has("replace") {
			c.failKey(n, "latency needs add, multiply or replace", "write add: 200ms, multiply: 3, or replace: {lognormal: {median: 1s, p95: 5s}}")
		}
	case "retry_after":
		if n.has("says") == n.has("shorter_by") {
			c.failKey(n, "retry_after needs either says or shorter_by", "write says: missing, or one of "+strings.Join(hintWords[1:], ", ")+", or a duration")
		}
	case "rush":
		if !c.hasClients() {
			c.failKey(n.at("fault"), "there are no closed clients that could rush", "write a burst under arrive, or closed clients")
		}
	case "poison":
		if c.f.Workers.Count == Unlimited {
			c.fail(n.at("fault"), "poison needs to know how many workers there are", "write workers: {count: 50}")
		}
		if !n.has("jobs") && !n.has("share_of_jobs") && !n.has("share_of_clients") {
			c.failKey(n, "poison needs to know which jobs are poisoned", "write share_of_jobs: 0.1%, or jobs: [NAME]")
		}
		if n.has("restart_cap") && !n.has("restart_factor") {
			c.failKey(n.get("restart_cap"), "restart_cap bounds what restart_factor makes grow", "write restart_factor: 2")
		}
	}
}
