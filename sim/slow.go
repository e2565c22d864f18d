package sim

import (
	"math"

	"retrysim/sim/model"
)

func (st *station) setSlow() {
	cold := &st.spec.ColdStart
	st.slow = st.spec.Slowdown.On() || cold.On()
	if cold.On() && cold.AtStart {
		st.cold = cold.Factor - 1
	}
	st.told = st.cold
}

// slowed is how long a service takes that begins now with so many servers
// busy, itself included.
func (st *station) slowed(service int64, busy int) int64 {
	factor := 1 + st.cold
	if st.spec.Slowdown.On() {
		factor *= st.spec.Slowdown.Factor(busy - st.refusing)
	}
	return whole(float64(service) * factor)
}

// chill makes a station cold that was down and is back.
func (w *world) chill(st *station, before *model.Condition) {
	c := &st.cond
	back := before.Refuse && !c.Refuse || before.Speed == 0 && c.Speed > 0
	if cold := &st.spec.ColdStart; back && cold.On() {
		st.cold = cold.Factor - 1
		st.told = st.cold
		w.bookCapacity()
	}
}

// capacityStep is how much a station's slowness changes before its capacity is
// booked anew.
const capacityStep = 0.05

// warm makes a cold station a little faster after a service.
func (w *world) warm(st *station) {
	st.cold = st.spec.ColdStart.Warmer(st.cold)
	if math.Abs(st.told-st.cold) >= capacityStep*(1+st.told) || st.cold == 0 {
		st.told = st.cold
		w.bookCapacity()
	}
}
