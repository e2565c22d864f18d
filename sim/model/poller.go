package model

import "time"

// Poller is how due retries are looked for where a queue has reviews: a look is
// a review, and Queue.Review the mean time between two looks of one poller.
type Poller struct {
	Count  int     `json:",omitzero"` // pollers, each with looks of its own; 0 is one
	Gap    Law     `json:",omitzero"` // of the time between two looks; its mean is Review. Without a law it is Review, spread by Jitter
	Jitter float64 `json:",omitzero"` // a gap is drawn evenly within Review * (1 +- Jitter), in [0, 1]
	Same   bool    `json:",omitzero"` // all pollers begin at 0; else poller i begins at i * Review / Count
	Batch  int     `json:",omitzero"` // a look makes at most so many retries ready, the longest due first; 0 is no limit
}

// Drawn reports whether the times of the looks are left to chance.
func (p *Poller) Drawn() bool { return p.Gap.Set() || p.Jitter > 0 }

// Pollers is how many pollers there are, 0 without reviews.
func (q *Queue) Pollers() int {
	if q.Review <= 0 {
		return 0
	}
	return max(1, q.Poller.Count)
}

// LookEvery is the mean time between two looks of any poller: Review, unless
// several pollers begin apart.
func (q *Queue) LookEvery() time.Duration {
	if q.Poller.Same {
		return q.Review
	}
	return q.Review / time.Duration(max(1, q.Poller.Count))
}

// PromotesPerSecond is how many retries the pollers can make ready in a
// second; 0 is no limit.
func (q *Queue) PromotesPerSecond() float64 {
	if q.Review <= 0 || q.Poller.Batch == 0 {
		return 0
	}
	return float64(q.Pollers()*q.Poller.Batch) / q.Review.Seconds()
}
