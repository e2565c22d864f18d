package lint_test

import (
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/model"
)

// faultExamples are plans whose policies or timeouts do not fit what befalls
// them.
func faultExamples(t *testing.T) []example {
	hang := fault(30, model.Fault{Name: "hang", Kind: model.FaultHang, Share: 0.5})
	lost := fault(60, model.Fault{Name: "lossy", Kind: model.FaultResponseLost, Share: 0.01})
	cut := fault(10, model.Fault{Name: "cut", Kind: model.FaultCut})
	squeeze := fault(300, model.Fault{
		Name: "squeeze", Kind: model.FaultRateLimit, Limit: model.RateLimit{Allow: 15, Per: time.Second, Status: 429, RetryAfter: 30 * time.Second},
	})
	forever := func(p *sim.Plan) { p.Workers.Lock = 0 }
	bull := with(t, "max_attempts", "5", "backoff", "exponential", "base", "2s", "jitter", "full")
	return []example{
		{"unanswered", "half the calls hang, no timeout, no lock", true, in(hang, timeout(0), forever)},
		{"unanswered", "answers lost, a lock", true, in(lost, timeout(0))},
		{"unanswered", "a timeout", false, in(hang)},
		{"unanswered", "a cut that holds the calls", false, in(cut, timeout(0))},

		{"no-timeout", "timeout 0", true, in(timeout(0))},
		{"no-timeout", "the policy says none", true, in(with(t, append(calm, "timeout", "none")...))},
		{"no-timeout", "the policy sets one", false, in(timeout(0), with(t, append(calm, "timeout", "2s")...))},

		{"not-retried", "503 and retry: timeout", true, in(refuse(30), with(t, append(calm, "retry", "timeout")...))},
		{"not-retried", "transient", false, in(refuse(30))},
		{"not-retried", "no retries at all", false, in(refuse(30), with(t, "max_attempts", "1", "backoff", "fixed", "base", "1s"))},

		{"short-coverage", "5 attempts for 5 minutes", true, in(bull, refuse(300))},
		{"short-coverage", "5 attempts for a squeezed limit", true, in(bull, squeeze)},
		{"short-coverage", "the longer of two", true, in(bull, refuse(60), fault(120, model.Fault{Name: "second", Kind: model.FaultRefuse, Status: 503}))},
		{"short-coverage", "timeouts lengthen it: 5 x 5s more", false, in(bull, fault(50, model.Fault{Kind: model.FaultCut, Loses: true}))},
		{"short-coverage", "25s", false, in(bull, refuse(25))},
		{"short-coverage", "no limit", false, in(with(t, "max_attempts", "unlimited", "backoff", "fixed", "base", "1s", "jitter", "full"), refuse(300))},

		{"never-comes", "a fault at 2m of a run of 1m", true, in(refuse(30), func(p *sim.Plan) { p.Until, p.Horizon = 30*time.Second, time.Minute })},
		{"never-comes", "a replay after the horizon", true, in(replayAt(2 * time.Hour))},
		{"never-comes", "within the horizon", false, in(refuse(30), replayAt(59*time.Minute))},

		{"without-effect", "errors for none", true, in(fault(30, model.Fault{Kind: model.FaultError, Errors: []model.Outcome{{Class: policies.ServerError, Status: 500}}}))},
		{"without-effect", "0s longer", true, in(fault(30, model.Fault{Kind: model.FaultLatency, Latency: constant(0)}))},
		{"without-effect", "a share", false, in(hang)},
		{"without-effect", "twice the time", false, in(fault(30, model.Fault{Kind: model.FaultLatency, Multiply: 2}))},

		{"hint-ignored", "30s asked, deaf", true, in(bull, limit(60, 30*time.Second))},
		{"hint-ignored", "obeyed", false, in(with(t, append(calm, "hint.obey", "true", "hint.spread", "30s")...), limit(60, 30*time.Second))},
		{"hint-ignored", "no hint sent", false, in(bull, limit(60, 0))},

		{"lock-forever", "crashes, no end of the lock", true, in(forever, fault(10, model.Fault{Name: "deploy", Kind: model.FaultCrash, Target: model.TargetWorkers, Share: 0.5}))},
		{"lock-forever", "a lock of 30s", false, in(fault(10, model.Fault{Name: "deploy", Kind: model.FaultCrash, Target: model.TargetWorkers, Share: 0.5}))},
		{"lock-forever", "no crashes", false, in(forever)},

		{"key-scope-job", "a new key after a replay", true, in(effect(model.GuardIdempotencyKey, model.ScopeJob), replayAt(5*time.Minute))},
		{"key-scope-job", "the original key", false, in(effect(model.GuardIdempotencyKey, model.ScopeOriginalJob), replayAt(5*time.Minute))},
		{"key-scope-job", "no replay", false, in(effect(model.GuardIdempotencyKey, model.ScopeJob))},

		{"key-per-attempt", "a key per attempt", true, in(effect(model.GuardUnique, model.ScopeAttempt))},
		{"key-per-attempt", "per job", false, in(effect(model.GuardUnique, model.ScopeJob))},

		{"unguarded-effect", "1% of the answers lost", true, in(effect(model.GuardNone, 0), lost)},
		{"unguarded-effect", "timeouts keep running", true, in(effect(model.GuardNone, 0))},
		{"unguarded-effect", "check_then_insert overlaps", true, in(effect(model.GuardCheckThenInsert, 0))},
		{"unguarded-effect", "cancelled", false, in(effect(model.GuardNone, 0), func(p *sim.Plan) { p.Types[0].Cancels = true })},
		{"unguarded-effect", "a key", false, in(effect(model.GuardIdempotencyKey, 0), lost)},
	}
}
