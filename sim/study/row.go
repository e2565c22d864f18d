package study

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"retrysim/sim"
	"retrysim/sim/ledger"
	"retrysim/sim/result"
)

// row is one plan with everything folded that its replications found.
type row struct {
	plan         *sim.Plan
	replications int // that were asked for
	done         int

	names    []string // of the values, in the order of their first appearance
	values   map[string][]float64
	ledgers  []result.Ledger // per replication
	total    result.Ledger
	dropped  [ledger.DropReasons]int64
	pools    []*pool
	bands    []*band
	dead     []result.DeadLetter
	warnings []result.Warning
	warned   []int // replications with that warning
	prints   []uint64
	horizonS float64 // from the end of the last fault to the horizon
	capacity float64 // fault-free, per second; +Inf is unlimited
}

// newRow makes an empty row.
func newRow(p *sim.Plan, replications int) *row {
	return &row{
		plan: p, replications: replications, values: map[string][]float64{},
		horizonS: (p.Horizon - lastFault(p)).Seconds(), capacity: p.Capacity(),
	}
}

// fold takes in the outcome of the next replication. A ledger that does not
// add up is the engine's mistake and panics.
func (r *row) fold(o *sim.Outcome) {
	r.checkLedger(o)
	r.ledgers = append(r.ledgers, o.Ledger)
	r.total.Add(o.Ledger)
	for i, n := range o.DroppedBy {
		r.dropped[i] += n
	}
	r.foldHistograms(o.Histograms)
	r.foldValues(o)
	r.foldSeries(o.Series)
	r.foldWarnings(o.Warnings)
	if r.done == 0 {
		r.dead = o.DeadLetters
	}
	r.prints = append(r.prints, o.Fingerprint)
	r.done++
}

// checkLedger panics where jobs went missing.
func (r *row) checkLedger(o *sim.Outcome) {
	if o.Ledger.Settled() != o.Ledger.Jobs {
		panic(fmt.Sprintf("study: row %q, replication %d: the ledger does not add up: %d jobs, %d settled",
			r.plan.Row, r.done, o.Ledger.Jobs, o.Ledger.Settled()))
	}
	var dropped int64
	for _, n := range o.DroppedBy {
		dropped += n
	}
	if dropped != o.Ledger.Dropped {
		panic(fmt.Sprintf("study: row %q, replication %d: %d jobs dropped, reasons for %d",
			r.plan.Row, r.done, o.Ledger.Dropped, dropped))
	}
}

// set stores the value of the replication that is being folded.
func (r *row) set(name string, v float64) {
	vs, known := r.values[name]
	if !known {
		r.names = append(r.names, name)
	}
	for len(vs) < r.done {
		vs = append(vs, math.NaN())
	}
	r.values[name] = append(vs[:r.done], v)
}

// foldValues stores the named numbers, the share of runs that recovered, and
// the run's own quantiles. Quantiles that the run reports itself give way to
// those of its histograms, which are the ones that can be pooled.
func (r *row) foldValues(o *sim.Outcome) {
	for _, v := range o.Values {
		if _, _, isQuantile := quantileOf(v.Name); isQuantile || v.Name == "recovered_share" {
			continue
		}
		r.set(v.Name, v.V)
		if v.Name == "time_to_recover_s" {
			r.set("recovered_share", recovered(v.V))
		}
	}
	for _, h := range o.Histograms {
		for _, q := range pooled {
			base, selector := splitName(h.Name)
			if q.hist == base {
				r.set(q.metric+selector, supported(h.H, nil, q.q))
			}
		}
	}
	for _, name := range r.names {
		if len(r.values[name]) <= r.done {
			r.set(name, math.NaN())
		}
	}
}

// recovered is 1 for a time, 0 for never, NaN without a fault to recover from.
func recovered(t float64) float64 {
	switch {
	case math.IsNaN(t):
		return t
	case math.IsInf(t, 1):
		return 0
	}
	return 1
}

func (r *row) foldHistograms(hists []ledger.Hist) {
	for _, h := range hists {
		i := slices.IndexFunc(r.pools, func(p *pool) bool { return p.name == h.Name })
		if i < 0 {
			i = len(r.pools)
			r.pools = append(r.pools, &pool{name: h.Name})
		}
		r.pools[i].fold(h.H, r.done, r.replications)
	}
}

// foldSeries folds every series that any replication had.
func (r *row) foldSeries(series []ledger.Series) {
	for _, s := range series {
		if !slices.ContainsFunc(r.bands, func(b *band) bool { return b.name == s.Name }) {
			b := newBand(s.Name, s.Level, r.replications)
			for range r.done {
				b.fold(nil)
			}
			r.bands = append(r.bands, b)
		}
	}
	for _, b := range r.bands {
		var values []float64
		if i := slices.IndexFunc(series, func(s ledger.Series) bool { return s.Name == b.name }); i >= 0 {
			values = series[i].Values
		}
		b.fold(values)
	}
}

// foldWarnings keeps the first warning of each code and counts the others.
func (r *row) foldWarnings(ws []result.Warning) {
	var now []string
	for _, w := range ws {
		if slices.Contains(now, w.Code) {
			continue
		}
		now = append(now, w.Code)
		i := slices.IndexFunc(r.warnings, func(o result.Warning) bool { return o.Code == w.Code })
		if i < 0 {
			i = len(r.warnings)
			r.warnings, r.warned = append(r.warnings, w), append(r.warned, 0)
		}
		r.warned[i]++
	}
}

// estimate is what the row says about one metric; ok is false where it has none.
func (r *row) estimate(name string) (e estimate, ok bool) {
	values, ok := r.values[name]
	if !ok {
		return estimate{}, false
	}
	if hist, q, isQuantile := quantileOf(name); isQuantile {
		return r.pool(hist).quantile(q, groupSizes(r.done, r.replications)), true
	}
	switch {
	case isRecovery(name):
		return recoveryOf(values, r.horizonS), true
	case isShare(name):
		return shareOf(values), true
	}
	return meanOf(values), true
}

// isShare reports whether a metric is a share of the replications.
func isShare(name string) bool { return name == "recovered_share" || name == "replay_held_share" }

// pool returns the histogram of that name, which must exist.
func (r *row) pool(name string) *pool {
	for _, p := range r.pools {
		if p.name == name {
			return p
		}
	}
	panic("study: no histogram " + name)
}

// fingerprint is the FNV-1a hash of the fingerprints of all replications.
func (r *row) fingerprint() string {
	h := fnv.New64a()
	for _, p := range r.prints {
		var b [8]byte
		binary.BigEndian.PutUint64(b[:], p)
		h.Write(b[:])
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
