package main

import (
	"github.com/spf13/cobra"

	"retrysim/policies"
	"retrysim/sim/archive"
)

// letterFlags choose dead letters of a result: the same words for every verb
// that works on them.
type letterFlags struct {
	row               string
	older, younger    string
	which             archive.Which // the other flags, and after check all of them
	replayable, stuck bool
}

// addFlags adds them to a verb; row is the help of --row.
func (f *letterFlags) addFlags(cmd *cobra.Command, row string) {
	o := cmd.Flags()
	o.StringVar(&f.row, "row", "", row)
	o.StringVar(&f.which.JobType, "type", "", "only those of this job `TYPE`")
	o.StringVar(&f.which.Queue, "queue", "", "only those that came from this `QUEUE`")
	o.StringVar(&f.which.Class, "class", "", "only those that failed of this `CLASS`, as in timeout")
	o.StringVar(&f.which.Text, "error", "", "only those whose latest error contains this `TEXT`, in capitals or not")
	o.StringVar(&f.which.Group, "group", "", "only those with this `KIND` of error: its text with <n> for a number, <id>, <hex>, and <text> for a quoted part")
	o.StringVar(&f.older, "older-than", "", "only those that had been dead for this `TIME` when the last one of their row died, as in 15m")
	o.StringVar(&f.younger, "younger-than", "", "only those that had been dead for less than this `TIME` then, as in 1h")
	o.BoolVar(&f.replayable, "replayable", false, "only those that can be run again")
	o.BoolVar(&f.stuck, "not-replayable", false, "only those that cannot be run again")
	complete(cmd, "class", policies.ClassWords())
}

// check reads the flags into which.
func (f *letterFlags) check() (err error) {
	if f.which.OlderMS, err = ageMS("--older-than", f.older); err != nil {
		return err
	}
	if f.which.YoungerMS, err = ageMS("--younger-than", f.younger); err != nil {
		return err
	}
	if _, ok := policies.ParseClass(f.which.Class); f.which.Class != "" && !ok {
		return invalidf("--class %q: no such class of failure%s", f.which.Class, didYouMean(f.which.Class, policies.ClassWords()))
	}
	if f.replayable && f.stuck {
		return invalidf("--replayable and --not-replayable: give one of the two")
	}
	if f.replayable || f.stuck {
		f.which.Replayable = &f.replayable
	}
	f.which.Row = f.row
	return nil
}

// ageMS reads a time above 0 in milliseconds; "" is 0.
func ageMS(flag, text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	age, err := policies.ParseDuration(text)
	switch {
	case err != nil:
		return 0, invalidf("%s %q: %w", flag, text, err)
	case age <= 0:
		return 0, invalidf("%s %q: more than 0s", flag, text)
	}
	return float64(age) / 1e6, nil
}
