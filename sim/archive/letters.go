package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"retrysim/sim/result"
)

// The states of a dead letter in the archive. All but Parked are final: records
// in = parked + replayed + discarded + expired.
const (
	Parked    = "parked"
	Replayed  = "replayed"
	Discarded = "discarded"
	Expired   = "expired"
)

// queues writes the dead letters of a result.
func (s *saver) queues(number int64, queues []Queue) {
	next := 1 + s.number("SELECT max(id) FROM dead_letters")
	for _, q := range queues {
		id := 1 + s.number("SELECT max(id) FROM queues")
		s.exec("INSERT INTO queues VALUES (?, ?, ?, ?, ?, ?)", id, number, q.Row, q.Replication, q.Records, q.Letters != nil)
		if q.Letters == nil {
			continue
		}
		first := next
		next = s.letters(id, next, q.Letters)
		if n := next - first; s.err == nil && n != int64(q.Records) {
			panic(fmt.Sprintf("archive: %d dead letters of row %q, announced were %d", n, q.Row, q.Records))
		}
	}
}

// letters writes those of one queue with numbers from id on, and returns the
// number after the last.
func (s *saver) letters(queue, id int64, letters iter.Seq[*result.DeadLetter]) int64 {
	dead, tries := s.batch("dead_letters", 19), s.batch("attempts", 6)
	for d := range letters {
		if s.err != nil {
			return id
		}
		dead.add(id, queue, Parked, d.Queue, d.Job, d.Name, orNull(string(d.Payload)), d.JobType,
			d.FailureReason, d.ErrorDetails, orNone(d.Status), d.Attempts, d.Retries,
			d.FirstFailedMS, d.FailedMS, d.LastFailedMS, orNull(d.DedupeKey), d.Occurrences, d.Replayable)
		for i := range d.History {
			t := &d.History[i]
			tries.add(id, t.Number, t.StartedMS, t.EndedMS, t.Class, orNone(t.Status))
		}
		id++
		if dead.isFull() { // its attempts refer to a letter, so the letters go first
			dead.drain()
			tries.drain()
		}
	}
	dead.flush()
	tries.flush()
	return id
}

// orNone is NULL for 0.
func orNone(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// Letter is a dead letter in the archive.
type Letter struct {
	ID          int64
	Row         string
	Replication int    // from 0
	State       string // Parked and so on
	result.DeadLetter
}

// Which letters are asked for; the zero value is all, without their attempts.
type Which struct {
	Row      string // "" is any
	State    string // "" is any
	JobType  string // "" is any
	Class    string // "" is any
	After    int64  // those with a larger ID: the next page
	Limit    int    // so many at most; 0 is all
	Attempts bool   // with History
}

// Letters gives the stored dead letters of a result in the order of their IDs: by row,
// then in the order in which they were parked. A letter is used again for the
// next one.
func (a *Archive) Letters(ctx context.Context, id string, w Which) iter.Seq2[*Letter, error] {
	return func(yield func(*Letter, error) bool) {
		query, args := w.query(id)
		rows, err := a.db.QueryContext(ctx, query, args...)
		if err != nil {
			yield(nil, a.explain(err))
			return
		}
		defer rows.Close()
		if err := eachLetter(rows, func(l *Letter) bool { return yield(l, nil) }); err != nil {
			yield(nil, a.explain(err))
		}
	}
}

// query selects the letters, each as often as it has attempts that are asked
// for, but at least once.
func (w Which) query(id string) (query string, args []any) {
	where := []string{"r.id = ?"}
	args = append(args, id)
	add := func(condition string, given bool, value any) {
		if given {
			where, args = append(where, condition), append(args, value)
		}
	}
	add("q.row = ?", w.Row != "", w.Row)
	add("d.state = ?", w.State != "", w.State)
	add("d.job_type = ?", w.JobType != "", w.JobType)
	add("d.error_class = ?", w.Class != "", w.Class)
	add("d.id > ?", w.After > 0, w.After)
	letters := "SELECT d.*, q.row, q.replication FROM results r JOIN queues q ON q.result = r.number JOIN dead_letters d ON d.queue = q.id WHERE " +
		strings.Join(where, " AND ") + " ORDER BY d.id"
	if w.Limit > 0 {
		letters, args = letters+" LIMIT ?", append(args, w.Limit)
	}
	if !w.Attempts {
		return "SELECT d.*, NULL, NULL, NULL, NULL, NULL FROM (" + letters + ") d ORDER BY d.id", args
	}
	return "SELECT d.*, t.attempt, t.started_at_ms, t.ended_at_ms, t.class, t.status FROM (" + letters +
		") d LEFT JOIN attempts t ON t.dead_letter = d.id ORDER BY d.id, t.ended_at_ms, t.attempt", args
}

// eachLetter puts the attempts of a letter together.
func eachLetter(rows *sql.Rows, yield func(*Letter) bool) error {
	var now, last Letter
	for rows.Next() {
		var t result.Attempt
		has, err := scanLetter(rows, &now, &t)
		if err != nil {
			return err
		}
		if now.ID != last.ID {
			if last.ID > 0 && !yield(&last) {
				return nil
			}
			now.History = last.History[:0]
			last = now
		}
		if has {
			last.History = append(last.History, t)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if last.ID > 0 {
		yield(&last)
	}
	return nil
}

// scanLetter reads a row of the query and reports whether it has an attempt.
func scanLetter(rows *sql.Rows, l *Letter, t *result.Attempt) (has bool, err error) {
	var queue int64
	var data, key, class sql.NullString
	var status, number, code sql.NullInt64
	var start, end sql.NullFloat64
	d := &l.DeadLetter
	err = rows.Scan(&l.ID, &queue, &l.State, &d.Queue, &d.Job, &d.Name, &data, &d.JobType,
		&d.FailureReason, &d.ErrorDetails, &status, &d.Attempts, &d.Retries,
		&d.FirstFailedMS, &d.FailedMS, &d.LastFailedMS, &key, &d.Occurrences, &d.Replayable,
		&l.Row, &l.Replication, &number, &start, &end, &class, &code)
	d.Payload, d.DedupeKey, d.Status = nil, key.String, int(status.Int64)
	if data.Valid {
		d.Payload = json.RawMessage(data.String)
	}
	*t = result.Attempt{
		Number: int(number.Int64), StartedMS: start.Float64, EndedMS: end.Float64,
		Class: class.String, Status: int(code.Int64),
	}
	return number.Valid, err
}
