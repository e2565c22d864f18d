package reports

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// WriteFileAtomic writes a file so that a reader, or a crash, sees either the
// old content or the whole new one: into a temporary file in the same folder,
// flushed to the disk, then renamed over path. On any error, a failing write
// function or a full disk included, path is left as it was and nothing else
// stays behind. A new file gets mode 0644 less nothing (a umask cannot be asked
// without changing it); an existing file keeps its mode. A symbolic link is
// followed, not replaced.
func WriteFileAtomic(path string, write func(io.Writer) error) (err error) {
	target, mode, err := targetOf(path)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(target), ".retrysim-*")
	if err != nil {
		return writeError(path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = writeError(path, err)
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), target)
}

// targetOf follows links and finds the mode that the file shall have.
func targetOf(path string) (string, fs.FileMode, error) {
	if path == "" {
		return "", 0, errors.New("cannot write a file without a name")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, 0o644, nil
	case err != nil:
		return "", 0, writeError(path, err)
	case info.IsDir():
		return "", 0, fmt.Errorf("cannot write %s: it is a folder; name a file inside it", path)
	case !info.Mode().IsRegular():
		return "", 0, fmt.Errorf("cannot write %s: it is not a regular file; redirect stdout to it instead", path)
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", 0, writeError(path, err)
	}
	return target, info.Mode().Perm(), nil
}

// writeError says which file could not be written and what would help.
func writeError(path string, err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("cannot write %s: no space left on the disk; nothing was changed: %w", path, err)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot write %s: the folder %s does not exist; create it first: %w", path, filepath.Dir(path), err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("cannot write %s: no permission to write into %s: %w", path, filepath.Dir(path), err)
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}
