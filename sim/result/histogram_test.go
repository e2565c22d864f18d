package result_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retrysim/sim/result"
)

// draws are values over nine orders of magnitude, with ties and zeros.
func draws(n int) []int64 {
	r := rand.New(rand.NewPCG(3, 4))
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(math.Exp(r.Float64()*21)) - 1
	}
	return out
}

// A quantile is off by at most half a bucket, 0.2 % of the value, from the
// sample's own by nearest rank.
func TestQuantile(t *testing.T) {
	values := draws(10_000)
	var h result.Histogram
	for _, v := range values {
		h.Record(v)
	}
	slices.Sort(values)
	for _, q := range []float64{0.001, 0.25, 0.5, 0.95, 0.99, 1} {
		want := float64(values[int(math.Ceil(q*10_000))-1])
		if got := h.Quantile(q); math.Abs(got-want) > want/500+0.5 {
			t.Errorf("quantile %v: %v, want %v", q, got, want)
		}
	}
	if h.Max() != values[len(values)-1] {
		t.Errorf("max %d", h.Max())
	}
}

// Observations that never come stand above all others, and nothing is known of
// an empty histogram.
func TestNever(t *testing.T) {
	var h result.Histogram
	if !math.IsNaN(h.Quantile(0.5)) || !math.IsNaN(h.Mean()) {
		t.Error("an empty histogram has a median or a mean")
	}
	for range 90 {
		h.Record(7)
	}
	for range 10 {
		h.RecordNever()
	}
	if h.Quantile(0.9) != 7 || !math.IsInf(h.Quantile(0.91), 1) || h.Count() != 90 || h.Never() != 10 {
		t.Errorf("p90 %v, p91 %v", h.Quantile(0.9), h.Quantile(0.91))
	}
}

// Halves merged in any order are the whole, and the whole without a half is
// the other one.
func TestMerge(t *testing.T) {
	var whole, a, b result.Histogram
	for i, v := range draws(2000) {
		whole.Record(v)
		if i%3 == 0 {
			a.Record(v)
		} else {
			b.Record(v)
		}
	}
	var ab result.Histogram
	ab.Merge(&b)
	ab.Merge(&a)
	for _, q := range []float64{0.01, 0.5, 0.99, 1} {
		if ab.Quantile(q) != whole.Quantile(q) || ab.Count() != whole.Count() {
			t.Errorf("quantile %v of the merged halves is not that of the whole", q)
		}
		if got, want := whole.QuantileWithout(&a, q), b.Quantile(q); math.Abs(got-want) > want/200+0.5 {
			t.Errorf("quantile %v without a half: %v, want %v", q, got, want)
		}
	}
}

// What is written is read again.
func TestHistogramJSON(t *testing.T) {
	var h, back result.Histogram
	for _, v := range draws(500) {
		h.Record(v)
	}
	h.RecordNever()
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	for _, q := range []float64{0.01, 0.5, 0.99} {
		if got, want := back.Quantile(q), h.Quantile(q); math.Abs(got-want) > want/200+1 {
			t.Errorf("quantile %v: %v, was %v", q, got, want)
		}
	}
	if back.Count() != 500 || back.Never() != 1 {
		t.Errorf("%d and %d observations", back.Count(), back.Never())
	}
}

// Metrics keep their order through JSON.
func TestMetricsJSON(t *testing.T) {
	one := 1.5
	m := result.Metrics{{Name: "b", Value: &one, N: 1}, {Name: "a", Never: true}}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back result.Metrics
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if len(back) != 2 || back[0].Name != "b" || *back[0].Value != one || back[1].Name != "a" || !back[1].Never || back[1].Value != nil {
		t.Errorf("%s read as %+v", text, back)
	}
}

// The buckets of the ledger add up in Settled.
func TestSettled(t *testing.T) {
	l := result.Ledger{Jobs: 28, Completed: 1, DeadLettered: 2, Failed: 3, Dropped: 4, Expired: 5, Discarded: 6, Unfinished: 7}
	if l.Settled() != l.Jobs {
		t.Errorf("settled %d of %d", l.Settled(), l.Jobs)
	}
	sum := l
	sum.Add(l)
	if sum.Jobs != 56 || sum.Settled() != 56 {
		t.Errorf("twice the ledger: %+v", sum)
	}
}
