package scenarios

import (
	"time"

	"retrysim/sim/model"
)

// Connections are what a call needs before it reaches its dependency.
type Connections struct {
	Src     *Node         `yaml:"-"`
	Most    Count         `yaml:"most" default:"unlimited" range:">= 1" doc:"open at once, over all callers; a call that finds all in use waits for one"`
	Setup   Law           `yaml:"setup,required" doc:"how long the acceptor works on a new one: a duration such as 30ms, or {LAW: {...}}"`
	AtOnce  Count         `yaml:"at_once" default:"unlimited" range:">= 1" doc:"set-ups that the acceptor works on at a time"`
	Backlog Count         `yaml:"backlog" default:"unlimited" doc:"set-ups that may wait for the acceptor; the next one is refused, which is a failure of class connection"`
	Wait    time.Duration `yaml:"wait" range:"> 0s" doc:"the longest wait for one of the most; then the call fails with class connection; without limit unless said"`
	Idle    time.Duration `yaml:"idle" range:"> 0s" doc:"an unused one is closed after this; never unless said"`
}

func (c *Connections) model() model.Connections {
	if c == nil {
		return model.Connections{}
	}
	return model.Connections{
		Most: int(c.Most), Setup: c.Setup.model(), AtOnce: int(c.AtOnce), Backlog: int(c.Backlog), Wait: c.Wait, Idle: c.Idle,
	}
}
