package sim

import "retrysim/policies"

// MaxHistory is how many attempts of one job are remembered: the first, and
// the latest. A dead letter's Attempts counts all of them.
const MaxHistory = 100

// past is one attempt that has ended for its caller.
type past struct {
	taken, ended int64
	next         uint32 // slot+1 of the following one, 0 at the end
	number       uint32 // the job's tries, from 1
	status       uint16
	class        policies.Class
}

// chain is the remembered attempts of one job.
type chain struct {
	first, last uint32 // slots, where n > 0
	n           uint32
}

// memory remembers the attempts of the jobs that are in the slab, beside it:
// 32 bytes an attempt. A run has one only where dead letters are kept.
type memory struct {
	attempts slab[past]
	chains   []chain // by the job's slot
}

// remember adds an attempt of the job in a slot. Over the limit it forgets the
// oldest one but the first.
func (m *memory) remember(slot uint32, a *attempt, class policies.Class, status int, now int64) {
	for int(slot) >= len(m.chains) {
		m.chains = append(m.chains, chain{})
	}
	c := &m.chains[slot]
	s := m.attempts.take()
	*m.attempts.get(s) = past{taken: a.taken, ended: now, number: a.number, status: uint16(status), class: class}
	if c.n == 0 {
		c.first = s
	} else {
		m.attempts.get(c.last).next = s + 1
	}
	c.last = s
	if c.n++; c.n > MaxHistory {
		first := m.attempts.get(c.first)
		second := first.next - 1
		first.next = m.attempts.get(second).next
		m.attempts.give(second)
		c.n--
	}
}

// forget frees the attempts of a job that leaves its slot.
func (m *memory) forget(slot uint32) {
	if int(slot) >= len(m.chains) {
		return
	}
	c := &m.chains[slot]
	for next := c.first + 1; c.n > 0; c.n-- {
		s := next - 1
		next = m.attempts.get(s).next
		m.attempts.give(s)
	}
}

// of appends the attempts of the job in a slot, in the order in which they
// ended.
func (m *memory) of(slot uint32, out []past) []past {
	if int(slot) >= len(m.chains) || m.chains[slot].n == 0 {
		return out
	}
	for next := m.chains[slot].first + 1; next > 0; {
		p := m.attempts.get(next - 1)
		out = append(out, *p)
		next = p.next
	}
	return out
}
