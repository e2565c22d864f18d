package reports

import (
	"math"
	"slices"

	"retrysim/sim/result"
)

// timelines are the marks that all rows share, and those of each row alone. A
// result whose rows have no timeline of their own has one for all of them.
func timelines(r *result.Result) (faults []result.FaultWindow, actions []result.ActionMark, own []timeline) {
	own = make([]timeline, len(r.Policies))
	if !slices.ContainsFunc(r.Policies, func(p result.PolicyResult) bool { return p.Faults != nil || p.Actions != nil }) {
		return r.Faults, r.Actions, own
	}
	shared := func(has func(*result.PolicyResult) bool) bool {
		for i := range r.Policies {
			if !has(&r.Policies[i]) {
				return false
			}
		}
		return true
	}
	for i := range r.Policies {
		for _, f := range r.Policies[i].Faults {
			if !shared(func(p *result.PolicyResult) bool { return slices.Contains(p.Faults, f) }) {
				own[i].faults = append(own[i].faults, f)
			} else if i == 0 {
				faults = append(faults, f)
			}
		}
		for _, a := range r.Policies[i].Actions {
			if !shared(func(p *result.PolicyResult) bool { return slices.Contains(p.Actions, a) }) {
				own[i].actions = append(own[i].actions, a)
			} else if i == 0 {
				actions = append(actions, a)
			}
		}
	}
	return faults, actions, own
}

// timeline is what befalls one row alone.
type timeline struct {
	faults  []result.FaultWindow
	actions []result.ActionMark
}

// placeOwn makes the marks of the rows that others do not have; they are named
// in their panels, in at most three lines.
func (l *chartLayout) placeOwn(own []timeline) {
	l.own = make([][]mark, len(l.h.rows))
	for i := range l.own {
		var marks []mark
		for _, f := range own[i].faults {
			if from, to := f.StartMS/1000, f.EndMS/1000; to > l.h.from && from < l.h.to {
				marks = append(marks, mark{name: clean(f.Name), from: math.Max(from, l.h.from), to: math.Min(to, l.h.to)})
			}
		}
		for _, a := range own[i].actions {
			if at := a.AtMS / 1000; at >= l.h.from && at <= l.h.to {
				marks = append(marks, mark{name: clean(a.Name), from: at, to: at, action: true})
			}
		}
		var ends [3]float64
		for k := range marks {
			m := &marks[k]
			m.name = typeAxis.cut(m.name, 140)
			w := typeAxis.width(m.name)
			m.x = math.Min(l.x(m.from)+4, padLeft+l.plotWidth()-w-4)
			m.line = -1
			for n := range ends {
				if m.x > ends[n]+6 {
					m.line, ends[n] = n, m.x+w
					break
				}
			}
		}
		l.own[i] = marks
	}
}

// drawOwnNames names the marks of one row alone, above its areas.
func (l *chartLayout) drawOwnNames(s *sheet, i int) {
	for _, m := range l.own[i] {
		if m.action {
			s.line([]point{{l.x(m.from), l.plotTop(i)}, {l.x(m.from), l.y(i, 0)}}, 1, l.ink.faultInk, 1, 3)
		}
		if m.line >= 0 {
			s.text(point{m.x, l.plotTop(i) + 12 + 14*float64(m.line)}, m.name, typeAxis, l.ink.faultInk, left)
		}
	}
}
