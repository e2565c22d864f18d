package reports

import (
	"io"
	"math"
	"strings"

	"retrysim/sim/result"
)

// signs are the characters of a terminal chart. Kinds of attempts differ in
// their shape; colour only repeats it.
type signs struct {
	first, replays, hedges string
	retries                []string // from a low to a full cell
	over, capacity, fault  string
	axis, foot, corner     string
	tick, action, dot      string
}

var (
	blockSigns = signs{
		first: "░", replays: "▒", hedges: "▓", retries: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
		over: "▲", capacity: "╌", fault: "▀", axis: "┤", foot: "─", corner: "└", tick: "┬", action: "↑", dot: " · ",
	}
	asciiSigns = signs{
		first: ".", replays: "+", hedges: "h", retries: []string{"#"},
		over: "^", capacity: "-", fault: "=", axis: "|", foot: "-", corner: "+", tick: "+", action: "^", dot: ", ",
	}
)

// axisRoom is the number of columns left of a plot: a label of seven and the
// axis.
const axisRoom = 9

// terminal is a herd chart on its way to a page.
type terminal struct {
	*page
	r    *result.Result
	h    *herd
	s    signs
	cols int // columns of a plot
	high int // lines of a plot
}

// WriteHerd draws the attempts per second of every row over time with
// characters, at most Options.Width columns wide: one panel per row on shared
// axes, retries told apart from first attempts by their sign (and colour), the
// faults under the time axis. With Options.ASCII it uses no other characters.
func WriteHerd(w io.Writer, r *result.Result, o Options) error {
	t := terminal{page: &page{w: w, o: o}, r: r, s: blockSigns, cols: o.width() - axisRoom}
	if o.ASCII {
		t.s = asciiSigns
	}
	t.h = newHerd(r, t.cols, true)
	t.h.top = ceilTwo(t.h.top / 1.06)
	t.high = [...]int{10, 10, 8, 6, 6, 5, 5}[min(6, len(t.h.rows))]
	if len(t.h.rows) == 0 {
		t.line("The result has no rows.")
		return t.err
	}
	t.head()
	for i := range t.h.rows {
		t.panel(i)
	}
	t.timeAxis()
	t.windows()
	return t.err
}

// ceilTwo rounds up to two significant digits.
func ceilTwo(v float64) float64 {
	if !(v > 0) {
		return 1
	}
	unit := math.Pow10(exponent(v, 17) - 1)
	return unit * math.Ceil(v/unit-1e-9)
}

// plain turns the few characters of our own words into ASCII where asked for;
// names stay as they are.
func (t *terminal) plain(s string) string {
	if !t.o.ASCII {
		return s
	}
	return strings.NewReplacer(" · ", ", ", "≥", ">=", "…", "..", "±", "+-").Replace(s)
}

// head writes the finding, the legend and the scale.
func (t *terminal) head() {
	title := headline(t.r, t.h)
	if len(t.r.Findings) > 0 {
		title = herdFinding(t.r).Text
	}
	for _, l := range wrap(t.plain(title), t.o.width(), "", "  ") {
		t.line(t.o.ink(inkBold, l))
	}
	full := t.s.retries[len(t.s.retries)-1]
	legend := []string{t.o.ink(inkFirst, t.s.first) + " first attempts", t.o.ink(inkWorse, full) + " retries"}
	for _, row := range t.h.rows {
		if row.replays != nil {
			legend = append(legend, t.o.ink(inkReplay, t.s.replays)+" replays")
			break
		}
	}
	for _, row := range t.h.rows {
		if row.hedges != nil {
			legend = append(legend, t.o.ink(inkDoubt, t.s.hedges)+" hedges")
			break
		}
	}
	for _, row := range t.h.rows {
		if row.capacity != nil {
			legend = append(legend, t.s.capacity+" capacity")
			break
		}
	}
	if t.h.clipped {
		legend = append(legend, t.s.over+" higher still")
	}
	line := ""
	for _, l := range legend {
		if line != "" && columns(line)+2+columns(l) > t.o.width() {
			t.line(line)
			line = ""
		}
		line += l + "  "
	}
	t.line(line)
	s := "Attempts per second; one column is " + Duration(t.h.step)
	if t.r.Replications > 1 {
		s += ", mean of " + plural(t.r.Replications, "replication")
	}
	if t.r.Partial {
		s += ", PARTIAL"
	}
	t.para(s+", seed "+itoa(t.r.Seed)+".", "", "  ")
}

