package sim

// rota lets keys take turns: the key in front gives its oldest ticket and goes
// to the back. A key that has as many jobs in hand as it may leaves the round,
// and comes back at its end when one of them is done. Every step is O(1); what
// waits is kept in one list of nodes, so memory follows it, and 17 bytes a key.
type rota struct {
	queues []keyQueue
	nodes  []rotaNode
	free   uint32 // index+1 of a node in no queue
	round  deque  // keys with tickets, in turn
	most   int32  // in hand at once, 0 is no limit
	n      int    // tickets, those of keys that left the round included
}

// keyQueue is what waits for one key, as indices+1 of nodes.
type keyQueue struct {
	first, last uint32
	inHand      int32
	in          bool // the round
}

type rotaNode struct {
	ticket
	next uint32
}

func newRota(keys int, most int) *rota {
	return &rota{queues: make([]keyQueue, keys), most: int32(most)}
}

// push appends a ticket to those of its key.
func (r *rota) push(key int, t ticket) {
	at := r.free
	if at == 0 {
		r.nodes = append(r.nodes, rotaNode{})
		at = uint32(len(r.nodes))
	}
	node := &r.nodes[at-1]
	r.free = node.next
	*node = rotaNode{ticket: t}
	q := &r.queues[key]
	if q.first == 0 {
		q.first = at
	} else {
		r.nodes[q.last-1].next = at
	}
	q.last = at
	r.n++
	r.join(key)
}

// join lets a key into the round, if it has tickets and may have one more job
// in hand.
func (r *rota) join(key int) {
	q := &r.queues[key]
	if q.in || q.first == 0 || r.full(key) {
		return
	}
	q.in = true
	r.round.pushBack(ticket{slot: uint32(key)})
}

// full reports whether a key has as many jobs in hand as it may.
func (r *rota) full(key int) bool { return r.most > 0 && r.queues[key].inHand >= r.most }

// pop takes the oldest ticket of the key in front; ok is false when no key may
// give one. The key stays in front until its turn ends: a ticket that turns out
// to be void costs no turn.
func (r *rota) pop() (t ticket, ok bool) {
	for r.round.n > 0 {
		key := int(r.round.front().slot)
		q := &r.queues[key]
		if q.first == 0 || r.full(key) {
			r.round.popFront()
			q.in = false
			continue
		}
		at := q.first
		node := &r.nodes[at-1]
		t, q.first = node.ticket, node.next
		node.next, r.free = r.free, at
		r.n--
		return t, true
	}
	return ticket{}, false
}

// turnEnds sends the key in front to the back of the round, or out of it.
func (r *rota) turnEnds() {
	if r.round.n == 0 {
		return
	}
	key := r.round.popFront().slot
	r.queues[key].in = false
	r.join(int(key))
}

// taken and done count a key's jobs in hand.
func (r *rota) taken(key int) { r.queues[key].inHand++ }

func (r *rota) done(key int) {
	r.queues[key].inHand--
	r.join(key)
}
