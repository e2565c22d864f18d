package sim

import (
	"math"
	"time"

	"retrysim/sim/calendar"
	"retrysim/sim/ledger"
)

// gauges are the levels that the world reads off itself: at the end of every
// bin for the series, and their largest values.
type gauges struct {
	effects       []string
	queueMax      int
	dlqMax        int
	failedJobs    int64
	replayRefused int64
	cyclesMax     uint32 // most replays of one job
	dlqLongest    int64  // longest time of a record in the DLQ that is over
	levels        [levelCount][]float64
	sizes         sizes
}

// The level series, by index.
const (
	lvQueue = iota
	lvFlight
	lvDLQ
	lvBacking
	lvOldest
	levelCount
)

var levelNames = [levelCount]string{"queue_depth", "in_flight", "dlq_depth", "backing_off", "dlq_oldest_s"}

func (g *gauges) init(w *world) { g.effects = w.plan.Effects() }

func (g *gauges) queueTo(n int) { g.queueMax = max(g.queueMax, n) }

func (g *gauges) dlqTo(n int) { g.dlqMax = max(g.dlqMax, n) }

// sample reads the levels at the end of a bin and schedules the next reading.
func (w *world) sample() {
	w.readLevels()
	w.alertTick()
	w.at(w.later(int64(w.plan.Bin)), calendar.RankSample, event{kind: evSample})
}

func (w *world) readLevels() {
	for i, v := range [levelCount]float64{
		lvQueue: float64(w.queueDepth()), lvFlight: float64(w.flying), lvDLQ: float64(w.dlq.depth),
		lvBacking: float64(w.backing), lvOldest: float64(w.now-w.oldestParked()) / 1e9,
	} {
		w.gauge.levels[i] = append(w.gauge.levels[i], v)
	}
	w.readSizes()
}

// finish closes the books of a run.
func (w *world) finish(partial bool) *Outcome {
	w.sweep()
	r := ledger.Report{End: time.Duration(w.now)}
	w.book.Close(&r)
	w.levelSeries(&r)
	w.ownValues(&r)
	account := w.book.Account()
	o := &Outcome{
		Replication: w.opts.Replication, Partial: partial, End: time.Duration(w.now),
		Values: ledger.Ordered(r.Values), Series: r.Series, Histograms: r.Hists,
		DeadLetters: w.letters(), Fingerprint: w.book.Fingerprint(),
	}
	o.Ledger, o.DroppedBy = account.Ledger()
	o.Warnings = w.warnings(o)
	if w.memory != nil {
		o.Parked = w.bequeath()
	}
	return o
}

// sweep books the jobs that are alive at the end as unfinished, or as expired
// where their deadline has passed, and closes the books of the parked ones.
func (w *world) sweep() {
	w.open = math.MaxInt // nothing goes on from here
	for slot := range w.jobs.used {
		j := w.jobs.get(slot)
		if j.refs == 0 {
			continue
		}
		if j.phase != settled {
			bucket := ledger.Unfinished
			if w.expired(j) {
				bucket = ledger.Expired
			}
			j.client = -1
			j.refs++ // settle must not free it under our feet
			w.settle(slot, j, bucket, 0)
		}
		w.leave(j)
	}
}

// levelSeries puts the series of levels before those of counts, which are as
// long: the levels are read once more where the run ended within a bin, or at
// its border with facts still to come.
func (w *world) levelSeries(r *ledger.Report) {
	bins := 0
	for i := range r.Series {
		bins = max(bins, len(r.Series[i].Values))
	}
	for len(w.gauge.levels[0]) < bins {
		w.readLevels()
	}
	var levels []ledger.Series
	for i, name := range levelNames {
		levels = append(levels, ledger.Series{Name: name, Level: true, Values: w.gauge.levels[i]})
	}
	levels = append(levels, w.gauge.sizes.series()...)
	r.Series = append(levels, r.Series...)
}

// ownValues adds what the world measures itself.
func (w *world) ownValues(r *ledger.Report) {
	s := w.judged()
	withQueue, goodput := ledger.Recovered(s, r, time.Duration(w.last), w.anyUnfinished(r))
	r.Add("time_to_recover_s", withQueue)
	r.Add("backlog_clear_s", ledger.BacklogCleared(s, r, w.anyUnfinished(r)))
	r.Add("goodput_recover_s", goodput)
	share := math.NaN()
	if !math.IsNaN(withQueue) {
		share = 0
		if !math.IsInf(withQueue, 1) {
			share = 1
		}
	}
	r.Add("recovered_share", share)
	w.book.Work().Sustained(s, r, withQueue)
	ledger.Echoes(s, r)
	r.Add("queue_depth_max", float64(w.gauge.queueMax))
	r.Add("dlq_depth_max", float64(w.gauge.dlqMax))
	r.Add("replay_refused", float64(w.gauge.replayRefused))
	r.Add("replay_cycles_max", float64(w.gauge.cyclesMax))
	r.Add("dlq_oldest_s", float64(max(w.gauge.dlqLongest, w.now-w.oldestParked()))/1e9)
	w.book.JudgeAlarms(s, r, withQueue)
	r.Add("worker_utilisation", w.workerUse())
	var busy, stay, servers float64
	for i := range w.stations {
		st := &w.stations[i]
		w.count(st)
		busy += st.use.mean(w.now)
		stay += st.stay.mean(w.now)
		servers += st.have.mean(w.now)
		if len(w.stations) > 1 {
			r.Add("dependency_utilisation["+st.spec.Name+"]", w.stationUse(st))
		}
		if st.spec.Servers < 0 {
			servers = math.Inf(-1)
		}
	}
	used := math.NaN()
	if servers > 0 {
		used = busy / servers
	}
	r.Add("dependency_utilisation", used)
	r.Add("dependency_in_system_mean", stay)
	w.costs(r)
}

// stationUse is the mean share of a station's servers that are busy, NaN where
// they are unlimited.
func (w *world) stationUse(st *station) float64 {
	if st.spec.Servers < 0 || st.have.area == 0 {
		return math.NaN()
	}
	return st.use.mean(w.now) / st.have.mean(w.now)
}

// workerUse is the mean share of the workers that hold a job.
func (w *world) workerUse() float64 {
	w.pool.count(w.now)
	if w.pool.unlimited || w.pool.have.area == 0 {
		return math.NaN()
	}
	return w.pool.use.mean(w.now) / w.pool.have.mean(w.now)
}

func (w *world) anyUnfinished(r *ledger.Report) bool {
	for _, v := range r.Values {
		if v.Name == "unfinished" {
			return v.V > 0
		}
	}
	return false
}
