package reports

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"retrysim/sim/result"
)

// ChartOptions is how a chart looks. The zero value is a light chart, 1000 CSS
// pixels wide and as high as its panels need.
type ChartOptions struct {
	Title    string // what the chart shows, as a finding; by default the first one of the result
	Subtitle string // a sentence before what the chart always states: scenario, seed, replications, bins
	Dark     bool   // for dark ground
	Width    int    // CSS pixels, 480 to 4000; 0 means 1000
	Height   int    // CSS pixels, at most 8000; 0 means as high as needed, which is also the least
}

// The limits of a chart.
const (
	chartWidth    = 1000
	chartMaxBins  = 2400 // more are merged: finer than the pixels of the PNG
	chartMaxRows  = 16   // further rows are counted, not drawn
	pixelsPerInch = 144  // of the PNG: two pixels a point, for sharp screens
)

// Chart is a drawn herd chart, ready to be written in either format. The same
// result and options give the same bytes.
type Chart struct {
	layout *chartLayout
}

// HerdChart draws the attempts per second of every row of r over time: first
// attempts and retries (and replays and hedges) stacked, successes and capacity
// as lines, faults shaded; one panel per row on shared axes.
func HerdChart(r *result.Result, o ChartOptions) *Chart {
	return &Chart{layout: newChartLayout(r, o)}
}

// WritePNG writes the chart with two pixels per CSS pixel in each direction.
func (c *Chart) WritePNG(w io.Writer) error {
	canvas := vgimg.NewWith(
		vgimg.UseWH(vg.Length(c.layout.width), vg.Length(c.layout.height)),
		vgimg.UseDPI(pixelsPerInch), vgimg.UseBackgroundColor(c.layout.ink.ground),
	)
	c.layout.draw(&sheet{c: canvas, width: c.layout.width, height: c.layout.height})
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// WriteSVG writes the chart as SVG with a title and a description for those who
// cannot see it, and common fonts to fall back on.
func (c *Chart) WriteSVG(w io.Writer) error {
	canvas := vgsvg.New(vg.Length(c.layout.width), vg.Length(c.layout.height))
	c.layout.draw(&sheet{c: canvas, width: c.layout.width, height: c.layout.height})
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, dressSVG(b.String(), c.layout.width, c.layout.height, c.layout.title(), c.layout.describe()))
	return err
}

// dressSVG sets the size in CSS pixels, adds title and description, and names
// fonts with the widths of Liberation Sans to fall back on.
func dressSVG(svg string, width, height float64, title, desc string) string {
	head := fmt.Sprintf(`<svg width="%.0f" height="%.0f" role="img" aria-labelledby="title desc" viewBox="0 0 %.0f %.0f"`, width, height, width, height)
	open := strings.Index(svg, "<svg ")
	box := strings.Index(svg, "xmlns=")
	end := strings.Index(svg, ">\n<g")
	if open < 0 || box < open || end < box {
		panic("reports: gonum/plot writes another SVG head than the one we dress")
	}
	names := fmt.Sprintf("<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>", xmlText(title), xmlText(desc))
	svg = head + "\n\t" + svg[box:end+1] + "\n" + names + svg[end+1:]
	return strings.ReplaceAll(svg, "font-family:Liberation Sans;font-variant:normal;",
		"font-family:'Liberation Sans',Arial,Helvetica,'DejaVu Sans',sans-serif;")
}

// xmlText escapes a text for XML.
func xmlText(s string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic("reports: " + err.Error()) // a bytes.Buffer does not fail
	}
	return b.String()
}
