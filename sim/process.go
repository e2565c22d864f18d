package sim

import "slices"

// process is the workers that share a memory. Only plans with prefetching, or
// with waits in memory, have them; other pools have one list of free workers.
type process struct {
	free    []int32
	line    deque // tickets of reservations that wait for a worker
	waiting int   // of them those that are not void
}

// setProcesses groups the workers into equal blocks.
func (w *world) setProcesses() {
	k := &w.plan.Workers
	w.skewed = k.ClockSkew.Set()
	w.pool.inProcess = 1
	if k.Processes > 0 && k.Count > 0 {
		w.pool.inProcess = k.InProcess()
	}
	if k.Prefetch == 0 && !w.plan.Queue.InMemory {
		return
	}
	w.pool.inProcess = max(1, k.InProcess())
	w.pool.prefetch = k.Prefetch
	w.pool.procs = make([]process, max(1, k.Processes))
	for _, id := range w.pool.free {
		w.pool.putFree(id)
	}
	w.pool.free = nil
}

// process is the number of the process that a worker belongs to.
func (p *pool) process(worker int32) int { return int(worker) / p.inProcess }

// putFree lists a worker as free.
func (p *pool) putFree(id int32) {
	if p.procs == nil {
		p.free = append(p.free, id)
		return
	}
	for p.process(id) >= len(p.procs) {
		p.procs = append(p.procs, process{})
	}
	one := &p.procs[p.process(id)]
	one.free = append(one.free, id)
	p.stirred = append(p.stirred, int32(p.process(id)))
}

// dropFree takes a worker off the list of free ones, and reports whether it was
// there.
func (p *pool) dropFree(id int32) bool {
	list := &p.free
	if p.procs != nil {
		list = &p.procs[p.process(id)].free
	}
	k := slices.Index(*list, id)
	if k >= 0 {
		*list = slices.Delete(*list, k, k+1)
	}
	return k >= 0
}

// vacant is how many more jobs the workers and processes would take now.
func (p *pool) vacant() int {
	n := len(p.free)
	for i := range p.procs {
		if p.alive(i) {
			n += max(0, len(p.procs[i].free)+p.prefetch-p.procs[i].waiting)
		}
	}
	return n
}

// alive reports whether a process has a worker that is there.
func (p *pool) alive(i int) bool {
	if p.unlimited || len(p.procs[i].free) > 0 {
		return true
	}
	for id := i * p.inProcess; id < min((i+1)*p.inProcess, len(p.hands)); id++ {
		if h := &p.hands[id]; !h.down && !h.gone {
			return true
		}
	}
	return false
}

// next is the process that takes the next job from the queue, in turn: one with
// a free worker or room for a reservation; -1 where there is none. The queue
// does not know which of them is idle.
func (p *pool) next() int {
	return p.inTurn(p.turn, func(i int) bool {
		one := &p.procs[i]
		return p.unlimited || (one.waiting < len(one.free)+p.prefetch && p.alive(i))
	})
}

// keeper is the process that keeps the next retry, in a turn of its own; -1
// where none is there.
func (p *pool) keeper() int {
	i := p.inTurn(p.kept, p.alive)
	if i >= 0 {
		p.kept = i
	}
	return i
}

func (p *pool) inTurn(last int, fits func(i int) bool) int {
	for k := range p.procs {
		if i := (last + 1 + k) % len(p.procs); fits(i) {
			return i
		}
	}
	return -1
}
