package archive

import (
	"context"
	"database/sql"
	"strings"
)

// Which dead letters are asked for, and in what order; the zero value is all,
// by row and in the order in which they were parked, without their attempts.
// Every verb that works on letters takes the same.
type Which struct {
	Row         string // "" is any
	Replication int    // from 1; 0 is any
	State       string // "" is any
	JobType     string // "" is any
	Queue       string // the original one; "" is any
	Class       string // of the latest error; "" is any
	Text        string // that the latest error contains, in capitals or not
	Group       string // the latest error without what varies in it (see Fold)
	Replayable  *bool  // nil is either

	// The age of a letter is the time from its last failure to the last one of
	// any letter of its queue, in milliseconds. 0 asks nothing.
	OlderMS   float64 // that age at least
	YoungerMS float64 // below it

	Sort     Sort
	Reverse  bool
	After    int64 // those behind the letter with this ID, in that order
	Offset   int   // so many of those are passed over
	Limit    int   // so many at most; 0 is all
	Attempts bool  // with History
}

// Sort is an order of letters; those that are equal come by ID.
type Sort string

// The orders. ByParking and ByFailure have an index, so that a page is read at
// once wherever it is.
const (
	ByParking     Sort = ""
	ByFailure     Sort = "failed"
	ByFirst       Sort = "first-failed"
	ByAttempts    Sort = "attempts"
	ByOccurrences Sort = "occurrences"
	ByType        Sort = "type"
	ByClass       Sort = "class"
	ByError       Sort = "error"
	ByJob         Sort = "job"
)

// sortColumns are what each order compares.
var sortColumns = map[Sort]string{
	ByParking: "d.id", ByFailure: "d.last_failed_at_ms", ByFirst: "d.first_failed_at_ms",
	ByAttempts: "d.attempts", ByOccurrences: "d.occurrences", ByType: "d.job_type",
	ByClass: "d.error_class", ByError: "d.error", ByJob: "d.original_job_id",
}

// states are all of them.
var states = []string{Parked, Replayed, Discarded, Expired}

// scope is the letters of one queue in one state: the indexes begin with these.
type scope struct {
	queue   int64
	row     string
	state   string
	clockMS float64 // of the last failure in the queue, whatever the state
}

// scopes are the stored queues of a result that are asked for, times the
// states.
func (a *Archive) scopes(ctx context.Context, id string, w *Which) ([]scope, error) {
	const clock = "(SELECT max((SELECT max(last_failed_at_ms) FROM dead_letters WHERE queue = q.id AND state = column1)) FROM (VALUES ('parked'), ('replayed'), ('discarded'), ('expired')))"
	rows, err := a.db.QueryContext(ctx, "SELECT q.id, q.row, "+clock+` FROM queues q JOIN results r ON r.number = q.result
		WHERE r.id = ?1 AND q.stored = 1 AND (?2 = '' OR q.row = ?2) AND (?3 = 0 OR q.replication = ?3 - 1) ORDER BY q.id`, id, w.Row, w.Replication)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []scope
	for rows.Next() {
		var s scope
		var last sql.NullFloat64
		if err := rows.Scan(&s.queue, &s.row, &last); err != nil {
			return nil, err
		}
		s.clockMS = last.Float64
		for _, s.state = range states {
			if w.State == "" || w.State == s.state {
				all = append(all, s)
			}
		}
	}
	return all, rows.Err()
}

// conditions are what the letters of a scope meet.
func (w *Which) conditions(s *scope) (text string, args []any) {
	where := []string{"d.queue = ?", "d.state = ?"}
	args = []any{s.queue, s.state}
	add := func(given bool, condition string, values ...any) {
		if given {
			where, args = append(where, condition), append(args, values...)
		}
	}
	add(w.JobType != "", "d.job_type = ?", w.JobType)
	add(w.Queue != "", "d.original_queue = ?", w.Queue)
	add(w.Class != "", "d.error_class = ?", w.Class)
	add(w.Text != "", "instr(lower(d.error), lower(?)) > 0", w.Text)
	// The errors that are folded are read from the index, each once.
	add(w.Group != "", "d.error IN (SELECT e FROM (SELECT DISTINCT error AS e FROM dead_letters WHERE queue = ? AND state = ?) WHERE "+foldFunction+"(e) = ?)", s.queue, s.state, w.Group)
	if w.Replayable != nil {
		add(true, "d.replayable = ?", *w.Replayable)
	}
	add(w.OlderMS > 0, "d.last_failed_at_ms <= ?", s.clockMS-w.OlderMS)
	add(w.YoungerMS > 0, "d.last_failed_at_ms > ?", s.clockMS-w.YoungerMS)
	return strings.Join(where, " AND "), args
}
