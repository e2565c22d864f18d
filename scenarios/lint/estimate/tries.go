package estimate

import (
	"time"

	"retrysim/policies"
	"retrysim/sim"
)

// Try is one attempt of a job that failed until then.
type Try struct {
	Attempt              int
	At, Earliest, Latest time.Duration // without jitter, and the range with it
}

// Tries says when a job is tried that makes its first attempt at a given time
// and then fails at every attempt as blow says: the attempts in order, the
// first 64 where there are more. A worker is taken to be free at once. ok is
// false where the first attempt never ends: no answer and no timeout.
func Tries(p *sim.Plan, jobType int, policy *policies.Policy, blow Blow, first time.Duration) (tries []Try, ok bool) {
	lag := time.Duration(0)
	if blow.Unanswered {
		if lag = Patience(&p.Types[jobType], policy); lag == 0 {
			return []Try{{1, first, first, first}}, false
		}
	}
	now := Try{Attempt: 1, At: first, Earliest: first, Latest: first}
	tries = append(tries, now)
	if !policy.Retryable.Matches(blow.Class, blow.Status) {
		return tries, true
	}
	for _, row := range policies.Table(policy, mostRows, 0) {
		low, mid, high, fromFailure := wait(policy, blow, row)
		now = Try{
			Attempt:  now.Attempt + 1,
			At:       due(p, policy, now.At, lag, mid, fromFailure),
			Earliest: due(p, policy, now.Earliest, lag, low, fromFailure),
			Latest:   due(p, policy, now.Latest, lag, high, fromFailure),
		}
		if policy.ElapsedLimit > 0 && now.At-first > policy.ElapsedLimit {
			break
		}
		tries = append(tries, now)
	}
	return tries, true
}

// wait is the wait before a retry: the server's hint where the policy obeys
// it, which counts from the failure, else the backoff's.
func wait(policy *policies.Policy, blow Blow, row policies.Row) (low, mid, high time.Duration, hinted bool) {
	h := HintWait(policy, blow)
	if h == 0 || (policy.Hint.LowerBound && h < row.Min) {
		return row.Min, Typical(row), row.Max, false
	}
	return h, add(h, policy.Hint.Spread/2), add(h, policy.Hint.Spread), true
}

// HintWait is how long a policy waits after a hint, its spread left aside; 0
// where there is no hint or it is not obeyed.
func HintWait(policy *policies.Policy, blow Blow) time.Duration {
	r := &policy.Hint
	applies := blow.Status == 429 || blow.Status == 503
	if !r.Only.Empty() {
		applies = r.Only.Matches(blow.Class, blow.Status)
	}
	if !r.Obey || !applies {
		return 0
	}
	h := blow.Hint
	if h == 0 && blow.Class == policies.RateLimited {
		h = r.Missing
	}
	if r.Most > 0 {
		h = min(h, r.Most)
	}
	if h > 0 {
		h = max(h, policy.Floor)
	}
	return h
}

// due is when the next attempt begins: the wait counts from the failure or
// from the taking, and a queue with reviews waits for the next one.
func due(p *sim.Plan, policy *policies.Policy, taken, lag, wait time.Duration, fromFailure bool) time.Duration {
	at := add(add(taken, lag), wait)
	if policy.Anchor == policies.AnchorTaken && !fromFailure {
		at = max(add(taken, wait), add(taken, lag))
	}
	return Reviewed(&p.Queue, at)
}

// Rest is what follows the attempts that Tries lists where a policy allows
// more: so many, -1 without end, each so long after the one before as the last
// one listed.
func Rest(policy *policies.Policy, tries []Try) (every time.Duration, more int) {
	n := len(tries)
	if n <= mostRows || policy.ElapsedLimit > 0 {
		return 0, 0
	}
	every = tries[n-1].At - tries[n-2].At
	if retries, limited := policy.Retries(); limited {
		return every, max(0, retries-mostRows)
	}
	return every, -1
}
