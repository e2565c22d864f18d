package sim

import (
	"time"

	"retrysim/policies"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// alertState is what one rule remembers, by key: its scope's members.
type alertState struct {
	number  int
	rule    *model.Alert
	firing  []bool
	seen    []bool
	windows []window
	trail   []float64 // rises, grows: the last levels, one a bin
}

// window counts facts over a sliding span, in 60 sub-spans.
type window struct {
	counts [60]int64
	total  int64
	at     int64 // number of the current sub-span
}

// move forgets the sub-spans that have left the window at time now.
func (s *window) move(now, over int64) {
	sub := max(1, over/int64(len(s.counts)))
	at := now / sub
	for k := int64(0); s.at < at && k < int64(len(s.counts)); k++ {
		s.at++
		i := s.at % int64(len(s.counts))
		s.total -= s.counts[i]
		s.counts[i] = 0
	}
	s.at = at
}

// add counts one fact at time now.
func (s *window) add(now, over int64) {
	s.move(now, over)
	s.counts[s.at%int64(len(s.counts))]++
	s.total++
}

func (w *world) setAlerts() {
	for i := range w.plan.Alerts {
		r := &w.plan.Alerts[i]
		n := 1
		switch r.Scope {
		case model.PerJobType:
			n = len(w.plan.Types)
		case model.PerError:
			n = policies.Classes
		}
		w.alerts = append(w.alerts, alertState{
			number: i, rule: r, firing: make([]bool, n), seen: make([]bool, n), windows: make([]window, n),
		})
	}
}

// key is the member of a rule's scope that a job belongs to.
func (s *alertState) key(j *job) int {
	switch s.rule.Scope {
	case model.PerJobType:
		return int(j.typ)
	case model.PerError:
		return int(j.class)
	}
	return 0
}

// alertFailure shows a failed attempt to every rule. first says that it is the
// job's first failure.
func (w *world) alertFailure(j *job, first bool) {
	for i := range w.alerts {
		s := &w.alerts[i]
		k := s.key(j)
		switch s.rule.Kind {
		case model.AlertFirstFailure:
			if (s.rule.Scope == model.PerJob && first) || (s.rule.Scope != model.PerJob && !s.seen[k]) {
				s.seen[k] = true
				w.fire(s, j)
			}
		case model.AlertWindow:
			s.windows[k].add(w.now, int64(s.rule.Over))
			w.check(s, k, s.holds(k, float64(s.windows[k].total)), j)
		case model.AlertGauge:
			w.check(s, k, s.holds(k, w.level(s.rule.Gauge)), j)
		}
	}
}

// check fires a rule that holds: once until it clears, or at every failure.
// j is the failing job, nil at a look between failures.
func (w *world) check(s *alertState, k int, holds bool, j *job) {
	if holds && (!s.firing[k] || (s.rule.Every && j != nil)) {
		w.fire(s, j)
	}
	s.firing[k] = holds
}

// level is a gauge's present value.
func (w *world) level(g model.Gauge) float64 {
	switch g {
	case model.GaugeFailedJobs:
		return float64(w.gauge.failedJobs)
	case model.GaugeDLQDepth:
		return float64(w.dlq.depth)
	case model.GaugeQueueDepth:
		return float64(w.queueDepth())
	case model.GaugeOldestRetry:
		return w.oldestRetry()
	case model.GaugeDLQOldest:
		return float64(w.now-w.oldestParked()) / 1e9
	}
	panic("sim: unknown gauge")
}

// oldestRetry is the time since the first failure of the job that has been
// retried for longest, in seconds.
func (w *world) oldestRetry() float64 {
	first := w.now
	for slot := range w.jobs.used {
		if j := w.jobs.get(slot); j.refs > 0 && j.phase != settled && j.first >= 0 {
			first = min(first, j.first)
		}
	}
	return float64(w.now-first) / 1e9
}

// alertTick looks at the levels between failures, once a bin.
func (w *world) alertTick() {
	for i := range w.alerts {
		s := &w.alerts[i]
		switch s.rule.Kind {
		case model.AlertGauge:
			w.check(s, 0, s.holds(0, w.level(s.rule.Gauge)), nil)
		case model.AlertWindow:
			for k := range s.windows {
				s.windows[k].move(w.now, int64(s.rule.Over))
				w.check(s, k, s.holds(k, float64(s.windows[k].total)), nil)
			}
		case model.AlertRises:
			w.check(s, 0, s.rises(w.level(s.rule.Gauge), w.plan.Bin), nil)
		case model.AlertGrows:
			w.check(s, 0, s.holds(0, s.growth(w.level(s.rule.Gauge), w.plan.Bin)), nil)
		}
	}
}

// alertExhausted shows every rule a job that has used up its retries.
func (w *world) alertExhausted(j *job) {
	for i := range w.alerts {
		if s := &w.alerts[i]; s.rule.Kind == model.AlertExhausted {
			w.check(s, s.key(j), true, j)
		}
	}
}

// alertStalled shows every rule a stalled process.
func (w *world) alertStalled() {
	for i := range w.alerts {
		if s := &w.alerts[i]; s.rule.Kind == model.AlertStalled {
			w.fire(s, nil)
		}
	}
}

// fire lets a rule fire. j is the job that did it, or nil.
func (w *world) fire(s *alertState, j *job) {
	e := w.book.Next()
	e.At, e.Kind, e.Status = w.now, ledger.Fired, uint16(s.number)
	if s.rule.Pages {
		e.Flags |= ledger.Paging
	}
	if j != nil {
		e.Job, e.Type = j.id, j.typ
	}
	if w.opts.Trace == nil {
		return
	}
	if j != nil {
		w.tell(j, nil, "alert", Fact{Name: s.rule.Name})
		return
	}
	w.opts.Trace(Fact{At: time.Duration(w.now), Event: "alert", Name: s.rule.Name})
}
