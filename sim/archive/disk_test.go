package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// A disk without room is an error that says so; what was there before is there
// after it, the last result too, and once there is room the same draft goes in.
func TestDiskFull(t *testing.T) {
	a := open(t)
	one, last := save(t, a, kept(draft(1, 50), "one")), save(t, a, draft(2, 50))
	pages := func(n int) {
		if _, err := a.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", n)); err != nil {
			t.Fatal(err)
		}
	}
	pages(1) // SQLite makes that the present size
	big := kept(draft(3, 5000), "one")
	if id, _, err := a.Save(context.Background(), big); !errors.Is(err, ErrFull) {
		t.Fatalf("%s, %v", id, err)
	}
	whole(t, a)
	for name, want := range map[string]string{"one": one, Last: last} {
		if id, err := a.Find(context.Background(), name); id != want || err != nil {
			t.Errorf("%s is %s, %v, want %s", name, id, err, want)
		}
	}
	pages(1 << 30)
	if id := save(t, a, big); id == last || count(t, a, "dead_letters") != 100+10_000 {
		t.Errorf("%d letters", count(t, a, "dead_letters"))
	}
	whole(t, a)
}

// Files that are not ours, or not ours to understand, are refused and stay as
// they are.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("these are the notes of somebody else, and they are long enough to be read as a page"), 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.db")
	run(t, other, "CREATE TABLE songs (title TEXT)")
	newer := filepath.Join(dir, "newer.db")
	open(t, newer).Close()
	run(t, newer, "PRAGMA user_version = 99")
	damaged := filepath.Join(dir, "damaged.db")
	a := open(t, damaged)
	save(t, a, draft(1, 500))
	a.Close()
	overwrite(t, damaged, 8192, 40_000)
	for path, want := range map[string]error{text: ErrForeign, other: ErrForeign, newer: ErrNewer} {
		before, _ := os.ReadFile(path)
		if _, err := Open(context.Background(), path); !errors.Is(err, want) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
		if _, err := OpenToRead(context.Background(), path); !errors.Is(err, want) {
			t.Errorf("%s to read: %v", filepath.Base(path), err)
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("%s was changed", filepath.Base(path))
		}
	}
	a = open(t, damaged)
	if _, _, err := a.Save(context.Background(), draft(2, 5)); !errors.Is(err, ErrDamaged) {
		t.Errorf("damaged: %v", err)
	}
	if _, err := OpenToRead(context.Background(), filepath.Join(dir, "nowhere.db")); !errors.Is(err, ErrAbsent) {
		t.Errorf("absent: %v", err)
	}
	if _, err := Open(context.Background(), dir); !errors.Is(err, ErrNoAccess) {
		t.Errorf("a folder: %v", err)
	}
}

// overwrite writes zeros into a file.
func overwrite(t *testing.T, path string, at, n int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt(make([]byte, n), at)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// run runs a statement as another program would.
func run(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec(statement)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// A file of an older schema is brought up to date when it is opened for
// writing, or for reading where it can be written to, and keeps what it holds.
func TestMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "archive.db")
	a := open(t, path)
	id := save(t, a, draft(1, 5))
	a.Close()
	migrations = append(migrations, "ALTER TABLE results ADD COLUMN note TEXT; CREATE TABLE moves (n INTEGER)")
	defer func() { migrations = migrations[:len(migrations)-1] }()
	if a, err := OpenToRead(context.Background(), path); err != nil {
		t.Errorf("to read: %v", err)
	} else {
		a.Close()
	}
	for range 2 { // the second time there is nothing to do
		a = open(t, path)
		whole(t, a)
		if n := count(t, a, "moves"); n != 0 {
			t.Errorf("%d moves", n)
		}
		if found, err := a.Find(context.Background(), Last); found != id || err != nil {
			t.Errorf("@last is %s, %v", found, err)
		}
		a.Close()
	}
	migrations = append(migrations, "CREATE TABLE moves (n INTEGER)") // fails: there is one
	_, err := Open(context.Background(), path)
	migrations = migrations[:len(migrations)-1]
	if err == nil {
		t.Error("a migration that fails is no error")
	}
	whole(t, open(t, path))
}
