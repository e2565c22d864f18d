package chance

import "math"

// The ziggurat method covers the area under a falling density by 256 layers of
// equal area v. Layer i > 0 is a rectangle of width x[i] from density f(x[i]) up
// to f(x[i+1]); layer 0 is the rest, a rectangle of width x[1] = r and the tail
// behind r, treated as a rectangle of width x[0] = v / f(r).
//
//	f |\
//	  |_\          layer 255
//	  |__\_        ...
//	  |___\__      layer 2, width x[2]
//	  |____\__\_   layer 1, width r
//	  |_______\__~~~~~~   layer 0 and the tail
//
// A point is drawn in a random layer. Left of x[i+1] it lies under the curve for
// certain: 98.9 % of the draws for the exponential, 99.3 % for the normal.
//
// Source: G. Marsaglia, W. W. Tsang, "The Ziggurat Method for Generating Random
// Variables", Journal of Statistical Software 5 (2000); r is theirs for 256
// layers.
const (
	expR    = 7.69711747013104972
	expV    = 0.0039496598225815571993 // (r + 1) e^-r
	normalR = 3.6541528853610088
	normalV = 0.0049286732339746548702 // r f(r) + the integral of f from r up
)

type layer struct {
	sure  uint64  // a 53-bit number below this is under the curve
	width float64 // x[i] times 2^-53
	f     float64 // density at x[i]; of layer 0 unused
}

// A ziggurat has one entry more than layers, for the density at 0.
type ziggurat [257]layer

var (
	expZiggurat    = newZiggurat(expR, expV, expDensity, func(y float64) float64 { return -log(y) })
	normalZiggurat = newZiggurat(normalR, normalV, normalDensity, func(y float64) float64 { return math.Sqrt(-2 * log(y)) })
)

func expDensity(x float64) float64    { return exp(-x) }
func normalDensity(x float64) float64 { return exp(float64(-0.5*x) * x) }

func newZiggurat(r, v float64, f, inverse func(float64) float64) *ziggurat {
	var x [257]float64
	x[0], x[1] = v/f(r), r
	for i := 1; i < 255; i++ {
		x[i+1] = inverse(f(x[i]) + v/x[i])
	}
	var z ziggurat
	for i := range 256 {
		z[i] = layer{uint64(x[i+1] / x[i] * 0x1p53), x[i] * 0x1p-53, f(x[i])}
	}
	z[256].f = 1
	return &z
}

// ExpFloat64 returns an exponential number with mean 1, at least 0.
func (s *Stream) ExpFloat64() float64 {
	shift := 0.0
	for {
		u := s.Uint64()
		i, j := u&255, u>>11 // bits 8 to 10 are unused
		l := &expZiggurat[i]
		x := float64(float64(j) * l.width)
		if j < l.sure {
			return shift + x
		}
		if i == 0 {
			shift += expR // the tail behind r is the whole distribution again
			continue
		}
		if l.f+float64(s.Float64()*(expZiggurat[i+1].f-l.f)) < expDensity(x) {
			return shift + x
		}
	}
}

// NormFloat64 returns a normal number with mean 0 and standard deviation 1.
func (s *Stream) NormFloat64() float64 {
	for {
		u := s.Uint64()
		i, j := u&255, u>>11
		sign := math.Float64frombits(0x3ff<<52 | u>>8<<63) // 1 or -1, by bit 8
		l := &normalZiggurat[i]
		x := float64(float64(j) * l.width)
		if j < l.sure {
			return sign * x
		}
		if i == 0 {
			return sign * s.normalTail()
		}
		if l.f+float64(s.Float64()*(normalZiggurat[i+1].f-l.f)) < normalDensity(x) {
			return sign * x
		}
	}
}

// normalTail returns a normal number under the condition that it is above r.
// Source: G. Marsaglia, Technometrics 6 (1964).
func (s *Stream) normalTail() float64 {
	for {
		x, y := s.ExpFloat64()/normalR, s.ExpFloat64()
		if 2*y > float64(x*x) {
			return normalR + x
		}
	}
}
