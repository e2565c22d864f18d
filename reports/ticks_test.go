package reports

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestNiceTicks(t *testing.T) {
	for _, c := range []struct {
		top   float64
		count int
		want  string
	}{
		{60, 5, "[0 20 40 60]"},
		{60, 3, "[0 20 40 60]"},
		{1696, 4, "[0 500 1000 1500]"},
		{0.3, 3, "[0 0.1 0.2 0.3]"},
		{1, 2, "[0 0.5 1]"},
		{100000, 4, "[0 25000 50000 75000 100000]"},
		{0, 4, "[0]"},
	} {
		if got := fmt.Sprint(roundAll(niceTicks(c.top, c.count))); got != c.want {
			t.Errorf("niceTicks(%v, %d) = %s, want %s", c.top, c.count, got, c.want)
		}
	}
}

// roundAll hides the last bits of 3 x 0.1.
func roundAll(vs []float64) []string {
	var out []string
	for _, v := range vs {
		out = append(out, significant(v, 6))
	}
	for i, s := range out {
		out[i] = removeCommas(s)
	}
	return out
}

func removeCommas(s string) string {
	out := ""
	for _, r := range s {
		if r != ',' {
			out += string(r)
		}
	}
	return out
}

// Every axis has between 3 and 10 time ticks with different labels, and between
// 2 and count+1 rate ticks.
func TestTickProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := drawSeconds(t, "span")
		if span < 0.05 || span > 1e8 {
			t.Skip()
		}
		from := rapid.Float64Range(0, 5).Draw(t, "from") * span
		at, step := timeTicks(from, from+span)
		if len(at) < 3 || len(at) > 10 {
			t.Fatalf("%d ticks from %v to %v: %v", len(at), from, from+span, at)
		}
		seen := map[string]bool{}
		for _, x := range at {
			l := timeLabel(x, step, from+span)
			if seen[l] || x < from-1e-6*span || x > from+span*1.000001 {
				t.Fatalf("label %q twice or outside: %v in %v to %v", l, at, from, from+span)
			}
			seen[l] = true
		}
		count := rapid.IntRange(2, 6).Draw(t, "count")
		if n := len(niceTicks(span, count)); n < 2 || n > count+1 {
			t.Fatalf("%d rate ticks up to %v", n, span)
		}
	})
}
