package sim_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// measured is what a family found for a row.
type measured struct {
	values []float64   // one a replication
	each   [][]float64 // the same in further settings that the row names: judged one by one
	steps  [][]float64 // order: differences, each above 0, one a replication
	text   string      // exact: JSON, or words
	least  int         // replications that the row needs
	later  string      // not measured in this mode: why
}

// onlyFull is for rows that need more time than a test run has.
var onlyFull = measured{later: "in make truths only: takes long"}

var (
	codePattern  = regexp.MustCompile(`^(ci4\.5\()?(abs|rel):([0-9.e-]+)\)?`)
	leastPattern = regexp.MustCompile(`mean of >=(\d+) runs`)
)

// judge says why a row fails, nil if it does not.
func judge(r *row, m measured) error {
	for _, values := range m.each {
		if err := judge(r, measured{values: values, least: m.least}); err != nil {
			return err
		}
	}
	if len(m.each) > 0 {
		return nil
	}
	if l := leastPattern.FindStringSubmatch(r.tolerance); l != nil {
		n, _ := strconv.Atoi(l[1])
		m.least = max(m.least, n)
	}
	runs := len(m.values)
	if len(m.steps) > 0 {
		runs = len(m.steps[0])
	}
	if m.text == "" && runs < m.least {
		return fmt.Errorf("%d runs, want at least %d", runs, m.least)
	}
	if strings.HasPrefix(r.expected, "[") && r.tolerance != "exact" {
		return listed(r, m.values)
	}
	mean, se := moments(m.values)
	want, _ := strconv.ParseFloat(r.expected, 64)
	switch r.tolerance {
	case "exact":
		return exactly(r.expected, m.text)
	case "lt":
		return unless(mean+4.5*se < want, "%.6g +- %.2g (4.5 SE), want less than %v", mean, 4.5*se, want)
	case "gt":
		return unless(mean-4.5*se > want, "%.6g +- %.2g (4.5 SE), want more than %v", mean, 4.5*se, want)
	case "order":
		return ordered(m.steps)
	case "range":
		var ends [2]float64
		if err := json.Unmarshal([]byte(strings.TrimPrefix(r.expected, "range:")), &ends); err != nil {
			return err
		}
		return unless(mean-4.5*se >= ends[0] && mean+4.5*se <= ends[1], "%.6g +- %.2g (4.5 SE), want %v", mean, 4.5*se, ends)
	}
	if kind, limit, ok := strings.Cut(r.tolerance, ":"); ok && (kind == "le" || kind == "ge") {
		return bounded(mean, se, kind, limit)
	}
	code := codePattern.FindStringSubmatch(r.tolerance)
	if code == nil {
		return fmt.Errorf("unknown tolerance %q", r.tolerance)
	}
	x, err := strconv.ParseFloat(code[3], 64)
	if err != nil {
		return err
	}
	if code[2] == "rel" {
		x *= math.Abs(want)
	}
	if code[1] == "" {
		return unless(len(m.values) > 0 && math.Abs(mean-want) <= x, "%.10g (SE %.2g, %d runs), want %v +- %.3g", mean, se, len(m.values), want, x)
	}
	return interval(mean, se, want, x, len(m.values))
}

// listed judges the members of a list one by one.
func listed(r *row, values []float64) error {
	var want []float64
	if err := json.Unmarshal([]byte(r.expected), &want); err != nil {
		return err
	}
	if len(values) != len(want) {
		return fmt.Errorf("%v, want %v", values, want)
	}
	for i, x := range want {
		one := *r
		one.expected = fmt.Sprint(x)
		if err := judge(&one, measured{values: values[i : i+1]}); err != nil {
			return fmt.Errorf("number %d: %w", i+1, err)
		}
	}
	return nil
}

// interval is the rule of ci4.5: right, and sharp enough to be able to be wrong.
func interval(mean, se, want, x float64, n int) error {
	switch {
	case n < 30:
		return fmt.Errorf("%d replications, want at least 30", n)
	case !(math.Abs(mean-want) <= 4.5*se):
		return fmt.Errorf("%.8g, want %v: %.2f standard errors off (SE %.3g, n %d)", mean, want, (mean-want)/se, se, n)
	}
	return unless(4.5*se <= x, "4.5 SE are %.4g, want at most %.4g: longer runs needed", 4.5*se, x)
}

// bounded holds a mean against a limit that stands in the tolerance.
func bounded(mean, se float64, kind, limit string) error {
	x, err := strconv.ParseFloat(limit, 64)
	if err != nil {
		return err
	}
	if kind == "le" {
		return unless(mean+4.5*se <= x, "%.6g +- %.2g (4.5 SE), want at most %v", mean, 4.5*se, x)
	}
	return unless(mean-4.5*se >= x, "%.6g +- %.2g (4.5 SE), want at least %v", mean, 4.5*se, x)
}

