package reports

import (
	"image/color"
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// sheet is a thin layer over a gonum/plot canvas: points with the origin at the
// top left, so that a layout reads from top to bottom.
type sheet struct {
	c             vg.Canvas
	width, height float64
}

// point is a place on a sheet, in points (one CSS pixel each).
type point struct{ x, y float64 }

// fonts are the embedded Liberation Sans faces; its widths are those of Arial
// and Helvetica, which an SVG viewer may take instead.
var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// typeface is a size in points, bold or not.
type typeface struct {
	size float64
	bold bool
}

// face looks the typeface up.
func (t typeface) face() font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if t.bold {
		f.Weight = xfont.WeightBold
	}
	return fonts().Lookup(f, vg.Length(t.size))
}

// width is the width of a text in points.
func (t typeface) width(s string) float64 {
	f := t.face()
	return float64(f.Width(s))
}

// cut shortens s in its middle until it is at most width points wide.
func (t typeface) cut(s string, width float64) string {
	for n := columns(s); t.width(s) > width && n > 1; n-- {
		s = shorten(s, n-1)
	}
	return s
}

// wrap breaks s into at most lines lines of at most width points; what is left
// over ends in an ellipsis.
func (t typeface) wrap(s string, width float64, lines int) []string {
	var out []string
	line := ""
	words := strings.Fields(clean(s))
	for i, word := range words {
		next := strings.TrimSpace(line + " " + word)
		switch {
		case line == "" || t.width(next) <= width:
			line = next
		case len(out) == lines-1:
			rest := line + " " + strings.Join(words[i:], " ")
			for t.width(rest+"…") > width {
				r := []rune(rest)
				rest = strings.TrimRight(string(r[:len(r)-1]), " ,.;:")
			}
			return append(out, rest+"…")
		default:
			out, line = append(out, t.cut(line, width)), word
		}
	}
	if line != "" {
		out = append(out, t.cut(line, width))
	}
	return out
}

// align is how a text stands at its point.
type align float64

// The alignments: the share of the width that lies left of the point.
const (
	left   align = 0
	centre align = 0.5
	right  align = 1
)

// text writes s with its baseline at p.
func (s *sheet) text(p point, str string, t typeface, ink color.Color, a align) {
	if str == "" {
		return
	}
	s.c.SetColor(ink)
	s.c.FillString(t.face(), s.at(point{p.x - float64(a)*t.width(str), p.y}), str)
}

// at turns a point of the sheet into one of the canvas.
func (s *sheet) at(p point) vg.Point {
	return vg.Point{X: vg.Length(p.x), Y: vg.Length(s.height - p.y)}
}

// path joins points.
func (s *sheet) path(ps []point) vg.Path {
	var path vg.Path
	for i, p := range ps {
		if i == 0 {
			path.Move(s.at(p))
		} else {
			path.Line(s.at(p))
		}
	}
	return path
}

// fill fills the polygon of the points.
func (s *sheet) fill(ps []point, ink color.Color) {
	if len(ps) < 3 {
		return
	}
	path := s.path(ps)
	path.Close()
	s.c.SetColor(ink)
	s.c.Fill(path)
}

// rect fills a rectangle.
func (s *sheet) rect(x, y, w, h float64, ink color.Color) {
	s.fill([]point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, ink)
}

// line strokes a line through the points.
func (s *sheet) line(ps []point, width float64, ink color.Color, dashes ...vg.Length) {
	if len(ps) < 2 {
		return
	}
	s.c.SetColor(ink)
	s.c.SetLineWidth(vg.Length(width))
	s.c.SetLineDash(dashes, 0)
	s.c.Stroke(s.path(ps))
}
