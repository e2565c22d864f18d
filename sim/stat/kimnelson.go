package stat

import "math"

// KimNelson are the constants of the fully sequential selection of the best of
// k systems by Kim and Nelson (2001), with c = 1:
//
//	Eta = ((2 alpha / (k-1))^(-2/(n0-1)) - 1) / 2
//	H2  = 2 Eta (n0-1)
//
// If the best is better than every other by at least the indifference zone it
// is selected with probability 1-alpha, for normal values, with common random
// numbers or without: only variances of differences enter.
type KimNelson struct {
	Eta, H2 float64
	N0      int
}

// NewKimNelson returns the constants for k >= 2 systems and a first stage of
// n0 >= 2 replications; it panics on less.
func NewKimNelson(k, n0 int, alpha float64) KimNelson {
	if k < 2 || n0 < 2 {
		panic("stat: Kim-Nelson needs two systems and two replications")
	}
	eta := (math.Pow(2*alpha/float64(k-1), -2/float64(n0-1)) - 1) / 2
	return KimNelson{Eta: eta, H2: 2 * eta * float64(n0-1), N0: n0}
}

// Race is a selection under way. The largest mean is best; negate values of
// which the smallest is.
type Race struct {
	kn    KimNelson
	delta float64
	s2    [][]float64 // variance of differences over the first N0 rounds
	sums  []float64
	alive []bool
	n     int
}

// NewRace starts a race with the first stage: first[i] are the N0 values of
// system i, value r of each from the same replication. delta > 0 is the
// indifference zone in the unit of the values. Systems that the first stage
// already shows to be worse are out.
func (kn KimNelson) NewRace(first [][]float64, delta float64) *Race {
	if !(delta > 0) {
		panic("stat: an indifference zone is above 0")
	}
	k := len(first)
	r := &Race{kn: kn, delta: delta, s2: make([][]float64, k), sums: make([]float64, k), alive: make([]bool, k), n: kn.N0}
	for i, xs := range first {
		r.alive[i], r.s2[i] = true, make([]float64, k)
		for _, x := range xs[:kn.N0] {
			r.sums[i] += x
		}
		for j := range i {
			var d Moments
			for v := range kn.N0 {
				d.Add(xs[v] - first[j][v])
			}
			r.s2[i][j] = d.Variance()
			r.s2[j][i] = r.s2[i][j]
		}
	}
	r.screen()
	return r
}

// Add takes in one more replication of every system; values of those that are
// out are not read.
func (r *Race) Add(xs []float64) {
	r.n++
	for i, x := range xs {
		if r.alive[i] {
			r.sums[i] += x
		}
	}
	r.screen()
}

// screen drops every system i that falls behind a living j by more than
//
//	W = max(0, delta/2 (h2 S2/delta^2 - n))
//
// in its mean times n. Equal systems stay together, since being behind by 0 is
// not more than W = 0.
func (r *Race) screen() {
	was := append([]bool{}, r.alive...)
	for i := range r.sums {
		for j := range r.sums {
			if i == j || !was[i] || !was[j] {
				continue
			}
			w := max(0, r.delta/2*(float64(r.kn.H2*r.s2[i][j])/float64(r.delta*r.delta)-float64(r.n)))
			if r.sums[i] < r.sums[j]-w {
				r.alive[i] = false
			}
		}
	}
}

// Best returns the systems still in the race, in order: one when it is decided.
func (r *Race) Best() []int {
	var out []int
	for i, in := range r.alive {
		if in {
			out = append(out, i)
		}
	}
	return out
}

// Most is the number of replications after which nothing but exact ties can
// be left: the largest h2 S2 / delta^2, plus 1.
func (r *Race) Most() int {
	var s2 float64
	for _, row := range r.s2 {
		for _, v := range row {
			s2 = max(s2, v)
		}
	}
	return int(float64(r.kn.H2*s2)/float64(r.delta*r.delta)) + 1
}
