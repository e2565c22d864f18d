package sim

import (
	"time"

	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// watchEvery is how often conditions are looked at.
const watchEvery = 100 * time.Millisecond

// act does what an operator does.
func (w *world) act(i int) {
	a := &w.plan.Actions[i]
	w.done[i] = true
	if w.opts.Trace != nil {
		w.opts.Trace(Fact{At: time.Duration(w.now), Event: "action", Name: a.Name})
	}
	switch a.Kind {
	case model.DoReplay:
		w.startReplay(i)
	case model.DoDiscard:
		w.discard(&a.Match)
	case model.DoPause:
		w.pause(a.Types)
	case model.DoResume, model.DoThrottle:
		w.resume(a)
	case model.DoScale:
		w.beginScale(i)
	case model.DoRestart:
		w.beginRestart(i)
	case model.DoPurge:
		w.purge(a.Types)
	case model.DoSwitch:
		w.switchPolicy(i)
	case model.DoDeadLetters:
		w.dlqOff = !a.Enabled
	}
}

// watch does the actions whose conditions hold now.
func (w *world) watch() {
	for i := range w.plan.Actions {
		a := &w.plan.Actions[i]
		if a.When.Set() && !w.done[i] && w.armed(a) && w.watchHolds(&a.When) {
			w.watches--
			w.act(i)
		}
	}
	if w.watches > 0 {
		w.at(w.later(int64(watchEvery)), calendar.RankEdge, event{kind: evWatch})
	}
}

// armed reports whether everything before an action on its list has happened.
func (w *world) armed(a *model.Action) bool {
	return w.now > int64(a.At) && (a.When.After < 0 || w.done[a.When.After])
}

func (w *world) watchHolds(c *model.Watch) bool {
	var n int
	switch c.Gauge {
	case model.WatchDepth:
		for s := range max(1, c.Shards) {
			st := &w.stations[c.Station+s]
			n += st.busy + st.waiting + st.shaper.n
		}
	case model.WatchQueue:
		n = w.ready
	case model.WatchDLQ:
		n = w.dlq.depth
	case model.WatchInFlight:
		n = w.flying
	}
	if c.Below {
		return n <= c.Level
	}
	return n >= c.Level
}

// resize hires workers, or lets some go: the idle ones at once, the others
// when they are free.
func (p *pool) resize(n int) {
	p.size = n
	for id := len(p.hands); id < n; id++ {
		p.hands = append(p.hands, hand{})
		p.putFree(int32(id))
	}
	for id := range p.hands {
		h := &p.hands[id]
		switch gone := id >= n; {
		case gone == h.gone:
		case gone:
			h.gone = true
			p.dropFree(int32(id))
			if h.attempt > 0 || h.job > 0 {
				p.ending++
			}
		default:
			h.gone = false
			if h.attempt > 0 || h.job > 0 {
				p.ending--
			}
			if h.attempt == 0 && h.job == 0 && !h.down { // a worker that restarts is at work or down
				p.putFree(int32(id))
			}
		}
	}
}

// aimed reports whether a type is one of those that an action is aimed at.
func aimed(types []int, typ uint8) bool {
	for _, t := range types {
		if t == int(typ) {
			return true
		}
	}
	return false
}

// purge drops the jobs of the types that wait: for a worker, a retry or a
// review. Jobs in hand go on.
func (w *world) purge(types []int) {
	for slot := range w.jobs.used {
		j := w.jobs.get(slot)
		if j.refs > 0 && j.phase < active && aimed(types, j.typ) {
			w.settle(slot, j, ledger.Dropped, ledger.DropPurged)
		}
	}
}

// switchPolicy gives a share of the jobs of the types another policy: those
// that are here, and those that come. A job keeps its attempts. Jobs that were
// replayed under a policy of their own keep it.
func (w *world) switchPolicy(i int) {
	a := &w.plan.Actions[i]
	w.switches = append(w.switches, i)
	for slot := range w.jobs.used {
		j := w.jobs.get(slot)
		if j.refs > 0 && j.phase != settled && !j.replays && aimed(a.Types, j.typ) && w.switched(j, a) {
			j.policy = uint8(a.Policy)
		}
	}
}

// switched reports whether a job belongs to the share that a rollout reaches.
// A job's draw is one for all rollouts, so that a wider one holds the narrower.
func (w *world) switched(j *job, a *model.Action) bool {
	return a.Share >= 1 || w.stream(chance.Class, j.id, 0, 0).Float64() < a.Share
}

// rollout gives a new job the policy that rollouts so far have for it.
func (w *world) rollout(j *job) {
	for _, i := range w.switches {
		a := &w.plan.Actions[i]
		if aimed(a.Types, j.typ) && w.switched(j, a) {
			j.policy = uint8(a.Policy)
		}
	}
}
