package guard

import (
	"fmt"
	"math"
	"time"
)

// Kind is a way to limit retries.
type Kind uint8

// The kinds. A ratio is funded by first attempts within a window, with a floor
// (Finagle's RetryBudget, linkerd2); tokens are deposited by successes into a
// fixed bucket; a quota is that of the AWS SDKs; a throttle is that of gRPC
// (gRFC A6); active is a share of the attempts in flight (Envoy).
const (
	None Kind = iota
	Ratio
	Tokens
	Quota
	Throttle
	Active
	kinds
)

// Words are the kinds by name, in their order.
var Words = [kinds]string{"none", "ratio", "tokens", "quota", "throttle", "active"}

// Budget is the settings of a retry budget; each kind reads some of them.
type Budget struct {
	Kind  Kind
	Share float64       `json:",omitzero"` // Ratio, Active: retries per first attempt, per attempt in flight, > 0 but with a floor
	Floor float64       `json:",omitzero"` // Ratio: retries per second besides; Active: retries in flight always allowed
	TTL   time.Duration `json:",omitzero"` // Ratio: the window
	Size  float64       `json:",omitzero"` // Tokens, Quota, Throttle: of the bucket, full at first
	Fund  float64       `json:",omitzero"` // Tokens, Throttle: per success; Quota: per success at the first attempt
	Cost  float64       `json:",omitzero"` // Tokens, Quota: of a retry
	Slow  float64       `json:",omitzero"` // Quota: of a retry after a timeout
}

// Validate names the first value out of its range.
func (b *Budget) Validate() error {
	bad := func(x float64) bool { return x < 0 || math.IsNaN(x) || math.IsInf(x, 0) }
	bucket := b.Kind == Tokens || b.Kind == Quota || b.Kind == Throttle
	switch {
	case b.Kind >= kinds:
		return fmt.Errorf("budget of an unknown kind")
	case bad(b.Share) || bad(b.Floor) || bad(b.Size) || bad(b.Fund) || bad(b.Cost) || bad(b.Slow):
		return fmt.Errorf("a value of the budget is negative or no number, want 0 or more")
	case b.Kind == Ratio && b.TTL < slices:
		return fmt.Errorf("ttl is %v, want more than 0", b.TTL)
	case bucket && b.Size <= 0:
		return fmt.Errorf("size is %v, want more than 0", b.Size)
	case (b.Kind == Tokens || b.Kind == Quota) && b.Cost <= 0:
		return fmt.Errorf("cost is %v, want more than 0", b.Cost)
	}
	return nil
}

// PerSecond is the retries per second that one budget admits at steady state
// when every first attempt fails, of which requestsPerSecond come. A bucket
// that only successes fund admits none then; for a share of the attempts in
// flight the sum is not known without their length, and ok is false.
func (b *Budget) PerSecond(requestsPerSecond float64) (retries float64, ok bool) {
	switch b.Kind {
	case Ratio:
		return float64(b.Share*requestsPerSecond) + b.Floor, true
	case Tokens, Quota, Throttle:
		return 0, true
	}
	return 0, false
}
