package reports

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// drawPanel draws the panel of row i, back to front.
func (l *chartLayout) drawPanel(s *sheet, i int) {
	row := &l.h.rows[i]
	l.drawHeader(s, i)
	l.drawGrid(s, i)
	l.drawAreas(s, i)
	if row.low != nil && row.high != nil {
		l.drawBand(s, i)
	}
	l.drawSuccesses(s, i)
	l.drawCapacity(s, i)
	l.drawOwnNames(s, i)
	if row.peak == 0 {
		s.text(point{padLeft + l.plotWidth()/2, l.plotTop(i) + l.plotHeight/2 + 4}, row.nothing(), typeFacts, l.ink.quiet, centre)
	}
	if row.peak > l.h.top {
		l.drawClipped(s, i)
	}
	s.line([]point{{padLeft, l.y(i, 0)}, {padLeft + l.plotWidth(), l.y(i, 0)}}, 1, l.ink.quiet)
}

// drawHeader writes the row's name, and its facts at the right end or, where a
// row has no room for both, below.
func (l *chartLayout) drawHeader(s *sheet, i int) {
	y := l.plotTop(i) - 10
	end := l.width - l.padRight
	f := facts(l.r, l.h.rows[i].row)
	room := end - padLeft - typeFacts.width(f) - 24
	if l.header > headerRoom {
		room = l.width - padLeft - padPage
		s.text(point{padLeft, y}, typeFacts.cut(f, room), typeFacts, l.ink.quiet, left)
		y -= factsRoom
	} else {
		s.text(point{end, y}, f, typeFacts, l.ink.quiet, right)
	}
	s.text(point{padLeft, y}, typePanel.cut(clean(l.h.rows[i].row.Name), room), typePanel, l.ink.ink, left)
}

// drawGrid draws fault windows, the rates' lines and their labels.
func (l *chartLayout) drawGrid(s *sheet, i int) {
	topEdge := l.plotTop(i)
	for _, m := range slices.Concat(l.marks, l.own[i]) {
		x := l.x(m.from)
		if m.action {
			s.line([]point{{x, topEdge}, {x, topEdge + l.plotHeight}}, 1, l.ink.faultInk, 1, 3)
			continue
		}
		s.rect(x, topEdge, math.Max(1.5, l.x(m.to)-x), l.plotHeight, l.ink.fault)
	}
	for _, v := range niceTicks(l.h.top, max(2, int(l.plotHeight/34))) {
		y := l.y(i, v)
		if v > 0 {
			s.line([]point{{padLeft, y}, {padLeft + l.plotWidth(), y}}, 0.8, l.ink.grid)
		}
		label := tickLabel(v)
		if v > 0 {
			label += "/s"
		}
		s.text(point{padLeft - 8, y + 4}, label, typeAxis, l.ink.quiet, right)
	}
}

// drawAreas fills the stack from its total downwards, so that no seam shows
// between two layers.
func (l *chartLayout) drawAreas(s *sheet, i int) {
	row := &l.h.rows[i]
	layers := []struct {
		part []float64
		ink  color.NRGBA
	}{{row.first, l.ink.first}, {row.retries, l.ink.retries}, {row.replays, l.ink.replays}, {row.hedges, l.ink.hedges}}
	sums := make([][]float64, 0, len(layers))
	sum := make([]float64, len(row.total))
	for _, layer := range layers {
		next := append([]float64(nil), sum...)
		for k, v := range layer.part {
			next[k] += v
		}
		sums, sum = append(sums, next), next
	}
	for k := len(layers) - 1; k >= 0; k-- {
		if nonZero(layers[k].part) == nil {
			continue
		}
		s.fill(l.steps(i, sums[k], true), layers[k].ink)
	}
}

// steps is the outline of a series as steps, closed at the base line or open.
// Equal neighbours share one step.
func (l *chartLayout) steps(i int, series []float64, closed bool) []point {
	var ps []point
	for k, v := range series {
		y := l.y(i, v)
		if n := len(ps); n > 0 && ps[n-1].y == y {
			ps[n-1].x = l.x(l.h.from + float64(l.h.step*float64(k+1)))
			continue
		}
		ps = append(ps,
			point{l.x(l.h.from + float64(l.h.step*float64(k))), y},
			point{l.x(l.h.from + float64(l.h.step*float64(k+1))), y})
	}
	for k := range ps {
		ps[k].x = math.Min(ps[k].x, padLeft+l.plotWidth())
	}
	if closed && len(ps) > 0 {
		base := l.y(i, 0)
		ps = append(ps, point{ps[len(ps)-1].x, base}, point{ps[0].x, base})
	}
	return ps
}

// drawBand shades where 90 % of the replications lie.
func (l *chartLayout) drawBand(s *sheet, i int) {
	row := &l.h.rows[i]
	up, down := l.steps(i, row.high, false), l.steps(i, row.low, false)
	for k := len(down) - 1; k >= 0; k-- {
		up = append(up, down[k])
	}
	s.fill(up, l.ink.band)
}

// drawSuccesses draws the goodput, on a casing that lifts it off the areas.
func (l *chartLayout) drawSuccesses(s *sheet, i int) {
	row := &l.h.rows[i]
	if nonZero(row.successes) == nil {
		return
	}
	ps := l.steps(i, row.successes, false)
	s.line(ps, 4, l.ink.casing)
	s.line(ps, 2, l.ink.successes)
}

// drawCapacity draws the dashed line of what the dependency can serve and names
// it in the right margin.
func (l *chartLayout) drawCapacity(s *sheet, i int) {
	row := &l.h.rows[i]
	x := padLeft + l.plotWidth() + 8
	switch {
	case math.IsNaN(row.roof):
		return
	case row.roof > l.h.top:
		s.text(point{x, l.plotTop(i) + 10}, "capacity", typeAxis, l.ink.ink, left)
		s.text(point{x, l.plotTop(i) + 25}, Rate(row.roof)+" ↑", typeAxis, l.ink.ink, left)
		return
	}
	s.line(l.steps(i, row.capacity, false), 1.5, l.ink.ink, vg.Length(6), vg.Length(4))
	y := math.Min(math.Max(l.y(i, row.roof), l.plotTop(i)+9), l.plotTop(i)+l.plotHeight-18)
	s.text(point{x, y + 1}, "capacity", typeAxis, l.ink.ink, left)
	s.text(point{x, y + 16}, Rate(row.roof), typeAxis, l.ink.ink, left)
}

// drawClipped gives the height of a peak that passes the axis.
func (l *chartLayout) drawClipped(s *sheet, i int) {
	row := &l.h.rows[i]
	label := "▲ " + Rate(math.Round(row.peak))
	w := typePanel.width(label)
	x := math.Min(l.x(row.peakAt)+10, padLeft+l.plotWidth()-w-8)
	y := l.plotTop(i) + 4
	s.rect(x-5, y, w+10, 20, l.ink.ground)
	s.text(point{x, y + 15}, label, typePanel, l.ink.ink, left)
}
