package calendar

import "container/heap"

// naive is the calendar's twin: the standard library's binary heap over
// (time, rank, sequence), too simple to be wrong.
type naive[E any] struct {
	now    int64
	seq    uint64
	events naiveHeap[E]
}

type naiveEvent[E any] struct {
	at   int64
	rank Rank
	seq  uint64
	e    E
}

type naiveHeap[E any] []*naiveEvent[E]

func (h naiveHeap[E]) Len() int { return len(h) }
func (h naiveHeap[E]) Less(i, j int) bool {
	a, b := h[i], h[j]
	if a.at != b.at {
		return a.at < b.at
	}
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	return a.seq < b.seq
}
func (h naiveHeap[E]) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *naiveHeap[E]) Push(x any)   { *h = append(*h, x.(*naiveEvent[E])) }
func (h *naiveHeap[E]) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

func (n *naive[E]) At(t int64, r Rank, e E) {
	n.seq++
	heap.Push(&n.events, &naiveEvent[E]{at: t, rank: r, seq: n.seq, e: e})
}

func (n *naive[E]) Next() (t int64, r Rank, e E, ok bool) {
	if len(n.events) == 0 {
		return n.now, 0, e, false
	}
	ev := heap.Pop(&n.events).(*naiveEvent[E])
	n.now = ev.at
	return ev.at, ev.rank, ev.e, true
}

func (n *naive[E]) Peek() (int64, bool) {
	if len(n.events) == 0 {
		return n.now, false
	}
	return n.events[0].at, true
}

func (n *naive[E]) Now() int64 { return n.now }
func (n *naive[E]) Len() int   { return len(n.events) }
