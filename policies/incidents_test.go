package policies

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// The cases here come from public bug reports against retry libraries; each names its report.

// TestOverflowExponents: int64 nanoseconds, factor 2: the first exponent at which a naive product wraps round, and
// the right value there and beyond, which is the cap. Source: onosproject/onos-lib-go#127, jpillora/backoff#11 and
// others; the exponents follow from 2^63 ns.
func TestOverflowExponents(t *testing.T) {
	for base, exponent := range map[time.Duration]int{
		time.Millisecond: 44, 10 * time.Millisecond: 40, 100 * time.Millisecond: 37, time.Second: 34, 30 * time.Second: 29,
	} {
		open := &Policy{Backoff: Exponential{Base: base, Factor: 2}}
		if k := open.overflowsAt(); k != exponent+1 {
			t.Errorf("base %v: overflow told at retry %d, want %d", base, k, exponent+1)
		}
		capped := &Policy{Backoff: open.Backoff, Cap: 10 * time.Second}
		for _, n := range []int{exponent - 1, exponent, exponent + 1, 62, 63, 64, 65, 100, 1000, math.MaxInt - 1} {
			if d := capped.Delay(Failure{Attempt: n + 1}, nil); d != 10*time.Second {
				t.Errorf("base %v, exponent %d: %v, want the cap", base, n, d)
			}
		}
	}
}

// TestJitterAtTheCap: still spread at attempt 1000. Source: App-vNext/Polly#1866, ethereum-optimism/optimism#7690.
func TestJitterAtTheCap(t *testing.T) {
	p := &Policy{Backoff: Exponential{Base: time.Second, Factor: 2}, Cap: 30 * time.Second, Jitter: FullJitter{}}
	r := rand.New(rand.NewPCG(1, 1))
	lowest, highest := Longest, time.Duration(0)
	for range 1000 {
		d := p.Delay(Failure{Attempt: 1000}, r)
		lowest, highest = min(lowest, d), max(highest, d)
	}
	// 1000 draws miss the first or the last tenth with probability 2 * 0.9^1000 < 1e-45.
	if lowest > 3*time.Second || highest < 27*time.Second || highest > 30*time.Second {
		t.Errorf("draws from %v to %v, want most of [0, 30 s]", lowest, highest)
	}
}

// TestThousandRetries: base 300 s, cap 3600 s: 300, 600, 1200, 2400, then 3600; the sum of 1000 delays is
// 3,590,100 s. Source: apache/airflow#47971, where the float overflowed at 1017.
func TestThousandRetries(t *testing.T) {
	p := &Policy{MaxAttempts: 1001, Backoff: Exponential{Base: 300 * time.Second, Factor: 2}, Cap: time.Hour}
	if total, ok := WorstCaseTotal(p); !ok || total != 3_590_100*time.Second {
		t.Errorf("sum of 1000 delays: %v", total)
	}
	if d := p.Delay(Failure{Attempt: 1018}, nil); d != time.Hour {
		t.Errorf("delay 1018: %v", d)
	}
}

// TestAttemptsAndRetries: retries n are n+1 attempts, and both words show it. Source: tim-kos/node-retry#21,
// restatedev/restate#3774 and others.
func TestAttemptsAndRetries(t *testing.T) {
	var s Spec
	if err := s.Set("retries", "3", "test"); err != nil {
		t.Fatal(err)
	}
	attempts, _, _ := s.Get("max_attempts")
	retries, _, _ := s.Get("retries")
	p, _, err := s.Build("p")
	if err != nil || attempts != "4" || retries != "3" || p.MaxAttempts != 4 {
		t.Errorf("retries 3: attempts %s, retries %s, %v", attempts, retries, err)
	}
	p.Retryable, p.Backoff = All(), None{}
	calls := 1
	for p.Decide(Failure{Attempt: calls, Class: Timeout}, nil).Retry {
		calls++
	}
	if calls != 4 {
		t.Errorf("retries 3: %d calls", calls)
	}
}

