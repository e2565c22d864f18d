package reports

import (
	"encoding/xml"
	"io"

	"retrysim/sim/result"
)

// The elements of JUnit XML that CI servers read.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitProblem `xml:"failure"`
		Error   *junitProblem `xml:"error"`
	}
	junitProblem struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
	}
)

// WriteJUnit writes the thresholds of r as JUnit XML: a test case each, its
// class the scenario and the policy. A threshold that fails is a failure; one
// that cannot be called yet is an error, so that no server takes it for a pass.
func WriteJUnit(w io.Writer, r *result.Result) error {
	suite := junitSuite{Name: r.Scenario.Name, Tests: len(r.Thresholds)}
	for _, t := range r.Thresholds {
		c := junitCase{Class: r.Scenario.Name, Name: t.Expression}
		if t.Policy != "" {
			c.Class += "." + t.Policy
		}
		problem := &junitProblem{Type: t.Verdict, Message: thresholdSentence(t)}
		switch t.Verdict {
		case "pass":
		case "fail":
			c.Failure = problem
			suite.Failures++
		default:
			c.Error = problem
			suite.Errors++
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
