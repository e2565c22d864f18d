package study

import (
	"context"
	"fmt"
	"math"

	"retrysim/sim/result"
)

// Precision is when there are enough replications: in every row the half width
// of the 95 % interval of each of the metrics is at most Share of its value.
//
// Stopping by what was seen costs a little of the 95 %; with ten replications
// to begin with it is little (Chow and Robbins, On the asymptotic theory of
// fixed-width sequential confidence intervals for the mean, 1965).
type Precision struct {
	Share   float64  // > 0
	Metrics []string // nil is Primary
	Most    int      // replications, at least Request.Replications
}

// pilot is the least number of replications that a spread is judged by.
const pilot = 10

// RunTo is Run with as many replications as the precision takes, from
// Request.Replications and pilot on. Replication k is the same whatever their
// number, so that the bytes are those of Run with the number it ends with. A
// metric without an interval, and one of value 0, asks for none. Where Most do
// not suffice a warning says what is wider. When ctx ends early the result is
// the last whole one where it holds more replications, marked partial.
func RunTo(ctx context.Context, q Request, p Precision) (*result.Result, error) {
	if p.Metrics == nil {
		p.Metrics = Primary()
	}
	q.Replications = min(max(q.Replications, pilot), p.Most)
	var last *result.Result
	for {
		r, err := Run(ctx, q)
		switch {
		case err != nil:
			return nil, err
		case r.Partial && last != nil && last.Replications > r.Replications:
			last.Partial = true
			return last, nil
		case r.Partial:
			return r, nil
		}
		n := p.wants(r)
		if n <= q.Replications {
			return r, nil
		}
		if q.Replications == p.Most {
			r.Warnings = append(r.Warnings, p.tooWide(r)...)
			return r, nil
		}
		last, q.Replications = r, min(n, p.Most)
	}
}

// grow bounds how far one look leads, since a spread seen in few replications
// is itself uncertain: four times as many at most, a tenth more at least.
const grow = 4

// wants is how many replications would do by what has been seen: the half width
// falls with their root.
func (p *Precision) wants(r *result.Result) int {
	n := float64(r.Replications)
	want := n
	for i := range r.Policies {
		for _, name := range p.Metrics {
			if ratio := p.excess(&r.Policies[i], name); ratio > 1 {
				want = max(want, math.Ceil(n*1.1), math.Ceil(float64(n*ratio)*ratio))
			}
		}
	}
	return int(min(want, grow*n))
}

// excess is by what factor a metric's half width is too wide; 0 where it asks
// for nothing.
func (p *Precision) excess(row *result.PolicyResult, name string) float64 {
	m, ok := row.Metrics.Get(name)
	if !ok || m.Value == nil || m.CI95 == nil || float64(*m.Value) == 0 {
		return 0
	}
	return float64(m.CI95[1]-m.CI95[0]) / 2 / float64(p.Share*math.Abs(float64(*m.Value)))
}

// tooWide are the metrics that Most replications leave too wide.
func (p *Precision) tooWide(r *result.Result) (out []result.Warning) {
	for i := range r.Policies {
		row := &r.Policies[i]
		for _, name := range p.Metrics {
			if x := p.excess(row, name); x > 1 {
				out = append(out, result.Warning{Code: "precision-not-reached", Policy: row.Name, Message: fmt.Sprintf(
					"%s is known to within %.2g %% after %d replications, %.2g %% was asked for", name, 100*x*p.Share, r.Replications, 100*p.Share)})
			}
		}
	}
	return out
}
