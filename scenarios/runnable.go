package scenarios

import (
	"strings"

	"retrysim/sim"
)

// checkRunnable sees that every row makes a plan that can be played: what the
// checks of single values let through and only the whole shows.
func (s *Scenario) checkRunnable() (errs Errors) {
	seen := map[string]bool{}
	for _, row := range s.Rows() {
		p, err := s.Plan(row)
		if err == nil {
			err = p.Validate()
		}
		for _, one := range apart(err) {
			text := strings.TrimPrefix(one.Error(), "sim: plan "+row+": ")
			if !seen[text] {
				seen[text] = true
				errs = append(errs, &Error{Pos: s.tree.pos, Wrong: "row " + row + " cannot be run: " + text})
			}
		}
	}
	return errs
}

// apart are the errors of which one is made.
func apart(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// checkSpans keeps times and series within what a run can hold.
func (c *checker) checkSpans() {
	r := &c.f.Run
	if r.Src == nil || c.failedBelow(r.Src) {
		return
	}
	if c.f.until() > sim.MaxTime || c.f.horizon() > sim.MaxTime {
		c.fail(r.Src.at("horizon", "until"), "the run may go on for more than 30 years", "write a horizon of at most 30 years, 10950d")
		return
	}
	if least := c.f.horizon() / sim.MaxBins; r.Bin > 0 && r.Bin < least {
		c.fail(r.Src.at("bin"), "bins of "+formatDuration(r.Bin)+" up to the horizon are more than a million",
			"write at least "+formatDuration(least)+", or a nearer horizon")
	}
}
