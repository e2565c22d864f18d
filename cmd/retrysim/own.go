package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retrysim/scenarios"
)

// ownLoad is the flags of `run` and `compare` that describe a load without a scenario file.
type ownLoad struct {
	flags scenarios.Flags
	print bool
}

// ownFlags are their names.
var ownFlags = []string{"jobs", "together", "rate", "capacity", "outage", "until", "print"}

func (o *ownLoad) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.flags.Jobs, "jobs", 0, "a load of your own: so many `JOBS`")
	f.BoolVar(&o.flags.Together, "together", false, "they all come, and fail, at the same moment")
	f.StringVar(&o.flags.Rate, "rate", "", "they come at random at this mean `RATE`, as in 40/s")
	f.StringVar(&o.flags.Capacity, "capacity", "", "the dependency serves this `RATE`, as in 100/s (default: without limit)")
	f.StringVar(&o.flags.Outage, "outage", "", "it refuses everything for this `TIME`, as in 30s")
	f.StringVar(&o.flags.Until, "until", "", "arrivals end after this `TIME` (default: 10m, or long enough for the jobs)")
	f.BoolVar(&o.print, "print", false, "print that load as a scenario file and run nothing")
}

// given is the name of one of the flags that was set, "" without.
func (o *ownLoad) given(cmd *cobra.Command) string {
	name := ""
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(ownFlags, f.Name) {
			name = f.Name
		}
	})
	return name
}

// openEither opens the scenario that args name, or the load that flags describe.
func (a *app) openEither(cmd *cobra.Command, args []string, own *ownLoad, q *ask) (*world, error) {
	flag := own.given(cmd)
	switch {
	case len(args) == 1 && flag != "":
		return nil, invalidf("--%s describes a load of your own, and %q is one already: give one of the two (--set changes a scenario)", flag, args[0])
	case len(args) == 1:
		return a.open(args[0], q)
	case flag == "":
		return nil, invalidf("%s needs a scenario (retrysim scenario ls), or flags that describe a load: --jobs 1000 --together --capacity 100/s --outage 30s -p exponential,base=2s,max_attempts=5", q.verb)
	}
	return a.openOwn(own, q)
}

// printOwn prints the load of the flags as a scenario.
func (a *app) printOwn(w *world, verb string) error {
	a.suggest("retrysim %s --print ... > mine.yaml && retrysim explain mine.yaml", verb)
	_, err := io.WriteString(a.stdout, w.header.Source)
	return err
}

// openOwn makes the scenario that the flags describe. Its policies are in the
// text, so no -p is left.
func (a *app) openOwn(own *ownLoad, q *ask) (*world, error) {
	own.flags.Policies = q.policies
	text, err := scenarios.FromFlags(own.flags)
	if err != nil {
		return nil, invalid(err)
	}
	overrides, err := a.overrides(q)
	if err != nil {
		return nil, err
	}
	rest := *q
	rest.policies = nil
	return makeWorld("flags", []byte(text), overrides, &rest)
}
