package chance

import (
	"fmt"
	"math"
	"time"
)

// Hyperexponential chooses one of several exponentials: cache hits and misses,
// light and heavy requests. It is given by its branches, or by a mean and a
// squared coefficient of variation, which stand for two branches that each
// contribute half of the mean ("balanced means"):
//
//	p = (1 + sqrt((cv2 - 1) / (cv2 + 1))) / 2
//	branches: share p, mean / 2p  and  share 1-p, mean / 2(1-p)
//	cv2 = 2 sum(share mean^2) / (sum(share mean))^2 - 1
//
//	mean    cv2   p       fast     slow       p50      p95       p99
//	100ms   4     0.887   56.4ms   443.6ms    45.1ms   371.5ms   1074.6ms
//	100ms   16    0.970   51.6ms   1648.4ms   37.3ms   192.9ms   1829.1ms
//
// Source: W. Whitt, "Approximating a point process by a renewal process, I",
// Operations Research 30 (1982), section 3.
type Hyperexponential struct {
	Average   time.Duration `yaml:"mean" doc:"The mean, above 0. Needs cv2. Leave it out when branches are given."`
	SquaredCV float64       `yaml:"cv2" doc:"The variance over the squared mean, from 1 to 1e6. Needs mean."`
	Branches  []Branch      `yaml:"branches" doc:"The exponentials to choose from, with shares that add to 100%. Leave mean and cv2 out."`
}

// Branch is one exponential of a Hyperexponential.
type Branch struct {
	Share   float64       `yaml:"share" unit:"share" doc:"How often this branch is taken, from 0% to 100%."`
	Average time.Duration `yaml:"mean" doc:"The mean of this branch, above 0."`
}

// balanced returns the share of the fast branch.
func (h Hyperexponential) balanced() float64 {
	return float64((1 + math.Sqrt((h.SquaredCV-1)/(h.SquaredCV+1))) / 2)
}

// Sample draws two numbers, rarely more.
func (h Hyperexponential) Sample(s *Stream) time.Duration {
	u := s.Float64()
	mean := 0.0
	if len(h.Branches) == 0 {
		share := h.balanced()
		if u >= share {
			share = 1 - share
		}
		mean = float64(h.Average) / (2 * share)
	}
	for _, b := range h.Branches { // the last one takes what rounding left
		mean = float64(b.Average)
		if u < b.Share {
			break
		}
		u -= b.Share
	}
	return duration(float64(s.ExpFloat64() * mean))
}

// Mean returns the sum of share times mean.
func (h Hyperexponential) Mean() time.Duration {
	if len(h.Branches) == 0 {
		return max(0, h.Average)
	}
	mean, _ := h.moments()
	return duration(mean)
}

// CV2 returns 2 sum(share mean^2) / (sum(share mean))^2 - 1.
func (h Hyperexponential) CV2() float64 {
	if len(h.Branches) == 0 {
		return h.SquaredCV
	}
	mean, square := h.moments()
	return square/(mean*mean) - 1
}

// moments returns the mean and the mean square of the branches.
func (h Hyperexponential) moments() (mean, square float64) {
	for _, b := range h.Branches {
		m := float64(b.Average)
		mean += float64(b.Share * m)
		square += float64(2 * b.Share * m * m)
	}
	return mean, square
}

// Validate wants either a mean above 0 with a cv2 from 1 to 1e6, or branches
// whose means are above 0 and whose shares add to 1.
func (h Hyperexponential) Validate() error {
	var f faults
	switch {
	case len(h.Branches) == 0:
		f.above0("mean", h.Average)
		f.within("cv2", h.SquaredCV, 1, 1e6)
	case h.Average != 0 || h.SquaredCV != 0:
		f.add("branches", fmt.Sprintf("a list of %d beside mean or cv2", len(h.Branches)), "either branches, or mean and cv2")
	}
	for i, b := range h.Branches {
		f.above0(fmt.Sprintf("branches[%d].mean", i), b.Average)
	}
	f.shares("branches", len(h.Branches), func(i int) float64 { return h.Branches[i].Share })
	return f.err()
}

// String returns the form of scenario files.
func (h Hyperexponential) String() string { return describe("hyperexponential", h) }
