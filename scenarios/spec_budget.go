package scenarios

import "time"

// Budget limits the retries of a job type beside its policy.
type Budget struct {
	Src     *Node         `yaml:"-"`
	Kind    string        `yaml:"kind,required" enum:"none ratio tokens quota throttle active" doc:"what funds it. ratio: first attempts within ttl, and floor besides (Finagle, linkerd2); tokens: successes fill a bucket; quota: that of the AWS SDKs; throttle: that of gRPC, which stops at half of size; active: a share of the attempts in flight (Envoy); none: no limit"`
	Share   Share         `yaml:"share" doc:"ratio: retries for each first attempt; active: for each attempt in flight"`
	Floor   Rate          `yaml:"floor" doc:"ratio: retries per second that each client may make besides"`
	TTL     time.Duration `yaml:"ttl" range:"> 0s" doc:"ratio: how long first attempts and retries count, 10s unless said"`
	Least   int           `yaml:"at_least" range:"[0, 1000000]" doc:"active: retries in flight that are always allowed"`
	Size    float64       `yaml:"size" range:"[0, 1000000000]" doc:"tokens, quota, throttle: of the bucket, which is full at first"`
	Fund    float64       `yaml:"fund" range:"[0, 1000000000]" doc:"tokens, throttle: what a success puts back; quota: a success at the first attempt, while one of a retry puts back its cost"`
	Cost    float64       `yaml:"cost" range:"[0, 1000000000]" doc:"tokens, quota: of a retry; 1 unless said"`
	Timeout float64       `yaml:"timeout_cost" range:"[0, 1000000000]" doc:"quota: of a retry after a timeout; cost unless said"`
	Clients int           `yaml:"clients" default:"1" range:"[1, 1000000]" doc:"each has a budget of its own, and the jobs take turns among them; 1: one for the fleet"`
}

// budgetKeys are the words that each kind reads, besides kind and clients.
var budgetKeys = map[string][]string{
	"none":     {"share", "floor", "ttl", "at_least", "size", "fund", "cost", "timeout_cost"}, // so that a row can switch it off
	"ratio":    {"share", "floor", "ttl"},
	"tokens":   {"size", "fund", "cost"},
	"quota":    {"size", "fund", "cost", "timeout_cost"},
	"throttle": {"size", "fund"},
	"active":   {"share", "at_least"},
}
