package scenarios

import (
	"fmt"
	"time"
)

// maxScaleLooks is the most looks of an autoscaler: as many as plans take.
const maxScaleLooks = 10_000_000

// checkAutoscale sees that a number can be scaled, and within its bounds. What
// is the plural of what is scaled, key where its number stands.
func (c *checker) checkAutoscale(a *Autoscale, count Count, what, key string) {
	if a == nil || a.Src == nil || c.failedBelow(a.Src) {
		return
	}
	n := a.Src
	switch {
	case count == Unlimited:
		c.failKey(n, fmt.Sprintf("unlimited %s cannot be scaled", what), fmt.Sprintf("write %s: %d beside it, how many there are at first", key, max(1, a.Min)))
	case a.Min > a.Max:
		c.fail(n.at("min"), fmt.Sprintf("the fewest, %d, are more than the most, %d", a.Min, a.Max), "write a smaller min")
	case int(count) < a.Min || int(count) > a.Max:
		c.failKey(n, fmt.Sprintf("%d %s at first lie outside %d to %d", count, what, a.Min, a.Max), fmt.Sprintf("write %s, min and max that agree", key))
	case a.Signal == "utilisation" && a.Target > 1:
		c.fail(n.at("target"), "nothing is busier than 100%", "write a target such as 70%")
	case a.Min == 0 && (what == "servers" || a.Signal == "utilisation"):
		c.fail(n.at("min"), "without any of them nothing would ask for more", "write min: 1")
	case a.CountsDelayed && (what == "servers" || a.Signal == "utilisation"):
		c.failKey(n.at("counts_delayed"), "only a queue of jobs holds delayed ones", "leave it out, or write signal: queue under workers")
	case c.f.horizon()/a.Every > maxScaleLooks:
		c.fail(n.at("every"), fmt.Sprintf("about %d looks up to the horizon", c.f.horizon()/a.Every), fmt.Sprintf("at most %d: write a longer every", maxScaleLooks))
	}
}

// checkRamp sees that a ramp says what its action needs.
func (c *checker) checkRamp(e *Event) {
	r := e.Ramp
	if r == nil || r.Src == nil || c.failedBelow(r.Src) {
		return
	}
	n := r.Src
	if e.Do == "scale" {
		for _, key := range []string{"from", "to"} {
			if node := n.get(key); node != nil {
				c.failKey(node, "a size begins at what there is, and leads where scale says", "leave "+key+" out: write steps and over")
			}
		}
		return
	}
	switch {
	case n.has("steps"):
		c.failKey(n.get("steps"), "a rate rises without steps", "leave steps out")
	case !n.has("to"):
		c.failKey(n, "a ramp of a rate needs the key to", fieldDoc[Ramp]("to"))
	case r.From == 0 && r.To == 0:
		c.fail(n.get("to"), "a ramp from 0/s to 0/s lets nothing through", "write to: 300/s, or do: pause")
	}
	for _, key := range []string{"most", "rate"} {
		if node := e.Src.get(key); node != nil {
			c.failKey(node, "the ramp sets the rate", "leave "+key+" out, or the ramp")
		}
	}
}

// checkRollout sees to what actions ask that do something bit by bit, or again.
func (c *checker) checkRollout(e *Event) {
	c.checkRamp(e)
	switch e.Do {
	case "throttle":
		if !e.Src.has("most") && !e.Src.has("ramp") {
			c.failKey(e.Src, "throttle needs either most or ramp", "write most: 100/s, or ramp: {from: 10/s, to: 300/s, over: 10m}")
		}
	case "restart":
		c.checkRestart(e)
	}
	if e.Src.has("when") && e.Src.has("every") {
		c.failKey(e.Src.get("every"), "what waits for a condition happens once", "write at: 2m instead of when, or leave every and times out")
	}
}

func (c *checker) checkRestart(e *Event) {
	switch {
	case c.f.Workers.Count == Unlimited:
		c.fail(e.Src.at("do"), "a restart needs to know how many workers there are", "write workers: {count: 50}")
	case e.Share != nil && *e.Share == 0:
		c.fail(e.Src.get("share"), "a restart of 0% of the workers does nothing", "write share: 100%, or leave it out")
	case e.Rolling != nil && *e.Rolling == 0:
		c.fail(e.Src.get("rolling"), "a restart of 0% at a time never ends", "write rolling: 10%")
	}
}

// checkFaultLimit sees that a limit in force for a while can count.
func (c *checker) checkFaultLimit(e *Event) {
	_, _, own := c.f.target(e.Target)
	if e.Allow == nil || own == nil || c.failedBelow(e.Src) || (own.Src != nil && c.failedBelow(own.Src)) {
		return
	}
	window := e.Window
	if window == "" && own.RateLimit != nil {
		window = own.RateLimit.Window
	}
	retry := RetryAfter{}
	if e.RetryAfter != nil {
		retry = *e.RetryAfter
	}
	c.checkRateLimit(&RateLimit{Src: e.Src, Allow: *e.Allow, Per: orElseTime(e.Per, time.Second), Window: window, Burst: e.Burst, RetryAfter: retry})
}

func orElseTime(d, standard time.Duration) time.Duration {
	if d == 0 {
		return standard
	}
	return d
}
