package reports

import (
	"bytes"
	"strings"
	"testing"

	"retrysim/sim/result"
)

// A row's own actions are drawn in its panel alone, those that all rows share
// above all of them; a row without any has none.
func TestOwnMarks(t *testing.T) {
	r := fixture()
	replay := result.ActionMark{Name: "replay", Action: "replay", AtMS: 140e3}
	stop := result.ActionMark{Name: "stop", Action: "pause", AtMS: 130e3}
	r.Actions = []result.ActionMark{stop, replay}
	for i := range r.Policies {
		r.Policies[i].Faults, r.Policies[i].Actions = r.Faults, []result.ActionMark{replay}
	}
	r.Policies[0].Actions = r.Actions
	l := newChartLayout(r, ChartOptions{})
	if len(l.own[0]) != 1 || l.own[0][0].name != "stop" || len(l.own[1]) != 0 {
		t.Errorf("own marks %+v", l.own)
	}
	actions := 0
	for _, m := range l.marks {
		if m.action {
			actions++
			if m.name != "replay" {
				t.Errorf("%s is drawn through all panels", m.name)
			}
		}
	}
	if actions != 1 {
		t.Errorf("%d actions above all panels, want 1", actions)
	}
	if words := l.describe(); strings.Count(words, "Action stop") != 1 || !strings.Contains(words, "This row alone: Action stop") {
		t.Errorf("described as %s", words)
	}
	text := string(render(t, func(b *bytes.Buffer) error { return WriteHerd(b, r, Options{Width: 160}) }))
	if in := "stop 2m 10s in " + r.Policies[0].Name; strings.Count(text, "stop ") != 1 || !strings.Contains(text, in) {
		t.Errorf("no %q in %s", in, text)
	}
}

// A row's name of 120 letters does not run off the page in the title.
func TestLongNameInTitle(t *testing.T) {
	r := fixture()
	r.Findings = nil
	for i := range r.Policies {
		r.Policies[i].Name = strings.Repeat("w", 120)
	}
	l := newChartLayout(r, ChartOptions{})
	for _, line := range l.titles {
		if w := typeTitle.width(line); w > l.width-2*padPage {
			t.Errorf("a title of %.0f points on a page of %.0f: %s", w, l.width, line)
		}
	}
	if all := strings.Join(l.titles, ""); !strings.Contains(all, "…") {
		t.Errorf("nothing is shortened in %s", all)
	}
}
