package sim

import (
	"retrysim/sim/calendar"
)

// kind says what an event is; the one switch over kinds is in world.step.
type kind uint8

const (
	evArrive  kind = iota // slot: source
	evServed              // slot, turn: attempt; its service ends
	evBack                // slot, turn: attempt; its answer reaches the caller
	evRead                // slot, turn: attempt; its read reaches the row
	evWrite               // slot, turn: attempt; its write reaches the row
	evSlot                // slot, turn: attempt; its slot of a channel ends
	evRefused             // slot: station; a server has finished a refusal
	evTimeout             // slot, turn: attempt; its caller gives up
	evLease               // slot, turn: job; its lock runs out
	evDue                 // slot, turn: job; its retry is due
	evReview              // slot: poller; due retries become ready
	evKept                // slot, turn: reservation; what a process keeps in memory is due
	evThink               // slot: source, turn: client; a closed client sends its next job
	evOpen                // slot: fault, turn: window
	evClose               // slot: fault, turn: window
	evRamp                // slot: fault, turn: window; its strength changes
	evLook                // slot: station; have conditions changed?
	evPoison              // slot, turn: attempt; its job kills the worker
	evAction              // slot: action
	evWatch               // conditions of actions are looked at
	evRelease             // slot: gate; the next job held by it
	evReplay              // slot: action; the next record of a replay
	evRestart             // slot: worker
	evStall               // has the workers' process made progress?
	evRetain              // the oldest dead letter reaches its age
	evShared              // slot: station; the first of its shared services ends
	evPass                // slot: station; its limit lets a call pass that waits
	evSetUp               // slot, turn: attempt; its connection is set up
	evNoLink              // slot, turn: attempt; it has waited for a connection for long enough
	evLinks               // slot: station; connections for those who wait
	evIdle                // slot: station; idle connections are closed
	evSample              // levels are read at the end of a bin
	evHorizon
	evLeave   // slot, turn: job; its patience in the queue is over
	evScale   // slot: scaler; it looks at its signal
	evStarted // slot: scaler; a batch of servers or workers has started
	evStep    // slot: action, turn: step; a size changes in steps
	evGrace   // slot: worker, turn: restart; the grace of a shutdown is over
)

// event is a small value; one whose turn no longer matches is void.
type event struct {
	slot, turn uint32
	kind       kind
}

// step is the one switch over event kinds.
func (w *world) step(e event) {
	switch e.kind {
	case evArrive:
		w.arrive(int(e.slot))
	case evServed, evBack, evRead, evWrite, evSlot, evTimeout, evPoison, evSetUp, evNoLink:
		w.attemptEvent(e)
	case evRefused:
		w.refusalDone(int(e.slot))
	case evLease:
		w.leaseEnds(e)
	case evDue:
		w.retryDue(e)
	case evReview:
		w.review(int(e.slot))
	case evKept:
		w.keptDue(e)
	case evThink:
		w.pauseEnds(int(e.slot), int32(e.turn))
	case evOpen, evClose, evRamp:
		w.faultEdge(e)
	case evLook:
		w.lookAgain(int(e.slot))
	case evAction:
		w.act(int(e.slot))
		w.open--
	case evWatch:
		w.watch()
	case evRelease:
		w.releaseNext(int(e.slot))
	case evReplay:
		w.replayNext(int(e.slot))
	case evRestart:
		w.workerBack(int32(e.slot))
	case evStall:
		w.checkStall()
	case evRetain:
		w.retain(int(e.slot))
	case evShared:
		w.sharedDone(e)
	case evPass:
		w.passDue(e)
	case evLinks:
		w.serveLine(&w.stations[e.slot])
	case evIdle:
		w.closeIdle(&w.stations[e.slot])
	case evSample:
		w.sample()
	case evLeave:
		w.patienceEnds(e)
	case evScale:
		w.scaleLook(int(e.slot))
	case evStarted:
		w.started(int(e.slot))
	case evStep:
		w.scaleStep(int(e.slot))
	case evGrace:
		w.graceEnds(int32(e.slot), e.turn)
	}
}

// attemptEvent plays an event of an attempt, unless the attempt has moved on.
func (w *world) attemptEvent(e event) {
	a := w.attempts.get(e.slot)
	if a.gen != e.turn {
		return
	}
	switch e.kind {
	case evServed:
		w.served(e.slot, a)
	case evBack:
		w.answer(e.slot, a)
	case evRead:
		w.rowRead(e.slot, a)
	case evWrite:
		w.rowWrite(e.slot, a)
	case evSlot:
		w.slotEnds(e.slot, a)
	case evTimeout:
		w.timeout(e.slot, a)
	case evPoison:
		w.takesDown(a)
	case evSetUp:
		w.isSetUp(e.slot, a)
	case evNoLink:
		w.noLink(e.slot, a)
	}
}

// at schedules an event, saturating at the horizon: what would come later
// never comes.
func (w *world) at(t int64, r calendar.Rank, e event) {
	if t <= int64(w.plan.Horizon) && t >= w.now {
		w.cal.At(t, r, e)
	}
}

// later is now + d without overflow.
func (w *world) later(d int64) int64 {
	if t := w.now + d; t >= w.now {
		return t
	}
	return forever
}
