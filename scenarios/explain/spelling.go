package explain

import (
	"regexp"
	"time"

	"retrysim/policies"
)

// spelledByGo are durations as time.Duration spells them: 1h30m0s, 5m0s, 90s.
var spelledByGo = regexp.MustCompile(`\b(\d+h)?\d+m\d+(\.\d+)?s\b`)

// asFiles spells the durations in a text as scenario files do: 5m for 5m0s.
func asFiles(text string) string {
	return spelledByGo.ReplaceAllStringFunc(text, func(s string) string {
		d, err := time.ParseDuration(s)
		if err != nil {
			return s
		}
		return policies.FormatDuration(d)
	})
}
