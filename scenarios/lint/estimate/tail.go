package estimate

import (
	"math"
	"time"

	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// draws is how many values of a law are looked at for its tail, which leaves an
// error of at most 1/(2 sqrt(draws)) = 0.5 %.
const draws = 10_000

// Beyond is the chance that a law gives more than a time: by closed form for a
// constant and for an exponential law, else the share of many draws that are the
// same every time.
func Beyond(law model.Law, t time.Duration) float64 {
	switch d := law.Distribution.(type) {
	case chance.Constant:
		if d.Mean() > t {
			return 1
		}
		return 0
	case chance.Exponential:
		if t < 0 {
			return 1
		}
		return math.Exp(-float64(t) / float64(d.Mean()))
	}
	over, s := 0, chance.Key{Seed: 1}.Stream()
	for range draws {
		if law.Sample(&s) > t {
			over++
		}
	}
	return float64(over) / draws
}
