package ledger

import (
	"fmt"
	"math/bits"
)

// batchSize is the number of entries that metrics see at once: 1,024 entries
// of 96 bytes stay in a core's second-level cache.
const batchSize = 1024

// Book gathers entries and hands them to its metrics in batches.
type Book struct {
	batch   []Entry
	metrics []Metric
	print   uint64
}

// Begin opens the book for these metrics. The first one is the account of the
// conservation ledger.
func (b *Book) Begin(metrics []Metric) {
	b.batch = make([]Entry, 0, batchSize)
	b.metrics = metrics
}

// Next returns the next entry, empty, for the caller to fill. It is good until
// the following call.
func (b *Book) Next() *Entry {
	if len(b.batch) == batchSize {
		b.flush()
	}
	b.batch = b.batch[:len(b.batch)+1]
	e := &b.batch[len(b.batch)-1]
	*e = Entry{}
	return e
}

func (b *Book) flush() {
	for i := range b.batch {
		b.print = b.batch[i].mix(b.print)
	}
	for _, m := range b.metrics {
		m.Observe(b.batch)
	}
	b.batch = b.batch[:0]
}

// Close hands out what is left and gathers the report.
func (b *Book) Close(r *Report) {
	b.flush()
	for _, m := range b.metrics {
		m.Report(r)
	}
}

// Fingerprint is a hash of all entries in order. It depends on nothing else:
// not on the metrics, not on the process.
func (b *Book) Fingerprint() uint64 { return b.print }

// mix folds an entry into a running hash, two words a multiplication.
func (e *Entry) mix(h uint64) uint64 {
	h = mum(h^uint64(e.At), e.Job+0x9e3779b97f4a7c15)
	h = mum(h^uint64(e.Taken), uint64(e.Start)+0xbf58476d1ce4e5b9)
	h = mum(h^uint64(e.Served), uint64(e.Delay)+0x94d049bb133111eb)
	h = mum(h^uint64(e.First), uint64(e.Attempt)<<32|uint64(e.Copy)+1)
	small := uint64(e.Kind)<<56 | uint64(e.Class)<<48 | uint64(e.Type)<<40 | uint64(e.Station)<<32 |
		uint64(e.Bucket)<<28 | uint64(e.Drop)<<24
	return mum(h^small, uint64(e.Status)<<16|uint64(e.Flags)+0xd6e8feb86659fd93)
}

func mum(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// Account is the book's account of the conservation ledger.
func (b *Book) Account() *Account { return find[*Account](b) }

// Work is the book's count of the dependency's work.
func (b *Book) Work() *Work { return find[*Work](b) }

// JudgeAlarms reports how soon alerts told of a fault, and how often of none.
func (b *Book) JudgeAlarms(s Setting, r *Report, recovered float64) {
	find[*Waste](b).alarms.judge(s, r, recovered)
}

// find is the metric of that type, which the book must have.
func find[T Metric](b *Book) (m T) {
	for _, have := range b.metrics {
		if m, ok := have.(T); ok {
			return m
		}
	}
	panic(fmt.Sprintf("ledger: a book without %T", m))
}
