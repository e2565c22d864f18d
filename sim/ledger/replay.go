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
//   - of the fresh jobs that arrive in its last tenth (in the minute before its
//     end at least), and of those that arrive in the first half of the time from
//     its end until arrivals end, 95 % at least complete before arrivals end,
//     those left out whose failure is permanent; and
//   - every record has been replayed, and each of these jobs has come to an end,
//     whichever, before the horizon.
//
// If not, it has collapsed.
type Replay struct {
	set     Setting
	cohorts [2]cohort // who arrive in the last tenth, and after it

	fresh, done int64 // jobs that arrived after the warm-up, and those of them that completed
	replayed    int64 // records put back
	going       int64 // of these jobs, those that have not come to an end
	again       int64 // times that a replayed job died
	first, last int64 // when the first record went, and when the last of these jobs came to an end
}

// cohort is the fresh jobs that arrive within [from, to).
type cohort struct {
	from, to int64
	come     float64 // less those that cannot complete
	done     float64 // before arrivals end
}

// keepsUp is the share of the fresh jobs that must complete.
const keepsUp = 0.95

// leastLook is the least time that the end of a replay is looked at.
const leastLook = time.Minute

// NewReplay returns an empty measure.
func NewReplay(s Setting) *Replay {
	r := &Replay{set: s}
	from, to := s.Replay[0], s.Replay[1]
	look := max((to-from)/10, leastLook)
	r.cohorts[0] = cohort{from: int64(to - look), to: int64(to)}
	r.cohorts[1] = cohort{from: int64(to), to: int64(to + max(0, s.Until-to)/2)}
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
			if r.replayed == 0 {
				r.first = e.At
			}
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
	for i := range r.cohorts {
		if f := &r.cohorts[i]; f.holds(e.Born) {
			f.come += 1 - r.set.Permanent[e.Type]
		}
	}
}

func (r *Replay) completed(e *Entry) {
	if e.Born >= int64(r.set.WarmUp) {
		r.done++
	}
	for i := range r.cohorts {
		if f := &r.cohorts[i]; f.holds(e.Born) && e.At < int64(r.set.Until) {
			f.done++
		}
	}
}

func (f *cohort) holds(born int64) bool { return born >= f.from && born < f.to }

// held reports whether the replay held.
func (r *Replay) held() bool {
	for _, f := range r.cohorts {
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
			clear = float64(r.last-r.first) / 1e9
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
