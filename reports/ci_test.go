package reports

import (
	"strings"
	"testing"

	"retrysim/sim/result"
)

// ciResult has a threshold of each verdict; its text needs escaping in both
// formats.
func ciResult() *result.Result {
	two := 2.0
	r := &result.Result{Thresholds: []result.Threshold{
		{Expression: "lost == 0", Policy: "today", Verdict: "pass"},
		{Expression: "retries / jobs < 10%", Policy: "wide", Measured: &two, Verdict: "fail"},
		{Expression: "lost < 1", Verdict: "inconclusive", Note: "about 30 more replications"},
	}}
	r.Scenario.Name = "a:b,c"
	return r
}

func TestJUnit(t *testing.T) {
	var b strings.Builder
	if err := WriteJUnit(&b, ciResult()); err != nil {
		t.Fatal(err)
	}
	want := `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="a:b,c" tests="3" failures="1" errors="1">
  <testcase classname="a:b,c.today" name="lost == 0"></testcase>
  <testcase classname="a:b,c.wide" name="retries / jobs &lt; 10%">
    <failure type="fail" message="wide: retries / jobs &lt; 10%, measured 2"></failure>
  </testcase>
  <testcase classname="a:b,c" name="lost &lt; 1">
    <error type="inconclusive" message="lost &lt; 1, measured no value; about 30 more replications"></error>
  </testcase>
</testsuite>
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestGitHub(t *testing.T) {
	var b strings.Builder
	if err := WriteGitHub(&b, ciResult()); err != nil {
		t.Fatal(err)
	}
	want := "::error title=retrysim a%3Ab%2Cc%3A fail::wide: retries / jobs < 10%25, measured 2\n" +
		"::warning title=retrysim a%3Ab%2Cc%3A inconclusive::lost < 1, measured no value; about 30 more replications\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
