package sim

import (
	"fmt"
	"time"

	"retrysim/sim/calendar"
	"retrysim/sim/model"
)

// scaler is the state of one autoscaler.
type scaler struct {
	spec    *model.Autoscale
	station int    // -1 for the workers
	batches []int  // started and not there yet, by batch, the oldest first
	head    int    // the oldest batch still under way
	wishes  []wish // of the looks within the cool-down, each below the one before it
}

// wish is what a look wanted.
type wish struct {
	at int64
	n  int
}

// setScalers begins the looks. They keep no run going: a run ends when nothing
// else is to come.
func (w *world) setScalers() {
	for i := range w.stations {
		w.addScaler(&w.plan.Stations[i].Autoscale, i, w.plan.Stations[i].Servers)
		w.stations[i].fleet.begin(w.plan.scales(model.TargetStation, i))
	}
	w.addScaler(&w.plan.Workers.Autoscale, -1, w.plan.Workers.Count)
	w.pool.fleet.begin(w.plan.scales(model.TargetWorkers, 0))
}

// scales reports whether the plan has anything that changes how many servers a
// station has, or how many workers there are.
func (p *Plan) scales(target model.TargetKind, station int) bool {
	if target == model.TargetWorkers && p.Workers.Autoscale.On() || target == model.TargetStation && p.Stations[station].Autoscale.On() {
		return true
	}
	for i := range p.Actions {
		a := &p.Actions[i]
		if a.Kind == model.DoScale && a.Target == target && (target == model.TargetWorkers || a.Scales(station)) {
			return true
		}
	}
	return false
}

func (w *world) addScaler(spec *model.Autoscale, station, count int) {
	if !spec.On() {
		return
	}
	s := scaler{spec: spec, station: station}
	if spec.CoolDown > 0 {
		s.wishes = []wish{{0, count}} // what there is at the start counts as wanted
	}
	w.scalers = append(w.scalers, s)
	w.at(int64(spec.Every), calendar.RankReview, event{slot: uint32(len(w.scalers) - 1), kind: evScale})
}

// scaleLook compares what there is with what a scaler wants, and changes it.
func (w *world) scaleLook(i int) {
	s := &w.scalers[i]
	w.at(w.later(int64(s.spec.Every)), calendar.RankReview, event{slot: uint32(i), kind: evScale})
	there, f := w.scaled(s)
	want := s.spec.Wanted(there, w.signal(s, f, there))
	f.anew(w.now)
	counted := there
	if !s.spec.IgnoreStarting {
		counted += f.starting
	}
	most := s.spec.Step
	if most == 0 {
		most = s.spec.Max
	}
	low := s.stable(w.now, want)
	switch {
	case want > counted:
		w.start(i, min(want-counted, most, s.spec.Max-there-f.starting))
	case low < counted:
		w.stop(i, min(counted-low, most))
	}
}

// scaled brings the levels of what a scaler scales up to date and returns how
// many are there.
func (w *world) scaled(s *scaler) (there int, f *fleet) {
	if s.station < 0 {
		w.pool.count(w.now)
		return w.pool.size, &w.pool.fleet
	}
	st := &w.stations[s.station]
	w.count(st)
	return st.cond.Servers, &st.fleet
}

// signal is what a scaler sees: how many of those there were busy in the mean,
// or what waits.
func (w *world) signal(s *scaler, f *fleet, there int) float64 {
	waiting, inHand := w.ready, w.pool.busy
	if s.station >= 0 {
		waiting, inHand = w.stations[s.station].waiting, w.stations[s.station].busy
	}
	switch {
	case s.spec.Signal == model.ScaleUtilisation && f.have.area > 0:
		return float64(float64(there) * (f.use.area / f.have.area))
	case s.spec.Signal == model.ScaleUtilisation:
		return float64(inHand)
	case s.spec.Signal == model.ScaleQueue:
		inHand = 0
	}
	if s.spec.CountsDelayed {
		waiting += w.delayedJobs()
	}
	return float64(waiting + inHand)
}

// delayedJobs is how many jobs wait for a retry without a worker.
func (w *world) delayedJobs() int {
	n := w.backing
	if w.plan.Queue.InWorker {
		for id := range w.pool.hands {
			if w.pool.hands[id].job > 0 {
				n--
			}
		}
	}
	return n
}

// stable is the largest wish within the cool-down, this one included: nothing
// below it is stopped.
func (s *scaler) stable(now int64, want int) int {
	if s.spec.CoolDown == 0 {
		return want
	}
	for n := len(s.wishes); n > 0 && s.wishes[n-1].n <= want; n = len(s.wishes) {
		s.wishes = s.wishes[:n-1] // a later wish that is no smaller outlasts it
	}
	s.wishes = append(s.wishes, wish{now, want})
	for s.wishes[0].at <= now-int64(s.spec.CoolDown) {
		s.wishes = s.wishes[1:]
	}
	return s.wishes[0].n
}

// start orders n more, which are there after the delay.
func (w *world) start(i, n int) {
	if n <= 0 {
		return
	}
	s := &w.scalers[i]
	_, f := w.scaled(s)
	f.starting += n
	s.batches = append(s.batches, n)
	w.tellScale(s, n)
	w.at(w.later(int64(s.spec.Delay)), calendar.RankEdge, event{slot: uint32(i), kind: evStarted})
}

// started lets the oldest batch under way be there.
func (w *world) started(i int) {
	s := &w.scalers[i]
	n := s.batches[s.head]
	if s.head++; s.head == len(s.batches) {
		s.batches, s.head = s.batches[:0], 0
	}
	there, f := w.scaled(s)
	f.starting -= n
	w.setSize(s.station, max(there, min(there+n, s.spec.Max)))
}

// stop lets n go: the youngest of those still starting, where the scaler knows
// of them, then those there.
func (w *world) stop(i, n int) {
	s := &w.scalers[i]
	there, f := w.scaled(s)
	w.tellScale(s, -n)
	for k := len(s.batches) - 1; k >= s.head && n > 0 && !s.spec.IgnoreStarting; k-- {
		cut := min(n, s.batches[k])
		s.batches[k] -= cut
		f.starting -= cut
		n -= cut
	}
	if n > 0 {
		w.setSize(s.station, there-n)
	}
}

// setSize gives the workers, or the servers of a station, another number.
func (w *world) setSize(station, n int) {
	if station < 0 {
		w.pool.count(w.now)
		w.pool.resize(n)
		w.giveBackAll()
		w.dispatch()
		return
	}
	w.stations[station].size.servers = n
	w.refold(station, 1)
}

func (w *world) tellScale(s *scaler, n int) {
	if w.opts.Trace == nil {
		return
	}
	name := "workers"
	if s.station >= 0 {
		name = w.plan.Stations[s.station].Name
	}
	w.opts.Trace(Fact{At: time.Duration(w.now), Event: "scale", Name: fmt.Sprintf("%s %+d", name, n)})
}
