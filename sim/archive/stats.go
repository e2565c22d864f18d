package archive

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// Stats counts the letters of a result.
type Stats struct {
	Rows    []RowStats
	Types   []Tally // parked letters by type, the most frequent first
	Classes []Tally // and by class of error
	Ages    []Tally // and by age, the youngest first; all of AgeBounds
}

// RowStats is the account of one row: Records = Stored + NotStored and Stored =
// Parked + Replayed + Discarded + Expired.
type RowStats struct {
	Row                                  string
	Replication                          int // from 0
	Records, NotStored                   int64
	Parked, Replayed, Discarded, Expired int64
	Replayable                           int64 // of those that are parked
}

// Stored is how many of the records are in the archive.
func (r *RowStats) Stored() int64 { return r.Records - r.NotStored }

// Balanced reports whether the account adds up.
func (r *RowStats) Balanced() bool {
	return r.Stored() == r.Parked+r.Replayed+r.Discarded+r.Expired
}

// Tally is how many letters are of one kind.
type Tally struct {
	Name  string
	Count int64
}

// AgeBounds are the classes of age, each up to its bound in milliseconds (the
// last without one).
var AgeBounds = []struct {
	Name  string
	Below float64
}{
	{"below 1m", 60e3},
	{"1m to 10m", 600e3},
	{"10m to 1h", 3600e3},
	{"1h to 6h", 6 * 3600e3},
	{"6h to 1d", 24 * 3600e3},
	{"1d to 7d", 7 * 24 * 3600e3},
	{"7d and more", 0},
}

// Stats counts the letters that w asks for; its page and state are passed over.
// Rows has the records of each row as they were announced, so that with more
// than Row and Replication in w the accounts are of a part of them.
func (a *Archive) Stats(ctx context.Context, id string, w Which) (*Stats, error) {
	w.State = ""
	s := &Stats{}
	if err := a.rowStats(ctx, id, &w, s); err != nil {
		return nil, a.explain(err)
	}
	scopes, err := a.scopes(ctx, id, &w)
	if err != nil {
		return nil, a.explain(err)
	}
	types, classes, ages := map[string]int64{}, map[string]int64{}, make([]int64, len(AgeBounds))
	for i := range scopes {
		if err := a.count(ctx, &w, &scopes[i], s.row(scopes[i].row), types, classes, ages); err != nil {
			return nil, a.explain(err)
		}
	}
	s.Types, s.Classes = tallies(types), tallies(classes)
	for i, n := range ages {
		s.Ages = append(s.Ages, Tally{AgeBounds[i].Name, n})
	}
	return s, nil
}

// row is the account of a row.
func (s *Stats) row(name string) *RowStats {
	i := slices.IndexFunc(s.Rows, func(r RowStats) bool { return r.Row == name })
	return &s.Rows[i]
}

// rowStats begins the accounts with the records that were announced.
func (a *Archive) rowStats(ctx context.Context, id string, w *Which, s *Stats) error {
	rows, err := a.db.QueryContext(ctx, `SELECT q.row, q.replication, q.records, (1 - q.stored) * q.records FROM queues q JOIN results r ON r.number = q.result
		WHERE r.id = ?1 AND (?2 = '' OR q.row = ?2) AND (?3 = 0 OR q.replication = ?3 - 1) ORDER BY q.id`, id, w.Row, w.Replication)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var r RowStats
		if err := rows.Scan(&r.Row, &r.Replication, &r.Records, &r.NotStored); err != nil {
			return err
		}
		s.Rows = append(s.Rows, r)
	}
	return rows.Err()
}

// count adds the letters of one scope.
func (a *Archive) count(ctx context.Context, w *Which, s *scope, r *RowStats, types, classes map[string]int64, ages []int64) error {
	where, args := w.conditions(s)
	bucket, bounds := bucketOf(s)
	rows, err := a.db.QueryContext(ctx, "SELECT d.job_type, d.error_class, "+bucket+", count(*), sum(d.replayable) FROM dead_letters d WHERE "+where+" GROUP BY 1, 2, 3", append(bounds, args...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var jobType, class string
		var age int
		var n, replayable int64
		if err := rows.Scan(&jobType, &class, &age, &n, &replayable); err != nil {
			return err
		}
		*r.of(s.state) += n
		if s.state == Parked {
			r.Replayable += replayable
			types[jobType] += n
			classes[class] += n
			ages[age] += n
		}
	}
	return rows.Err()
}

// bucketOf is the index of a letter's class of age.
func bucketOf(s *scope) (text string, args []any) {
	var b strings.Builder
	b.WriteString("CASE")
	for i, bound := range AgeBounds[:len(AgeBounds)-1] {
		b.WriteString(" WHEN ? - d.last_failed_at_ms < ? THEN ?")
		args = append(args, s.clockMS, bound.Below, i)
	}
	b.WriteString(" ELSE ? END")
	return b.String(), append(args, len(AgeBounds)-1)
}

// of is the count of a state.
func (r *RowStats) of(state string) *int64 {
	switch state {
	case Parked:
		return &r.Parked
	case Replayed:
		return &r.Replayed
	case Discarded:
		return &r.Discarded
	}
	return &r.Expired
}

// tallies sorts counts.
func tallies(counts map[string]int64) []Tally {
	all := make([]Tally, 0, len(counts))
	for name, n := range counts {
		all = append(all, Tally{name, n})
	}
	slices.SortFunc(all, func(a, b Tally) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return all
}
