package reports

import (
	"fmt"
	"io"
	"strings"

	"retrysim/sim/result"
)

// githubText escapes a message of a workflow command, githubProperty a
// property too, as GitHub's runner undoes it.
var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// WriteGitHub writes one workflow command of GitHub Actions for every
// threshold that does not pass: an error where it fails, a warning where it
// cannot be called yet. The runner shows them on the pull request.
func WriteGitHub(w io.Writer, r *result.Result) error {
	for _, t := range r.Thresholds {
		level := "warning"
		switch t.Verdict {
		case "pass":
			continue
		case "fail":
			level = "error"
		}
		title := githubProperty.Replace("retrysim " + r.Scenario.Name + ": " + t.Verdict)
		if _, err := fmt.Fprintf(w, "::%s title=%s::%s\n", level, title, githubText.Replace(thresholdSentence(t))); err != nil {
			return err
		}
	}
	return nil
}
