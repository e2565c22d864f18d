package reports

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		in   float64
		want string
	}{
		{0, "0s"},
		{1e-9, "1ns"},
		{250e-6, "250us"},
		{0.0125, "12.5ms"},
		{0.35, "350ms"},
		{0.9996, "1s"},
		{1, "1s"},
		{1.25, "1.25s"},
		{16, "16s"},
		{59.94, "59.9s"},
		{59.96, "1m 0s"},
		{60, "1m 0s"},
		{67.5, "1m 7.5s"},
		{300, "5m 0s"},
		{310, "5m 10s"},
		{599.96, "10m 0s"},
		{3599.6, "1h 0m"},
		{5400, "1h 30m"},
		{86399, "24h 0m"},
		{172799, "2d 0h"},
		{187200, "2d 4h"},
		{-16, "-16s"},
		{-1e-12, "0s"},
		{math.NaN(), "no data"},
		{math.Inf(1), "never"},
	} {
		if got := Duration(c.in); got != c.want {
			t.Errorf("Duration(%v) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestCountRatePercentChange(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0), "0"},
		{Count(1234), "1,234"},
		{Count(1800000), "1,800,000"},
		{Count(12.53), "12.5"},
		{Count(1234.4), "1,234"},
		{Count(0.0421), "0.0421"},
		{Count(-1234), "-1,234"},
		{Count(math.NaN()), "no data"},
		{Rate(100), "100/s"},
		{Rate(0.25), "0.25/s"},
		{Rate(math.NaN()), "no data"},
		{Percent(0), "0%"},
		{Percent(1), "100%"},
		{Percent(0.95), "95%"},
		{Percent(0.99996), ">99.99%"},
		{Percent(0.00002), "<0.01%"},
		{Percent(0.9987), "99.87%"},
		{Percent(0.123456), "12.3%"},
		{Percent(1.5), "150%"},
		{Change(35.2), "+35%"},
		{Change(-93.4), "-93%"},
		{Change(-100), "-100%"},
		{Change(-99.9), ">-100%"},
		{Change(0), "0%"},
		{Change(3.14), "+3.1%"},
		{Change(1320), "x14"},
		{Change(-0.04), "-<0.1%"},
		{Change(0.04), "+<0.1%"},
		{Change(320.4), "+320%"},
		{DurationRange(27, 33), "27 - 33 s"},
		{DurationRange(16, 16), "16s"},
		{DurationRange(0, 300), "0 - 5m 0s"},
		{DurationRange(0.9, 1.1), "900ms - 1.1s"},
		{DurationRange(60, 300), "1m 0s - 5m 0s"},
		{DurationRange(0, 2), "0 - 2 s"},
		{DurationRange(0, 0.3), "0 - 300 ms"},
		{fixed(-0.001, 2), "0.00"},
		{significant(0.099996, 3), "0.1"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// seconds reads back what Duration wrote.
func seconds(t *rapid.T, s string) float64 {
	sum := 0.0
	for _, part := range strings.Fields(strings.ReplaceAll(s, ",", "")) {
		unit := strings.TrimLeft(part, "0123456789.")
		v, err := strconv.ParseFloat(strings.TrimSuffix(part, unit), 64)
		scale := map[string]float64{"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600, "d": 86400}[unit]
		if err != nil || scale == 0 {
			t.Fatalf("cannot read %q", s)
		}
		sum += v * scale
	}
	return sum
}

// drawSeconds spreads over all magnitudes, from a nanosecond to 300 years.
func drawSeconds(t *rapid.T, label string) float64 {
	return rapid.Float64Range(1, 10).Draw(t, label) * math.Pow(10, float64(rapid.IntRange(-9, 9).Draw(t, label+"e")))
}

// Duration reads back within 1 %, keeps the order, and never shows 60 seconds,
// 60 minutes or 24 hours in its lower unit.
func TestDurationProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawSeconds(t, "a"), drawSeconds(t, "b")
		back := seconds(t, Duration(a))
		if math.Abs(back-a) > 0.01*a {
			t.Fatalf("Duration(%v) = %q reads back as %v", a, Duration(a), back)
		}
		if x, y := back, seconds(t, Duration(b)); (a < b && x > y) || (a > b && x < y) {
			t.Fatalf("the order of %v and %v turns in %q and %q", a, b, Duration(a), Duration(b))
		}
		if strings.HasSuffix(Duration(a), " 60s") || strings.HasSuffix(Duration(a), " 60m") || strings.HasSuffix(Duration(a), "d 24h") {
			t.Fatalf("Duration(%v) = %q does not carry", a, Duration(a))
		}
		if len(Duration(a)) > 14 {
			t.Fatalf("Duration(%v) = %q is too long", a, Duration(a))
		}
	})
}

// Count and Percent read back within half a per cent, and only an exact 0 or 1
// is 0% or 100%.
func TestNumberProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawSeconds(t, "v")
		back, err := strconv.ParseFloat(strings.ReplaceAll(Count(v), ",", ""), 64)
		if err != nil || math.Abs(back-v) > 0.005*v+1e-12 {
			t.Fatalf("Count(%v) = %q", v, Count(v))
		}
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		if s := Percent(p); (s == "0%" && p != 0) || (s == "100%" && p != 1) {
			t.Fatalf("Percent(%v) = %q", p, s)
		}
	})
}
