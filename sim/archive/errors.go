package archive

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// What can be wrong with an archive; every error of this package that has one
// of these causes is one of them (errors.Is).
var (
	ErrFull     = errors.New("the disk is full; nothing was changed")
	ErrBusy     = errors.New("another process is writing to it and did not end in time; nothing was changed")
	ErrReadOnly = errors.New("it cannot be written to; nothing was changed")
	ErrNoAccess = errors.New("it cannot be opened: is the folder there, and may one read and write in it?")
	ErrDisk     = errors.New("the disk cannot be read or written")
	ErrForeign  = errors.New("it is not an archive of retrysim")
	ErrNewer    = errors.New("a newer version of retrysim has written it")
	ErrDamaged  = errors.New("it is damaged")
	ErrAbsent   = errors.New("there is no such file")
	ErrUnknown  = errors.New("there is no such result")
	ErrNoLetter = errors.New("there is no such dead letter")
	ErrUnclear  = errors.New("several results begin so")
)

// causes are SQLite's primary codes that users can do something about.
var causes = map[int]error{
	sqlite3.SQLITE_FULL:     ErrFull,
	sqlite3.SQLITE_BUSY:     ErrBusy,
	sqlite3.SQLITE_READONLY: ErrReadOnly,
	sqlite3.SQLITE_CANTOPEN: ErrNoAccess,
	sqlite3.SQLITE_IOERR:    ErrDisk,
	sqlite3.SQLITE_NOTADB:   ErrForeign,
	sqlite3.SQLITE_CORRUPT:  ErrDamaged,
}

// codeOf is the primary code of an error of SQLite, 0 where it is another's.
func codeOf(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

// explain names the file and, where it is known, the cause.
func (a *Archive) explain(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, ErrUnknown), errors.Is(err, ErrUnclear), errors.Is(err, ErrNoLetter):
		return err
	case causes[codeOf(err)] != nil:
		return fmt.Errorf("archive %s: %w (%w)", a.path, causes[codeOf(err)], err)
	}
	return fmt.Errorf("archive %s: %w", a.path, err)
}
