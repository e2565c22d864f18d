package reports

import (
	"math"
	"strings"

	"retrysim/sim/result"
)

// The typefaces of a chart, readable at half the size of the PNG.
var (
	typeTitle    = typeface{21, true}
	typeSubtitle = typeface{13, false}
	typeLegend   = typeface{13, false}
	typePanel    = typeface{14, true}
	typeFacts    = typeface{13, false}
	typeAxis     = typeface{12, false}
	typeNote     = typeface{11, false}
)

// The margins of a chart in points.
//
//	title, subtitle, legend          from the left edge of the page
//	fault names                      over their windows
//	name               facts         of each panel
//	  rate |  plot            | capacity
//	       time axis
//	note
const (
	padPage     = 26.0
	padLeft     = 74.0  // to the plot: rate labels
	padCapacity = 112.0 // right of the plot, where a capacity is named
	headerRoom  = 27.0  // name and facts above a plot
	factsRoom   = 18.0  // more where the facts need a line of their own
	gapPanels   = 11.0
	lineTitle   = 27.0
	lineSub     = 18.0
	roomLegend  = 24.0
	lineFault   = 23.0
	roomAxis    = 46.0
	lineNote    = 15.0
	panelAtBest = 230.0
)

// chartLayout holds a chart with all its places computed.
type chartLayout struct {
	r             *result.Result
	o             ChartOptions
	h             *herd
	ink           palette
	width, height float64
	titles, subs  []string
	notes         []string
	header        float64 // room above each plot
	marks         []mark
	own           [][]mark // of each row alone
	markLines     int
	top           float64 // y of the first panel's header
	plotHeight    float64
	hidden        int     // rows not drawn
	padRight      float64 // right of the plot
}

// newChartLayout computes the places of everything.
func newChartLayout(r *result.Result, o ChartOptions) *chartLayout {
	l := &chartLayout{r: r, o: o, ink: lightPalette, width: chartWidth}
	if o.Dark {
		l.ink = darkPalette
	}
	if o.Width > 0 {
		l.width = float64(min(max(o.Width, 480), 4000))
	}
	shown := *r
	if n := len(r.Policies); n > chartMaxRows {
		shown.Policies, l.hidden = r.Policies[:chartMaxRows], n-chartMaxRows
	}
	l.h = newHerd(&shown, chartMaxBins, false)
	l.padRight = padPage + 8
	for _, row := range l.h.rows {
		if !math.IsNaN(row.roof) {
			l.padRight = padCapacity
		}
	}
	room := l.width - 2*padPage
	l.titles = balanced(typeTitle, l.title(), room, 3)
	if l.width < 800 {
		l.titles = balanced(typeTitle, l.title(), room, 5)
	}
	l.notes = typeNote.wrap(l.note(), room, 3)
	l.subs = typeSubtitle.wrap(l.subtitle(), room, 3)
	l.placeMarks()
	l.top = padPage + lineTitle*float64(len(l.titles)) + lineSub*float64(len(l.subs)) + 8 +
		roomLegend*float64(len(l.legendLines())) + 4 + lineFault*float64(l.markLines) + 6
	l.header = headerRoom
	for i := range l.h.rows {
		if p := l.h.rows[i].row; typePanel.width(clean(p.Name))+typeFacts.width(facts(r, p))+24 > l.plotWidth() {
			l.header = headerRoom + factsRoom
		}
	}
	l.placePanels()
	return l
}

// balanced wraps s into as few lines as wrap needs, of much the same width.
func balanced(t typeface, s string, width float64, lines int) []string {
	best := t.wrap(s, width, lines)
	if len(best) < 2 || strings.HasSuffix(best[len(best)-1], "…") {
		return best
	}
	for w := width; w > width/2; w -= 10 {
		next := t.wrap(s, w, lines)
		if len(next) != len(best) || strings.HasSuffix(next[len(next)-1], "…") {
			break
		}
		best = next
	}
	return best
}

