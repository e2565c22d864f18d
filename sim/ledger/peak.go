package ledger

// peak finds the largest number of facts in any window (t - width, t], exactly:
// it keeps the times within one width, so its memory is the peak itself.
type peak struct {
	width   int64
	ring    []int64
	head, n int
	most    int
}

// add counts a fact at time t, which is not before the last one.
func (p *peak) add(t int64) {
	for p.n > 0 && p.ring[p.head] <= t-p.width {
		p.head = (p.head + 1) & (len(p.ring) - 1)
		p.n--
	}
	if p.n == len(p.ring) {
		ring := make([]int64, max(64, 2*len(p.ring)))
		for i := range p.n {
			ring[i] = p.ring[(p.head+i)&(len(p.ring)-1)]
		}
		p.ring, p.head = ring, 0
	}
	p.ring[(p.head+p.n)&(len(p.ring)-1)] = t
	p.n++
	p.most = max(p.most, p.n)
}
