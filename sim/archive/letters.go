package archive

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"slices"

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
	dead, tries := s.batch("dead_letters", 21), s.batch("attempts", 6)
	for d := range letters {
		if s.err != nil {
			return id
		}
		dead.add(id, queue, Parked, d.Queue, d.Job, d.Name, orNull(string(d.Payload)), d.JobType,
			d.FailureReason, d.ErrorDetails, orNone(d.Status), d.Attempts, d.Retries,
			d.FirstFailedMS, d.FailedMS, d.LastFailedMS, orNull(d.DedupeKey), d.Occurrences, d.Replayable, nil, nil)
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
	MovedAt     string // when it left, UTC as in RFC 3339; "" while it is parked
	MovedTo     string // the ID of the result of its replay; "" without
	result.DeadLetter
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
			if last.ID > 0 && !yield(last.inOrder()) {
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
		yield(last.inOrder())
	}
	return nil
}

// inOrder sorts the attempts by their ends.
func (l *Letter) inOrder() *Letter {
	slices.SortFunc(l.History, func(a, b result.Attempt) int {
		return cmp.Or(cmp.Compare(a.EndedMS, b.EndedMS), cmp.Compare(a.Number, b.Number))
	})
	return l
}

// scanLetter reads a row of the query and reports whether it has an attempt.
func scanLetter(rows *sql.Rows, l *Letter, t *result.Attempt) (has bool, err error) {
	var queue int64
	var data, key, class, moved, into sql.NullString
	var status, number, code sql.NullInt64
	var start, end sql.NullFloat64
	d := &l.DeadLetter
	err = rows.Scan(&l.ID, &queue, &l.State, &d.Queue, &d.Job, &d.Name, &data, &d.JobType,
		&d.FailureReason, &d.ErrorDetails, &status, &d.Attempts, &d.Retries,
		&d.FirstFailedMS, &d.FailedMS, &d.LastFailedMS, &key, &d.Occurrences, &d.Replayable, &moved, &into,
		&l.Row, &l.Replication, &number, &start, &end, &class, &code)
	l.MovedAt, l.MovedTo = moved.String, into.String
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
