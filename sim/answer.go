package sim

import (
	"math"

	"retrysim/policies"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// answerReset keeps the draw of a reset answer apart from that of a reset
// arrival; MaxSteps is far below it.
const answerReset = 1 << 16

// hint attaches what the station says about when to come back, as the client
// reads it.
func (w *world) hint(a *attempt, c *model.Condition, h policies.Hint) {
	h = c.Hint.Apply(h)
	a.hint, a.hinted = int64(h.After), h.Kind
}

// reset breaks a call's connection at its arrival: the caller sees it at once,
// and no server has worked.
func (w *world) reset(as uint32, a *attempt) {
	a.rejected = true
	a.class, a.status = policies.Connection, 0
	a.state = nowhere
	if a.over {
		w.wasted(w.jobs.get(a.job), a)
		w.freeAttempt(as, a)
		return
	}
	w.end(as, a, policies.Connection, 0)
}

// wayBack is how much longer an answer takes than the server works on it. Added
// delays and slow bodies add up. A multiple counts the service at normal speed,
// less the one time that the server takes itself; below 1 it saves nothing.
func (w *world) wayBack(j *job, a *attempt, c *model.Condition, service int64) int64 {
	var sum int64
	for i := range c.Latency {
		d := &c.Latency[i]
		copy := uint32(a.step)<<8 | uint32(i)
		if d.Body && (a.class != policies.Success ||
			d.Share < 1 && w.stream(chance.Body, j.id, a.number, copy).Float64() >= d.Share) {
			continue
		}
		more := int64(d.Law.Sample(w.stream(chance.Latency, j.id, a.number, copy)))
		if d.Scale != 1 {
			more = int64(math.Round(float64(more) * d.Scale))
		}
		sum = saturate(sum, more)
	}
	if c.Multiply > 1 {
		sum = saturate(sum, stretch(service, 1/(c.Multiply-1)))
	}
	return sum
}

// saturate adds two times that are not negative.
func saturate(a, b int64) int64 {
	if s := a + b; s >= a {
		return s
	}
	return math.MaxInt64
}
