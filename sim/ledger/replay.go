package ledger

import (
	"math"
	"time"
)

// Replay tells what the dead letters that were there at the start do to the
// live traffic while they are replayed.
//
// Fresh jobs are all others. The replay holds if
//
//   - in its last tenth (a minute of it at least, or all of it) and from its end
//     until arrivals end, fresh jobs complete at 95 % at least of the rate at
//     which they arrive, those left out whose failure is permanent; and
//   - every record has been replayed, and each of these jobs has come to an end,
//     whichever, before the horizon.
//
// If not, it has collapsed.
type Replay struct {
	set     Setting
	windows [2]flow // the last tenth, and after it

	fresh, done int64 // jobs that arrived after the warm-up, and those of them that completed
	replayed    int64 // records put back
	going       int64 // of these jobs, those that have not come to an end
	again       int64 // times that a replayed job died
	last        int64 // when the last of them came to an end
}

// flow is the fresh jobs of a window [from, to).
type flow struct {
	from, to int64
	come     float64 // less those that cannot complete
	done     float64
}

// keepsUp is the share of the arrivals that fresh jobs must complete at.
const keepsUp = 0.95

// leastLook is the least time that the end of a replay is looked at.
const leastLook = time.Minute

// NewReplay returns an empty measure.
func NewReplay(s Setting) *Replay {
	r := &Replay{set: s}
	from, to := s.Replay[0], s.Replay[1]
	look := max((to-from)/10, min(leastLook, to-from))
	r.windows[0] = flow{from: int64(to - look), to: int64(to)}
	r.windows[1] = flow{from: int64(to), to: int64(s.Until)}
	return r
}

// Observe folds arrivals, settlements and replays.
func (r *Replay) Observe(batch []Entry) {
	if r.set.Parked == 0 {
		return
	}
	for i := range batch {
		e := &batch[i]
		switch {
		case e.Kind == Replayed:
			r.replayed++
			r.going++
		case e.Kind == Parked && e.Is(OfReplay):
			r.again++
		case e.Kind == Arrived && !e.Is(Inherited):
			r.came(e)
		case e.Kind == Settled && e.Is(OfReplay) && !e.Is(Moved):
			r.going--
			r.last = e.At
		case e.Kind == Settled && e.Bucket == Completed:
			r.completed(e)
		}
	}
}

func (r *Replay) came(e *Entry) {
	if e.Born >= int64(r.set.WarmUp) {
		r.fresh++
	}
	for i := range r.windows {
		if f := &r.windows[i]; f.holds(e.At) {
			f.come += 1 - r.set.Permanent[e.Type]
		}
	}
}

func (r *Replay) completed(e *Entry) {
	if e.Born >= int64(r.set.WarmUp) {
		r.done++
	}
	for i := range r.windows {
		if f := &r.windows[i]; f.holds(e.At) {
			f.done++
		}
	}
}

func (f *flow) holds(at int64) bool { return at >= f.from && at < f.to }

// held reports whether the replay held.
func (r *Replay) held() bool {
	for _, f := range r.windows {
		if f.done < float64(keepsUp*f.come) {
			return false
		}
	}
	return r.replayed >= int64(r.set.Parked) && r.going == 0
}

// Report gives nothing where no dead letters were there at the start, and of
// the replay nothing where none is planned.
func (r *Replay) Report(out *Report) {
	share, again, clear, held := math.NaN(), math.NaN(), math.NaN(), math.NaN()
	if r.set.Parked > 0 {
		share = ratio(float64(r.done), float64(r.fresh))
	}
	if r.set.Parked > 0 && r.set.Replays {
		again, clear, held = float64(r.again), math.Inf(1), 0
		if r.replayed >= int64(r.set.Parked) && r.going == 0 {
			clear = float64(r.last-int64(r.set.Replay[0])) / 1e9
		}
		if r.held() {
			held = 1
		}
	}
	out.Add("fresh_done_share", share)
	out.Add("died_again", again)
	out.Add("replay_clear_s", clear)
	out.Add("replay_held_share", held)
}
