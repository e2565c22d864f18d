package result

import (
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
)

// subBits is the resolution of a Histogram: each octave has 2^subBits buckets,
// so a bucket is at most 1/256 of its value wide and a quantile, taken at the
// middle of its bucket, is off by at most 0.2 %.
const subBits = 8

// Histogram counts non-negative integers (nanoseconds) in log-linear buckets.
// It is exact below 2^subBits, merges exactly in any order, and grows with the
// largest value seen (at most about 14,000 buckets). The zero value is ready; a
// copy shares its buckets with the original.
type Histogram struct {
	counts []int64
	n      int64
	never  int64 // observations that are infinite: a job that never completes
	sum    float64
	min    int64
	max    int64
}

// bucketOf returns the bucket of v: v itself below 2^subBits, then 2^subBits
// buckets an octave.
func bucketOf(v int64) int {
	if v < 1<<subBits {
		return int(v)
	}
	shift := bits.Len64(uint64(v)) - subBits - 1
	return shift<<subBits + int(v>>shift)
}

// bucketLow returns the smallest value of bucket i.
func bucketLow(i int) int64 {
	if i < 1<<(subBits+1) {
		return int64(i)
	}
	shift := i>>subBits - 1
	return int64(i-shift<<subBits) << shift
}

// Record counts v nanoseconds; a negative v is a programmer's mistake.
func (h *Histogram) Record(v int64) {
	if v < 0 {
		panic(fmt.Sprintf("result: histogram of a negative value %d", v))
	}
	i := bucketOf(v)
	if i >= len(h.counts) {
		h.counts = append(h.counts, make([]int64, i+64-len(h.counts))...)
	}
	h.counts[i]++
	if h.n == 0 || v < h.min {
		h.min = v
	}
	if v > h.max {
		h.max = v
	}
	h.n++
	h.sum += float64(v)
}

// RecordNever counts one observation at infinity.
func (h *Histogram) RecordNever() { h.never++ }

// Merge adds all observations of o.
func (h *Histogram) Merge(o *Histogram) {
	if len(o.counts) > len(h.counts) {
		h.counts = append(h.counts, make([]int64, len(o.counts)-len(h.counts))...)
	}
	for i, c := range o.counts {
		h.counts[i] += c
	}
	if o.n > 0 && (h.n == 0 || o.min < h.min) {
		h.min = o.min
	}
	if o.max > h.max {
		h.max = o.max
	}
	h.n += o.n
	h.never += o.never
	h.sum += o.sum
}

// Count is the number of finite observations; Never that of infinite ones.
func (h *Histogram) Count() int64 { return h.n }

// Never is the number of infinite observations.
func (h *Histogram) Never() int64 { return h.never }

// Max is the largest finite observation in nanoseconds, 0 without any.
func (h *Histogram) Max() int64 { return h.max }

// Mean is the mean of the finite observations in nanoseconds, NaN without any.
func (h *Histogram) Mean() float64 {
	if h.n == 0 {
		return math.NaN()
	}
	return h.sum / float64(h.n)
}

// Quantile returns the q-quantile (0 < q <= 1, nearest rank) over all
// observations in nanoseconds: NaN without any, +Inf where it falls among the
// infinite ones.
func (h *Histogram) Quantile(q float64) float64 { return h.QuantileWithout(nil, q) }

// QuantileWithout is Quantile of h less the observations of o, which must be
// part of h: the leave-one-out quantile that the jackknife needs. o may be nil.
func (h *Histogram) QuantileWithout(o *Histogram, q float64) float64 {
	if q <= 0 || q > 1 {
		panic(fmt.Sprintf("result: quantile %v is outside (0, 1]", q))
	}
	n, never := h.n, h.never
	if o != nil {
		n, never = n-o.n, never-o.never
	}
	if n+never == 0 {
		return math.NaN()
	}
	rank := int64(math.Ceil(float64(q*float64(n+never)) - 1e-9))
	if rank > n {
		return math.Inf(1)
	}
	var seen int64
	for i, c := range h.counts {
		if o != nil && i < len(o.counts) {
			c -= o.counts[i]
		}
		if seen += c; seen >= rank {
			return h.middle(i)
		}
	}
	panic("result: histogram lost observations")
}

// middle is the middle of bucket i, kept within what was really seen.
func (h *Histogram) middle(i int) float64 {
	mid := float64(bucketLow(i)+bucketLow(i+1)-1) / 2
	return min(max(mid, float64(h.min)), float64(h.max))
}

// histogramJSON is the written form: the non-empty buckets as pairs of lower
// bound in seconds and count.
type histogramJSON struct {
	Count   int64        `json:"count"`
	Never   int64        `json:"never,omitempty"`
	SumS    float64      `json:"sum_s"`
	MinS    float64      `json:"min_s"`
	MaxS    float64      `json:"max_s"`
	Buckets [][2]float64 `json:"buckets"`
}

// MarshalJSON writes the non-empty buckets.
func (h Histogram) MarshalJSON() ([]byte, error) {
	out := histogramJSON{
		Count: h.n, Never: h.never, SumS: h.sum / 1e9,
		MinS: float64(h.min) / 1e9, MaxS: float64(h.max) / 1e9, Buckets: [][2]float64{},
	}
	for i, c := range h.counts {
		if c > 0 {
			out.Buckets = append(out.Buckets, [2]float64{float64(bucketLow(i)) / 1e9, float64(c)})
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (h *Histogram) UnmarshalJSON(b []byte) error {
	var in histogramJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*h = Histogram{
		n: in.Count, never: in.Never, sum: in.SumS * 1e9,
		min: int64(math.Round(in.MinS * 1e9)), max: int64(math.Round(in.MaxS * 1e9)),
	}
	for _, p := range in.Buckets {
		i := bucketOf(int64(math.Round(p[0] * 1e9)))
		if i >= len(h.counts) {
			h.counts = append(h.counts, make([]int64, i+1-len(h.counts))...)
		}
		h.counts[i] += int64(p[1])
	}
	return nil
}

// Each calls f with the bounds of every non-empty bucket in nanoseconds (low
// included, high excluded) and its count, in order.
func (h *Histogram) Each(f func(low, high, count int64)) {
	for i, c := range h.counts {
		if c > 0 {
			f(bucketLow(i), bucketLow(i+1), c)
		}
	}
}