// panel draws one row.
func (t *terminal) panel(i int) {
	row := &t.h.rows[i]
	t.line("")
	name := clean(row.row.Name)
	parts := facts(t.r, row.row)
	if row.peak > t.h.top {
		parts = "attempts peak at " + Rate(math.Round(row.peak)) + " · " + parts
	}
	if !math.IsNaN(row.roof) {
		parts += " · capacity " + Rate(row.roof)
	}
	parts = t.plain(strings.TrimPrefix(parts, " · "))
	if row.peak == 0 {
		parts = row.nothing()
	}
	if columns(name)+2+columns(parts) <= t.o.width() {
		t.line(t.o.ink(inkBold, name) + "  " + t.o.ink(inkQuiet, parts))
	} else {
		t.line(t.o.ink(inkBold, t.plain(shorten(name, t.o.width()-1))))
		for _, l := range wrap(parts, t.o.width(), "  ", "  ") {
			t.line(t.o.ink(inkQuiet, l))
		}
	}
	for k := range t.high {
		t.line(t.label(row, k) + t.cells(row, k))
	}
}

// label is the axis left of line k from the top.
func (t *terminal) label(row *herdRow, k int) string {
	s := ""
	switch {
	case k == 0:
		s = tickLabel(t.h.top) + "/s"
	case k == t.capacityLine(row):
		s = "cap"
	case k == t.high-1:
		s = "0"
	}
	return strings.Repeat(" ", max(0, axisRoom-2-columns(s))) + s + " " + t.s.axis
}

// capacityLine is the line that holds the capacity, -1 if it is off the panel.
func (t *terminal) capacityLine(row *herdRow) int {
	if math.IsNaN(row.roof) || row.roof > t.h.top {
		return -1
	}
	return min(t.high-1, max(0, t.high-int(math.Ceil(row.roof/t.h.top*float64(t.high)-1e-9))))
}

// cells draws line k from the top, colouring runs of the same sign.
func (t *terminal) cells(row *herdRow, k int) string {
	var out, run strings.Builder
	code := ""
	for c := range row.total {
		sign, ink := t.cell(row, k, c)
		if ink != code {
			out.WriteString(t.o.ink(code, run.String()))
			run.Reset()
			code = ink
		}
		run.WriteString(sign)
	}
	out.WriteString(t.o.ink(code, run.String()))
	return out.String()
}

// cell is the sign of one cell and its colour: that of the kind of attempt that
// fills most of it.
func (t *terminal) cell(row *herdRow, k, c int) (sign, ink string) {
	unit := t.h.top / float64(t.high)
	low := unit * float64(t.high-1-k)
	if k == 0 && row.total[c] > 1.02*t.h.top {
		return t.s.over, inkWorse
	}
	kinds := []struct {
		part []float64
		sign string
		ink  string
	}{{row.first, t.s.first, inkFirst}, {row.retries, "", inkWorse}, {row.replays, t.s.replays, inkReplay}, {row.hedges, t.s.hedges, inkDoubt}}
	from, best, filled := 0.0, 0.0, 0.0
	for _, kind := range kinds {
		if kind.part == nil {
			continue
		}
		to := from + kind.part[c]
		share := math.Max(0, math.Min(to, low+unit)-math.Max(from, low)) / unit
		filled += share
		if share > best {
			best, sign, ink = share, kind.sign, kind.ink
		}
		from = to
	}
	bottom := k == t.high-1
	switch {
	case filled < 0.2 && !(bottom && filled > 0):
		if k == t.capacityLine(row) {
			return t.s.capacity, inkQuiet
		}
		return " ", ""
	case sign == "": // retries have signs by height
		n := len(t.s.retries)
		return t.s.retries[min(n-1, max(0, int(math.Ceil(filled*float64(n)-1e-9))-1))], ink
	}
	return sign, ink
}