func unless(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// ordered wants every step above 0 at 4.5 standard errors.
func ordered(steps [][]float64) error {
	for i, s := range steps {
		if mean, se := moments(s); !(mean > 4.5*se) {
			return fmt.Errorf("step %d is %.6g +- %.2g (4.5 SE), want above 0", i+1, mean, 4.5*se)
		}
	}
	return unless(len(steps) > 0, "nothing to order")
}

// exactly compares as JSON where both are, else as words.
func exactly(want, got string) error {
	var a, b any
	if json.Unmarshal([]byte(want), &a) == nil && json.Unmarshal([]byte(got), &b) == nil && reflect.DeepEqual(a, b) {
		return nil
	}
	return unless(want == got, "%s, want %s", got, want)
}

// moments are the mean and its standard error.
func moments(v []float64) (mean, se float64) {
	var m2 float64
	for i, x := range v {
		d := x - mean
		mean += d / float64(i+1)
		m2 += d * (x - mean)
	}
	n := float64(len(v))
	return mean, math.Sqrt(m2 / (n - 1) / n)
}

// A judge that passes everything would judge nothing.
func TestJudge(t *testing.T) {
	spread := func(mean, sd float64, n int) []float64 {
		var v []float64
		for i := range n {
			v = append(v, mean+sd*float64(1-2*(i%2)))
		}
		return v
	}
	for _, c := range []struct {
		tolerance, expected string
		m                   measured
		pass                bool
	}{
		{"exact", "[0, 1]", measured{text: "[0,1]"}, true},
		{"exact", "[0, 1]", measured{text: "[0,2]"}, false},
		{"exact", "4", measured{text: "4.0"}, true},
		{"abs:0.01", "1", measured{values: []float64{1.009}}, true},
		{"abs:0.01", "1", measured{values: []float64{1.011}}, false},
		{"abs:0.01", "1", measured{}, false},
		{"rel:0.01", "200", measured{values: []float64{201.9}}, true},
		{"rel:0.01", "200", measured{values: []float64{202.1}}, false},
		{"rel:0.05 (mean of >=200 runs, bin 0.05 around t)", "100", measured{values: spread(101, 1, 200)}, true},
		{"rel:0.05 (mean of >=200 runs, bin 0.05 around t)", "100", measured{values: spread(101, 1, 199)}, false},
		{"ci4.5(rel:0.05)", "100", measured{values: spread(100, 1, 30)}, true},
		{"ci4.5(rel:0.05)", "100", measured{values: spread(100, 1, 28)}, false}, // too few
		{"ci4.5(rel:0.05)", "100", measured{values: spread(101, 1, 30)}, false}, // biased
		{"ci4.5(rel:0.05)", "100", measured{values: spread(101, 9, 30)}, false}, // noisy
		{"abs:0.01", "[1,2]", measured{values: []float64{1, 2}}, true},
		{"abs:0.01", "[1,2]", measured{values: []float64{1, 2.1}}, false},
		{"abs:0.01", "[1,2]", measured{values: []float64{1}}, false},
		{"ci4.5(abs:5)", "100", measured{values: spread(100.5, 1, 30)}, true},
		{"lt", "0.5", measured{values: spread(0.4, 0.01, 40)}, true},
		{"lt", "0.5", measured{values: spread(0.49, 0.1, 40)}, false},
		{"gt", "1", measured{values: spread(13, 1, 40)}, true},
		{"gt", "1", measured{values: spread(0.9, 0.01, 40)}, false},
		{"le:0.03", "0", measured{values: []float64{0, 0.06}}, false},
		{"ge:0.97", "1", measured{values: []float64{1, 0.94}}, false},
		{"ge:0.97", "1", measured{}, false},
		{"order", "", measured{steps: [][]float64{spread(1, 0.5, 40), spread(2, 0.5, 40)}}, true},
		{"order", "", measured{steps: [][]float64{spread(1, 0.5, 40), spread(0.1, 0.5, 40)}}, false},
		{"order", "", measured{}, false},
		{"range", "range:[1.2,1.5]", measured{values: spread(1.3, 0.01, 40)}, true},
		{"range", "range:[1.2,1.5]", measured{values: spread(1.51, 0.01, 40)}, false},
		{"le:0.03", "0", measured{values: spread(0.02, 0.001, 40)}, true},
		{"le:0.03", "0", measured{values: spread(0.02, 0.1, 40)}, false},
		{"le:0.03", "0", measured{}, false},
		{"ge:0.97", "1", measured{values: spread(1, 0, 40)}, true},
		{"ge:0.97", "1", measured{values: spread(0.96, 0.001, 40)}, false},
		{"abs:0.01", "1", measured{each: [][]float64{spread(1, 0, 2), spread(2, 0, 2)}}, false},
		{"abs:0.01", "1", measured{each: [][]float64{spread(1, 0, 2), spread(1, 0, 2)}}, true},
		{"better", "1", measured{values: []float64{1}}, false},
	} {
		err := judge(&row{tolerance: c.tolerance, expected: c.expected}, c.m)
		if (err == nil) != c.pass {
			t.Errorf("%s of %s: %v, want pass %v", c.tolerance, c.expected, err, c.pass)
		}
	}
}
