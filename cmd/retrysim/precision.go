package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"retrysim/sim/ledger"
	"retrysim/sim/result"
	"retrysim/sim/study"
)

// precisionAsk is the flags that let the program choose the replications.
type precisionAsk struct {
	text string // "" is a fixed number
	most int
}

// enough is the most replications that --precision takes unless said.
const enough = 1000

func (p *precisionAsk) addFlags(f *pflag.FlagSet) {
	f.StringVar(&p.text, "precision", "", "as many replications as it takes, `PERCENT[,METRIC...]`, as in 2%,given_up: until the half width of every 95 % interval is at most that part of its value (metrics: those that compare judges)")
	f.IntVar(&p.most, "max-reps", enough, "with --precision: so many `TIMES` at most; what is still wider then is said")
}

// parse reads the flags; ok is false without them.
func (p *precisionAsk) parse(reps int) (out study.Precision, ok bool, err error) {
	if p.text == "" {
		return out, false, nil
	}
	words := strings.Split(p.text, ",")
	number, percent := strings.CutSuffix(words[0], "%")
	share, err := strconv.ParseFloat(number, 64)
	if err != nil || !percent || !(share > 0 && share <= 100) {
		return out, false, invalidf("--precision %q: write a percentage above 0, as in 2%%, and metrics after it, as in 2%%,given_up", p.text)
	}
	names := metricNames()
	for _, m := range words[1:] {
		if !slices.Contains(names, m) {
			return out, false, invalidf("--precision %q: no metric is named %q%s", p.text, m, didYouMean(m, names))
		}
	}
	if p.most < 2 || p.most > mostReps || reps > p.most {
		return out, false, invalidf("--max-reps %d: 2 to %d, and not below -n", p.most, mostReps)
	}
	out = study.Precision{Share: share / 100, Metrics: words[1:], Most: p.most}
	if len(words) == 1 {
		out.Metrics = nil
	}
	return out, true, nil
}

func metricNames() []string {
	var names []string
	for _, m := range ledger.Catalogue() {
		names = append(names, m.Name)
	}
	return names
}

// play runs a request with as many replications as were asked for; with a
// precision those of -n, or few, are the first look.
func (q *ask) play(ctx context.Context, r study.Request) (*result.Result, error) {
	p, ok, err := q.precision.parse(0)
	if err != nil {
		return nil, err
	}
	if !ok {
		return study.Run(ctx, r)
	}
	r.Replications = max(1, q.reps)
	return study.RunTo(ctx, r, p)
}
