package archive

import (
	"database/sql"
	"strings"
)

// batchValues is about how many values one statement inserts: more make it no
// faster, and SQLite takes 32,766 at most.
const batchValues = 1000

// batch inserts rows into one table, many a statement.
type batch struct {
	s       *saver
	table   string
	columns int
	full    int       // values of a full statement
	values  []any     // gathered and not inserted yet
	stmt    *sql.Stmt // a full one, once there was need of it
}

// batch begins to insert into a table with so many columns.
func (s *saver) batch(table string, columns int) *batch {
	return &batch{s: s, table: table, columns: columns, full: batchValues / columns * columns}
}

// add gathers one row.
func (b *batch) add(values ...any) { b.values = append(b.values, values...) }

// isFull reports whether the rows gathered fill a statement.
func (b *batch) isFull() bool { return len(b.values) >= b.full }

// drain inserts as many rows as fill statements, and keeps the others.
func (b *batch) drain() {
	done := 0
	for ; len(b.values)-done >= b.full; done += b.full {
		if b.stmt == nil && b.s.err == nil {
			b.stmt, b.s.err = b.s.tx.PrepareContext(b.s.ctx, b.query(b.full))
		}
		if b.s.err == nil {
			_, b.s.err = b.stmt.ExecContext(b.s.ctx, b.values[done:done+b.full]...)
		}
	}
	b.values = b.values[:copy(b.values, b.values[done:])]
}

// flush inserts all that was gathered and ends the batch.
func (b *batch) flush() {
	b.drain()
	if len(b.values) > 0 {
		b.s.exec(b.query(len(b.values)), b.values...)
	}
	if b.stmt != nil {
		b.stmt.Close()
	}
}

// query inserts rows with so many values together.
func (b *batch) query(values int) string {
	row := ", (?" + strings.Repeat(", ?", b.columns-1) + ")"
	return "INSERT INTO " + b.table + " VALUES " + strings.Repeat(row, values/b.columns)[2:]
}
