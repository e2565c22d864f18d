package reports

import (
	"math"
	"sort"

	"retrysim/sim/result"
)

// herd is what every herd chart draws: rates per second of each row on one time
// axis, cropped to where something happens.
type herd struct {
	from, to float64 // seconds shown
	whole    float64 // seconds of the whole run, up to its last activity
	step     float64 // seconds of one drawn bin
	rows     []herdRow
	faults   []span
	top      float64 // end of the shared y axis, per second
	clipped  bool    // some row passes it
	band     bool    // some row has a 5-95 % band
}

// herdRow is one row in attempts per second, one value a drawn bin. Series that
// the result does not have, or that are zero throughout, are nil.
type herdRow struct {
	row                             *result.PolicyResult
	first, retries, replays, hedges []float64
	total, successes, capacity      []float64
	low, high                       []float64 // 5 and 95 % over replications of total
	peak                            float64   // largest total in the bins of the result
	peakAt                          float64   // seconds, the middle of that bin
	roof                            float64   // capacity outside faults, NaN if unlimited
	silent                          bool      // the result holds no series of this row
}

// span is a fault window in seconds.
type span struct {
	name     string
	from, to float64
}

// cropped reports whether the chart leaves out a part of the run.
func (h *herd) cropped() bool { return h.from > 0 || h.to < h.whole }

// newHerd prepares r for a chart of at most bins bins; finer series are merged,
// their counts added up. With stretch the bins fill the axis exactly.
func newHerd(r *result.Result, bins int, stretch bool) *herd {
	h := &herd{}
	width := r.BinMS / 1000
	if width <= 0 {
		width = 1
	}
	h.faults = spansOf(r.Faults)
	h.crop(r, width)
	n := int(math.Round((h.to - h.from) / width))
	per := max(1, (n+bins-1)/bins)
	h.step = width * float64(per)
	if stretch {
		h.step = (h.to - h.from) / float64(bins)
	}
	for i := range r.Policies {
		h.rows = append(h.rows, h.newRow(&r.Policies[i], width, r.Replications > 1))
	}
	h.top = h.axisTop()
	return h
}

// spansOf are fault windows in the order of their starts.
func spansOf(faults []result.FaultWindow) []span {
	var out []span
	for _, f := range faults {
		out = append(out, span{clean(f.Name), f.StartMS / 1000, f.EndMS / 1000})
	}
	sort.SliceStable(out, func(i, k int) bool { return out[i].from < out[k].from })
	return out
}

// newRow reads the series of one row; spread says if quantiles over replications
// mean anything.
func (h *herd) newRow(p *result.PolicyResult, width float64, spread bool) herdRow {
	get := func(m map[string][]float64, name string) []float64 { return h.rate(m[name], width) }
	row := herdRow{
		row: p, first: get(p.Series, "first_attempts"), retries: get(p.Series, "retries"),
		replays: nonZero(get(p.Series, "replays")), hedges: nonZero(get(p.Series, "hedges")),
		total: get(p.Series, "attempts"), successes: get(p.Series, "successes"),
	}
	if spread && h.step < 1.5*width { // merged bins have no quantiles of their own
		row.low, row.high = get(p.SeriesP05, "attempts"), get(p.SeriesP95, "attempts")
		h.band = h.band || (row.low != nil && row.high != nil)
	}
	row.capacity, row.roof = h.level(p.Series["capacity"], width)
	row.complete()
	row.silent = row.total == nil
	row.peak, row.peakAt = h.peakOf(p.Series, width)
	return row
}

// peakOf is the largest rate of attempts in the time shown, in the bins of the
// result, and the middle of that bin in seconds: merging bins does not lower it.
func (h *herd) peakOf(series map[string][]float64, width float64) (peak, at float64) {
	parts := []string{"attempts"}
	if series["attempts"] == nil || series["first_attempts"] != nil {
		parts = []string{"first_attempts", "retries", "replays", "hedges"}
	}
	for k := int(math.Round(h.from / width)); k < int(math.Round(h.to/width)); k++ {
		sum := 0.0
		for _, name := range parts {
			if s := series[name]; k < len(s) {
				sum += s[k]
			}
		}
		if sum/width > peak {
			peak, at = sum/width, float64(width*(float64(k)+0.5))
		}
	}
	return peak, at
}

// complete fills in what can be told from the other series: the total is the
// sum of its parts, and first attempts are what is left of it.
func (row *herdRow) complete() {
	n := max(len(row.total), len(row.first), len(row.retries))
	if n == 0 {
		return
	}
	parts := [][]float64{row.retries, row.replays, row.hedges}
	if row.first == nil && row.total != nil {
		row.first = append([]float64(nil), row.total...)
		for _, p := range parts {
			for i, v := range p {
				row.first[i] = math.Max(0, row.first[i]-v)
			}
		}
	}
	row.total = make([]float64, n)
	for _, p := range append(parts, row.first) {
		for i, v := range p {
			row.total[i] += v
		}
	}
}

// nonZero is s, or nil where it is zero throughout.
func nonZero(s []float64) []float64 {
	for _, v := range s {
		if v != 0 {
			return s
		}
	}
	return nil
}