// column is the column of a plot that holds a time.
func (t *terminal) column(at float64) int {
	c := int(math.Floor((at-t.h.from)/(t.h.to-t.h.from)*float64(t.cols) + 1e-9))
	return min(t.cols-1, max(0, c))
}

// timeAxis draws the axis under the last panel and labels its ticks.
func (t *terminal) timeAxis() {
	at, step := timeTicks(t.h.from, t.h.to)
	axis := make([]string, t.cols)
	for i := range axis {
		axis[i] = t.s.foot
	}
	labels := []byte(strings.Repeat(" ", axisRoom+t.cols))
	end := 0
	for _, x := range at {
		c := t.column(x)
		axis[c] = t.s.tick
		l := timeLabel(x, step, t.h.to)
		start := max(0, min(axisRoom+c-len(l)/2, len(labels)-len(l)))
		if start > end || end == 0 {
			copy(labels[start:], l)
			end = start + len(l)
		}
	}
	t.line(strings.Repeat(" ", axisRoom-1) + t.s.corner + strings.Join(axis, ""))
	t.line(string(labels))
}

// maxWindows is the number of faults and actions named under the axis.
const maxWindows = 6

// windows draws the faults and actions under the axis, one line each.
func (t *terminal) windows() {
	n, hidden := 0, 0
	draw := func(from, to float64, sign, words string) {
		if to < t.h.from || from > t.h.to {
			return
		}
		if n++; n > maxWindows {
			hidden++
			return
		}
		a := t.column(from)
		b := max(a, t.column(to-1e-9))
		bar := strings.Repeat(sign, b-a+1)
		words = t.plain(shorten(words, t.o.width()/2))
		if axisRoom+b+2+columns(words) < t.o.width() {
			t.line(strings.Repeat(" ", axisRoom+a) + bar + " " + words)
		} else if room := axisRoom + a - 1 - columns(words); room >= 0 {
			t.line(strings.Repeat(" ", room) + words + " " + bar)
		} else {
			t.line(strings.Repeat(" ", axisRoom+a) + bar)
			t.line(strings.Repeat(" ", axisRoom) + words)
		}
	}
	faults, actions, own := timelines(t.r)
	for _, f := range spansOf(faults) {
		draw(f.from, f.to, t.s.fault, f.name+" "+Duration(f.from)+" to "+Duration(f.to))
	}
	for _, a := range actions {
		draw(a.AtMS/1000, a.AtMS/1000, t.s.action, clean(a.Name)+" "+Duration(a.AtMS/1000))
	}
	for i := range own { // those of one row alone, with its name
		in := " in " + clean(t.r.Policies[i].Name)
		for _, f := range spansOf(own[i].faults) {
			draw(f.from, f.to, t.s.fault, f.name+" "+Duration(f.from)+" to "+Duration(f.to)+in)
		}
		for _, a := range own[i].actions {
			draw(a.AtMS/1000, a.AtMS/1000, t.s.action, clean(a.Name)+" "+Duration(a.AtMS/1000)+in)
		}
	}
	if hidden > 0 {
		t.line(strings.Repeat(" ", axisRoom) + "and " + fixed(float64(hidden), 0) + " more")
	}
	if t.h.cropped() {
		t.para("Shown is "+Duration(t.h.from)+" to "+Duration(t.h.to)+" of "+Duration(t.h.whole)+"; time is "+timeUnit(t.h.to)+" since the start.", "", "  ")
	} else {
		t.para("Time is "+timeUnit(t.h.to)+" since the start.", "", "  ")
	}
}
