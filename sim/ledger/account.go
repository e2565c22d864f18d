package ledger

import (
	"fmt"
	"math"

	"retrysim/sim/result"
)

// Account keeps the conservation ledger: how many jobs arrived, and in which
// bucket each is now. A replay takes a job out of its bucket; a record that
// leaves the dead-letter queue for good moves its job to another one.
type Account struct {
	set    Setting
	total  tally
	byType []tally
}

// tally counts jobs, and the dead-letter records written for them.
type tally struct {
	jobs    int64
	records int64
	givenUp int64
	out     int64 // given up because the retries ran out
	buckets [Buckets]int64
	dropped [DropReasons]int64
}

// NewAccount returns an empty account.
func NewAccount(s Setting) *Account { return &Account{set: s, byType: make([]tally, len(s.Types))} }

// Observe books arrivals, settlements, moves and replays.
func (a *Account) Observe(batch []Entry) {
	for i := range batch {
		e := &batch[i]
		switch e.Kind {
		case Arrived:
			a.total.jobs++
			a.byType[e.Type].jobs++
		case Settled, Replayed:
			a.total.book(e)
			a.byType[e.Type].book(e)
		case GivenUp:
			a.total.givenUp++
			a.byType[e.Type].givenUp++
		case Exhausted:
			a.total.out++
			a.byType[e.Type].out++
		case Parked:
			if e.Copy == 1 {
				a.total.records++
				a.byType[e.Type].records++
			}
		}
	}
}

func (t *tally) book(e *Entry) {
	if e.Kind == Replayed || e.Is(Moved) {
		t.buckets[DeadLettered]--
	}
	if e.Kind == Settled {
		t.buckets[e.Bucket]++
		if e.Bucket == Dropped {
			t.dropped[e.Drop]++
		}
	}
}

// Ledger is the account as a result has it. It panics when it does not add up.
func (a *Account) Ledger() (result.Ledger, [DropReasons]int64) {
	b := &a.total.buckets
	l := result.Ledger{
		Jobs: a.total.jobs, Completed: b[Completed], DeadLettered: b[DeadLettered], Failed: b[Failed],
		Dropped: b[Dropped], Expired: b[Expired], Discarded: b[Discarded], Unfinished: b[Unfinished],
	}
	if l.Settled() != l.Jobs {
		panic(fmt.Sprintf("ledger: %d jobs arrived, %d are accounted for: %+v", l.Jobs, l.Settled(), l))
	}
	return l, a.total.dropped
}

// Report gives the counts by their names, then those of each job type when
// there are several.
func (a *Account) Report(r *Report) {
	a.total.report(r, "")
	if len(a.byType) > 1 {
		for i := range a.byType {
			a.byType[i].report(r, "["+a.set.Types[i]+"]")
		}
	}
}

func (t *tally) report(r *Report, of string) {
	r.Add("jobs"+of, float64(t.jobs))
	r.Add("completed"+of, float64(t.buckets[Completed]))
	r.Add("dead_lettered"+of, float64(t.buckets[DeadLettered]))
	r.Add("failed"+of, float64(t.buckets[Failed]))
	r.Add("expired"+of, float64(t.buckets[Expired]))
	r.Add("discarded"+of, float64(t.buckets[Discarded]))
	r.Add("unfinished"+of, float64(t.buckets[Unfinished]))
	r.Add("lost"+of, float64(t.buckets[Dropped]))
	r.Add("dlq_records"+of, float64(t.records))
	r.Add("given_up"+of, float64(t.givenUp))
	r.Add("exhausted"+of, float64(t.out))
}

// ratio is a / b, NaN when b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}
