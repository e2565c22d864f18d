package sim_test

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// bins counts when each wave comes: attempt k+1 of a job is wave k.
type bins struct{ looks []waveBin }

// waveBin counts the arrivals of one wave (0: of all) in [from, to).
type waveBin struct {
	name     string
	wave     int
	from, to int64
	n        float64
}

func (b *bins) Observe(batch []ledger.Entry) {
	for i := range batch {
		e := &batch[i]
		if e.Kind != ledger.Sent || e.Attempt == 1 {
			continue
		}
		for k := range b.looks {
			w := &b.looks[k]
			if (w.wave == 0 || int(e.Attempt) == w.wave+1) && e.At >= w.from && e.At < w.to {
				w.n++
			}
		}
	}
}

func (b *bins) Report(r *ledger.Report) {
	for _, w := range b.looks {
		r.Add(w.name, w.n)
	}
}

// waveRow lets N jobs fail together at time 0, with a dependency that refuses
// everything for ever, and looks when they come back.
func waveRow(l *lab, r *row) measured {
	p := &r.par
	key := fmt.Sprint("wave", p.Jitter, p.J)
	runs := l.shared(key, func() []sample { return l.waveRuns(p) })
	switch r.quantity {
	case "arrival_rate_of_wave_at_t", "total_arrival_rate_at_t":
		v := l.column(runs, r.id)
		for i := range v {
			v[i] /= waveWidth
		}
		return measured{values: v}
	case "expected_arrivals_of_wave_in_window":
		return measured{values: l.column(runs, r.id)}
	case "peak_arrival_rate": // of the mean profile over the runs
		return measured{values: l.peak(runs, r.id)}
	case "arrivals_at_instant_t_7":
		for _, v := range l.column(runs, r.id) {
			if v != float64(p.N) {
				return measured{text: fmt.Sprint(v)}
			}
		}
		return measured{text: strconv.Itoa(p.N)}
	}
	l.Fatalf("unknown quantity %s", r.quantity)
	return measured{}
}

const (
	waveWidth = 0.05 // seconds: the bin that the rows ask for
	wavePeak  = 60   // bins of the profile in which a peak is sought
	waveRuns  = 200
)

// peak gives, for every run, its rate in the bin where the mean over the runs
// is the largest.
func (l *lab) peak(runs []sample, id string) []float64 {
	var most float64
	var at []float64
	for k := range wavePeak {
		v := l.column(runs, fmt.Sprintf("%s/%d", id, k))
		if mean, _ := moments(v); mean > most {
			most, at = mean, v
		}
	}
	for i := range at {
		at[i] /= waveWidth
	}
	return at
}

// waveRuns plays all that rows with this jitter look at.
func (l *lab) waveRuns(p *parameters) []sample {
	forever := policy(l, p.words("unlimited")...)
	q := plan(l, model.Burst{Jobs: p.N}, forever, func(q *sim.Plan) {
		q.Until, q.Horizon, q.Bin = time.Second, 8*time.Second, 8*time.Second
		q.Faults = []model.Fault{outage(0, q.Horizon+1)}
	})
	var b bins
	for _, r := range readTruths(l) {
		if r.model == "WAVE" && r.par.Jitter == p.Jitter && r.par.J == p.J {
			b.look(r)
		}
	}
	return replicate(l, q, waveRuns, func() ledger.Metric { return &bins{slices.Clone(b.looks)} })
}

// look adds what a row looks at.
func (b *bins) look(r *row) {
	w := waveBin{name: r.id, wave: r.par.Wave}
	switch t, _ := r.par.T.(float64); {
	case r.quantity == "peak_arrival_rate":
		for k := range wavePeak {
			w.name = fmt.Sprintf("%s/%d", r.id, k)
			w.from = int64(float64(k) * waveWidth * 1e9)
			w.to = w.from + int64(waveWidth*1e9)
			b.looks = append(b.looks, w)
		}
		return
	case r.quantity == "arrivals_at_instant_t_7":
		w.from, w.to = 7e9, 7e9+1
	case len(r.par.Window) == 2:
		w.from, w.to = int64(r.par.Window[0]*1e9), int64(r.par.Window[1]*1e9)
	default:
		w.from, w.to = int64((t-waveWidth/2)*1e9), int64((t+waveWidth/2)*1e9)
	}
	b.looks = append(b.looks, w)
}
