package reports

import (
	"strings"

	"retrysim/sim/result"
)

// widestName is how long names may be to stand in a column before sentences.
const widestName = 20

// recovery writes for each row whether it recovered after the last fault, and
// what keeps it from it: what somebody on call reads first. A single row needs
// no name.
func (p *page) recovery(r *result.Result) {
	if !hasRecovery(r) {
		return
	}
	if len(r.Policies) == 1 {
		p.line("")
		p.para(r.Policies[0].Recovery, "Recovery: ", "  ")
		return
	}
	p.title("Recovery after the last fault")
	widest := 0
	for i := range r.Policies {
		widest = max(widest, columns(clean(r.Policies[i].Name)))
	}
	for i := range r.Policies {
		row := &r.Policies[i]
		switch {
		case row.Recovery == "":
		case widest > widestName:
			p.para(row.Name+": "+row.Recovery, "", "  ")
		default:
			p.para(row.Recovery, pad(clean(row.Name), widest)+"  ", strings.Repeat(" ", widest+2))
		}
	}
}

// hasRecovery reports whether any row has a verdict.
func hasRecovery(r *result.Result) bool {
	for i := range r.Policies {
		if r.Policies[i].Recovery != "" {
			return true
		}
	}
	return false
}

// recovery is the same as a list.
func (m *markdown) recovery(r *result.Result) {
	if !hasRecovery(r) {
		return
	}
	m.line("\n**Recovery after the last fault**\n")
	for i := range r.Policies {
		if row := &r.Policies[i]; row.Recovery != "" {
			m.line("- " + mdText(row.Name) + ": " + mdText(row.Recovery))
		}
	}
}