// TestPolynomialSums: n^4 + 15 s: 5 tries span 429 s, 8 tries 4796 s, 16 tries 2.07 days, 25 retries 20.4 days.
// Source: mastodon/mastodon#21956, App-vNext/Polly#245. Sums of n^4: 0+1+16+81+256 = 354, + 5*15 = 429.
func TestPolynomialSums(t *testing.T) {
	for retries, want := range map[int]float64{5: 429, 8: 4796} {
		p := &Policy{MaxAttempts: retries + 1, Backoff: Polynomial{time.Second, 4, 0, 15 * time.Second}}
		if total, _ := WorstCaseTotal(p); total.Seconds() != want {
			t.Errorf("%d retries: %v s, want %v", retries, total.Seconds(), want)
		}
	}
	for retries, days := range map[int]float64{16: 2.07, 25: 20.4} {
		p := &Policy{MaxAttempts: retries + 1, Backoff: Polynomial{time.Second, 4, 0, 15 * time.Second}}
		if total, _ := WorstCaseTotal(p); math.Abs(total.Hours()/24-days) > 0.05 {
			t.Errorf("%d retries: %v days, want %v", retries, total.Hours()/24, days)
		}
	}
}

// TestChainSum: with base 1 s, cap 30 s and 7 retries, the sum of the waits of one job has a standard deviation of
// about 20 s when the chain is drawn anew each time and 35 s when it is carried; the means agree.
func TestChainSum(t *testing.T) {
	const jobs = 40_000
	want := map[string]float64{"redrawn": 20, "carried": 35}
	mean := 0.0
	for _, row := range Table(&Policy{Backoff: Decorrelated{sec, 30 * sec}}, 7, 0) {
		mean += row.Mean.Seconds()
	}
	for name, b := range map[string]Backoff{
		"redrawn": DecorrelatedRedrawn{sec, 30 * sec}, "carried": Decorrelated{sec, 30 * sec},
	} {
		p := &Policy{Backoff: b, MaxAttempts: 8, Retryable: All()}
		r := rand.New(rand.NewPCG(42, 0))
		var sum, squares float64
		for range jobs {
			total := failAll(p, r).Seconds()
			sum, squares = sum+total, squares+float64(total*total)
		}
		average := sum / jobs
		sd := math.Sqrt(squares/jobs - float64(average*average))
		if math.Abs(sd-want[name]) > 1 {
			t.Errorf("%s: standard deviation %.2f s, want about %v", name, sd, want[name])
		}
		if math.Abs(average-mean) > 5*sd/math.Sqrt(jobs) {
			t.Errorf("%s: mean %.2f s, the table says %.2f", name, average, mean)
		}
	}
}

// failAll is the total wait of a job that fails at every attempt.
func failAll(p *Policy, r *rand.Rand) (total time.Duration) {
	f := Failure{Attempt: 1, Class: Timeout}
	for {
		d := p.Decide(f, r)
		if !d.Retry {
			return total
		}
		total += d.Delay
		f.Attempt, f.Previous, f.Now = f.Attempt+1, d.Carry, d.Due
	}
}

// TestChainMeans against the independent values 8.0985117 s (sum of seven) and 2.6263024 s (the last): base 0.1 s,
// cap 10 s, 8 attempts.
func TestChainMeans(t *testing.T) {
	rows := Table(&Policy{MaxAttempts: 8, Backoff: Decorrelated{sec / 10, 10 * sec}}, 12, 0)
	sum := 0.0
	for _, row := range rows {
		sum += row.Mean.Seconds()
	}
	if last := rows[6].Mean.Seconds(); math.Abs(sum/8.0985117-1) > 1e-5 || math.Abs(last/2.6263024-1) > 1e-5 {
		t.Errorf("sum of means %.7f, last %.7f", sum, last)
	}
}
