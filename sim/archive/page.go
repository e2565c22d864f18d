package archive

import (
	"context"
	"database/sql"
	"iter"
	"strings"
)

// Letters gives the stored dead letters of a result, one by one: however many
// there are, memory holds one. A letter is used again for the next one.
func (a *Archive) Letters(ctx context.Context, id string, w Which) iter.Seq2[*Letter, error] {
	return func(yield func(*Letter, error) bool) {
		query, args, err := a.page(ctx, id, &w)
		if err == nil && query != "" {
			err = a.each(ctx, query, args, func(l *Letter) bool { return yield(l, nil) })
		}
		if err != nil {
			yield(nil, a.explain(err))
		}
	}
}

// each runs a query for letters.
func (a *Archive) each(ctx context.Context, query string, args []any, yield func(*Letter) bool) error {
	rows, err := a.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	return eachLetter(rows, yield)
}

// page is the query for the letters of w, "" where there can be none. Each scope
// comes in order out of its index; SQLite merges them and stops after the last
// letter of the page. Only then are the letters read: CROSS JOIN keeps their
// order.
func (a *Archive) page(ctx context.Context, id string, w *Which) (query string, args []any, err error) {
	scopes, err := a.scopes(ctx, id, w)
	if err != nil || len(scopes) == 0 {
		return "", nil, err
	}
	behind, cursor, err := a.behind(ctx, w)
	if err != nil {
		return "", nil, err
	}
	var parts []string
	for i := range scopes {
		where, more := w.conditions(&scopes[i])
		parts = append(parts, "SELECT "+sortColumns[w.Sort]+" AS k, d.id AS id FROM dead_letters d WHERE "+where+behind)
		args = append(append(args, more...), cursor...)
	}
	order := " ORDER BY k, id"
	if w.Reverse {
		order = " ORDER BY k DESC, id DESC"
	}
	limit := -1
	if w.Limit > 0 {
		limit = w.Limit
	}
	ids := strings.Join(parts, " UNION ALL ") + order + " LIMIT ? OFFSET ?"
	args = append(args, limit, w.Offset)
	return selectLetters("("+ids+") u CROSS JOIN dead_letters d ON d.id = u.id", w.Attempts), args, nil
}

// selectLetters reads whole letters from such tables, each as often as it has
// attempts that are asked for, but at least once.
func selectLetters(from string, attempts bool) string {
	tries, join := "NULL, NULL, NULL, NULL, NULL", ""
	if attempts {
		tries, join = "t.attempt, t.started_at_ms, t.ended_at_ms, t.class, t.status", " LEFT JOIN attempts t ON t.dead_letter = d.id"
	}
	return "SELECT d.*, q.row, q.replication, " + tries + " FROM " + from + " CROSS JOIN queues q ON q.id = d.queue" + join
}

// behind is the condition that a letter comes after that of w.After. One that
// is not there is an error.
func (a *Archive) behind(ctx context.Context, w *Which) (condition string, args []any, err error) {
	if w.After == 0 {
		return "", nil, nil
	}
	sign := ">"
	if w.Reverse {
		sign = "<"
	}
	column := sortColumns[w.Sort]
	if w.Sort == ByParking {
		return " AND d.id " + sign + " ?", []any{w.After}, nil
	}
	var key any
	err = a.db.QueryRowContext(ctx, "SELECT "+column+" FROM dead_letters d WHERE d.id = ?", w.After).Scan(&key)
	if err == sql.ErrNoRows {
		err = ErrNoLetter
	}
	return " AND (" + column + ", d.id) " + sign + " (?, ?)", []any{key, w.After}, err
}

// Count is how many letters w asks for, on all pages.
func (a *Archive) Count(ctx context.Context, id string, w Which) (n int64, err error) {
	scopes, err := a.scopes(ctx, id, &w)
	for i := range scopes {
		if err != nil {
			break
		}
		var here int64
		where, args := w.conditions(&scopes[i])
		err = a.db.QueryRowContext(ctx, "SELECT count(*) FROM dead_letters d WHERE "+where, args...).Scan(&here)
		n += here
	}
	return n, a.explain(err)
}

// Letter is the one with that ID, with its attempts, and the ID of its result.
func (a *Archive) Letter(ctx context.Context, number int64) (l *Letter, id string, err error) {
	query := selectLetters("dead_letters d", true) + " WHERE d.id = ?"
	err = a.each(ctx, query, []any{number}, func(found *Letter) bool { l = found; return true })
	if err == nil && l == nil {
		err = ErrNoLetter
	}
	if err == nil {
		err = a.db.QueryRowContext(ctx, "SELECT r.id FROM results r JOIN queues q ON q.result = r.number JOIN dead_letters d ON d.queue = q.id WHERE d.id = ?", number).Scan(&id)
	}
	return l, id, a.explain(err)
}
