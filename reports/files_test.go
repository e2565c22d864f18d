package reports

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func write(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// names lists a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWriteFileAtomic(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	if err := WriteFileAtomic(path, write("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("out.csv", link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFileAtomic(link, write("two")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != 0o600 || content(t, path) != "two" || names(t, dir) != "link out.csv" {
		t.Errorf("mode %v, content %q, folder %q, %v", info.Mode(), content(t, path), names(t, dir), err)
	}
	if info, _ := os.Lstat(link); info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link was replaced by a file")
	}
}

// After any error the old content stands and no temporary file is left.
func TestWriteFileAtomicErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	half := func(err error) func(io.Writer) error {
		return func(w io.Writer) error { return errors.Join(write("half")(w), err) }
	}
	for _, c := range []struct {
		path, want string
		write      func(io.Writer) error
	}{
		{path, "cannot write " + path + ": boom", half(errors.New("boom"))},
		{path, "no space left on the disk; nothing was changed", half(&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC})},
		{filepath.Join(dir, "no", "out.csv"), "the folder " + filepath.Join(dir, "no") + " does not exist", write("x")},
		{dir, "it is a folder", write("x")},
		{"", "without a name", write("x")},
		{os.DevNull, "not a regular file", write("x")},
	} {
		err := WriteFileAtomic(c.path, c.write)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.path, err, c.want)
		}
	}
	if content(t, path) != "old" || names(t, dir) != "out.csv" {
		t.Errorf("content %q, folder %q", content(t, path), names(t, dir))
	}
}
