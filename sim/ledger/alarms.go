package ledger

import (
	"math"
	"time"
)

// alarms are the times at which every alert fired: how soon it told of a fault,
// and how often it fired without one, which is only known at the end of a run.
type alarms struct {
	fired [][]firings // by alert
}

// firings are those of one alert at one time.
type firings struct {
	at int64
	n  int64
}

func newAlarms(s Setting) alarms { return alarms{fired: make([][]firings, len(s.Alerts))} }

func (a *alarms) note(e *Entry) {
	f := a.fired[e.Status]
	if k := len(f); k > 0 && f[k-1].at == e.At {
		f[k-1].n++
		return
	}
	a.fired[e.Status] = append(f, firings{e.At, 1})
}

// judge reports, for each alert and for the first of them all, the time from the
// beginning of the first fault to the first firing since: +Inf if it never
// fired, NaN without a fault. A firing is a false alarm when no fault is in force
// and none has ended within the last recovered seconds, the time that the system
// took to recover from the last fault: after each of them what fires is still
// told by it. A system that never recovers has no false alarms after a fault.
// s holds the windows of all faults, those of conditional ones too.
func (a *alarms) judge(s Setting, r *Report, recovered float64) {
	first, allFalse := math.Inf(1), int64(0)
	for i, f := range a.fired {
		detect := s.detected(f)
		wrong := s.falseOf(f, recovered)
		first, allFalse = min(first, detect), allFalse+wrong
		r.Add("time_to_detect_s["+s.Alerts[i]+"]", detect)
		r.Add("false_alarms["+s.Alerts[i]+"]", float64(wrong))
	}
	if len(a.fired) == 0 {
		first = math.NaN()
	}
	r.Add("time_to_detect_s", first)
	r.Add("false_alarms", float64(allFalse))
}

// detected is the time from the first fault to the first firing since, in seconds.
func (s *Setting) detected(f []firings) float64 {
	if len(s.Faults) == 0 {
		return math.NaN()
	}
	begins := s.Faults[0][0]
	for _, w := range s.Faults {
		begins = min(begins, w[0])
	}
	for _, k := range f {
		if k.at >= int64(begins) {
			return (time.Duration(k.at) - begins).Seconds()
		}
	}
	return math.Inf(1)
}

// falseOf counts the firings that no fault explains.
func (s *Setting) falseOf(f []firings, recovered float64) (n int64) {
	for _, k := range f {
		if !s.explains(k.at, recovered) {
			n += k.n
		}
	}
	return n
}

// explains reports whether a fault is in force at t or was so within the time
// that recovery takes.
func (s *Setting) explains(t int64, recovered float64) bool {
	for _, w := range s.Faults {
		since := (time.Duration(t) - w[1]).Seconds()
		if t >= int64(w[0]) && (t < int64(w[1]) || since <= recovered) {
			return true
		}
	}
	return false
}
