package lint_test

import (
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// policyExamples are looks at policies alone, and at what a plan adds.
func policyExamples(t *testing.T) []example {
	exp := func(pairs ...string) []string { return append([]string{"backoff", "exponential"}, pairs...) }
	limited := limit(60, 30*time.Second)
	return []example{
		{"as-written", "bullmq-exponential.as-written", true, from("bullmq-exponential.as-written")},
		{"as-written", "respect-retry-after.as-written", true, from("respect-retry-after.as-written", "retry", "transient")},
		{"as-written", "the intent", false, from("bullmq-exponential")},

		{"no-limit", "indexer as its source has it", true, from("indexer")},
		{"no-limit", "indexer with 8 attempts", false, from("indexer", "max_attempts", "8")},
		{"no-limit", "an elapsed limit", false, alone(exp("base", "1s", "elapsed_limit", "5m")...)},

		{"hot-loop", "base 0", true, alone(exp("base", "0s", "max_attempts", "5")...)},
		{"hot-loop", "no backoff, no end", true, alone("max_attempts", "unlimited", "backoff", "none")},
		{"hot-loop", "one retry at once", false, alone("max_attempts", "2", "backoff", "none")},

		{"cap-below-base", "cap 1s, base 5s", true, alone(exp("base", "5s", "cap", "1s", "max_attempts", "4")...)},
		{"cap-below-base", "decorrelated", true, alone("backoff", "decorrelated", "base", "5s", "cap", "1s", "max_attempts", "4")},
		{"cap-below-base", "cap at the base", false, alone(exp("base", "5s", "cap", "5s", "max_attempts", "4")...)},

		{"cap-never-reached", "200ms doubling, cap 1h, 10 attempts (B19)", true, alone(exp("base", "200ms", "cap", "1h", "max_attempts", "10")...)},
		{"cap-never-reached", "16s reached at the fifth", false, alone(exp("base", "1s", "cap", "16s", "max_attempts", "6")...)},

		{"floor-above-cap", "floor 1m, cap 30s", true, alone(exp("base", "1s", "cap", "30s", "floor", "1m", "max_attempts", "9")...)},
		{"floor-above-cap", "floor below", false, alone(exp("base", "1s", "cap", "30s", "floor", "2s", "max_attempts", "9")...)},

		{"jitter-above-cap", "indexer", true, from("indexer", "max_attempts", "8")},
		{"jitter-above-cap", "written out", true, alone(exp("base", "1s", "cap", "4s", "jitter.added", "1s", "max_attempts", "5")...)},
		{"jitter-above-cap", "the cap last", false, from("indexer", "max_attempts", "8", "order", "jitter_then_cap")},
		{"jitter-above-cap", "full jitter", false, from("full-jitter", "max_attempts", "9")},
		{"jitter-above-cap", "cap not reached", false, from("indexer", "max_attempts", "4")},

		{"jitter-without-effect", "stable 0", true, alone(exp("base", "1s", "jitter.stable", "0s", "max_attempts", "4")...)},
		{"jitter-without-effect", "a share of 0s", true, alone(exp("base", "0s", "jitter", "full", "max_attempts", "4")...)},
		{"jitter-without-effect", "rounded away", true, alone("backoff", "fixed", "base", "10s", "jitter.plus_minus", "0.02", "round", "1s", "max_attempts", "4")},
		{"jitter-without-effect", "plus_minus 0.1", false, from("indexer", "max_attempts", "8")},

		{"jitter-lost-at-cap", "node-retry, cut at 30 s", true, from("node-retry.randomize.max30s")},
		{"jitter-lost-at-cap", "Spring Retry's random flag", true, from("spring-retry.exponential.random", "max_attempts", "12")},
		{"jitter-lost-at-cap", "the cap first", false, from("agenda.exponential.jitter0.2.max60s", "max_attempts", "12")},
		{"jitter-lost-at-cap", "half to both sides at the cap", false, from("kafka.retry", "max_attempts", "12")},

		{"jitter-tiny", "100 ms on top of 8 s", true, from("got", "max_attempts", "6")},
		{"jitter-tiny", "100 ms on top of 1 s", false, from("got")},
		{"jitter-tiny", "a share of the wait", false, from("river")},

		{"jitter-rounded", "Oban: 17 or 18 s", true, from("oban.20")},
		{"jitter-rounded", "Sidekiq 8: ten values", false, from("sidekiq.8")},
		{"jitter-rounded", "whole milliseconds", false, from("bullmq.exponential.jitter0.5", "max_attempts", "6")},

		{"no-jitter", "bullmq-exponential alone", true, from("bullmq-exponential")},
		{"no-jitter", "2000 at once", true, in(with(t, exp("base", "2s", "max_attempts", "5")...), burst(2000))},
		{"no-jitter", "full jitter", false, from("full-jitter")},
		{"no-jitter", "decorrelated", false, from("decorrelated-jitter")},
		{"no-jitter", "one job every ten seconds", false, in(with(t, exp("base", "2s", "max_attempts", "5")...), rate(0.1))},

		{"elapsed-limit", "limit 1s, first wait 5s", true, alone(exp("base", "5s", "elapsed_limit", "1s", "max_attempts", "4")...)},
		{"elapsed-limit", "limit 1m", false, alone(exp("base", "5s", "elapsed_limit", "1m", "max_attempts", "4")...)},

		{"permanent-retried", "polled-queue", true, from("polled-queue")},
		{"permanent-retried", "retry 4xx without end", true, alone(exp("base", "1s", "retry", "4xx", "max_attempts", "unlimited")...)},
		{"permanent-retried", "transient", false, from("bullmq-exponential")},
		{"permanent-retried", "all, but one call", false, alone(exp("base", "1s", "retry", "all", "max_attempts", "1")...)},

		{"policy-no-timeout", "timeout none", true, alone(exp("base", "1s", "timeout", "none", "max_attempts", "4")...)},
		{"policy-no-timeout", "the job's own", false, from("bullmq-exponential")},

		{"hint-without-spread", "respect-retry-after", true, from("respect-retry-after")},
		{"hint-without-spread", "with a dependency that sends one", true, in(with(t, "max_attempts", "9", "backoff", "fixed", "base", "9s", "jitter", "full", "hint.obey", "true"), limited, burst(500))},
		{"hint-without-spread", "nobody sends one", false, in(with(t, "max_attempts", "9", "backoff", "fixed", "base", "9s", "jitter", "full", "hint.obey", "true"))},
		{"hint-without-spread", "spread", false, from("respect-retry-after", "hint.spread", "30s")},

		{"hint-unbounded", "go-retryablehttp", true, from("go-retryablehttp")},
		{"hint-unbounded", "undici: at most 30 s", false, from("undici")},
		{"hint-unbounded", "azcore gives up", false, from("azure.azcore-go")},
		{"hint-unbounded", "the AWS SDK: 5 s beyond its own wait", false, from("aws.2.1.transient")},

		{"overflow", "indexer without limit", true, from("indexer")},
		{"overflow", "no cap, 50 attempts", true, alone(exp("base", "100ms", "max_attempts", "50")...)},
		{"overflow", "8 attempts", false, from("indexer", "max_attempts", "8")},

		{"unused", "step of an exponential", true, alone(exp("base", "1s", "step", "5s", "max_attempts", "4")...)},
		{"unused", "hint.most without obey", true, alone(exp("base", "1s", "hint.most", "5m", "max_attempts", "4")...)},
		{"unused", "all in use", false, alone(calm...)},
	}
}

// rate replaces the arrivals of the plan.
func rate(perSecond float64) func(*sim.Plan) {
	return func(p *sim.Plan) {
		p.Types[0].Sources = []model.Source{source("live", model.Poisson{Rate: perSecond})}
	}
}

// limit gives the dependency a rate limit that sends a hint.
func limit(allow int, retryAfter time.Duration) func(*sim.Plan) {
	return func(p *sim.Plan) {
		p.Stations[0].Limit = model.RateLimit{Allow: allow, Per: time.Second, Status: 429, RetryAfter: retryAfter}
	}
}
