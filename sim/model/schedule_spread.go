package model

import (
	"time"

	"retrysim/sim/chance"
)

// schedulePlay is a schedule under way: the clock, and the clients whose delay
// has not passed yet.
type schedulePlay struct {
	Schedule
	clock   clock
	at      time.Duration   // the next time of the line, once the clock was asked
	runs    int             // due at it; 0: the clock must be asked
	ended   bool            // no time of the line is left
	delays  []time.Duration // of each client, where they stay the same
	waiting []time.Duration // a heap: when the clients come that were told to
}

// Next is the next client, or all those that come at the same instant.
func (p *schedulePlay) Next(k int64, _ time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	if !p.spread() {
		at, runs, ok := p.clock.next()
		return at, runs * p.Clients, ok
	}
	if k == 0 {
		p.draw(s)
	}
	for p.due() {
		for range p.runs {
			for i := range p.Clients {
				p.push(later(p.at, p.delay(i, s)))
			}
		}
		p.runs = 0
	}
	if len(p.waiting) == 0 {
		return 0, 0, false
	}
	at, jobs := p.pop(), 1
	for len(p.waiting) > 0 && p.waiting[0] == at {
		p.pop()
		jobs++
	}
	return at, jobs, true
}

// draw gives each client the delay that it keeps.
func (p *schedulePlay) draw(s *chance.Stream) {
	p.waiting = make([]time.Duration, 0, 2*p.Clients)
	if p.Spread == "random" {
		return
	}
	p.delays = make([]time.Duration, p.Clients)
	for i := range p.delays {
		share := float64(i) / float64(p.Clients)
		if p.Spread == "stable" {
			share = s.Float64()
		}
		p.delays[i] = time.Duration(share * float64(p.Over))
	}
}

func (p *schedulePlay) delay(i int, s *chance.Stream) time.Duration {
	if p.delays != nil {
		return p.delays[i]
	}
	return time.Duration(s.Float64() * float64(p.Over))
}

// due tells whether the line's next time comes before the next client that
// waits: only then may it bring one that is earlier still.
func (p *schedulePlay) due() bool {
	if p.runs == 0 && !p.ended {
		var ok bool
		p.at, p.runs, ok = p.clock.next()
		p.ended = !ok
	}
	return !p.ended && (len(p.waiting) == 0 || p.at <= p.waiting[0])
}

// push and pop keep waiting a binary heap, the earliest first, by hand: the
// standard one would allocate for each time that goes through it.
func (p *schedulePlay) push(at time.Duration) {
	h := append(p.waiting, at)
	i := len(h) - 1
	for i > 0 && h[(i-1)/2] > at {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = at
	p.waiting = h
}

func (p *schedulePlay) pop() time.Duration {
	h := p.waiting
	first, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	p.waiting = h
	i := 0
	for kid := 1; kid < len(h); kid = 2*i + 1 {
		if kid+1 < len(h) && h[kid+1] < h[kid] {
			kid++
		}
		if h[kid] >= last {
			break
		}
		h[i], i = h[kid], kid
	}
	if len(h) > 0 {
		h[i] = last
	}
	return first
}
