package reports

import (
	"fmt"
	"math"
)

// timeSteps are the distances of time ticks in seconds: round for people.
var timeSteps = []float64{
	0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800,
	3600, 7200, 10800, 21600, 43200, 86400, 172800, 345600, 604800, 1209600, 2592000, 5184000,
	7776000, 15552000, 31536000,
}

// timeTicks are round times in [from, to], in seconds, and their distance: at
// most seven, or the fewest above that where seven would leave less than four.
func timeTicks(from, to float64) (at []float64, step float64) {
	var finer []float64
	for i, step := range timeSteps {
		if (to-from)/step > 20 {
			continue
		}
		at := multiples(from, to, step)
		if len(at) > 7 && i < len(timeSteps)-1 {
			finer = at
			continue
		}
		if len(at) < 4 && finer != nil {
			return finer, timeSteps[i-1]
		}
		return at, step
	}
	return multiples(from, to, to-from), to - from
}

// multiples are the multiples of step in [from, to].
func multiples(from, to, step float64) []float64 {
	var at []float64
	for k := math.Ceil(from/step - 1e-9); float64(k*step) <= to+1e-9*step; k++ {
		at = append(at, k*step)
	}
	return at
}

// timeLabel writes a time tick: "1:30" (minutes and seconds), "2:00:00" from an
// hour on, "0.5 s" where the whole axis is shorter than a minute.
func timeLabel(at, step, end float64) string {
	switch {
	case end < 60 && step < 1:
		return trimZeros(fixed(at, 3)) + " s"
	case end < 60:
		return fixed(at, 0) + " s"
	case step < 1:
		m := math.Floor(at / 60)
		return fmt.Sprintf("%.0f:%04.1f", m, at-60*m)
	}
	s := int64(math.Round(at))
	if end < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	if end < 172800 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%dd %dh", s/86400, s/3600%24)
}

// timeUnit names what timeLabel writes.
func timeUnit(end float64) string {
	switch {
	case end < 60:
		return "seconds"
	case end < 3600:
		return "min:s"
	case end < 172800:
		return "h:min:s"
	}
	return "days and hours"
}

// niceTicks are the multiples of a round step from 0 to top, at most count of
// them above 0.
func niceTicks(top float64, count int) []float64 {
	if !(top > 0) || math.IsInf(top, 0) {
		return []float64{0}
	}
	power := math.Pow10(exponent(top, 17) - 2)
	for {
		for _, f := range []float64{1, 2, 2.5, 5} {
			step := f * power
			if n := math.Floor(top/step + 1e-9); n <= float64(count) {
				var out []float64
				for k := 0.0; k <= n; k++ {
					out = append(out, k*step)
				}
				return out
			}
		}
		power *= 10
	}
}

// tickLabel writes a rate on the axis: "250", "12k", "1.5M".
func tickLabel(v float64) string {
	switch {
	case v >= 1e6:
		return significant(v/1e6, 3) + "M"
	case v >= 1e4:
		return significant(v/1e3, 3) + "k"
	}
	return significant(v, 3)
}
