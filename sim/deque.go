package sim

import "retrysim/sim/model"

// ticket is one place in a line: a slot and the turn for which it was given.
// When the slot has moved on, the turn no longer matches and the place is
// skipped.
type ticket struct{ slot, turn uint32 }

// deque is a line of tickets that grows by doubling, a ring without pointers.
type deque struct {
	ring []ticket
	head int
	n    int
}

func (d *deque) pushBack(t ticket) {
	if d.n == len(d.ring) {
		d.grow()
	}
	d.ring[(d.head+d.n)&(len(d.ring)-1)] = t
	d.n++
}

func (d *deque) front() ticket { return d.ring[d.head] }

func (d *deque) popFront() ticket {
	t := d.ring[d.head]
	d.head = (d.head + 1) & (len(d.ring) - 1)
	d.n--
	return t
}

func (d *deque) popBack() ticket {
	d.n--
	return d.ring[(d.head+d.n)&(len(d.ring)-1)]
}

func (d *deque) grow() {
	ring := make([]ticket, max(64, 2*len(d.ring)))
	for i := range d.n {
		ring[i] = d.ring[(d.head+i)&(len(d.ring)-1)]
	}
	d.ring, d.head = ring, 0
}

// line is a waiting line of some order. By priority it has a deque for each
// level, 0 the highest, served from the highest; a fair one has a rota; else it
// has only one deque.
type line struct {
	levels []deque
	order  model.Order
	n      int   // tickets in all, skipped ones included
	turns  *rota // of a fair line
}

func newLine(order model.Order, levels int) line {
	if order != model.Priority {
		levels = 1
	}
	return line{levels: make([]deque, levels), order: order}
}

// push appends a ticket; the level counts only by priority, and is the key in a
// fair line.
func (l *line) push(level int, t ticket) {
	l.n++
	switch l.order {
	case model.Fair:
		l.turns.push(level, t)
		return
	case model.Priority:
	default:
		level = 0
	}
	l.levels[level].pushBack(t)
}

// popOldest takes a ticket from the front, whatever the order; the line must
// not be empty.
func (l *line) popOldest() ticket {
	if l.order == model.Fair {
		return l.popFair()
	}
	for i := range l.levels {
		if d := &l.levels[i]; d.n > 0 {
			l.n--
			return d.popFront()
		}
	}
	panic("sim: pop from an empty line")
}

// popFair takes the next ticket of a fair line.
func (l *line) popFair() ticket {
	t, ok := l.turns.pop()
	if !ok {
		panic("sim: pop from an empty line")
	}
	l.n--
	return t
}

// took says that the ticket that was popped last was good: the next key's turn
// comes.
func (l *line) took() {
	if l.turns != nil {
		l.turns.turnEnds()
	}
}

// pop takes the next ticket; the line must not be empty.
func (l *line) pop() ticket {
	if l.order == model.Fair {
		return l.popFair()
	}
	l.n--
	for i := range l.levels {
		d := &l.levels[i]
		switch {
		case d.n == 0:
			continue
		case l.order == model.LIFO:
			return d.popBack()
		}
		return d.popFront()
	}
	panic("sim: pop from an empty line")
}
