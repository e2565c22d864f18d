package study

import (
	"fmt"
	"reflect"
	"runtime"

	"retrysim/sim/ledger"
	"retrysim/sim/result"
)

// judge makes the result of what was folded.
func (s *study) judge() *result.Result {
	base := s.Plans[s.Baseline]
	out := &result.Result{
		Schema:   result.Schema,
		Tool:     result.Tool{Version: s.Version, GOARCH: runtime.GOARCH},
		Scenario: s.Scenario, Seed: base.Seed,
		Replications: s.done(), Partial: s.done() < s.Replications,
		BinMS: milliseconds(base.Bin), PeakWindowMS: milliseconds(base.Window),
		UntilMS: milliseconds(base.Until), HorizonMS: milliseconds(base.Horizon),
		Load: s.Load, Faults: faultsOf(base), Actions: actionsOf(base),
		Policies: []result.PolicyResult{},
	}
	for _, r := range s.rows {
		out.Policies = append(out.Policies, s.policyResult(r))
	}
	s.ownTimelines(out)
	if len(s.rows) > 1 {
		s.compared = s.compareAll()
		out.Comparison = s.compared
	}
	out.Thresholds = s.judgeThresholds()
	out.Warnings = s.warnings()
	out.Findings = s.findings(out)
	return out
}

// policyResult is one row as data.
func (s *study) policyResult(r *row) result.PolicyResult {
	out := result.PolicyResult{
		Name: r.plan.Row, Policies: jobPolicies(r), Settings: r.plan.Stated(), PlanDigest: r.plan.Digest(),
		Ledger: r.total, DroppedBy: map[string]int64{},
		Series: map[string][]float64{}, Histograms: map[string]result.Histogram{},
		DeadLetters: r.dead, Fingerprint: r.fingerprint(), Replications: r.done,
	}
	for d, n := range r.dropped {
		if n > 0 {
			out.DroppedBy[ledger.Drop(d).String()] = n
		}
	}
	out.Recovery = r.recovery()
	out.Metrics = s.metrics(r)
	for _, p := range r.pools {
		out.Histograms[p.name] = p.all
	}
	r.addSeries(&out)
	out.Warnings = s.rowWarnings(r)
	return out
}

// metrics are the row's metrics in the catalogue's order. Those of the
// catalogue that no run reported are there too, without a value.
func (s *study) metrics(r *row) result.Metrics {
	names := r.names
	for _, i := range s.catalogue {
		if _, ok := r.values[i.Name]; !ok {
			names = append(names, i.Name)
		}
	}
	out := result.Metrics{}
	for _, name := range inOrder(s.catalogue, names) {
		e, ok := r.estimate(name)
		if !ok {
			e = meanOf(nil)
		}
		out = append(out, e.metric(infoOf(s.catalogue, name), r.values[name]))
	}
	return out
}

// addSeries adds the means, and the bands where there is more than one
// replication. A series with a value that is not finite, as the capacity of
// unlimited servers, cannot be written and is left out.
func (r *row) addSeries(out *result.PolicyResult) {
	if r.done > 1 {
		out.SeriesP05, out.SeriesP95 = map[string][]float64{}, map[string][]float64{}
	}
	for _, b := range r.bands {
		if b.broken {
			continue
		}
		out.Series[b.name] = b.mean()
		if r.done > 1 {
			out.SeriesP05[b.name], out.SeriesP95[b.name] = b.quantiles()
		}
	}
}

// jobPolicies says how each job type is retried.
func jobPolicies(r *row) []result.JobPolicy {
	var out []result.JobPolicy
	for i := range r.plan.Types {
		t := &r.plan.Types[i]
		use := r.plan.Policies[t.Policy]
		j := result.JobPolicy{JobType: t.Name, Policy: use.Name, Formula: use.Text}
		if use.Policy != nil {
			if n, limited := use.Policy.Retries(); limited {
				attempts := n + 1
				j.Retries, j.MaxAttempts = &n, &attempts
			}
		}
		out = append(out, j)
	}
	return out
}

// rowWarnings are those of the runs, then those about quantiles.
func (s *study) rowWarnings(r *row) []result.Warning {
	var out []result.Warning
	for i, w := range r.warnings {
		w.Policy = r.plan.Row
		if r.done > 1 {
			w.Message = fmt.Sprintf("%s (in %d of %d replications)", w.Message, r.warned[i], r.done)
		}
		out = append(out, w)
	}
	for _, name := range inOrder(s.catalogue, r.names) {
		if hist, q, ok := quantileOf(name); ok {
			if text := r.pool(hist).unsupportedWarning(name, q); text != "" {
				out = append(out, result.Warning{Code: "quantile-unsupported", Policy: r.plan.Row, Message: text})
			}
		}
	}
	return out
}

// warnings are the doubts about the study as a whole.
func (s *study) warnings() []result.Warning {
	var out []result.Warning
	add := func(code, policy, message string) {
		out = append(out, result.Warning{Code: code, Policy: policy, Message: message})
	}
	if s.done() < s.Replications {
		add("partial", "", fmt.Sprintf("interrupted: %d of %d replications are in these numbers", s.done(), s.Replications))
	}
	if len(s.rows) > 1 && s.done() == 1 {
		add("one-replication", "", "one replication shows what can happen, not a difference: run more for intervals")
	}
	base := s.Plans[s.Baseline]
	for _, r := range s.rows {
		if !reflect.DeepEqual(faultsOf(r.plan), faultsOf(base)) {
			add("faults-differ", r.plan.Row, "this row meets other faults than "+base.Row+", whose faults are the ones listed")
		}
	}
	return out
}
