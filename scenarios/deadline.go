package scenarios

import "time"

// Deadline is how old a job may get: a duration, at which it is no longer
// taken, or a law, from which every job draws the age at which it leaves.
type Deadline struct {
	Fixed    time.Duration
	Patience Law
}

func (t *Deadline) decodeNode(d *decoder, n *Node) {
	if n.kind != scalarNode {
		t.Patience.decodeNode(d, n)
		return
	}
	at, err := ParseDuration(n.text)
	switch {
	case err != nil:
		d.failErr(n, err)
	case at == 0:
		d.fail(n, shorten(n.text)+" is out of range", "legal: > 0s")
	}
	t.Fixed = at
}

func (*Deadline) schema(*generator) object { return ref("law") }
