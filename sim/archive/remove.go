package archive

import "context"

// Remove removes results with all that belongs to them, in one transaction, and
// gives the space back to the disk. One that is not there is an error, and
// nothing is removed.
func (a *Archive) Remove(ctx context.Context, ids ...string) error {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return a.explain(err)
	}
	defer tx.Rollback() //nolint:errcheck // without effect after the commit
	s := saver{ctx: ctx, tx: tx}
	for _, id := range ids {
		number := s.number("SELECT number FROM results WHERE id = ?", id)
		if number == 0 && s.err == nil {
			return ErrUnknown
		}
		s.remove(number)
	}
	if s.err == nil {
		s.err = tx.Commit()
	}
	if s.err != nil {
		return a.explain(s.err)
	}
	// The results are gone. Where the pages cannot be given back, as on a full
	// disk, later results use them.
	a.db.ExecContext(ctx, "PRAGMA incremental_vacuum") //nolint:errcheck // see above
	return nil
}

// remove deletes a result, from the leaves up.
func (s *saver) remove(number int64) {
	const letters = "SELECT d.id FROM dead_letters d JOIN queues q ON q.id = d.queue WHERE q.result = ?"
	s.exec("DELETE FROM attempts WHERE dead_letter IN ("+letters+")", number)
	s.exec("DELETE FROM dead_letters WHERE queue IN (SELECT id FROM queues WHERE result = ?)", number)
	for _, table := range []string{"queues", "metrics", "result_rows", "flags"} {
		s.exec("DELETE FROM "+table+" WHERE result = ?", number)
	}
	s.exec("DELETE FROM results WHERE number = ?", number)
}
