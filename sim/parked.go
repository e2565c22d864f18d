package sim

import (
	"iter"

	"retrysim/sim/result"
)

// Parked is every dead letter that was in the DLQ at the end of a run, with its
// attempts. It holds them as compactly as the run did (some 80 bytes a record
// and 32 an attempt) and writes them out one by one. Nil is none.
type Parked struct {
	plan   *Plan
	graves []grave
	memory *memory // of the run, which is over
}

// grave is a record that no longer needs its world.
type grave struct {
	record
	id uint64
}

// bequeath takes what the dead letters need out of the world.
func (w *world) bequeath() *Parked {
	p := &Parked{plan: w.plan, graves: make([]grave, 0, w.dlq.depth), memory: w.memory}
	for i := range w.dlq.records {
		if r := &w.dlq.records[i]; r.here {
			p.graves = append(p.graves, grave{record: *r, id: w.jobs.get(r.job).id})
		}
	}
	return p
}

// Len is the number of dead letters.
func (p *Parked) Len() int {
	if p == nil {
		return 0
	}
	return len(p.graves)
}

// All gives the dead letters in the order in which their records were first
// written. The letter is used again for the next one.
func (p *Parked) All() iter.Seq[*result.DeadLetter] {
	return func(yield func(*result.DeadLetter) bool) {
		if p == nil {
			return
		}
		var pasts []past
		var history []result.Attempt
		for i := range p.graves {
			g := &p.graves[i]
			d := p.plan.letter(&g.record, g.id)
			pasts, history = p.memory.of(g.job, pasts[:0]), history[:0]
			for _, a := range pasts {
				history = append(history, result.Attempt{
					Number: int(a.number), StartedMS: ms(a.taken), EndedMS: ms(a.ended),
					Class: a.class.String(), Status: int(a.status),
				})
			}
			d.History = history
			if !yield(&d) {
				return
			}
		}
	}
}
