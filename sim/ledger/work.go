package ledger

import (
	"math"
	"time"
)

// Work finds out what the dependency's work goes into while the system does
// not recover. Work is server time; where no station has a limited number of
// servers it is calls, refused ones included. The world measures it and books
// it, as Entry.Delay, with the end of the attempt, or, where the caller had
// left by then, with the end of the call. It is kept by bins, since only at the
// end of a run it is known when, if ever, it recovered.
type Work struct {
	set  Setting
	bins []effort
}

// effort is work, in nanoseconds or calls, and the parts of it that tell why.
// The parts overlap.
type effort struct {
	all       int64
	abandoned int64 // on attempts whose caller left before the answer
	left      int64 // those of them whose caller left during the service
	repeated  int64 // on retries
	useful    int64 // on first attempts that succeeded for their caller
	refused   int64 // on saying no
}

// NewWork returns an empty count.
func NewWork(s Setting) *Work { return &Work{set: s} }

// Observe adds up the work that is booked, unless there is nothing to recover
// from.
func (w *Work) Observe(batch []Entry) {
	if w.set.Faultless {
		return
	}
	for i := range batch {
		e := &batch[i]
		if e.Delay > 0 && (e.Kind == Ended || e.Kind == Finished || e.Kind == Shed) {
			w.book(e)
		}
	}
}

func (w *Work) book(e *Entry) {
	at := int(e.At / int64(w.set.Bin))
	for at >= len(w.bins) {
		w.bins = append(w.bins, effort{})
	}
	b := &w.bins[at]
	b.all += e.Delay
	gone := e.Kind != Ended || e.Is(Abandoned)
	if gone {
		b.abandoned += e.Delay
	}
	if e.Is(InService) {
		b.left += e.Delay
	}
	if e.Is(Rejected) || e.Kind == Shed {
		b.refused += e.Delay
	}
	switch {
	case e.Is(Retry):
		b.repeated += e.Delay
	case !gone && e.Class == 0:
		b.useful += e.Delay
	}
}

// Report gives nothing: Sustained does when recovery is known.
func (w *Work) Report(*Report) {}

// Sustained reports what the work went into, and how goodput stood against the
// arrivals, from the end of the last fault until the system recovered: after
// so many seconds, +Inf for never, NaN without a fault. Where it never did the
// span ends with the arrivals, or, if none came after the fault, with the run.
// Where the fault
// lasts to the end the shares count from the first fault's beginning. There
// are no shares of nothing. The resolution is one bin.
func (w *Work) Sustained(s Setting, r *Report, recovered float64) {
	from, to := s.unrecovered(r, recovered)
	var sum effort
	begin := from
	if from >= to && math.IsInf(recovered, 1) {
		begin = s.firstFault() // the fault lasts to the end: what the work goes into since it began
	}
	for i := begin; i < len(w.bins) && (i < to || begin < from); i++ {
		sum.add(&w.bins[i])
	}
	all := float64(sum.all)
	r.Add("work_abandoned_share", ratio(float64(sum.abandoned), all))
	r.Add("work_left_in_service_share", ratio(float64(sum.left), all))
	r.Add("work_repeated_share", ratio(float64(sum.repeated), all))
	r.Add("work_first_useful_share", ratio(float64(sum.useful), all))
	r.Add("work_refused_share", ratio(float64(sum.refused), all))
	seconds := float64(max(0, to-from)) * s.Bin.Seconds()
	r.Add("goodput_after_fault_per_s", ratio(within(r, "completed", from, to), seconds))
	r.Add("arrivals_after_fault_per_s", ratio(within(r, "arrivals", from, to), seconds))
}

// firstFault is the bin in which the first fault begins.
func (s *Setting) firstFault() int {
	first := max(0, s.LastFault)
	for _, f := range s.Faults {
		first = min(first, f[0])
	}
	return int(first / s.Bin)
}

func (e *effort) add(o *effort) {
	e.all += o.all
	e.abandoned += o.abandoned
	e.left += o.left
	e.repeated += o.repeated
	e.useful += o.useful
	e.refused += o.refused
}

// unrecovered are the bins [from, to) of the span of Sustained.
func (s *Setting) unrecovered(r *Report, recovered float64) (from, to int) {
	bins := func(d time.Duration) int { return int((d + s.Bin - 1) / s.Bin) }
	from = bins(max(0, s.LastFault))
	switch {
	case math.IsNaN(recovered):
		return 0, 0
	case !math.IsInf(recovered, 1):
		return from, from + int(math.Ceil(recovered/s.Bin.Seconds()))
	case s.LastFault < s.Until && within(r, "arrivals", from, len(r.series("arrivals"))) > 0:
		return from, int(min(s.Until, r.End) / s.Bin)
	}
	return from, bins(r.End)
}

// within sums the bins [from, to) of a series of counts.
func within(r *Report, name string, from, to int) float64 {
	v := r.series(name)
	to = min(to, len(v))
	return sum(v[min(from, to):to])
}
