package reports

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retrysim/sim/result"
)

// fixtureEight has eight rows, one of which dwarfs the others and is clipped,
// two faults close together, replays and hedges.
func fixtureEight() *result.Result {
	r := frame("eight", 30)
	r.Faults = []result.FaultWindow{
		{Name: "outage", StartMS: 120e3, EndMS: 150e3},
		{Name: "slow database behind the receiver", StartMS: 145e3, EndMS: 190e3},
		{Name: "blip", StartMS: 200e3, EndMS: 200.5e3},
	}
	for i := range 8 {
		p := toyPolicy(toyRows[1+i%4], i, 30)
		p.Name = toyRows[1+i%4].name + strings.Repeat("+", i/4)
		if i == 2 {
			p.Name = "naive"
			for _, name := range []string{"attempts", "retries"} {
				for b := range p.Series[name] {
					p.Series[name][b] += 9 * p.Series["retries"][b]
				}
			}
		}
		r.Policies = append(r.Policies, p)
	}
	replays, hedges := make([]float64, 600), make([]float64, 600)
	for b := range 20 {
		replays[200+b], hedges[150+b] = 120, 60
	}
	r.Policies[5].Series["replays"], r.Policies[6].Series["hedges"] = replays, hedges
	r.Actions = []result.ActionMark{{Name: "replay dead letters", Action: "replay", AtMS: 200e3}}
	return r
}

// fixtureFive has five rows and a capacity far above the load.
func fixtureFive() *result.Result {
	r := fixture()
	r.Policies, r.Findings = r.Policies[1:], nil
	for i := range r.Policies {
		for b := range r.Policies[i].Series["capacity"] {
			r.Policies[i].Series["capacity"][b] = 5000
		}
	}
	return r
}

// chartFixtures are the results that a chart must bear.
func chartFixtures() map[string]*result.Result {
	m := fixtures()
	m["eight"], m["five"] = fixtureEight(), fixtureFive()
	silent := fixtureOne()
	silent.Findings, silent.Policies[0].Series, silent.Policies[0].SeriesP05, silent.Policies[0].SeriesP95 = nil, nil, nil, nil
	m["silent"] = silent
	m["no-rows"] = frame("no-rows", 1)
	return m
}

