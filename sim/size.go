package sim

import (
	"math"

	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// sizeDraw keeps the draw of a job's size apart from what else is drawn of its
// content.
const sizeDraw = 1

// grow draws a job's size, once for all its attempts, replays included.
func (w *world) grow(j *job, t *model.JobType) {
	if t.Size != nil {
		j.size = uint32(t.Size.Sample(w.stream(chance.Payload, j.id, 0, sizeDraw)))
	}
}

// sized is how long the service of a job's call takes that was drawn for a job
// of size 1, saturating.
func sized(service int64, size uint32) int64 {
	if size <= 1 {
		return service
	}
	if most := int64(math.MaxInt64) / 4 / int64(size); service > most {
		return math.MaxInt64 / 4
	}
	return service * int64(size)
}
