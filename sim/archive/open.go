package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// patience is how long one process waits for another to finish writing: the
// insertion of a million dead letters and more.
const patience = 2 * time.Minute

// Archive is an open file. Several goroutines may read it, and several
// processes may have it open; one of all these writes at a time, and the others
// wait for it.
type Archive struct {
	db   *sql.DB
	path string
}

// Open opens the archive in a file for reading and writing, makes it and its
// folder where they are missing, and brings an older schema up to date.
func Open(ctx context.Context, path string) (*Archive, error) {
	a := &Archive{path: path}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, a.explain(err)
	}
	if err := a.connect("rwc", "_txlock=immediate"); err != nil {
		return nil, a.explain(err)
	}
	if err := a.prepare(ctx); err != nil {
		return nil, a.explain(errors.Join(err, a.db.Close()))
	}
	return a, nil
}

// OpenToRead opens an archive that is there, and writes nothing into its file,
// unless its schema is an older one, which it brings up to date.
// It reads one on a medium or in a folder that cannot be written to as well,
// unless a process that died has left changes that are not in the file yet.
func OpenToRead(ctx context.Context, path string) (*Archive, error) {
	a := &Archive{path: path}
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		if err == nil || errors.Is(err, os.ErrNotExist) {
			return nil, a.explain(ErrAbsent)
		}
		return nil, a.explain(err)
	}
	err := a.tryToRead(ctx, "mode=ro")
	if errors.Is(err, errOlder) {
		if err = update(ctx, path); err == nil {
			err = a.tryToRead(ctx, "mode=ro")
		}
	}
	switch codeOf(err) {
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY: // it wants to put its locks beside the file
		if a.hasLog() {
			return nil, a.explain(fmt.Errorf("%w, and a process that died has left changes beside it: copy both files to where one may write", err))
		}
		err = a.tryToRead(ctx, "immutable=1")
	}
	return a, a.explain(err)
}

// errOlder is the error of a file with an older schema.
var errOlder = errors.New("an older version of retrysim has written it")

// update brings an older schema up to date.
func update(ctx context.Context, path string) error {
	a, err := Open(ctx, path)
	if err != nil {
		return err
	}
	return a.Close()
}

// tryToRead connects with a mode of SQLite and sees that the file is ours.
func (a *Archive) tryToRead(ctx context.Context, mode string) error {
	if err := a.connect("ro", mode); err != nil {
		return err
	}
	version, err := a.version(ctx)
	if err == nil && version < len(migrations) {
		err = fmt.Errorf("%w: its schema is %d, and this version reads %d", errOlder, version, len(migrations))
	}
	if err != nil {
		return errors.Join(err, a.db.Close())
	}
	return nil
}

// hasLog reports whether changes wait beside the file.
func (a *Archive) hasLog() bool {
	info, err := os.Stat(a.path + "-wal")
	return err == nil && info.Size() > 0
}

// connect says how to open the file, which is not touched before it is used.
func (a *Archive) connect(mode, more string) (err error) {
	full, err := filepath.Abs(a.path)
	if err = errors.Join(err, addFold()); err != nil {
		return err
	}
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(full)}
	name.RawQuery = fmt.Sprintf("mode=%s&%s&_pragma=busy_timeout(%d)&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)",
		mode, more, patience.Milliseconds())
	if a.db, err = sql.Open("sqlite", name.String()); err != nil {
		return err
	}
	a.db.SetMaxIdleConns(1)
	return nil
}

// Close closes the file. The last process to do so folds the log into it.
func (a *Archive) Close() error { return a.explain(a.db.Close()) }

// Path is the file as it was given.
func (a *Archive) Path() string { return a.path }

// version is the version of the schema, 0 of an empty file. A database that is
// not ours, or newer than this program, is an error.
func (a *Archive) version(ctx context.Context) (version int, err error) {
	var id, tables int
	row := a.db.QueryRowContext(ctx, "SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)")
	if err := row.Scan(&id, &version, &tables); err != nil {
		return 0, err
	}
	switch {
	case id == 0 && version == 0 && tables == 0:
		return 0, nil
	case id != applicationID:
		return 0, ErrForeign
	case version > len(migrations):
		return 0, fmt.Errorf("%w: its schema is %d, this version of the program knows up to %d", ErrNewer, version, len(migrations))
	}
	return version, nil
}

// prepare makes the tables of a new file, or those that an older one lacks.
func (a *Archive) prepare(ctx context.Context) error {
	version, err := a.version(ctx)
	if err != nil || version == len(migrations) {
		return err
	}
	if version == 0 {
		if err := a.begin(ctx); err != nil {
			return err
		}
	}
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // without effect after the commit
	if err := migrate(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// begin gives an empty file what cannot be changed within a transaction: the
// log, and that pages of removed results are given back to the disk. Two
// processes may do it at the same time, and SQLite does not wait for the other
// then.
func (a *Archive) begin(ctx context.Context) error {
	for end := time.Now().Add(patience); ; {
		_, err := a.db.ExecContext(ctx, "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
		if !errors.Is(causes[codeOf(err)], ErrBusy) || time.Now().After(end) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// migrate runs what the file lacks. Another process may have done it since the
// version was read.
func migrate(ctx context.Context, tx *sql.Tx) error {
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	for ; version < len(migrations); version++ {
		if _, err := tx.ExecContext(ctx, migrations[version]); err != nil {
			return fmt.Errorf("schema %d: %w", version+1, err)
		}
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(migrations)))
	return err
}