// placePanels shares the height among the panels.
func (l *chartLayout) placePanels() {
	n := float64(max(1, len(l.h.rows)))
	rest := l.top + n*l.header + (n-1)*gapPanels + roomAxis + 14 + lineNote*float64(len(l.notes))
	l.plotHeight = math.Max(64, math.Min(panelAtBest, 40+math.Round(480/(n+0.5))))
	least := rest + 64*n
	if o := float64(min(l.o.Height, 8000)); o > 0 {
		l.plotHeight = (math.Max(o, least) - rest) / n
	}
	l.height = math.Round(rest + n*l.plotHeight)
}

// plotWidth is the width of the plots.
func (l *chartLayout) plotWidth() float64 { return l.width - padLeft - l.padRight }

// x is the place of a time in seconds.
func (l *chartLayout) x(at float64) float64 {
	return padLeft + (at-l.h.from)/(l.h.to-l.h.from)*l.plotWidth()
}

// plotTop is the upper edge of the plot of row i.
func (l *chartLayout) plotTop(i int) float64 {
	return l.top + l.header + float64(i)*(l.header+l.plotHeight+gapPanels)
}

// y is the place of a rate in the plot of row i; what passes the axis stays at
// its end.
func (l *chartLayout) y(i int, rate float64) float64 {
	return l.plotTop(i) + l.plotHeight*(1-math.Min(1, math.Max(0, rate/l.h.top)))
}

// draw draws everything, back to front.
func (l *chartLayout) draw(s *sheet) {
	s.rect(0, 0, l.width, l.height, l.ink.ground)
	y := padPage
	for _, t := range l.titles {
		y += lineTitle
		s.text(point{padPage, y - 7}, t, typeTitle, l.ink.ink, left)
	}
	for _, t := range l.subs {
		y += lineSub
		s.text(point{padPage, y - 2}, t, typeSubtitle, l.ink.quiet, left)
	}
	l.drawLegend(s, y+8)
	l.drawMarks(s)
	for i := range l.h.rows {
		l.drawPanel(s, i)
	}
	l.drawTimeAxis(s)
	if len(l.h.rows) == 0 {
		s.text(point{padPage, l.top + l.header}, "The result has no rows.", typeFacts, l.ink.quiet, left)
	}
	for i, t := range l.notes {
		s.text(point{padPage, l.height - 12 - lineNote*float64(len(l.notes)-1-i)}, t, typeNote, l.ink.quiet, left)
	}
}

// mark is a fault window or an operator's action named above the panels.
type mark struct {
	name     string
	from, to float64 // seconds
	x        float64 // left end of the name
	line     int
	action   bool
}

// placeMarks puts the names of faults and actions, each fault over a bar as long
// as its window, in at most three lines; a name that finds no room is left to
// the description.
func (l *chartLayout) placeMarks() {
	if len(l.h.rows) == 0 {
		return
	}
	faults, actions, own := timelines(l.r)
	l.placeOwn(own)
	for _, f := range spansOf(faults) {
		if f.to > l.h.from && f.from < l.h.to {
			name := f.name
			if name == "" {
				name = "fault"
			}
			l.marks = append(l.marks, mark{name: name + " " + Duration(f.to-f.from), from: math.Max(f.from, l.h.from), to: math.Min(f.to, l.h.to)})
		}
	}
	for _, a := range actions {
		if at := a.AtMS / 1000; at >= l.h.from && at <= l.h.to {
			l.marks = append(l.marks, mark{name: clean(a.Name), from: at, to: at, action: true})
		}
	}
	const lines = 3
	var ends [lines]float64
	for i := range l.marks {
		m := &l.marks[i]
		m.name = typeAxis.cut(m.name, 220)
		w := typeAxis.width(m.name)
		m.x = (l.x(m.from)+l.x(m.to))/2 - w/2
		m.x = math.Max(padLeft-20, math.Min(m.x, l.width-padPage-w))
		m.line = -1
		from, to := math.Min(m.x, l.x(m.from)), math.Max(m.x+w, l.x(m.to))
		for k := range ends {
			if from > ends[k]+10 {
				m.line, ends[k] = k, to
				l.markLines = max(l.markLines, k+1)
				break
			}
		}
	}
}