// rate turns counts per bin into rates per second of the drawn bins, each the
// mean over the time that it covers.
func (h *herd) rate(counts []float64, width float64) []float64 {
	if counts == nil {
		return nil
	}
	n := max(0, int(math.Round((h.to-h.from)/h.step)))
	out := make([]float64, n)
	for i := range out {
		a := (h.from + float64(h.step*float64(i))) / width
		b := (h.from + float64(h.step*float64(i+1))) / width
		sum := 0.0
		for k := int(a + 1e-9); k < len(counts) && float64(k) < b-1e-9; k++ {
			part := math.Min(b, float64(k+1)) - math.Max(a, float64(k))
			sum += float64(counts[k] * part)
		}
		out[i] = sum / h.step
	}
	return out
}

// level reads a series of values at the ends of bins, here the capacity: the
// value in force at the middle of each drawn bin, and the value outside faults.
func (h *herd) level(values []float64, width float64) ([]float64, float64) {
	if len(values) == 0 {
		return nil, math.NaN()
	}
	out := make([]float64, max(0, int(math.Round((h.to-h.from)/h.step))))
	for i := range out {
		at := int((h.from + float64(h.step*(float64(i)+0.5))) / width)
		out[i] = values[min(at, len(values)-1)]
	}
	roof := 0.0
	for _, v := range values {
		roof = math.Max(roof, v)
	}
	if roof > 1e12 {
		return nil, math.NaN() // unlimited in all but name
	}
	return out, roof
}

// crop chooses the time to show: from shortly before the first fault until all
// rows have recovered and nearly all of their retries are over, with a margin;
// without a fault until nearly all attempts are over; the whole run where
// little would be left out.
func (h *herd) crop(r *result.Result, width float64) {
	last, ebb, over := 0.0, 0.0, 0.0
	for i := range r.Policies {
		p := &r.Policies[i]
		for _, name := range []string{"arrivals", "attempts", "first_attempts", "retries", "successes"} {
			last = math.Max(last, width*float64(lastAbove(p.Series[name], 0)))
		}
		for _, name := range []string{"retries", "replays"} {
			ebb = math.Max(ebb, width*float64(nearlyAll(p.Series[name])))
		}
		ebb = math.Max(ebb, recoveredAt(r, p))
		over = math.Max(over, width*float64(nearlyAll(p.Series["attempts"])))
	}
	if last == 0 {
		last = math.Max(r.UntilMS/1000, width)
	}
	h.whole, h.from, h.to = last, 0, last
	start, end := 0.0, over
	if len(h.faults) > 0 {
		start, end = h.faults[0].from, ebb
	}
	for _, f := range h.faults {
		end = math.Max(end, math.Min(f.to, last))
	}
	end = math.Min(end, last)
	margin := math.Max(0.12*(end-start), 5*width)
	from := math.Max(0, width*math.Floor((start-margin)/width))
	to := math.Min(last, width*math.Ceil((end+margin)/width))
	if to-from < 0.85*last && to > from {
		h.from, h.to = from, to
	}
}

// recoveredAt is when a row had recovered, in seconds: infinite if never, zero
// if unknown.
func recoveredAt(r *result.Result, p *result.PolicyResult) float64 {
	end := 0.0
	for _, f := range r.Faults {
		if f.Within {
			return 0 // its last end differs between runs
		}
		end = math.Max(end, f.EndMS/1000)
	}
	m, ok := p.Metrics.Get("time_to_recover_s")
	switch {
	case !ok || (m.Value == nil && !m.Never):
		return 0
	case m.Never:
		return math.Inf(1)
	}
	return end + *m.Value
}

// nearlyAll is the number of bins that hold 97 % of a series.
func nearlyAll(s []float64) int {
	var all, seen float64
	for _, v := range s {
		all += v
	}
	for i, v := range s {
		if seen += v; seen >= 0.97*all && all > 0 {
			return i + 1
		}
	}
	return 0
}

// lastAbove is the number of bins up to the last one above that share of the
// largest.
func lastAbove(s []float64, share float64) int {
	peak := 0.0
	for _, v := range s {
		peak = math.Max(peak, v)
	}
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] > share*peak {
			return i + 1
		}
	}
	return 0
}

// axisTop is the end of the y axis: the highest peak, unless it passes five
// times the median of the rows' peaks, when it is cut and told as a number. The
// capacity is shown where it does not flatten everything else.
func (h *herd) axisTop() float64 {
	var peaks []float64
	for _, row := range h.rows {
		if row.peak > 0 {
			peaks = append(peaks, row.peak)
		}
	}
	if len(peaks) == 0 {
		return 1.06
	}
	sort.Float64s(peaks)
	top, rest := peaks[len(peaks)-1], 0.0
	median := (peaks[(len(peaks)-1)/2] + peaks[len(peaks)/2]) / 2
	if top > 5*median {
		for _, p := range peaks {
			if p <= 5*median {
				rest = math.Max(rest, p)
			}
		}
		top, h.clipped = 1.6*rest, true
	}
	for _, row := range h.rows {
		if row.roof <= 1.6*top {
			top = math.Max(top, row.roof)
		}
		for _, v := range row.high {
			if !h.clipped || v <= top {
				top = math.Max(top, v)
			}
		}
	}
	return 1.06 * top
}
