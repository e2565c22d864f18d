package scenarios

import (
	"fmt"
	"reflect"

	"retrysim/sim/model"
)

func (c *checker) checkDependency(dep *Dependency) {
	if dep.Src == nil {
		return
	}
	if dep.Contention != nil {
		c.checkContention(dep)
		return
	}
	switch {
	case dep.Servers != Unlimited && dep.Service.Distribution == nil && !c.failedBelow(dep.Src):
		c.failKey(dep.Src.at("servers"), "servers without a service time serve at once", "write service: 100ms")
	case dep.Servers == Unlimited && dep.Src.has("room"):
		c.failKey(dep.Src.get("room"), "nothing ever waits for unlimited servers", "write servers: 8, or leave room out")
	}
	c.checkLine(dep)
	c.checkShared(dep)
	c.checkConnections(dep.Connections)
	c.checkSpeed(dep)
	c.checkRateLimit(dep.RateLimit)
	c.checkAutoscale(dep.Autoscale, dep.Servers, "servers", "servers")
}

// checkContention sees that a contended dependency is a row or a channel, and
// nothing else.
func (c *checker) checkContention(dep *Dependency) {
	what := "contended row"
	if dep.Contention.Slot > 0 {
		what = "slotted channel"
	}
	known := keysOf(reflect.TypeFor[Dependency]())
	for _, kid := range dep.Src.kids {
		if contains(known, kid.key) && kid.key != "contention" {
			c.failKey(kid, fmt.Sprintf("a %s has no %s", what, kid.key), "leave it out: nothing waits for its turn there, and nobody is refused")
		}
	}
	src := dep.Contention.Src
	switch {
	case src == nil || c.failedBelow(src):
	case src.has("leg") && src.has("slot"):
		c.failKey(src.get("slot"), "a row has legs, a channel has slots", "leave one of the two out")
	case !src.has("leg") && !src.has("slot"):
		c.failKey(dep.Src.get("contention"), "nothing says who contends", "write {leg: 10ms} for a row that is read and written, or {slot: 20ms} for a channel")
	}
}

// checkLine sees that what befalls waiting calls finds some.
func (c *checker) checkLine(dep *Dependency) {
	if c.failedBelow(dep.Src) {
		return
	}
	for _, key := range []string{"drop", "codel"} {
		if node := dep.Src.get(key); node != nil && dep.Servers == Unlimited {
			c.failKey(node, "nothing ever waits for unlimited servers", "write servers: 8, or leave "+key+" out")
		}
	}
	if node := dep.Src.get("when_full"); node != nil && dep.Room == Unlimited {
		c.failKey(node, "a line without end is never full", "write room: 200, or leave when_full out")
	}
}

// checkSpeed sees that there is a service to slow down.
func (c *checker) checkSpeed(dep *Dependency) {
	for _, key := range []string{"slowdown", "cold_start"} {
		if node := dep.Src.get(key); node != nil && dep.Service.Distribution == nil && !c.failedBelow(dep.Src) {
			c.failKey(node, "there is no service time to slow down", "write service: 100ms")
		}
	}
}

// checkRateLimit sees that a limit has what its way of counting needs.
func (c *checker) checkRateLimit(r *RateLimit) {
	if r == nil || r.Src == nil || c.failedBelow(r.Src) {
		return
	}
	c.checkLimitKey(r)
	if node := r.Src.get("burst"); node != nil && r.Window != "token_bucket" {
		c.failKey(node, "only a token bucket has a burst", "write window: token_bucket, or leave burst out")
	}
	if r.Window == "concurrency" {
		if node := r.Src.get("per"); node != nil {
			c.failKey(node, "calls at once are not counted per window", "leave per out")
		}
		if r.RetryAfter.UntilReset {
			c.fail(r.Src.get("retry_after"), "nobody knows when a call in service ends", "write a duration such as 1s")
		}
	}
	c.checkHeld(r)
	limit := r.model()
	if err := limit.Validate(); err != nil && limit.Kind == model.TokenBucket {
		c.failKey(r.Src, err.Error(), "a bucket counts in whole nanoseconds: write a smaller burst, or a rate such as 100 per 1s")
	}
}
