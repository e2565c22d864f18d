package reports

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// legendEntry is one sign of the legend and its word.
type legendEntry struct {
	word string
	kind legendKind
	ink  color.NRGBA
}

// legendKind is how a sign is drawn.
type legendKind int

const (
	signArea legendKind = iota
	signLine
	signDashes
	signBand
)

// legend lists what the chart really shows.
func (l *chartLayout) legend() []legendEntry {
	has := func(get func(*herdRow) []float64) bool {
		for i := range l.h.rows {
			if nonZero(get(&l.h.rows[i])) != nil {
				return true
			}
		}
		return false
	}
	entries := []legendEntry{{"first attempts", signArea, l.ink.first}, {"retries", signArea, l.ink.retries}}
	if has(func(r *herdRow) []float64 { return r.replays }) {
		entries = append(entries, legendEntry{"replays", signArea, l.ink.replays})
	}
	if has(func(r *herdRow) []float64 { return r.hedges }) {
		entries = append(entries, legendEntry{"hedges", signArea, l.ink.hedges})
	}
	if has(func(r *herdRow) []float64 { return r.successes }) {
		entries = append(entries, legendEntry{"successes", signLine, l.ink.successes})
	}
	if has(func(r *herdRow) []float64 { return r.capacity }) {
		entries = append(entries, legendEntry{"capacity", signDashes, l.ink.ink})
	}
	if l.h.band {
		entries = append(entries, legendEntry{"5–95 % of replications", signBand, l.ink.band})
	}
	return entries
}

// The legend's measures in points.
const (
	signWidth = 22.0
	signGap   = 7.0
	entryGap  = 22.0
)

// legendLines breaks the legend into lines that fit the page.
func (l *chartLayout) legendLines() [][]legendEntry {
	var lines [][]legendEntry
	x := math.Inf(1)
	for _, e := range l.legend() {
		w := signWidth + signGap + typeLegend.width(e.word) + entryGap
		if x+w-entryGap > l.width-padPage {
			lines, x = append(lines, nil), padPage
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
		x += w
	}
	return lines
}

// drawLegend draws the strip of signs between subtitle and panels.
func (l *chartLayout) drawLegend(s *sheet, y float64) {
	for _, line := range l.legendLines() {
		x, mid := padPage, y+roomLegend/2
		for _, e := range line {
			switch e.kind {
			case signArea:
				s.rect(x, mid-6, signWidth, 12, e.ink)
			case signBand: // as it lies in the plots, half on the area
				s.rect(x, mid, signWidth, 6, l.ink.retries)
				s.rect(x, mid-4, signWidth, 8, e.ink)
			case signLine:
				s.line([]point{{x, mid}, {x + signWidth, mid}}, 2.4, e.ink)
			case signDashes:
				s.line([]point{{x, mid}, {x + signWidth, mid}}, 1.6, e.ink, vg.Length(6), vg.Length(4))
			}
			x += signWidth + signGap
			s.text(point{x, mid + 4.5}, e.word, typeLegend, l.ink.ink, left)
			x += typeLegend.width(e.word) + entryGap
		}
		y += roomLegend
	}
}

// drawMarks names faults and actions above the panels, with a bar over the
// window.
func (l *chartLayout) drawMarks(s *sheet) {
	for _, m := range l.marks {
		y := l.top - 4 - lineFault*float64(l.markLines-1-max(0, m.line))
		x := l.x(m.from)
		if m.action {
			s.line([]point{{x, y - 3}, {x, l.top}}, 1, l.ink.faultInk, 1, 3)
		} else {
			s.rect(x, y-3, math.Max(2, l.x(m.to)-x), 3, l.ink.faultInk)
		}
		if m.line >= 0 {
			s.text(point{m.x, y - 8}, m.name, typeAxis, l.ink.faultInk, left)
		}
	}
}

// drawTimeAxis draws the shared time axis under the last panel and its ticks
// under all of them.
func (l *chartLayout) drawTimeAxis(s *sheet) {
	at, step := timeTicks(l.h.from, l.h.to)
	last := len(l.h.rows) - 1
	if last < 0 {
		return
	}
	for _, t := range at {
		x := l.x(t)
		for i := range l.h.rows {
			y := l.y(i, 0)
			s.line([]point{{x, y}, {x, y + 4}}, 1, l.ink.quiet)
		}
		s.text(point{x, l.y(last, 0) + 18}, timeLabel(t, step, l.h.to), typeAxis, l.ink.quiet, centre)
	}
	s.text(
		point{padLeft + l.plotWidth(), l.y(last, 0) + 34}, "time since the start of the run ("+timeUnit(l.h.to)+")",
		typeAxis, l.ink.quiet, right,
	)
}
