package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"retrysim/reports"
	"retrysim/sim/result"
)

// lastPath is where the last result is kept; "" when there is no home.
func (a *app) lastPath() string {
	if dir, ok := a.env("XDG_DATA_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "retrysim", "last.json")
	}
	if home, ok := a.env("HOME"); ok && home != "" {
		return filepath.Join(home, ".local", "share", "retrysim", "last.json")
	}
	return ""
}

// keepLast keeps r as @last. That it cannot is a warning, since the answer
// itself is there.
func (a *app) keepLast(r *result.Result) {
	path := a.lastPath()
	if path == "" {
		a.warn("@last is not kept: neither XDG_DATA_HOME nor HOME is set")
		return
	}
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = reports.WriteFileAtomic(path, func(w io.Writer) error { return reports.WriteJSON(w, r, reports.Options{}) })
	}
	if err != nil {
		a.warn("@last is not kept: %v", err)
	}
}

// loadResult reads a saved result: a file, or @last.
func (a *app) loadResult(name string) (*result.Result, error) {
	path := name
	if name == "@last" {
		path = a.lastPath()
	}
	b, err := os.ReadFile(path)
	switch {
	case err != nil && name == "@last":
		return nil, invalidf("@last: there is no last result; `retrysim run` or `compare` makes one")
	case err != nil:
		return nil, invalid(err)
	}
	var r result.Result
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(&r); err != nil {
		return nil, invalidf("%s is not a saved result: %w", name, err)
	}
	if r.Schema != result.Schema {
		return nil, invalidf("%s has schema %q; this version reads %s", name, r.Schema, result.Schema)
	}
	return &r, nil
}
