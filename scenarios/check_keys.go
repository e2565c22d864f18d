package scenarios

import (
	"fmt"
	"math"
	"strings"

	"retrysim/sim/model"
)

// checkCalls sees that a call goes somewhere.
func (c *checker) checkCalls(calls *Calls) {
	known := c.f.Dependencies.Names()
	if calls.node == nil || c.failedBelow(calls.node) {
		return
	}
	if calls.node.kind != mapNode {
		c.name(calls.node, calls.Name, "dependency", known)
		return
	}
	sum := 0.0
	for i := range calls.Routes {
		r := &calls.Routes[i]
		if !contains(known, r.Name) && len(known) > 0 {
			c.failKey(r.Src, fmt.Sprintf("unknown dependency %q", shorten(r.Name)), hint(r.Name, known))
		}
		sum += float64(r.Value)
	}
	if !(sum > 0) {
		c.fail(calls.node, "the weights add up to nothing: the call goes nowhere", "write weights such as {eu: 70%, us: 30%}")
	}
}

// checkRouteBy sees that there is a choice, and something that makes it.
func (c *checker) checkRouteBy(n *Node, by string, calls *Calls, keys *Keys) {
	node := n.get("route_by")
	switch {
	case node == nil || c.failedBelow(n):
	case len(calls.Names()) < 2:
		c.failKey(node, "route_by says what chooses among several dependencies, and there is one", "write calls: {eu: 70%, us: 30%}, or leave route_by out")
	case by == model.RouteByKey.String() && keys == nil:
		c.fail(node, "jobs of this type have no keys", "write keys: 500, or route_by: job")
	}
}

// checkShards sees that the loads are as many as the shards, and that no other
// dependency has the name of a shard.
func (c *checker) checkShards(named *Named[Dependency]) {
	s := named.Value.Shards
	if s == nil || s.Src == nil || c.failedBelow(named.Value.Src) {
		return
	}
	if load := s.Src.get("load"); load != nil {
		sum := 0.0
		for _, l := range s.Load {
			sum += float64(l)
		}
		switch {
		case len(s.Load) != s.Count:
			c.fail(load, fmt.Sprintf("%s for %s", said(len(s.Load), "load"), said(s.Count, "shard")), "write one for each")
		case math.Abs(sum-1) > 1e-6:
			c.fail(load, fmt.Sprintf("the loads add up to %s", Share(sum)), "100%")
		}
	}
	for i := range c.f.Dependencies {
		if other := &c.f.Dependencies[i]; c.f.dependencyOf(other.Name) == named.Name && other.Name != named.Name {
			c.failKey(other.Src, fmt.Sprintf("%s is the name of a shard of %s", other.Name, named.Name), "choose another name")
		}
	}
}

// checkTotals keeps what all types and dependencies make together within what
// plans can hold.
func (c *checker) checkTotals() {
	stations, keys := 0, 0
	for i := range c.f.Dependencies {
		stations += c.f.Dependencies[i].Value.shards()
	}
	for i := range c.f.Jobs {
		keys++
		if k := c.f.Jobs[i].Value.Keys; k != nil {
			keys += k.Count - 1
		}
	}
	if stations > len(c.f.Dependencies) && stations > maxStations {
		c.failKey(c.f.Src.get("dependencies"), fmt.Sprintf("%d shards and dependencies in all", stations), fmt.Sprintf("at most %d", maxStations))
	}
	if keys > model.MaxKeys {
		c.failKey(c.f.Src.get("jobs"), fmt.Sprintf("%d keys in all", keys), fmt.Sprintf("at most %d", model.MaxKeys))
	}
}

// maxStations is the most stations that a plan can have.
const maxStations = 200

// checkTurns sees that what a queue or a limit keeps apart by key is there.
func (c *checker) checkTurns() {
	q := &c.f.Queue
	if node := q.Src.get("most_per_key"); node != nil && q.Order != "fifo" && q.Order != "fair" {
		c.failKey(node, fmt.Sprintf("most_per_key does not go with order: %s", q.Order), "write order: fifo or order: fair")
	}
	if c.keyed() {
		return
	}
	if node := q.Src.get("most_per_key"); node != nil {
		c.warn("no_keys", "", "most_per_key counts the jobs of a key, and no job type has keys: each type counts as one")
	}
	for i := range c.f.Dependencies {
		if r := c.f.Dependencies[i].Value.RateLimit; r != nil && r.Key == model.LimitPerKey.String() {
			c.warn("no_keys", "", "the limit of %s counts each key of a job apart, and no job type has keys: each type counts as one",
				c.f.Dependencies[i].Name)
		}
	}
}

func (c *checker) keyed() bool {
	for i := range c.f.Jobs {
		if c.f.Jobs[i].Value.Keys != nil {
			return true
		}
	}
	return false
}

// checkLimitKey sees that a limit that counts apart can.
func (c *checker) checkLimitKey(r *RateLimit) {
	node := r.Src.get("key")
	switch {
	case node == nil:
	case r.Window == "concurrency":
		c.failKey(node, "calls at once are counted for all together", "leave key out, or write window: sliding")
	case r.Over == "wait":
		c.failKey(node, "calls that wait for a limit wait in one line", "leave key out, or over: wait")
	case r.Key == "client" && !c.hasClients():
		c.fail(node, "there are no closed clients: each source of arrivals would count as one", "write key: job_key or job_type, or arrivals such as {closed: {clients: 50}}")
	}
}

// targetName sees that a dependency, or a shard, has that name.
func (c *checker) targetName(n *Node, name string, more ...string) bool {
	known := append(c.f.targets(), more...)
	if !contains(known, name) && n != nil && n.kind == scalarNode && strings.Contains(name, "/") && len(c.f.Dependencies) > 0 {
		c.fail(n, fmt.Sprintf("unknown shard %q", shorten(name)), hint(name, known))
		return false
	}
	return c.name(n, name, "dependency", known)
}
