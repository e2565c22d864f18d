package archive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// nobody is a user who owns nothing.
const nobody = 65534

// asNobody calls f on a thread without the rights of root. Where the test is
// not root the thread has none to begin with.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() == 0 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := syscall.Setfsuid(nobody); err != nil {
			t.Skip("cannot give up the rights of root: ", err)
		}
		defer syscall.Setfsuid(0) //nolint:errcheck // the thread is root again, or the test ends anyway
	}
	f()
}

// An archive in a folder where one may not write can be read; writing says why
// it cannot be. What a killed process left beside the file is asked for rather
// than passed over.
func TestReadOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shared")
	path, left := filepath.Join(dir, "archive.db"), filepath.Join(dir, "left.db")
	a := open(t, path)
	id := save(t, a, kept(draft(1, 20), "one"))
	for _, end := range []string{"", "-wal"} { // as a process leaves them that is killed now
		text, err := os.ReadFile(path + end)
		if err == nil {
			err = os.WriteFile(left+end, text, 0o444)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(a.Close(), os.Chmod(path, 0o444)); err != nil {
		t.Fatal(err)
	}
	for d := dir; len(d) > len(filepath.Clean(os.TempDir())); d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o555); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(d, 0o755) //nolint:errcheck // the folder is to be removed
	}
	asNobody(t, func() {
		if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
			f.Close()
			t.Skip("this user may write everywhere")
		}
		a, err := OpenToRead(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		s, err := a.Get(context.Background(), "one")
		if err != nil || s.ID != id {
			t.Errorf("%+v, %v", s, err)
		}
		if _, err := OpenToRead(context.Background(), left); err == nil || !strings.Contains(err.Error(), "has left changes") {
			t.Errorf("with changes beside it: %v", err)
		}
		w, err := Open(context.Background(), path)
		if err == nil {
			_, _, err = w.Save(context.Background(), draft(2, 1))
			w.Close()
		}
		if !errors.Is(err, ErrReadOnly) && !errors.Is(err, ErrNoAccess) {
			t.Errorf("saving: %v", err)
		}
		if _, err := Open(context.Background(), filepath.Join(dir, "sub", "new.db")); !errors.Is(err, os.ErrPermission) {
			t.Errorf("a new one: %v", err)
		}
	})
}
