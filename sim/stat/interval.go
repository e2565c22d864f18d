package stat

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the level of every interval, Alpha what is left of it.
const (
	Confidence = 0.95
	Alpha      = 1 - Confidence
)

// TQuantile is the p-quantile of Student's t with df degrees of freedom.
func TQuantile(p, df float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(p)
}

// TInterval is value -+ t(df) x se, NaN where se is.
func TInterval(value, se, df float64) (lo, hi float64) {
	if math.IsNaN(se) || df < 1 {
		return math.NaN(), math.NaN()
	}
	if se == 0 {
		return value, value
	}
	half := float64(TQuantile(1-Alpha/2, df) * se)
	return value - half, value + half
}

// TProbability is the two-sided p of a value that would be 0 by chance. No
// spread at all leaves no doubt: 1 for a value of 0, else 0.
func TProbability(value, se, df float64) float64 {
	switch {
	case math.IsNaN(se) || math.IsNaN(value) || df < 1:
		return math.NaN()
	case se == 0 && value == 0:
		return 1
	case se == 0:
		return 0
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}
	return min(1, 2*t.CDF(-math.Abs(value/se)))
}

// Welch is the t test of two independent samples with unequal variances:
// statistic, Welch-Satterthwaite degrees of freedom and two-sided p. It is for
// rows that share no random numbers, such as results of different seeds.
func Welch(a, b Moments) (t, df, p float64) {
	va, vb := a.Variance()/float64(a.N), b.Variance()/float64(b.N)
	se := math.Sqrt(va + vb)
	df = float64((va+vb)*(va+vb)) / (float64(va*va)/float64(a.N-1) + float64(vb*vb)/float64(b.N-1))
	if se == 0 {
		df = float64(a.N + b.N - 2)
	}
	return (a.Mean - b.Mean) / se, df, TProbability(a.Mean-b.Mean, se, df)
}

// ClopperPearson is the exact interval of a share, seen k times in n (Clopper
// and Pearson 1934): its ends are quantiles of the beta distribution. NaN for
// n = 0.
func ClopperPearson(k, n int) (lo, hi float64) {
	switch {
	case n == 0:
		return math.NaN(), math.NaN()
	case k < 0 || k > n:
		panic("stat: a share outside [0, 1]")
	}
	lo, hi = 0, 1
	if k > 0 {
		lo = betaQuantile(float64(k), float64(n-k+1), Alpha/2)
	}
	if k < n {
		hi = betaQuantile(float64(k+1), float64(n-k), 1-Alpha/2)
	}
	return lo, hi
}

// betaQuantile is the p-quantile of Beta(a, b). With b = 1 or a = 1 it is a
// root, which is exact where the general inversion only nears it.
func betaQuantile(a, b, p float64) float64 {
	switch {
	case b == 1:
		return math.Pow(p, 1/a)
	case a == 1:
		return -math.Expm1(math.Log1p(-p) / b)
	}
	return distuv.Beta{Alpha: a, Beta: b}.Quantile(p)
}
