package sim

import (
	"math"

	"retrysim/sim/ledger"
)

// capacity is what the station can serve now, in calls per second.
func (st *station) capacity() float64 { return st.spec.ColdCapacity(&st.cond, 1+st.cold) }

// bookCapacity books what the stations can serve together from now on, in
// thousandths of a call per second; -1 is unlimited.
func (w *world) bookCapacity() {
	var sum float64
	for i := range w.stations {
		sum += w.stations[i].capacity()
	}
	milli := int64(-1)
	if !math.IsInf(sum, 1) && len(w.stations) > 0 {
		milli = int64(math.Round(sum * 1000))
	}
	e := w.book.Next()
	e.At, e.Kind, e.Delay = w.now, ledger.CapacityIs, milli
}
