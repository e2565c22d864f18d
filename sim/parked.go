package sim

import (
	"iter"

	"retrysim/sim/result"
)

// Parked is every dead letter that was in the DLQ at the end of a run, with its
// attempts. It holds them as compactly as the run did (some 80 bytes a record
// and 40 an attempt) and writes them out one by one. Nil is none.
type Parked struct {
	plan     *Plan
	graves   []grave
	attempts []past // of all records, one record after the other
}

// grave is a record that no longer needs its world.
type grave struct {
	record
	id   uint64
	past int // attempts remembered
}

// bequeath takes what the dead letters need out of the world.
func (w *world) bequeath() *Parked {
	p := &Parked{plan: w.plan, graves: make([]grave, 0, w.dlq.depth)}
	for i := range w.dlq.records {
		r := &w.dlq.records[i]
		if !r.here {
			continue
		}
		before := len(p.attempts)
		p.attempts = w.memory.of(r.job, p.attempts)
		p.graves = append(p.graves, grave{record: *r, id: w.jobs.get(r.job).id, past: len(p.attempts) - before})
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
		var history []result.Attempt
		rest := p.attempts
		for i := range p.graves {
			g := &p.graves[i]
			d := p.plan.letter(&g.record, g.id)
			history = history[:0]
			for _, a := range rest[:g.past] {
				history = append(history, result.Attempt{
					Number: int(a.number), StartedMS: ms(a.taken), EndedMS: ms(a.ended),
					Class: a.class.String(), Status: int(a.status),
				})
			}
			d.History, rest = history, rest[g.past:]
			if !yield(&d) {
				return
			}
		}
	}
}
