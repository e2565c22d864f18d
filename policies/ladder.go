package policies

import (
	"errors"
	"math/rand/v2"
	"strings"
	"time"
)

// Ladder waits by an explicit list: delay(k) = steps[k]. When the list ends the policy ends, unless the last step is
// repeated.
//
//	5s,5m,30m   retry  1   2   3    4
//	            wait   5s  5m  30m  - (repeat_last: 30m)
//
// Source: the published schedules of webhook senders, for instance 0s, 5s, 5m, 30m, 2h, 5h, 10h, 10h.
type Ladder struct {
	// Steps are the waits before retry 1, 2, ...; one at least, each at least 0.
	Steps []time.Duration
	// RepeatLast goes on with the last step for ever.
	RepeatLast bool
}

// Delay is the step of the attempt; beyond the end it is the last one.
func (b Ladder) Delay(f Failure, _ *rand.Rand) time.Duration {
	if len(b.Steps) == 0 {
		return 0
	}
	return b.Steps[min(f.Attempt, len(b.Steps))-1]
}

// Ends tells after how many retries the list is used up; ok is false where the last step is repeated.
func (b Ladder) Ends() (retries int, ok bool) { return len(b.Steps), !b.RepeatLast }

// Formula is the list itself.
func (b Ladder) Formula() string {
	text := "[" + formatDurations(b.Steps, ", ") + "][k]"
	if b.RepeatLast {
		text = strings.Replace(text, "]", ", ...]", 1)
	}
	return text
}

// Validate refuses an empty list and negative steps.
func (b Ladder) Validate() error {
	if len(b.Steps) == 0 {
		return errors.New("ladder: the list is empty; give at least one wait, for example 5s,5m,30m")
	}
	for _, step := range b.Steps {
		if err := notNegative("ladder", step); err != nil {
			return err
		}
	}
	return nil
}

var ladderKind = BackoffKind{
	Name: "ladder", Doc: "an explicit list of waits; the policy ends with it unless repeat_last",
	Needs: []Key{{
		Name: "ladder", kind: kindDurations, Range: "one or more durations >= 0s, for example 5s,5m,30m,2h",
		Doc: "the waits before retry 1, 2, ...",
	}},
	Takes: []Key{{
		Name: "repeat_last", kind: kindBool, Range: "true or false", Default: "false",
		Doc: "go on with the last step when the list ends",
	}},
	build: func(s *Spec) Backoff {
		return Ladder{Steps: s.durations("ladder"), RepeatLast: s.flag("repeat_last")}
	},
}