// Charts to look at: CHART_DIR=dir go test -run Dump.
func TestDumpCharts(t *testing.T) {
	dir := os.Getenv("CHART_DIR")
	if dir == "" {
		t.Skip("CHART_DIR is not set")
	}
	for name, r := range chartFixtures() {
		for suffix, o := range map[string]ChartOptions{"": {}, "-dark": {Dark: true}, "-narrow": {Width: 560}} {
			err := WriteFileAtomic(filepath.Join(dir, name+suffix+".png"), HerdChart(r, o).WritePNG)
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := WriteFileAtomic(filepath.Join(dir, name+".svg"), HerdChart(r, ChartOptions{}).WriteSVG); err != nil {
			t.Fatal(err)
		}
	}
}

// The SVG of each fixture is what we read when we last looked at the chart: a
// golden that a person can open. It is well-formed, has title, description and
// fonts to fall back on, and is the same twice.
func TestChartSVG(t *testing.T) {
	for name, r := range chartFixtures() {
		r.Scenario.Name = "<" + name + "> & co"
		c := HerdChart(r, ChartOptions{Subtitle: "Six policies."})
		got := render(t, func(b *bytes.Buffer) error { return c.WriteSVG(b) })
		again := render(t, func(b *bytes.Buffer) error { return HerdChart(r, ChartOptions{Subtitle: "Six policies."}).WriteSVG(b) })
		if !bytes.Equal(got, again) {
			t.Errorf("%s is not the same twice", name)
		}
		wellFormed(t, name, got)
		for _, want := range []string{"<title id=\"title\">", "<desc id=\"desc\">", "'Liberation Sans',Arial", "role=\"img\""} {
			if !bytes.Contains(got, []byte(want)) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
		if bytes.Contains(got, []byte("NaN")) || bytes.Contains(got, []byte("Inf")) {
			t.Errorf("%s has a number that is none", name)
		}
		if name == "one" || name == "empty" || name == "fast" {
			golden(t, "chart-"+name+".svg", got)
		}
	}
}

// wellFormed reads XML to its end.
func wellFormed(t *testing.T, name string, b []byte) {
	t.Helper()
	for dec := xml.NewDecoder(bytes.NewReader(b)); ; {
		if _, err := dec.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// The PNG has two pixels per CSS pixel, is the same twice, and returns the
// error of its writer, as the SVG does.
func TestChartPNG(t *testing.T) {
	r := fixtureFast()
	c := HerdChart(r, ChartOptions{Width: 600, Height: 500})
	got := render(t, func(b *bytes.Buffer) error { return c.WritePNG(b) })
	if again := render(t, func(b *bytes.Buffer) error { return c.WritePNG(b) }); !bytes.Equal(got, again) {
		t.Error("not the same twice")
	}
	config, err := png.DecodeConfig(bytes.NewReader(got))
	if err != nil || config.Width != 1200 || config.Height != 1000 {
		t.Errorf("%d x %d pixels, %v", config.Width, config.Height, err)
	}
	if c.WritePNG(&failing{10}) == nil || c.WriteSVG(&failing{10}) == nil {
		t.Error("a write error is swallowed")
	}
}

// A row that dwarfs the others is cut, and its height is told as a number.
func TestChartClips(t *testing.T) {
	r := fixtureEight()
	h := newHerd(r, chartMaxBins, false)
	if !h.clipped || h.top > 2000 || h.rows[2].peak < 3000 {
		t.Fatalf("clipped %v, top %v, peak %v", h.clipped, h.top, h.rows[2].peak)
	}
	svg := string(render(t, func(b *bytes.Buffer) error { return HerdChart(r, ChartOptions{}).WriteSVG(b) }))
	if want := "▲ " + Rate(h.rows[2].peak); !strings.Contains(svg, want) {
		t.Errorf("the chart lacks %q", want)
	}
	r.Policies = r.Policies[1:3] // of two, the larger is the story, not an outlier
	if h := newHerd(r, chartMaxBins, false); h.clipped {
		t.Error("one of two rows is clipped")
	}
}

// The time axis starts shortly before the fault and ends after the recovery;
// without a fault it is the whole run up to its last activity.
func TestHerdCrops(t *testing.T) {
	h := newHerd(fixtureOne(), chartMaxBins, false)
	if h.from < 60 || h.from >= 120 || h.to <= 175 || h.to > 300 || h.whole != 400 || !h.cropped() {
		t.Errorf("shows %v to %v of %v", h.from, h.to, h.whole)
	}
	r := fixtureOne()
	r.Policies[0].Metrics[6] = result.Metric{Name: "time_to_recover_s", Never: true}
	if h := newHerd(r, chartMaxBins, false); h.to != 400 || h.from == 0 {
		t.Errorf("never recovered: shows %v to %v", h.from, h.to)
	}
	r.Faults = nil
	if h := newHerd(r, chartMaxBins, false); h.from != 0 || h.to != 400 {
		t.Errorf("no fault: shows %v to %v", h.from, h.to)
	}
}

// Merging bins keeps the number of attempts, whether they divide evenly or not.
func TestHerdMergesBins(t *testing.T) {
	r := fixtureOne()
	r.Faults = nil
	sum := func(h *herd) (n float64) {
		for _, v := range h.rows[0].total {
			n += v * h.step
		}
		return n
	}
	want := sum(newHerd(r, chartMaxBins, false))
	for _, bins := range []int{70, 33, 399} {
		if got := sum(newHerd(r, bins, true)); got < want-1e-6 || got > want+1e-6 {
			t.Errorf("%d bins hold %v attempts, want %v", bins, got, want)
		}
	}
	if h := newHerd(r, 40, false); h.step != 10 || h.band {
		t.Errorf("bins of %v s, band %v", h.step, h.band)
	}
}
