package study

import (
	"math"
	"math/rand/v2"

	"retrysim/sim/stat"
)

// truthOfRuns computes the rows on selection, order statistics, warm-up and
// dependent values; nil for any other.
func truthOfRuns(model, quantity string, p *parameters) []float64 {
	switch model {
	case "KN":
		kn := stat.NewKimNelson(p.K, p.N0, p.Alpha)
		if quantity == "eta" {
			return []float64{kn.Eta}
		}
		return []float64{kn.H2}
	case "ORDER_STAT_CI":
		o, _ := stat.QuantileOrder(int(numbersIn(string(p.N))[0]), p.Q, 0.95)
		if quantity == "exact_coverage" {
			return []float64{o.Coverage}
		}
		return []float64{float64(o.Low), float64(o.High)}
	case "MSER5":
		return warmupOfSaw(quantity)
	case "FWER":
		return []float64{holmClaims()}
	case "AR1":
		return []float64{coverageAR1(p.Phi, 4000, 4000)}
	case "AR1_BATCH":
		return []float64{coverageAR1(p.Phi, int(numbersIn(string(p.N))[0]), p.Batches)}
	}
	return nil
}

// warmupOfSaw judges the series of the MSER rows.
func warmupOfSaw(quantity string) []float64 {
	xs := make([]float64, 500)
	for t := range xs {
		xs[t] = 5*math.Exp(-float64(t)/20) + (float64(7*t%11)-5)/5
	}
	w, _ := stat.MSER5(xs)
	switch quantity {
	case "truncated_observations":
		return []float64{float64(w.Drop)}
	case "statistic_at_minimum":
		return []float64{w.Statistic}
	}
	return []float64{w.Mean}
}

// coverageAR1 is the share of 4,000 stationary AR(1) series of n values, unit
// noise, whose t interval of so many batch means covers the mean.
func coverageAR1(phi float64, n, batches int) float64 {
	r := rand.New(rand.NewPCG(15, 16))
	const trials = 4000
	covered, xs := 0, make([]float64, n)
	for range trials {
		x := r.NormFloat64() / math.Sqrt(1-phi*phi)
		for i := range xs {
			x = phi*x + r.NormFloat64()
			xs[i] = x
		}
		m := stat.MomentsOf(stat.BatchMeans(xs, batches))
		if lo, hi := stat.TInterval(m.Mean, m.SE(), float64(m.N-1)); lo <= 0 && 0 <= hi {
			covered++
		}
	}
	return float64(covered) / trials
}

// holmClaims is the share of 2,000 experiments with ten identical policies in
// which Holm over their 45 pairs claims a difference.
func holmClaims() float64 {
	r := rand.New(rand.NewPCG(17, 18))
	const trials = 2000
	claims := 0
	for range trials {
		var xs [10]stat.Moments
		for i := range xs {
			for range 30 {
				xs[i].Add(r.NormFloat64())
			}
		}
		var ps []float64
		for i := range xs {
			for j := range i {
				_, _, p := stat.Welch(xs[i], xs[j])
				ps = append(ps, p)
			}
		}
		for _, p := range stat.Holm(ps) {
			if p < stat.Alpha {
				claims++
				break
			}
		}
	}
	return float64(claims) / trials
}
