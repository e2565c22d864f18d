package ledger

// Waste counts attempts made in vain, effects that happened more than once or
// never, and alerts.
type Waste struct {
	set         Setting
	abandoned   int64 // whose caller no longer waited when they ended
	onPermanent int64 // retries of a permanent failure
	both        int64
	twice       []int64 // further applications of an effect, by effect
	never       int64
	pages       int64
	alerts      [][]int64 // firings, by alert and job type
	alarms      alarms
}

// NewWaste returns an empty count.
func NewWaste(s Setting) *Waste {
	w := &Waste{set: s, twice: make([]int64, len(s.Effects)), alerts: make([][]int64, len(s.Alerts)), alarms: newAlarms(s)}
	for i := range w.alerts {
		w.alerts[i] = make([]int64, len(s.Types))
	}
	return w
}

func (w *Waste) fired(e *Entry) {
	w.alerts[e.Status][e.Type]++
	w.alarms.note(e)
	if e.Is(Paging) {
		w.pages++
	}
}

// Observe counts.
func (w *Waste) Observe(batch []Entry) {
	for i := range batch {
		e := &batch[i]
		switch e.Kind {
		case Ended:
			w.ended(e)
		case Effect:
			if e.Copy > 0 {
				w.twice[e.Status]++
			}
		case Left:
			if e.Is(NoEffect) && (e.Bucket == Completed || e.Bucket == DeadLettered || e.Bucket == Failed) {
				w.never++
			}
		case Fired:
			w.fired(e)
		}
	}
}

func (w *Waste) ended(e *Entry) {
	gone, vain := e.Is(Abandoned), e.Is(OnPermanent)
	if gone {
		w.abandoned++
	}
	if vain {
		w.onPermanent++
	}
	if gone && vain {
		w.both++
	}
}

// Report gives the counts; effects are also given one by one.
func (w *Waste) Report(r *Report) {
	r.Add("abandoned_attempts", float64(w.abandoned))
	r.Add("attempts_on_permanent", float64(w.onPermanent))
	r.Add("wasted_attempts", float64(w.abandoned+w.onPermanent-w.both))
	var twice int64
	for _, n := range w.twice {
		twice += n
	}
	r.Add("duplicate_effects", float64(twice))
	for i, n := range w.twice {
		r.Add("duplicate_effects["+w.set.Effects[i]+"]", float64(n))
	}
	r.Add("never_effected", float64(w.never))
	r.Add("pages", float64(w.pages))
	w.reportAlerts(r)
}

// reportAlerts gives the firings of each alert, and of each job type where
// there are several and the alert tells them apart.
func (w *Waste) reportAlerts(r *Report) {
	var all int64
	for i, byType := range w.alerts {
		var n int64
		for _, k := range byType {
			n += k
		}
		all += n
		r.Add("alerts["+w.set.Alerts[i]+"]", float64(n))
		for t, k := range byType {
			if len(byType) > 1 && w.set.AlertByType[i] {
				r.Add("alerts["+w.set.Alerts[i]+"/"+w.set.Types[t]+"]", float64(k))
			}
		}
	}
	r.Add("alerts", float64(all))
}
