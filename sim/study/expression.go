package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/result"
)

// Expression is a threshold that a row passes, fails, or leaves open:
//
//	dead_lettered / jobs <= 0.1%
//	dead_lettered[send-webhook] / jobs[send-webhook] <= 2.5%
//	lost == 0
//	time_to_recover_s <= 2m in 95% of runs
//	peak_load_per_s < 1.5 * capacity
//
// The left side is a metric or a count of the ledger, of all jobs or of the
// job type or effect in brackets, or a ratio of two. The right side is a
// number with its unit: none for counts and rates (/s may be written), s, ms,
// m or h for times, none or % for ratios; for rates it may be a multiple of
// capacity, the rate that the dependencies can serve together without faults.
//
// A ratio is taken in every replication and then averaged. With "in X% of
// runs" the question is in which share of runs the rest holds. An equality, and
// "in 100% of runs", is a statement about every run that was made: one run that
// breaks it fails it.
type Expression struct {
	Text string // as written

	left     term
	over     *term
	op       string
	bound    float64 // in s, /s or the plain number
	capacity int     // column of the word capacity, by which bound is multiplied; 0 without
	share    float64 // of runs, in (0, 1]; 0 without
}

// term is a metric or count, with the job type or effect in brackets.
type term struct {
	name, selector           string
	column, selectorAtColumn int
}

// full is the name that values are stored under.
func (t *term) full() string {
	if t.selector == "" {
		return t.name
	}
	return t.name + "[" + t.selector + "]"
}

// ExpressionError is a mistake in a threshold, at a column that counts
// characters from 1.
type ExpressionError struct {
	Text    string
	Column  int
	Message string
}

// Error says where and what.
func (e *ExpressionError) Error() string {
	return fmt.Sprintf("threshold %q, column %d: %s", e.Text, e.Column, e.Message)
}

func (e *Expression) errorAt(column int, format string, args ...any) error {
	return &ExpressionError{Text: e.Text, Column: column, Message: fmt.Sprintf(format, args...)}
}

// Check reports what the plan does not have: a job type or effect in brackets
// that it does not know, or a capacity where nothing limits it.
func (e *Expression) Check(p *sim.Plan) error {
	terms := []*term{&e.left}
	if e.over != nil {
		terms = append(terms, e.over)
	}
	known := selectorsOf(p)
	for _, t := range terms {
		if t.selector != "" && !slices.Contains(known, t.selector) {
			return e.errorAt(t.selectorAtColumn, "no job type or effect %q%s", t.selector, nearest(t.selector, known))
		}
	}
	if e.capacity > 0 && math.IsInf(p.Capacity(), 1) {
		return e.errorAt(e.capacity, "nothing limits the dependency of this scenario: it has no capacity to compare with")
	}
	return nil
}

// selectorsOf are the names of the job types, then of the effects.
func selectorsOf(p *sim.Plan) []string {
	var out []string
	for i := range p.Types {
		out = append(out, p.Types[i].Name)
	}
	return append(out, p.Effects()...)
}

// nearest suggests a known name.
func nearest(word string, known []string) string {
	if len(known) == 0 {
		return ""
	}
	return fmt.Sprintf("; the nearest name is %q (known: %s)", policies.Nearest(word, known), strings.Join(known, ", "))
}

// unitOf is the unit of the left side; a ratio has none.
func (e *Expression) unitOf(catalogue []result.Info) string {
	if e.over != nil {
		return ""
	}
	return termUnit(catalogue, e.left.name)
}

func termUnit(catalogue []result.Info, name string) string {
	if slices.Contains(ledgerNames, name) {
		return "jobs"
	}
	return infoOf(catalogue, name).Unit
}
