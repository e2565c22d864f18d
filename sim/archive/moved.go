package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// ErrMoved is the error of letters that are no longer parked.
var ErrMoved = errors.New("they are no longer all parked: another command has moved some of them")

// Replay marks parked letters as replayed, into the result with the ID into:
// all of these, in one transaction, or, where one of them is no longer parked,
// none.
func (a *Archive) Replay(ctx context.Context, letters []int64, into string, at time.Time) error {
	return a.inOne(ctx, func(tx *sql.Tx) error {
		move, err := tx.PrepareContext(ctx, "UPDATE dead_letters SET state = 'replayed', moved_at = ?, moved_to = ? WHERE id = ? AND state = 'parked'")
		if err != nil {
			return err
		}
		defer move.Close()
		for _, id := range letters {
			done, err := move.ExecContext(ctx, timeText(at), orNull(into), id)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n != 1 {
				return errors.Join(fmt.Errorf("dead letter %d: %w", id, ErrMoved), err)
			}
		}
		return nil
	})
}

// Discard marks the parked letters that w asks for as discarded, or as expired,
// in one transaction, and returns how many there were. Its page is passed over.
// They stay in the file, so that the account adds up, until their result goes.
func (a *Archive) Discard(ctx context.Context, id string, w Which, state string, at time.Time) (n int64, err error) {
	if state != Discarded && state != Expired {
		panic("archive: letters are discarded or expire, not " + state)
	}
	w.State = Parked
	scopes, err := a.scopes(ctx, id, &w)
	if err != nil {
		return 0, a.explain(err)
	}
	err = a.inOne(ctx, func(tx *sql.Tx) error {
		for i := range scopes {
			where, args := w.conditions(&scopes[i])
			done, err := tx.ExecContext(ctx, "UPDATE dead_letters AS d SET state = ?, moved_at = ? WHERE "+where, append([]any{state, timeText(at)}, args...)...)
			if err != nil {
				return err
			}
			here, err := done.RowsAffected()
			if n += here; err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// inOne does something in one transaction: all of it or nothing.
func (a *Archive) inOne(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return a.explain(err)
	}
	defer tx.Rollback() //nolint:errcheck // without effect after the commit
	if err := do(tx); errors.Is(err, ErrMoved) {
		return err
	} else if err != nil {
		return a.explain(err)
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
