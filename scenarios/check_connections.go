package scenarios

// checkConnections sees that what calls wait for is scarce.
func (c *checker) checkConnections(n *Connections) {
	if n == nil || n.Src == nil || c.failedBelow(n.Src) {
		return
	}
	if node := n.Src.get("backlog"); node != nil && n.AtOnce == Unlimited {
		c.failKey(node, "nothing waits for an acceptor that sets up any number at once", "write at_once: 5, or leave backlog out")
	}
	if node := n.Src.get("wait"); node != nil && n.Most == Unlimited {
		c.failKey(node, "nothing waits for one of any number of connections", "write most: 100, or leave wait out")
	}
}

// checkShared sees that shared servers are scarce and have no line.
func (c *checker) checkShared(dep *Dependency) {
	if dep.Order != "shared" || c.failedBelow(dep.Src) {
		return
	}
	if dep.Servers == Unlimited {
		c.fail(dep.Src.get("order"), "unlimited servers are shared by nobody", "write servers: 8, or leave order out")
	}
	for _, key := range []string{"drop", "codel"} {
		if node := dep.Src.get(key); node != nil && dep.Servers != Unlimited {
			c.failKey(node, "shared servers take every call at once, so none waits that could be dropped", "leave "+key+" out, or write order: fifo")
		}
	}
}

// checkHeld sees that calls can wait for a limit.
func (c *checker) checkHeld(r *RateLimit) {
	if node := r.Src.get("hold"); node != nil && r.Over != "wait" {
		c.failKey(node, "calls over the limit are refused, not held", "write over: wait, or leave hold out")
	}
	if r.Over == "wait" && r.Window == "concurrency" {
		c.fail(r.Src.get("over"), "a limit of calls at once has no time for which to wait", "write servers and room, where calls wait for each other")
	}
}

// checkDisconnect sees that there is something to close.
func (c *checker) checkDisconnect(e *Event) {
	_, _, dep := c.f.target(e.Target)
	if e.Fault == "disconnect" && dep != nil && dep.Connections == nil && dep.Src != nil && !c.failedBelow(dep.Src) {
		c.fail(e.Src.get("target"), "the calls to "+shorten(e.Target)+" need no connections that could be closed", "write connections: {setup: 30ms} there")
	}
}
