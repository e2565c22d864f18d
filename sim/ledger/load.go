package ledger

import "math"

// Load measures the attempts that are sent: how many, how many of a job, and
// the largest number in any sliding window of Setting.Window. Attempts refused
// at once count, they were sent; later calls of one attempt count as load but
// not as attempts.
type Load struct {
	set                    Setting
	jobs, attempts         int64
	byType                 []int64
	retries, duplicates    int64
	faultJobs, faultCalls  int64
	all, again, afterFault peak
	windows                faultTime
}

// NewLoad returns an empty measure.
func NewLoad(s Setting) *Load {
	w := int64(s.Window)
	return &Load{
		set: s, byType: make([]int64, len(s.Types)),
		all: peak{width: w}, again: peak{width: w}, afterFault: peak{width: w},
		windows: newFaultTime(s),
	}
}

// Observe folds arrivals and sent attempts.
func (l *Load) Observe(batch []Entry) {
	for i := range batch {
		e := &batch[i]
		switch e.Kind {
		case Arrived:
			l.jobs++
			if l.windows.holds(e.At) {
				l.faultJobs++
			}
		case Sent:
			l.sent(e)
		case Struck:
			l.windows.edge(e)
			l.afterFault = peak{width: int64(l.set.Window)}
		}
	}
}

func (l *Load) sent(e *Entry) {
	l.all.add(e.At)
	if l.windows.over(e.At) {
		l.afterFault.add(e.At)
	}
	if e.Is(LaterStep) {
		return
	}
	l.attempts++
	l.byType[e.Type]++
	if e.Is(Retry) {
		l.retries++
		l.again.add(e.At)
	}
	if e.Is(Duplicate) {
		l.duplicates++
	}
	if l.windows.holds(e.At) {
		l.faultCalls++
	}
}

// Report gives attempts, amplification and peaks.
func (l *Load) Report(r *Report) {
	perSecond := 1 / l.set.Window.Seconds()
	r.Add("attempts", float64(l.attempts))
	r.Add("retries", float64(l.retries))
	r.Add("amplification", ratio(float64(l.attempts), float64(l.jobs)))
	r.Add("amplification_in_fault", ratio(float64(l.faultCalls), float64(l.faultJobs)))
	r.Add("peak_load_per_s", float64(l.all.most)*perSecond)
	r.Add("peak_retries_per_s", float64(l.again.most)*perSecond)
	after := math.NaN()
	if l.windows.over(int64(r.End) - 1) { // some time is left after it
		after = float64(l.afterFault.most) * perSecond
	}
	r.Add("peak_after_fault_per_s", after)
	most := math.NaN()
	if c := l.set.Capacity; !math.IsInf(c, 1) && c > 0 {
		most = float64(l.all.most) * perSecond / c
	}
	r.Add("peak_to_capacity", most)
	r.Add("duplicate_runs", float64(l.duplicates))
	if len(l.byType) > 1 {
		for t, n := range l.byType {
			r.Add("attempts["+l.set.Types[t]+"]", float64(n))
		}
	}
}
