package reports

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"retrysim/sim/result"
)

// ReplayPicture is the rates that were tried against what they do: above the
// probability of a collapse with its intervals and the risk, below the share of
// fresh jobs that complete. The best rate is marked in both.
type ReplayPicture struct {
	plan     *result.ReplayPlan
	ink      palette
	from, to float64 // rates of the axis, on a scale of ratios
}

// The picture's places, in points.
const (
	replayWidth, replayHeight = 760.0, 530.0
	replayLeft, replayRight   = 74.0, 736.0
	replayTop                 = 112.0 // of the upper panel
	replayPanel               = 150.0
	replayGap                 = 62.0
)

// ReplayChart draws a plan.
func ReplayChart(p *result.ReplayPlan) *ReplayPicture {
	c := &ReplayPicture{plan: p, ink: lightPalette, from: 1, to: 10}
	if n := len(p.Trials); n > 0 {
		c.from, c.to = p.Trials[0].RatePS/1.15, p.Trials[n-1].RatePS*1.15
	}
	return c
}

// WritePNG writes it with two pixels per CSS pixel in each direction.
func (c *ReplayPicture) WritePNG(w io.Writer) error {
	canvas := vgimg.NewWith(vgimg.UseWH(replayWidth, replayHeight), vgimg.UseDPI(pixelsPerInch), vgimg.UseBackgroundColor(c.ink.ground))
	c.draw(canvas)
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// WriteSVG writes it as SVG with a title and a description.
func (c *ReplayPicture) WriteSVG(w io.Writer) error {
	canvas := vgsvg.New(replayWidth, replayHeight)
	c.draw(canvas)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	return writeText(w, dressSVG(b.String(), replayWidth, replayHeight, ReplayFinding(c.plan), c.describe()))
}

// describe tells the picture to those who cannot see it.
func (c *ReplayPicture) describe() string {
	text := "Replay rate against the probability of a collapse and the share of fresh jobs that complete."
	for i := range c.plan.Trials {
		t := &c.plan.Trials[i]
		text += fmt.Sprintf(" %s: %s, %s.", Rate(t.RatePS), Percent(t.Probability), Percent(t.FreshShare))
	}
	return text
}

func (c *ReplayPicture) draw(canvas vg.Canvas) {
	s := &sheet{c: canvas, width: replayWidth, height: replayHeight}
	s.rect(0, 0, replayWidth, replayHeight, c.ink.ground)
	y := 28.0
	for _, line := range (typeface{15, true}).wrap(ReplayFinding(c.plan), replayWidth-48, 2) {
		s.text(point{24, y}, line, typeface{15, true}, c.ink.ink, left)
		y += 20
	}
	s.text(point{24, y + 2}, c.plan.Scenario.Name+". "+traffic(c.plan), typeface{11, false}, c.ink.quiet, left)
	c.panel(s, replayTop, "Probability of a collapse (bars: 95 % interval)")
	c.panel(s, replayTop+replayPanel+replayGap, "Fresh jobs that complete")
	c.risk(s)
	c.trials(s)
	c.rates(s)
}

// x is the place of a rate.
func (c *ReplayPicture) x(rate float64) float64 {
	return replayLeft + float64((replayRight-replayLeft)*math.Log(rate/c.from)/math.Log(c.to/c.from))
}

// share is the place of a share in a panel that begins at top.
func share(top, v float64) float64 { return top + float64(replayPanel*(1-v)) }

// panel draws the frame of one: 0 to 100 %.
func (c *ReplayPicture) panel(s *sheet, top float64, title string) {
	s.text(point{replayLeft, top - 8}, title, typeface{12, true}, c.ink.ink, left)
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1} {
		y := share(top, v)
		s.line([]point{{replayLeft, y}, {replayRight, y}}, 1, c.ink.grid)
		s.text(point{replayLeft - 8, y + 4}, Percent(v), typeface{11, false}, c.ink.quiet, right)
	}
	if b := c.plan.Best; b != nil {
		s.line([]point{{c.x(b.RatePS), top}, {c.x(b.RatePS), top + replayPanel}}, 1, c.ink.successes, 4, 3)
	}
}

// risk draws the line that intervals must stay below.
func (c *ReplayPicture) risk(s *sheet) {
	y := share(replayTop, c.plan.Risk)
	s.line([]point{{replayLeft, y}, {replayRight, y}}, 1.2, c.ink.ink, 6, 4)
	s.text(point{replayRight, y - 5}, "risk accepted: "+Percent(c.plan.Risk), typeface{11, false}, c.ink.ink, right)
}

// trials draws every rate in both panels: a full mark where it holds.
func (c *ReplayPicture) trials(s *sheet) {
	lower := replayTop + replayPanel + replayGap
	var above, below []point
	for i := range c.plan.Trials {
		t := &c.plan.Trials[i]
		above = append(above, point{c.x(t.RatePS), share(replayTop, t.Probability)})
		below = append(below, point{c.x(t.RatePS), share(lower, t.FreshShare)})
	}
	s.line(above, 1.5, c.ink.retries)
	s.line(below, 1.5, c.ink.successes)
	for i := range c.plan.Trials {
		t := &c.plan.Trials[i]
		s.line([]point{{above[i].x, share(replayTop, t.CI95[0])}, {above[i].x, share(replayTop, t.CI95[1])}}, 2, c.ink.retries)
		c.mark(s, above[i], t.Holds)
		c.mark(s, below[i], t.Holds)
	}
}

// mark is a square, full where a rate holds and open where it does not.
func (c *ReplayPicture) mark(s *sheet, p point, holds bool) {
	s.rect(p.x-4, p.y-4, 8, 8, c.ink.ink)
	if !holds {
		s.rect(p.x-2.5, p.y-2.5, 5, 5, c.ink.ground)
	}
}

// rates labels the axis with the rates tried, where there is room for them.
func (c *ReplayPicture) rates(s *sheet) {
	y := replayTop + 2*replayPanel + replayGap + 18
	end := 0.0
	t := typeface{11, false}
	label := func(rate float64, ink bool) {
		text, x := Rate(rate), c.x(rate)
		if x-t.width(text)/2 < end+6 && !ink {
			return
		}
		s.text(point{x, y}, text, typeface{11, ink}, c.ink.ink, centre)
		end = x + t.width(text)/2
	}
	for i := range c.plan.Trials {
		rate := c.plan.Trials[i].RatePS
		label(rate, c.plan.Best != nil && c.plan.Best.RatePS == rate)
	}
	s.text(point{(replayLeft + replayRight) / 2, y + 20}, "replay rate; full marks hold, open ones do not", t, c.ink.quiet, centre)
}
