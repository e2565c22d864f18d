package guard

import "time"

// slices of a window: Finagle's WindowedAdder has ten.
const slices = 10

// Purse is the state of one retry budget.
type Purse struct {
	set     *Budget
	level   float64 // of a bucket; retries in flight of Active
	flying  int     // attempts in flight
	ring    [slices]float64
	sum     float64       // of ring
	slice   time.Duration // number of the newest slice
	Refused int64         // retries
}

// NewPurse is a full budget. The settings must be valid and stay as they are.
func NewPurse(b *Budget) Purse {
	p := Purse{set: b}
	if b.Kind != Active {
		p.level = b.Size
	}
	return p
}

// Sent sees an attempt that begins; first attempts fund a ratio.
func (p *Purse) Sent(now time.Duration, retry bool) {
	p.flying++
	if p.set.Kind == Ratio && !retry {
		p.turn(now)
		p.put(p.set.Share)
	}
}

// Succeeded sees an attempt that succeeded; paid is what Retry took for it, 0
// for a first one.
func (p *Purse) Succeeded(paid float64) {
	p.flying--
	switch p.set.Kind {
	case Tokens, Throttle:
		p.level = min(p.set.Size, p.level+p.set.Fund)
	case Quota:
		back := p.set.Fund
		if paid > 0 {
			back = paid
		}
		p.level = min(p.set.Size, p.level+back)
	case Active:
		p.level -= paid
	}
}

// Failed sees an attempt that failed; call it before Retry.
func (p *Purse) Failed(paid float64) {
	p.flying--
	switch p.set.Kind {
	case Throttle:
		p.level = max(0, p.level-1)
	case Active:
		p.level -= paid
	}
}

// Dropped sees a retry that was paid for and will never be sent.
func (p *Purse) Dropped(paid float64) {
	if p.set.Kind == Active {
		p.level -= paid
	}
}

// Retry asks for a retry, after a timeout or not, and takes its price.
func (p *Purse) Retry(now time.Duration, timeout bool) (paid float64, ok bool) {
	switch p.set.Kind {
	case Ratio:
		paid, ok = 1, p.Level(now) >= 1-rounding
		if ok {
			p.put(-1)
		}
	case Tokens, Quota:
		paid = p.set.Cost
		if timeout && p.set.Kind == Quota && p.set.Slow > 0 {
			paid = p.set.Slow
		}
		if ok = p.level >= paid-rounding; ok {
			p.level = max(0, p.level-paid)
		}
	case Throttle:
		ok = p.level > p.set.Size/2
	case Active:
		paid, ok = 1, p.level+1 <= max(p.set.Floor, float64(p.set.Share*float64(p.flying)))+rounding
		if ok {
			p.level++
		}
	default:
		ok = true
	}
	if !ok {
		p.Refused++
		return 0, false
	}
	return paid, true
}

// rounding forgives what adding up tenths leaves: ten deposits of 0.1 pay for a
// retry of 1.
const rounding = 1e-9

// Level is what there is to spend; of Active it is the retries in flight.
func (p *Purse) Level(now time.Duration) float64 {
	if p.set.Kind != Ratio {
		return p.level
	}
	p.turn(now)
	return float64(p.set.Floor*p.set.TTL.Seconds()) + p.sum
}

func (p *Purse) put(x float64) {
	p.ring[p.slice%slices] += x
	p.sum += x
}

// turn forgets the slices that have left the window.
func (p *Purse) turn(now time.Duration) {
	n := now / (p.set.TTL / slices)
	if n-p.slice >= slices {
		p.ring, p.sum, p.slice = [slices]float64{}, 0, n
		return
	}
	for p.slice < n {
		p.slice++
		p.sum -= p.ring[p.slice%slices]
		p.ring[p.slice%slices] = 0
	}
}
