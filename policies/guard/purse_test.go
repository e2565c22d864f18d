package guard_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"retrysim/policies/guard"
)

// calls plays n requests one after the other: each fails with the probability p
// and is retried as often as most and the budget let it.
func calls(b guard.Budget, p float64, most, n int) (attempts, success float64) {
	r := rand.New(rand.NewPCG(1, 2))
	purse := guard.NewPurse(&b)
	sent, ok := 0, 0
	for i := range n {
		now, paid := time.Duration(i)*time.Millisecond, 0.0
		for a := 0; ; a++ {
			sent++
			purse.Sent(now, a > 0)
			if r.Float64() >= p {
				purse.Succeeded(paid)
				ok++
				break
			}
			purse.Failed(paid)
			if a == most {
				break
			}
			var granted bool
			if paid, granted = purse.Retry(now, false); !granted {
				break
			}
		}
	}
	return float64(sent) / float64(n), float64(ok) / float64(n)
}

// TestBudgetTruths holds the published means of the budgets as exact chains
// give them, for one client with one call at a time.
func TestBudgetTruths(t *testing.T) {
	bucket := guard.Budget{Kind: guard.Tokens, Size: 10, Fund: 0.1, Cost: 1}
	grpc := guard.Budget{Kind: guard.Throttle, Size: 10, Fund: 0.1}
	quota := guard.Budget{Kind: guard.Quota, Size: 500, Fund: 1, Cost: 5}
	const requests = 1_000_000
	for _, c := range []struct {
		name              string
		b                 guard.Budget
		p                 float64
		most              int
		attempts, success float64
	}{
		{"BUCKET 01 02", bucket, 0.05, 3, 1.05262401022, 0.999992809713},
		{"BUCKET 03 04", bucket, 0.2, 3, 1.08695652104, 0.869565216833},
		{"BUCKET 05 06", bucket, 0.5, 3, 1.05263157895, 0.526315789474},
		{"BUCKET 07 08", bucket, 0.1, 3, 1.09685394672, 0.987168552046},
		{"BUCKET 11 12", bucket, 0.9, 3, 1.0101010101, 0.10101010101},
		{"GRPC 15 16", grpc, 0.05, 3, 1.05209348026, 0.999488806251},
		{"GRPC 17 18", grpc, 0.5, 3, 1, 0.5},
		{"GRPC 19 20", grpc, 0.08, 3, 1.0602962439, 0.975472544384},
		{"AWSQ 25", quota, 0.5, 2, 1.2, 0.6},
	} {
		attempts, success := calls(c.b, c.p, c.most, requests)
		// ci4.5: the wider of the relative tolerance and 4.5 standard errors
		off := max(0.005*c.success, 4.5*math.Sqrt(c.success*(1-c.success)/requests))
		if math.Abs(attempts/c.attempts-1) > 0.01 || math.Abs(success-c.success) > off {
			t.Errorf("%s: %.5f attempts and %.5f successes a request, want %.5f and %.5f", c.name, attempts, success, c.attempts, c.success)
		}
	}
}

// TestBudgetsRunDry counts the retries when everything fails.
func TestBudgetsRunDry(t *testing.T) {
	count := func(b guard.Budget) (n int) {
		p := guard.NewPurse(&b)
		for {
			p.Sent(0, n > 0)
			p.Failed(0)
			if _, ok := p.Retry(0, false); !ok {
				return n
			}
			n++
		}
	}
	if n := count(guard.Budget{Kind: guard.Quota, Size: 500, Fund: 1, Cost: 5}); n != 100 { // AWSQ 28
		t.Errorf("the quota let %d retries pass, want 100", n)
	}
	if n := count(guard.Budget{Kind: guard.Throttle, Size: 10, Fund: 0.1}); n != 4 { // GRPC 24: the 5th failure may not
		t.Errorf("the throttle let %d retries pass, want 4", n)
	}
}

