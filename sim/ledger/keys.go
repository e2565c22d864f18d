package ledger

import (
	"math"
	"slices"
)

// Keys tells how evenly the keys of the jobs are served: each counts once,
// however many jobs it has.
type Keys struct {
	jobs, done []int64
	waited     []float64 // of completed jobs, from arrival on, in nanoseconds
}

// fewJobs is below how many jobs a key says nothing about its share: of 20 jobs
// one that fails is 5 %.
const fewJobs = 20

// NewKeys returns an empty count.
func NewKeys(s Setting) *Keys {
	return &Keys{make([]int64, s.Keys), make([]int64, s.Keys), make([]float64, s.Keys)}
}

// Observe counts arrivals and completions by key.
func (k *Keys) Observe(batch []Entry) {
	if len(k.jobs) == 0 {
		return
	}
	for i := range batch {
		e := &batch[i]
		switch {
		case e.Kind == Arrived:
			k.jobs[e.Key]++
		case e.Kind == Settled && e.Bucket == Completed:
			k.done[e.Key]++
			k.waited[e.Key] += float64(e.At - e.Born)
		}
	}
}

// Report gives the share of the worst-off key and what the key in the middle
// sees; nothing where jobs have no keys.
func (k *Keys) Report(r *Report) {
	worst := math.NaN()
	var means []float64
	for i, n := range k.jobs {
		if n >= fewJobs {
			worst = least(worst, float64(k.done[i])/float64(n))
		}
		switch {
		case n == 0:
		case k.done[i] == 0:
			means = append(means, math.Inf(1))
		default:
			means = append(means, k.waited[i]/float64(k.done[i])/1e9)
		}
	}
	middle := math.NaN()
	if len(means) > 0 {
		slices.Sort(means)
		middle = means[(len(means)-1)/2]
	}
	r.Add("key_done_worst_share", worst)
	r.Add("key_completion_median_s", middle)
}

// least is the smaller of two numbers, the second where the first is none.
func least(a, b float64) float64 {
	if math.IsNaN(a) {
		return b
	}
	return min(a, b)
}
