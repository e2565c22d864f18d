package sim

import (
	"math"

	"retrysim/sim/calendar"
	"retrysim/sim/model"
)

// sharing is the work of a station whose servers all calls in service share
// (processor sharing): with k calls and n servers each is served at
//
//	speed x min(1, n/k)
//
// of a server's rate. Since that is the same for all, one clock tells how far
// everybody is: attained is the service that a call has got which has been there
// since the clock began, and a call that comes when it stands at v and asks for
// x is done when it stands at v + x (virtual time: Kleinrock, Queueing Systems,
// volume 2, 1976, chapter 4). So the calls leave in the order of v + x, whatever
// the speed, and only the next one has an event.
type sharing struct {
	heap     []work
	attained float64 // nanoseconds at a server's full speed
	at       int64   // when it was counted
	turn     uint32  // of the event of the next completion
	seq      uint32
}

// work is a call in service, or a refusal that costs server time.
type work struct {
	done float64 // the attained service at which it ends
	seq  uint32
	who  ticket
}

// refusal is the slot of work that is no attempt's.
const refusal = math.MaxUint32

func (a work) before(b work) bool {
	return a.done < b.done || a.done == b.done && int32(a.seq-b.seq) < 0
}

// rate is at which rate each call in service is served now.
func (st *station) rate() float64 {
	n, k := float64(st.servers()), float64(st.busy)
	return float64(st.cond.Speed * min(1, n/k))
}

// attain brings the clock up to now, before the rate changes.
func (st *station) attain(now int64) {
	s := st.shared
	if st.busy > 0 {
		s.attained += float64(st.rate() * float64(now-s.at))
	}
	s.at = now
}

// share puts work among what is in service; the station's levels already count
// it.
func (w *world) share(st *station, who ticket, service int64) {
	s := st.shared
	if len(s.heap) > 2*st.busy+64 {
		w.forgetGone(s)
	}
	s.seq++
	s.push(work{s.attained + float64(service), s.seq, who})
	w.pace(st)
}

// pace schedules the next completion anew: whoever came, left or changed the
// speed has moved it.
func (w *world) pace(st *station) {
	s := st.shared
	s.turn++
	for len(s.heap) > 0 && w.isGone(s.heap[0]) {
		s.pop()
	}
	if len(s.heap) == 0 {
		s.attained = 0 // so that it stays exact
		return
	}
	if rate := st.rate(); rate > 0 {
		left := max(0, s.heap[0].done-s.attained)
		w.at(w.later(whole(left/rate)), calendar.RankCompletion, event{slot: uint32(st.index), turn: s.turn, kind: evShared})
	}
}

// sharedDone ends the service that is done first, unless its event is void.
func (w *world) sharedDone(e event) {
	st := &w.stations[e.slot]
	s := st.shared
	if s.turn != e.turn {
		return
	}
	w.count(st)
	first := s.pop()
	s.attained = first.done // and not what rounding to nanoseconds has made of it
	if first.who.slot == refusal {
		w.refusalDone(st.index)
		return
	}
	w.served(first.who.slot, w.attempts.get(first.who.slot))
}

// isGone reports whether work belongs to a call that was cancelled.
func (w *world) isGone(x work) bool {
	if x.who.slot == refusal {
		return false
	}
	a := w.attempts.get(x.who.slot)
	return a.gen != x.who.turn || a.state != serving
}

// forgetGone takes the work of cancelled calls out of the heap.
func (w *world) forgetGone(s *sharing) {
	all := s.heap
	s.heap = s.heap[:0]
	for _, x := range all {
		if !w.isGone(x) {
			s.push(x)
		}
	}
}

// ownSpeed is the speed at which a call works whatever the others do: by faults
// that leave some calls out. It is settled when the service begins.
func (w *world) ownSpeed(st *station, a *attempt) float64 {
	speed := model.Condition{Speed: 1}
	j := w.jobs.get(a.job)
	for _, i := range st.scoped {
		if f := &w.plan.Faults[i]; f.Kind == model.FaultCapacity && w.hits(i, j, a.number) {
			f.Apply(&speed, &st.spec.Limit, w.faults[i].strength)
		}
	}
	return speed.Speed
}

func (s *sharing) push(x work) {
	s.heap = append(s.heap, x)
	i := len(s.heap) - 1
	for i > 0 && x.before(s.heap[(i-1)/2]) {
		s.heap[i] = s.heap[(i-1)/2]
		i = (i - 1) / 2
	}
	s.heap[i] = x
}

func (s *sharing) pop() work {
	first, n := s.heap[0], len(s.heap)-1
	x := s.heap[n]
	s.heap = s.heap[:n]
	i := 0
	for {
		kid := 2*i + 1
		if kid+1 < n && s.heap[kid+1].before(s.heap[kid]) {
			kid++
		}
		if kid >= n || !s.heap[kid].before(x) {
			break
		}
		s.heap[i] = s.heap[kid]
		i = kid
	}
	if n > 0 {
		s.heap[i] = x
	}
	return first
}