// TestThrottleEvents plays the published traces of gRPC's tests: B-GRPC 01 02.
func TestThrottleEvents(t *testing.T) {
	p := guard.NewPurse(&guard.Budget{Kind: guard.Throttle, Size: 4, Fund: 1.6})
	want := []float64{3, 4, 3, 2, 1, 0, 0, 1.6, 3.2, 2.2, 1.2, 2.8, 1.8, 3.4, 2.4}
	for i, e := range "FSFFFFFSSFFSFSF" {
		if p.Sent(0, false); e == 'S' {
			p.Succeeded(0)
		} else {
			p.Failed(0)
		}
		if got := p.Level(0); math.Abs(got-want[i]) > 1e-9 {
			t.Errorf("after event %d: %v tokens, want %v", i+1, got, want[i])
		}
		if _, ok := p.Retry(0, false); ok != (want[i] > 2) {
			t.Errorf("after event %d: a retry may be made: %v", i+1, ok)
		}
	}
}

// TestThrottleFromBelow is the second published trace: B-GRPC 03 starts at 7.5
// tokens of 10. Failures count 1, so it is played in half tokens.
func TestThrottleFromBelow(t *testing.T) {
	p := guard.NewPurse(&guard.Budget{Kind: guard.Throttle, Size: 20, Fund: 6})
	for range 5 {
		p.Failed(0)
	}
	var got []bool
	for _, e := range "FFFFSFF" {
		if e == 'S' {
			p.Succeeded(0)
			continue
		}
		p.Failed(0)
		p.Failed(0)
		_, ok := p.Retry(0, false)
		got = append(got, ok)
	}
	if want := []bool{true, true, false, false, true, false}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestRatioPerSecond holds the steady rates of the closed form: RATIO 30 31.
func TestRatioPerSecond(t *testing.T) {
	b := guard.Budget{Kind: guard.Ratio, Share: 0.2, Floor: 10, TTL: 10 * time.Second}
	for _, rate := range []int{100, 1000} {
		p, n := guard.NewPurse(&b), 0
		for i := range 120 * rate {
			now := time.Duration(i) * time.Second / time.Duration(rate)
			p.Sent(now, false)
			for range 2 {
				if _, ok := p.Retry(now, false); ok && now >= 20*time.Second {
					n++
				}
			}
		}
		want, _ := b.PerSecond(float64(rate))
		if got := float64(n) / 100; math.Abs(got/want-1) > 0.03 {
			t.Errorf("%d requests/s: %.1f retries/s, want %.0f", rate, got, want)
		}
	}
}

// TestActive admits retries up to a share of the attempts in flight, and one
// always.
func TestActive(t *testing.T) {
	p := guard.NewPurse(&guard.Budget{Kind: guard.Active, Share: 0.2, Floor: 1})
	for range 11 {
		p.Sent(0, false)
	}
	p.Failed(0) // 10 in flight: 2 retries
	for i, want := range []bool{true, true, false} {
		if _, ok := p.Retry(0, false); ok != want {
			t.Errorf("retry %d: %v", i+1, ok)
		}
	}
	p.Dropped(1)
	if _, ok := p.Retry(0, false); !ok || p.Refused != 1 {
		t.Errorf("a dropped retry gives its place back: %v, %d refused", ok, p.Refused)
	}
}

func TestBudgetValidate(t *testing.T) {
	for _, b := range []guard.Budget{
		{Kind: guard.Ratio, Share: 0.2},
		{Kind: guard.Tokens, Cost: 1},
		{Kind: guard.Tokens, Size: 1},
		{Kind: guard.Quota, Size: 1, Cost: 1, Fund: -1},
		{Kind: 99},
	} {
		if b.Validate() == nil {
			t.Errorf("%+v is accepted", b)
		}
	}
}

// TestDecisionsAllocateNothing guards the hot path.
func TestDecisionsAllocateNothing(t *testing.T) {
	p := guard.NewPurse(&guard.Budget{Kind: guard.Ratio, Share: 0.2, Floor: 10, TTL: 10 * time.Second})
	now := time.Duration(0)
	if n := testing.AllocsPerRun(1000, func() {
		now += time.Millisecond
		p.Sent(now, false)
		p.Failed(0)
		p.Retry(now, false)
	}); n != 0 {
		t.Errorf("%v allocations a decision", n)
	}
}

func BenchmarkRatio(b *testing.B) {
	p := guard.NewPurse(&guard.Budget{Kind: guard.Ratio, Share: 0.2, Floor: 10, TTL: 10 * time.Second})
	now := time.Duration(0)
	for b.Loop() {
		now += 100 * time.Microsecond
		p.Sent(now, false)
		p.Failed(0)
		p.Retry(now, false)
	}
}
