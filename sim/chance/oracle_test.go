package chance

import (
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat/distuv"
)

// oracles are cumulative distribution functions of nanoseconds, computed by
// gonum or by hand, never by this package.
var oracles = []struct {
	d   Distribution
	cdf func(float64) float64
}{
	{Uniform{50 * ms, 150 * ms}, distuv.Uniform{Min: 50e6, Max: 150e6}.CDF},
	{Exponential{100 * ms}, distuv.Exponential{Rate: 1 / 100e6}.CDF},
	{Normal{100 * ms, 20 * ms}, folded(100e6, 20e6)},
	{Normal{100 * ms, 100 * ms}, folded(100e6, 100e6)},
	{Normal{SD: 100 * ms}, folded(0, 100e6)},
	{Lognormal{Average: 100 * ms, SquaredCV: 4}, distuv.LogNormal{Mu: math.Log(100e6) - math.Log(5)/2, Sigma: math.Sqrt(math.Log(5))}.CDF},
	{Lognormal{Median: 45 * time.Second, P95: 4 * time.Minute}, distuv.LogNormal{Mu: math.Log(45e9), Sigma: math.Log(240.0/45) / distuv.UnitNormal.Quantile(0.95)}.CDF},
	{Lognormal{Median: 100 * ms, Sigma: 0.5}, distuv.LogNormal{Mu: math.Log(100e6), Sigma: 0.5}.CDF},
	{Gamma{100 * ms, 0.1}, distuv.Gamma{Alpha: 0.1, Beta: 0.1 / 100e6}.CDF},
	{Gamma{100 * ms, 0.5}, distuv.Gamma{Alpha: 0.5, Beta: 0.5 / 100e6}.CDF},
	{Gamma{100 * ms, 2}, distuv.Gamma{Alpha: 2, Beta: 2 / 100e6}.CDF},
	{Gamma{100 * ms, 50}, distuv.Gamma{Alpha: 50, Beta: 50 / 100e6}.CDF},
	{Erlang{100 * ms, 4}, distuv.Gamma{Alpha: 4, Beta: 4 / 100e6}.CDF},
	{Pareto{Average: 100 * ms, Alpha: 1.5}, distuv.Pareto{Xm: 100e6 / 3, Alpha: 1.5}.CDF},
	{Pareto{Minimum: 10 * ms, Alpha: 0.5}, distuv.Pareto{Xm: 10e6, Alpha: 0.5}.CDF},
	{Weibull{Average: 100 * ms, Shape: 0.5}, distuv.Weibull{K: 0.5, Lambda: 50e6}.CDF},
	{Weibull{Scale: 100 * ms, Shape: 2}, distuv.Weibull{K: 2, Lambda: 100e6}.CDF},
	{Hyperexponential{Average: 100 * ms, SquaredCV: 4}, twoExponentials(0.887298334620742, 56.3508326896292e6, 443.649167310371e6)},
	{Hyperexponential{Branches: []Branch{{0.7, 10 * ms}, {0.3, time.Second}}}, twoExponentials(0.7, 10e6, 1e9)},
	{Percentiles{Points: dashboard}, func(x float64) float64 { return along(x, func(v float64) float64 { return v }) }},
	{Percentiles{Points: dashboard, Between: "log"}, func(x float64) float64 { return along(x, math.Log) }},
	{Mixture{[]Part{{0.3, Uniform{High: 100 * ms}}, {0.7, Exponential{100 * ms}}}}, func(x float64) float64 {
		return 0.3*distuv.Uniform{Max: 100e6}.CDF(x) + 0.7*distuv.Exponential{Rate: 1 / 100e6}.CDF(x)
	}},
}

// folded is the law of |N|.
func folded(mean, sd float64) func(float64) float64 {
	n := distuv.Normal{Mu: mean, Sigma: sd}
	return func(x float64) float64 { return n.CDF(x) - n.CDF(-x) }
}

func twoExponentials(share, fast, slow float64) func(float64) float64 {
	return func(x float64) float64 { return 1 - share*math.Exp(-x/fast) - (1-share)*math.Exp(-x/slow) }
}

// along inverts the dashboard's percentiles on the given scale.
func along(x float64, scale func(float64) float64) float64 {
	for i := 1; i < len(dashboard); i++ {
		if a, b := dashboard[i-1], dashboard[i]; x <= float64(b.Value) {
			t := (scale(x) - scale(float64(a.Value))) / (scale(float64(b.Value)) - scale(float64(a.Value)))
			return (a.P + t*(b.P-a.P)) / 100
		}
	}
	return 1
}

// TestAgainstOracles is the Kolmogorov-Smirnov test: the largest distance
// between the sample's and the oracle's distribution functions, times sqrt(n),
// exceeds 1.95 once in a thousand times by chance. There are two samples of each
// law: one draw each of many keys, as the simulator draws, and many draws of one.
func TestAgainstOracles(t *testing.T) {
	const n = 50_000
	for _, o := range oracles {
		t.Run(o.d.String(), func(t *testing.T) {
			keyed, serial := make([]time.Duration, n), make([]time.Duration, n)
			one := Key{Seed: 7}.Stream()
			for job := range n {
				s := serviceKey(job).Stream()
				keyed[job], serial[job] = o.d.Sample(&s), o.d.Sample(&one)
			}
			if d := distance(keyed, o.cdf); d > 1.95 {
				t.Errorf("draws of many keys: distance %.2f", d)
			}
			if d := distance(serial, o.cdf); d > 1.95 {
				t.Errorf("draws of one key: distance %.2f", d)
			}
		})
	}
}

// distance returns the Kolmogorov-Smirnov distance times sqrt(n). A draw stands
// for what was rounded to it, half a nanosecond to either side, which matters
// where a law puts much weight near 0.
func distance(xs []time.Duration, cdf func(float64) float64) float64 {
	slices.Sort(xs)
	n, most := float64(len(xs)), 0.0
	for i, x := range xs {
		below, upTo := cdf(max(0, float64(x)-0.5)), cdf(float64(x)+0.5)
		most = max(most, below-float64(i+1)/n, float64(i)/n-upTo)
	}
	return most * math.Sqrt(n)
}

// TestExponentialAndNormalNumbers looks closer at the ziggurats: two million
// draws, and the share beyond the last layer, where the tail takes over.
func TestExponentialAndNormalNumbers(t *testing.T) {
	const n = 2_000_000
	s := Key{Seed: 3}.Stream()
	var es, ns float64
	beyond := map[string]float64{}
	for range n {
		e, x := s.ExpFloat64(), s.NormFloat64()
		es += e
		ns += x * x
		if e > expR {
			beyond["exponential"]++
		}
		if x > normalR {
			beyond["normal above"]++
		}
		if x < -normalR {
			beyond["normal below"]++
		}
	}
	if z := (es/n - 1) * math.Sqrt(n); math.Abs(z) > 4 { // sd 1
		t.Errorf("the exponential's mean is %.1f standard errors off", z)
	}
	if z := (ns/n - 1) * math.Sqrt(n/2.0); math.Abs(z) > 4 { // sd of N^2: sqrt 2
		t.Errorf("the normal's variance is %.1f standard errors off", z)
	}
	above := distuv.UnitNormal.Survival(normalR)
	for name, p := range map[string]float64{"exponential": math.Exp(-expR), "normal above": above, "normal below": above} {
		if want := p * n; math.Abs(beyond[name]-want) > 4*math.Sqrt(want) {
			t.Errorf("%s: %.0f draws in the tail, want %.0f", name, beyond[name], want)
		}
	}
}
