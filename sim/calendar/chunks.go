package calendar

const (
	chunkLen = 31 // events in a chunk, so that a chunk of 32-byte events is near 1 kB
	pageBits = 6
	pageLen  = 1 << pageBits // chunks in a page, so that such a page is near 64 kB
)

type event[E any] struct {
	at      int64
	payload E
	rank    Rank // behind the payload: fills the padding of a payload with small fields
}

// A chunk is a short run of events. Chunks are numbered and linked by number,
// so that pages hold no pointers of ours.
type chunk[E any] struct {
	events [chunkLen]event[E]
	next   uint32 // the following chunk in its chain or in the free list
}

// A chain is a first-in-first-out list of events in linked chunks. It is empty
// when end is 0, and then owns no chunk.
type chain struct {
	head, tail uint32 // chunk numbers
	begin      uint32 // the first event in the head chunk
	end        uint32 // behind the last event in the tail chunk
}

func (l *chain) empty() bool { return l.end == 0 }

// single says whether the chain is one event at the start of its only chunk.
func (l *chain) single() bool { return l.head == l.tail && l.end == 1 }

// A pool lends chunks from pages that never move. Chunk 0 does not exist: it
// ends the free list.
type pool[E any] struct {
	pages []*[pageLen]chunk[E]
	free  uint32 // the first chunk to reuse, linked through next; 0 if none
	used  uint32 // chunks ever lent, and so the number of the newest
}

func (p *pool[E]) at(id uint32) *chunk[E] {
	return &p.pages[id>>pageBits][id%pageLen]
}

func (p *pool[E]) lend() uint32 {
	if id := p.free; id != 0 {
		p.free = p.at(id).next
		return id
	}
	p.used++
	if int(p.used>>pageBits) >= len(p.pages) {
		p.pages = append(p.pages, new([pageLen]chunk[E]))
	}
	return p.used
}

func (p *pool[E]) release(id uint32) {
	p.at(id).next = p.free
	p.free = id
}

// push appends an event to a chain.
func (p *pool[E]) push(l *chain, ev event[E]) {
	if l.end == 0 || l.end == chunkLen {
		p.extend(l)
	}
	p.at(l.tail).events[l.end] = ev
	l.end++
}

func (p *pool[E]) extend(l *chain) {
	id := p.lend()
	if l.end == 0 {
		*l = chain{head: id, tail: id}
		return
	}
	p.at(l.tail).next = id
	l.tail, l.end = id, 0
}

// pop removes the first event of a chain that is not empty.
func (p *pool[E]) pop(l *chain) event[E] {
	id := l.head
	ch := p.at(id)
	ev := ch.events[l.begin]
	l.begin++
	switch {
	case id == l.tail && l.begin == l.end:
		*l = chain{}
		p.release(id)
	case l.begin == chunkLen:
		l.head, l.begin = ch.next, 0
		p.release(id)
	}
	return ev
}
