package chance

import (
	"math"
	"testing"
)

// TestElementary compares with the standard library, over the whole range and
// near the points where the argument is reduced.
func TestElementary(t *testing.T) {
	off := func(got, want float64) float64 { return math.Abs(got-want) / math.Abs(want) }
	const ulp = 0x1p-52
	s := Key{Seed: 1}.Stream()
	for range 200_000 {
		x := s.Float64()*1400 - 700
		if d := off(exp(x), math.Exp(x)); d > 2*ulp {
			t.Fatalf("exp(%v) is %v, want %v, %.1f units off", x, exp(x), math.Exp(x), d/ulp)
		}
		for _, y := range []float64{s.Float64(), math.Exp(x), 1 + x*1e-6, 1 + x*1e-14} {
			if d := off(log(y), math.Log(y)); y != 1 && d > 2*ulp {
				t.Fatalf("log(%v) is %v, want %v, %.1f units off", y, log(y), math.Log(y), d/ulp)
			}
		}
		g := 1 + s.Float64()*40
		if d := off(gammaOf(g), math.Gamma(g)); d > 1e-13 {
			t.Fatalf("gammaOf(%v) is %v, want %v", g, gammaOf(g), math.Gamma(g))
		}
		a, b := s.Float64()*10, s.Float64()*20
		if d := off(pow(a, b), math.Pow(a, b)); a > 0 && d > 1e-13 {
			t.Fatalf("pow(%v, %v) is %v, want %v", a, b, pow(a, b), math.Pow(a, b))
		}
	}
}

func TestElementaryEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"exp 0", exp(0), 1},
		{"exp 800", exp(800), inf},
		{"exp inf", exp(inf), inf},
		{"exp -inf", exp(-inf), 0},
		{"exp -740, subnormal", exp(-740), math.Exp(-740)},
		{"exp of the largest", exp(709.7827128933840), math.Exp(709.7827128933840)},
		{"exp NaN", exp(math.NaN()), math.NaN()},
		{"log 1", log(1), 0},
		{"log 0", log(0), -inf},
		{"log -1", log(-1), math.NaN()},
		{"log inf", log(inf), inf},
		{"log of the smallest", log(5e-324), -744.4400719213812},
		{"log NaN", log(math.NaN()), math.NaN()},
		{"pow 0", pow(0, 2), 0},
		{"gamma 1", gammaOf(1), 1},
	} {
		same := c.got == c.want || c.got != c.got && c.want != c.want
		if !same && !(math.Abs(c.got-c.want) <= 1e-13*math.Abs(c.want)) {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestZigguratCloses holds the layers' areas: the last layer must end at the
// density 1, and every layer must have the area v.
func TestZigguratCloses(t *testing.T) {
	for _, c := range []struct {
		name string
		z    *ziggurat
		v    float64
	}{{"exponential", expZiggurat, expV}, {"normal", normalZiggurat, normalV}} {
		for i := 1; i < 256; i++ {
			area := c.z[i].width * 0x1p53 * (c.z[i+1].f - c.z[i].f)
			if math.Abs(area/c.v-1) > 1e-9 {
				t.Errorf("%s: layer %d has the area %v, want %v", c.name, i, area, c.v)
			}
		}
	}
	if got := (expR + 1) * math.Exp(-expR); math.Abs(got/expV-1) > 1e-14 {
		t.Errorf("the exponential's v is %v, want %v", expV, got)
	}
	tail := math.Sqrt(math.Pi/2) * math.Erfc(normalR/math.Sqrt2)
	if got := normalR*math.Exp(-normalR*normalR/2) + tail; math.Abs(got/normalV-1) > 1e-14 {
		t.Errorf("the normal's v is %v, want %v", normalV, got)
	}
}

func TestDurationSaturates(t *testing.T) {
	for _, c := range []struct {
		ns   float64
		want int64
	}{
		{math.NaN(), 0},
		{-1, 0},
		{math.Inf(-1), 0},
		{0, 0},
		{0.49, 0},
		{0.5, 1},
		{1.4, 1},
		{1e18, 1e18},
		{0x1p52 + 1, 1<<52 + 1},
		{0x1p63, math.MaxInt64},
		{math.Inf(1), math.MaxInt64},
	} {
		if got := duration(c.ns); int64(got) != c.want {
			t.Errorf("duration(%v) is %d, want %d", c.ns, got, c.want)
		}
	}
}
