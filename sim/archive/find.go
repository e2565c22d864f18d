package archive

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Last is the name of the result that was written last.
const Last = "@last"

// Entry is a result as a list shows it.
type Entry struct {
	ID           string
	Label        string // "" without
	Kept         bool   // for good
	SavedAt      time.Time
	Verb         string
	Scenario     string
	Digest       string // of the scenario
	Seed         uint64
	Replications int
	Partial      bool
	Version      string // of the tool
	GOARCH       string
	Rows         []string
	DeadLetters  int64 // records, in all states
	NotStored    int64 // of these: only counted
}

// Saved is a result as it was written.
type Saved struct {
	Entry
	Document []byte
	Flags    []Flag
}

// Filter chooses results; the zero value is all.
type Filter struct {
	Scenario string // "" is any
	Kept     bool   // only those kept for good
}

const entryColumns = `id, coalesce(label, ''), kept, saved_at, verb, scenario, scenario_digest, seed, replications, partial, tool_version, goarch,
	(SELECT coalesce(sum(records), 0) FROM queues WHERE result = number),
	(SELECT coalesce(sum(records), 0) FROM queues WHERE result = number AND stored = 0)`

// List lists results, the newest first.
func (a *Archive) List(ctx context.Context, f Filter) ([]Entry, error) {
	rows, err := a.db.QueryContext(ctx, "SELECT "+entryColumns+" FROM results WHERE (? = '' OR scenario = ?) AND kept >= ? ORDER BY stamp DESC",
		f.Scenario, f.Scenario, f.Kept)
	if err != nil {
		return nil, a.explain(err)
	}
	defer rows.Close()
	var all []Entry
	for rows.Next() {
		var e Entry
		if err := e.scan(rows.Scan); err != nil {
			return nil, a.explain(err)
		}
		all = append(all, e)
	}
	if err := rows.Err(); err != nil {
		return nil, a.explain(err)
	}
	for i := range all {
		if all[i].Rows, err = a.rowsOf(ctx, all[i].ID); err != nil {
			return nil, a.explain(err)
		}
	}
	return all, nil
}

// scan reads the columns of an entry, and what follows them.
func (e *Entry) scan(scan func(...any) error, more ...any) error {
	var saved, seed string
	err := scan(append([]any{
		&e.ID, &e.Label, &e.Kept, &saved, &e.Verb, &e.Scenario, &e.Digest, &seed,
		&e.Replications, &e.Partial, &e.Version, &e.GOARCH, &e.DeadLetters, &e.NotStored,
	}, more...)...)
	if err != nil {
		return err
	}
	if e.SavedAt, err = time.Parse(time.RFC3339, saved); err != nil {
		return fmt.Errorf("%w: saved_at of %s: %w", ErrDamaged, e.ID, err)
	}
	if e.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return fmt.Errorf("%w: seed of %s: %w", ErrDamaged, e.ID, err)
	}
	return nil
}

// rowsOf are the names of a result's rows.
func (a *Archive) rowsOf(ctx context.Context, id string) ([]string, error) {
	return a.texts(ctx, "SELECT w.name FROM result_rows w JOIN results ON number = result WHERE id = ? ORDER BY position", id)
}

// texts reads one column.
func (a *Archive) texts(ctx context.Context, query string, args ...any) ([]string, error) {
	rows, err := a.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, rows.Err()
}

// Get reads the result of that name: Last, a label, an ID, or a beginning of
// one that no other has (4 digits at least). An @ before the name is passed
// over.
func (a *Archive) Get(ctx context.Context, name string) (*Saved, error) {
	id, err := a.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	var s Saved
	row := a.db.QueryRowContext(ctx, "SELECT "+entryColumns+", document FROM results WHERE id = ?", id)
	if err := s.scan(row.Scan, &s.Document); err != nil {
		return nil, a.explain(err)
	}
	if s.Rows, err = a.rowsOf(ctx, id); err != nil {
		return nil, a.explain(err)
	}
	flags, err := a.texts(ctx, "SELECT flag || '=' || value FROM flags JOIN results ON number = result WHERE id = ? ORDER BY position", id)
	for _, text := range flags {
		name, value, _ := strings.Cut(text, "=")
		s.Flags = append(s.Flags, Flag{name, value})
	}
	return &s, a.explain(err)
}

// beginnings are what can be the beginning of an ID.
var beginnings = regexp.MustCompile(`^[0-9a-f]{4,12}$`)

// Find is the ID of the result of that name, as for Get.
func (a *Archive) Find(ctx context.Context, name string) (string, error) {
	bare := strings.TrimPrefix(name, "@")
	query, args := "SELECT id FROM results WHERE label = ?1 OR id = ?1 ORDER BY label = ?1 DESC LIMIT 1", []any{bare}
	if name == Last {
		query, args = "SELECT id FROM results ORDER BY stamp DESC LIMIT 1", nil
	}
	var id string
	err := a.db.QueryRowContext(ctx, query, args...).Scan(&id)
	if err == sql.ErrNoRows && name != Last && beginnings.MatchString(bare) {
		return a.findBeginning(ctx, bare)
	}
	if err == sql.ErrNoRows {
		err = ErrUnknown
	}
	return id, a.explain(err)
}

// findBeginning is the one ID that begins so.
func (a *Archive) findBeginning(ctx context.Context, bare string) (string, error) {
	ids, err := a.texts(ctx, "SELECT id FROM results WHERE substr(id, 1, ?) = ? ORDER BY stamp DESC", len(bare), bare)
	switch {
	case err != nil:
		return "", a.explain(err)
	case len(ids) == 0:
		return "", ErrUnknown
	case len(ids) > 1:
		return "", fmt.Errorf("%w: %s", ErrUnclear, strings.Join(ids, ", "))
	}
	return ids[0], nil
}
