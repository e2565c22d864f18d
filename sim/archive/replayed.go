package archive

import (
	"context"
	"errors"
	"fmt"
)

// ErrMoved is the error of letters that are no longer parked.
var ErrMoved = errors.New("they are no longer all parked: another command has moved some of them")

// Replay marks parked letters as replayed: all of these, in one transaction,
// or, where one of them is no longer parked, none.
func (a *Archive) Replay(ctx context.Context, letters []int64) error {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return a.explain(err)
	}
	defer tx.Rollback() //nolint:errcheck // without effect after the commit
	move, err := tx.PrepareContext(ctx, "UPDATE dead_letters SET state = 'replayed' WHERE id = ? AND state = 'parked'")
	if err != nil {
		return a.explain(err)
	}
	defer move.Close()
	for _, id := range letters {
		done, err := move.ExecContext(ctx, id)
		if err != nil {
			return a.explain(err)
		}
		if n, err := done.RowsAffected(); err != nil || n != 1 {
			return errors.Join(fmt.Errorf("dead letter %d: %w", id, ErrMoved), err)
		}
	}
	return a.explain(tx.Commit())
}

// Keep keeps a result for good: what comes next does not take its place.
func (a *Archive) Keep(ctx context.Context, id string) error {
	done, err := a.db.ExecContext(ctx, "UPDATE results SET kept = 1 WHERE id = ?", id)
	if err != nil {
		return a.explain(err)
	}
	if n, err := done.RowsAffected(); err != nil || n != 1 {
		return errors.Join(ErrUnknown, err)
	}
	return nil
}
