package archive

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"iter"
	"strconv"
	"time"

	"retrysim/sim/result"
)

// Draft is a result that is to be written.
type Draft struct {
	Result   *result.Result
	Document []byte // the result as JSON, which comes out again as it is
	Verb     string // that made it
	Flags    []Flag // what else of the command line decides about its bytes
	Keep     bool   // for good; else until the next draft comes
	Label    string // "" for none; only of one that is kept
	At       time.Time
	Queues   []Queue
}

// Flag is one flag of the command that made a result.
type Flag struct{ Name, Value string }

// Queue is the dead-letter queue of one row and replication.
type Queue struct {
	Row         string
	Replication int // from 0
	Records     int
	Letters     iter.Seq[*result.DeadLetter] // so many, each read before the next is asked for; nil counts them and stores none
}

// ID is the name of a result: the beginning of the hash of its document. The
// same run has the same name, wherever it is made.
func ID(document []byte) string {
	sum := sha256.Sum256(document)
	return hex.EncodeToString(sum[:6])
}

// Save writes a draft, in one transaction, and makes it the last result. The
// last one before it goes, unless it was kept. A result that is kept already is
// not written again: it becomes the last one, and its dead letters stay as they
// are. A label that another result has moves to this one; Moved is that other.
func (a *Archive) Save(ctx context.Context, d *Draft) (id, moved string, err error) {
	id = ID(d.Document)
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return "", "", a.explain(err)
	}
	defer tx.Rollback() //nolint:errcheck // without effect after the commit
	s := saver{ctx: ctx, tx: tx}
	moved = s.freeLabel(id, d.Label)
	if !s.again(id, d) {
		s.write(id, d)
	}
	if s.err == nil {
		s.err = tx.Commit()
	}
	return id, moved, a.explain(s.err)
}

// saver writes within one transaction and keeps the first error.
type saver struct {
	ctx context.Context
	tx  *sql.Tx
	err error
}

// exec runs a statement and returns how many rows it changed.
func (s *saver) exec(query string, args ...any) int64 {
	if s.err != nil {
		return 0
	}
	done, err := s.tx.ExecContext(s.ctx, query, args...)
	if s.err = err; err != nil {
		return 0
	}
	n, _ := done.RowsAffected()
	return n
}

// number reads one number; without rows it is 0.
func (s *saver) number(query string, args ...any) int64 {
	var n sql.NullInt64
	if s.err == nil {
		if err := s.tx.QueryRowContext(s.ctx, query, args...).Scan(&n); err != nil && err != sql.ErrNoRows {
			s.err = err
		}
	}
	return n.Int64
}

// freeLabel takes a label from another result and says which it was.
func (s *saver) freeLabel(id, label string) (moved string) {
	if label == "" || s.err != nil {
		return ""
	}
	err := s.tx.QueryRowContext(s.ctx, "SELECT id FROM results WHERE label = ? AND id <> ?", label, id).Scan(&moved)
	if err != nil && err != sql.ErrNoRows {
		s.err = err
	}
	s.exec("UPDATE results SET label = NULL WHERE label = ? AND id <> ?", label, id)
	return moved
}

// again makes a result that is kept already the last one.
func (s *saver) again(id string, d *Draft) bool {
	stamp := s.nextStamp()
	return s.exec("UPDATE results SET stamp = ?, saved_at = ?, label = coalesce(?, label) WHERE id = ? AND kept = 1",
		stamp, timeText(d.At), orNull(d.Label), id) > 0
}

// nextStamp is later than all others.
func (s *saver) nextStamp() int64 { return 1 + s.number("SELECT max(stamp) FROM results") }

// write removes the last result, where it was not kept, and writes the draft.
func (s *saver) write(id string, d *Draft) {
	for s.err == nil {
		old := s.number("SELECT number FROM results WHERE kept = 0 LIMIT 1")
		if old == 0 {
			break
		}
		s.remove(old)
	}
	number := 1 + s.number("SELECT max(number) FROM results")
	r := d.Result
	s.exec(`INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		number, id, orNull(d.Label), d.Keep, s.nextStamp(), timeText(d.At), d.Verb,
		r.Scenario.Name, r.Scenario.Digest, r.Scenario.File, r.Scenario.Source,
		strconv.FormatUint(r.Seed, 10), r.Replications, r.Partial, r.Tool.Version, r.Tool.GOARCH, string(d.Document))
	for i, f := range d.Flags {
		s.exec("INSERT INTO flags VALUES (?, ?, ?, ?)", number, i, f.Name, f.Value)
	}
	for i := range r.Policies {
		s.row(number, i, &r.Policies[i])
	}
	s.queues(number, d.Queues)
}

// row writes a row of the result: where its jobs ended, and its metrics.
func (s *saver) row(number int64, i int, p *result.PolicyResult) {
	l := &p.Ledger
	s.exec("INSERT INTO result_rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		number, i, p.Name, p.PlanDigest, p.Fingerprint,
		l.Jobs, l.Completed, l.DeadLettered, l.Failed, l.Dropped, l.Expired, l.Discarded, l.Unfinished)
	b := s.batch("metrics", 9)
	for k, m := range p.Metrics {
		var value, low, high any
		if m.Value != nil {
			value = *m.Value
		}
		if m.CI95 != nil {
			low, high = m.CI95[0], m.CI95[1]
		}
		b.add(number, i, k, m.Name, m.Unit, value, low, high, m.Never)
	}
	b.flush()
}

// timeText is a time as the file has it.
func timeText(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// orNull is NULL for "".
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
