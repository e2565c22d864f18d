package chance

import "math"

// The standard library's exponential and logarithm give different last bits on
// different architectures (assembly here, fused products there). These give the
// same everywhere, within about two units in the last place: every product is
// rounded by a conversion before it is added.

// ln2 in two parts; the high one has 21 zero bits at its end, so that its
// product with an exponent is exact.
const (
	ln2Hi = 0x1.62e42feep-1
	ln2Lo = 0x1.a39ef35793c76p-33
)

// exp returns e^x: x = k ln 2 + r with |r| <= ln 2 / 2, then the Taylor series
// of e^r, whose first omitted term is below 0.3466^14/14! = 5e-18. Its even and
// odd terms are summed side by side, which halves the waiting for products.
func exp(x float64) float64 {
	switch {
	case x != x || x > 709.7827128933840:
		return x * math.Inf(1) // NaN stays NaN
	case x < -745.2:
		return 0
	}
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := x - float64(k*ln2Hi) - float64(k*ln2Lo)
	z := float64(r * r)
	even, odd := 1.0/479001600, 1.0/6227020800 // 1/12! and 1/13!
	for i := range expEven {
		even = float64(even*z) + expEven[i]
		odd = float64(odd*z) + expOdd[i]
	}
	sum := float64(odd*r) + even
	if k > -1022 && k < 1024 {
		return sum * math.Float64frombits(uint64(int64(k)+1023)<<52)
	}
	return math.Ldexp(sum, int(k))
}

var (
	expEven = [...]float64{1.0 / 3628800, 1.0 / 40320, 1.0 / 720, 1.0 / 24, 1.0 / 2, 1}
	expOdd  = [...]float64{1.0 / 39916800, 1.0 / 362880, 1.0 / 5040, 1.0 / 120, 1.0 / 6, 1}
)

// log returns the natural logarithm of x >= 0: x = 2^k m with m in [sqrt(1/2),
// sqrt 2), then log m = 2 atanh s = 2s + 2s (z/3 + z^2/5 + ...) with
// s = (m-1)/(m+1), z = s^2, |s| < 0.1716. The first omitted term is below
// 0.1716^23/23 = 1e-19.
func log(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case !(x > 0) || math.IsInf(x, 1):
		return math.Sqrt(x) // NaN below 0, and +Inf
	}
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m *= 2
		k--
	}
	s := (m - 1) / (m + 1)
	z := float64(s * s)
	zz := float64(z * z)
	high, low := 1.0/21, 1.0/19 // of z^10, z^8, ... and of z^9, z^7, ...
	for i := range logHigh {
		high = float64(high*zz) + logHigh[i]
		low = float64(low*zz) + logLow[i]
	}
	sum := float64(float64(high*z)+low) * z
	tail := float64(2*s*sum) + float64(float64(k)*ln2Lo)
	return float64(float64(k)*ln2Hi) + (float64(2*s) + tail)
}

var (
	logHigh = [...]float64{1.0 / 17, 1.0 / 13, 1.0 / 9, 1.0 / 5}
	logLow  = [...]float64{1.0 / 15, 1.0 / 11, 1.0 / 7, 1.0 / 3}
)

// pow returns x^y for x >= 0, to about |y log x| units in the last place.
func pow(x, y float64) float64 { return exp(float64(y * log(x))) }

// lanczos holds the coefficients of Lanczos' approximation to the gamma
// function for g = 7 and nine terms, as computed by Godfrey (2001).
var lanczos = [...]float64{
	676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
	12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
}

// gammaOf returns the gamma function of x in [1, 171], to about 1e-13.
//
//	Gamma(x+1) = sqrt(2 pi) t^(x+1/2) e^-t (c0 + sum c_i/(x+i)),  t = x + 7.5
//
// Source: C. Lanczos, SIAM Journal on Numerical Analysis B 1 (1964).
func gammaOf(x float64) float64 {
	x--
	sum := 0.99999999999980993
	for i, c := range lanczos {
		sum += c / (x + float64(i+1))
	}
	t := x + 7.5
	half := pow(t, (x+0.5)/2) // twice the root, or it would overflow before x does
	return float64(float64(float64(math.Sqrt(2*math.Pi)*half)*exp(-t))*half) * sum
}
