package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"

	"retrysim/sim/archive"
	"retrysim/sim/result"
)

// loaded is a saved result: from the archive, or from a file.
type loaded struct {
	*result.Result
	name     string // as it was asked for
	document []byte
	saved    *archive.Saved // nil from a file
}

// load reads a saved result: a file, or what the archive knows by that name:
// @last, a label, an ID or its beginning.
func (a *app) load(ctx context.Context, file, name string) (*loaded, error) {
	l := &loaded{name: name}
	if isFile(name) {
		var err error
		if l.document, err = os.ReadFile(name); err != nil {
			return nil, invalid(err)
		}
	} else {
		archived, err := a.openArchive(ctx, file, name)
		if err != nil {
			return nil, err
		}
		defer archived.Close()
		if l.saved, err = archived.Get(ctx, name); err != nil {
			return nil, a.notFound(ctx, archived, name, err)
		}
		l.document = l.saved.Document
	}
	if err := json.Unmarshal(l.document, &l.Result); err != nil {
		return nil, invalidf("%s is not a saved result: %w", name, err)
	}
	if l.Schema != result.Schema {
		return nil, invalidf("%s has schema %q; this version reads %s", name, l.Schema, result.Schema)
	}
	return l, nil
}

// isFile reports whether a name of a result means a file: it looks like one, or
// there is one.
func isFile(name string) bool {
	if strings.HasPrefix(name, "@") {
		return false
	}
	if strings.HasSuffix(name, ".json") || strings.ContainsAny(name, `/\`) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// openArchive opens the archive to read a result of that name from it; "" is
// none in particular.
func (a *app) openArchive(ctx context.Context, file, name string) (*archive.Archive, error) {
	path := a.archivePath(file)
	if path == "" {
		return nil, invalidf("there is no archive: %w", errNoHome)
	}
	archived, err := archive.OpenToRead(ctx, path)
	if errors.Is(err, archive.ErrAbsent) && name != "" {
		return nil, noSuchResult(name, path, nil)
	}
	return archived, err
}

// notFound says what results there are.
func (a *app) notFound(ctx context.Context, archived *archive.Archive, name string, err error) error {
	if errors.Is(err, archive.ErrUnclear) {
		return invalidf("%s: %w", name, err)
	}
	if !errors.Is(err, archive.ErrUnknown) {
		return err
	}
	entries, err := archived.List(ctx, archive.Filter{})
	if err != nil {
		return err
	}
	var known []string
	for _, e := range entries {
		if e.Label != "" {
			known = append(known, e.Label)
		}
	}
	return noSuchResult(name, archived.Path(), known)
}

// noSuchResult is the error about a name that the archive does not know.
func noSuchResult(name, path string, known []string) error {
	if name == archive.Last {
		return invalidf("@last: there is no last result; `retrysim run` or `compare` makes one")
	}
	return invalidf("no result %q in %s, and no such file; `retrysim results ls` lists what is there%s", name, path, didYouMean(strings.TrimPrefix(name, "@"), known))
}

// orLast is the result that the arguments name, @last without.
func orLast(args []string) string {
	if len(args) == 0 {
		return archive.Last
	}
	return args[0]
}
