package sim

import (
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// links is the connections between a station and all its callers.
type links struct {
	open    int   // in use or idle
	pending int   // being set up for a caller that waits for it
	idle    times // since when each idle one is, the newest last
	line    deque // calls that wait for one of the most that may be open
	waiting int
	backlog deque // calls whose set-up waits for the acceptor
	queued  int
	working int  // set-ups that the acceptor works on
	looking bool // a look at the line is due
	closing bool // a look at the idle ones is due
}

// link is how an attempt stands to the connections of its station.
type link uint8

const (
	unlinked    link = iota
	linkPending      // one is being set up
	linkOpen         // it has one
)

// may reports whether one more may be set up.
func (l *links) may(c *model.Connections) bool {
	return c.Most == model.Unlimited || l.open+l.pending < c.Most
}

// connect gives a call a connection: an idle one, a new one, or it must wait
// for one. A call whose caller has left needs none.
func (w *world) connect(as uint32, a *attempt, st *station) {
	l, c := st.links, &st.spec.Connections
	switch {
	case a.over:
		a.state = nowhere
		w.freeAttempt(as, a)
	case l.waiting == 0 && l.idle.n > 0:
		w.reuse(as, a, st)
	case l.waiting == 0 && l.may(c):
		w.setUp(as, a, st)
	default:
		l.line.pushBack(ticket{as, a.gen})
		l.waiting++
		w.gauge.queueTo(w.queueDepth())
		w.tellLink(a, "connect_wait")
		if c.Wait > 0 {
			w.at(w.later(int64(c.Wait)), calendar.RankTimeout, event{as, a.gen, evNoLink})
		}
		w.goes(as, a, pooled)
	}
}

func (w *world) reuse(as uint32, a *attempt, st *station) {
	st.links.idle.popBack()
	a.link = linkOpen
	w.tellLink(a, "reuse")
	w.connected(as, a, st)
}

// setUp asks the acceptor for a connection.
func (w *world) setUp(as uint32, a *attempt, st *station) {
	l, c := st.links, &st.spec.Connections
	switch {
	case c.AtOnce == model.Unlimited || l.working < c.AtOnce:
		a.link = linkPending
		l.pending++
		w.shakeHands(as, a, st)
	case c.Backlog == model.Unlimited || l.queued < c.Backlog:
		a.link = linkPending
		l.pending++
		l.backlog.pushBack(ticket{as, a.gen})
		l.queued++
		w.gauge.queueTo(w.queueDepth())
		w.goes(as, a, backlogged)
	default:
		w.unconnected(as, a)
	}
}

// shakeHands lets the acceptor work on a set-up.
func (w *world) shakeHands(as uint32, a *attempt, st *station) {
	st.links.working++
	var takes int64
	if law := st.spec.Connections.Setup; law.Set() {
		takes = int64(law.Sample(w.stream(chance.Connect, w.jobs.get(a.job).id, a.number, uint32(a.step))))
	}
	w.tellLink(a, "connect_start")
	w.at(w.later(takes), calendar.RankCompletion, event{as, a.gen, evSetUp})
	w.goes(as, a, shaking)
}

// accept lets the acceptor go on with the backlog.
func (w *world) accept(st *station) {
	l, c := st.links, &st.spec.Connections
	for l.queued > 0 && l.working < c.AtOnce {
		t := l.backlog.popFront()
		a := w.attempts.get(t.slot)
		if a.gen == t.turn && a.state == backlogged {
			l.queued--
			w.shakeHands(t.slot, a, st)
		}
	}
}

// isSetUp ends a set-up: the call goes on its way, or nobody wants the
// connection any more.
func (w *world) isSetUp(as uint32, a *attempt) {
	st := &w.stations[a.station]
	l := st.links
	l.working--
	e := w.add(ledger.Opened, w.jobs.get(a.job))
	e.Attempt, e.Copy, e.Station = a.number, uint32(a.copy), a.station
	w.tellLink(a, "connect")
	a.state = nowhere
	w.accept(st)
	if a.over {
		w.freeAttempt(as, a)
		return
	}
	l.pending--
	l.open++
	a.link = linkOpen
	w.connected(as, a, st)
}

// connected lets a call reach its station.
func (w *world) connected(as uint32, a *attempt, st *station) {
	e := w.add(ledger.Connected, w.jobs.get(a.job))
	e.Attempt, e.Copy, e.Station, e.Delay = a.number, uint32(a.copy), a.station, w.now-a.start
	a.start = w.now
	a.linked = true
	w.reach(as, a, st)
}

// unconnected ends an attempt that got no connection.
func (w *world) unconnected(as uint32, a *attempt) {
	e := w.add(ledger.Unconnected, w.jobs.get(a.job))
	e.Attempt, e.Copy, e.Station = a.number, uint32(a.copy), a.station
	w.reset(as, a)
}

// noLink ends a call's patience in the line for a connection.
func (w *world) noLink(as uint32, a *attempt) {
	st := &w.stations[a.station]
	if a.state != pooled || w.now-a.start < int64(st.spec.Connections.Wait) {
		return // it has one, or this was the wait of an earlier call
	}
	st.links.waiting--
	w.unconnected(as, a)
}

// cancelBefore takes an attempt out of where it waits in front of its station.
func (w *world) cancelBefore(a *attempt, st *station, was state) {
	switch was {
	case shaped:
		w.count(st)
		st.shaper.n--
	case pooled:
		st.links.waiting--
	case backlogged:
		st.links.queued--
	case shaking:
		st.links.working--
		a.gen++ // voids the end of the set-up
		w.accept(st)
	}
}

func (w *world) tellLink(a *attempt, event string) {
	if w.opts.Trace != nil {
		w.tell(w.jobs.get(a.job), a, event, Fact{})
	}
}
