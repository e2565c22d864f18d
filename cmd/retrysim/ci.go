package main

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"retrysim/reports"
	"retrysim/sim/result"
)

// ciAsk is what a CI server is told besides the exit code.
type ciAsk struct {
	junit    string
	annotate string
}

func (c *ciAsk) addFlags(f *pflag.FlagSet) {
	f.StringVar(&c.junit, "junit", "", "also write the thresholds as JUnit XML to `FILE`, as in thresholds.xml")
	f.StringVar(&c.annotate, "annotate", "", "with `github`: say on stderr, in the words of GitHub Actions, which thresholds do not pass")
}

func (c *ciAsk) check() error {
	if c.annotate != "" && c.annotate != "github" {
		return invalidf("--annotate %s: only github is known", c.annotate)
	}
	return nil
}

// tellCI writes what was asked for.
func (a *app) tellCI(c *ciAsk, r *result.Result) error {
	if c.junit != "" {
		err := reports.WriteFileAtomic(c.junit, func(w io.Writer) error { return reports.WriteJUnit(w, r) })
		if err != nil {
			return fmt.Errorf("--junit: %w", err)
		}
	}
	if c.annotate == "github" {
		return reports.WriteGitHub(a.stderr, r)
	}
	return nil
}
