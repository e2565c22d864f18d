package model

import (
	"fmt"
	"time"

	"retrysim/sim/chance"
)

// Burst is so many jobs at one instant: a re-index, a digest, a cron job. They
// are what fails as one and therefore retries as one.
type Burst struct {
	Jobs int           `yaml:"burst" doc:"jobs that come at once, at least 0"`
	At   time.Duration `yaml:"at,required" unit:"when" doc:"when they come; a time of the run or of the timeline"`
}

// Next is the burst, once.
func (b Burst) Next(k int64, _ time.Duration, _ *chance.Stream) (time.Duration, int, bool) {
	return b.At, b.Jobs, k == 0 && b.Jobs > 0
}

// Mean is 0: a burst has no rate.
func (b Burst) Mean(time.Duration) float64 { return 0 }

// Validate wants no negative number and a time within the run.
func (b Burst) Validate() error {
	if b.Jobs < 0 {
		return fmt.Errorf("burst is %d; write at least 0", b.Jobs)
	}
	return notBefore("at", b.At)
}

// String is the burst in the words of a scenario file.
func (b Burst) String() string { return fmt.Sprintf("{burst: %d, at: %v}", b.Jobs, b.At) }

// notBefore refuses a time before the run begins.
func notBefore(field string, at time.Duration) error {
	if at < 0 {
		return fmt.Errorf("%s is %v; a run begins at 0s", field, at)
	}
	return nil
}
