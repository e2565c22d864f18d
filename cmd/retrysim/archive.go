package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"retrysim/reports"
	"retrysim/sim"
	"retrysim/sim/archive"
	"retrysim/sim/result"
)

// addArchiveFlag adds --archive.
func addArchiveFlag(f *pflag.FlagSet, file *string) {
	f.StringVar(file, "archive", "", "the `FILE` that results are kept in (default: retrysim/archive.db in $XDG_DATA_HOME, else in ~/.local/share)")
}

// archivePath is the file of --archive, else the one in the user's data folder;
// "" when there is no home.
func (a *app) archivePath(file string) string {
	if file != "" {
		return file
	}
	if dir, ok := a.env("XDG_DATA_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "retrysim", "archive.db")
	}
	if home, ok := a.env("HOME"); ok && home != "" {
		return filepath.Join(home, ".local", "share", "retrysim", "archive.db")
	}
	return ""
}

// errNoHome is why there is no archive.
var errNoHome = errors.New("neither XDG_DATA_HOME nor HOME is set, so there is no place for it; --archive FILE names one")

// saveUnnamed is the value of a bare --save: no label can be it.
const saveUnnamed = " "

// labels are what --save takes: no name of a file and no @.
var labels = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$`)

// checkLabel refuses a label that could be taken for something else.
func checkLabel(label string) error {
	ending := strings.ToLower(filepath.Ext(label))
	switch {
	case label == "" || label == saveUnnamed:
		return nil
	case !labels.MatchString(label):
		return invalidf("--save=%s: a label is 1 to 40 letters, digits, dots, - and _, and begins with a letter or digit", label)
	case label == "last" || slices.Contains([]string{".json", ".yaml", ".yml"}, ending):
		return invalidf("--save=%s: that would be taken for a file, or for @last; give it another name", label)
	}
	return nil
}

// keep keeps a result as @last, and with --save for good. That it cannot is a
// warning, since the answer itself is there, unless the user asked for it.
func (a *app) keep(ctx context.Context, q *ask, w *world, r *result.Result) error {
	d, err := draftOf(q, w, r)
	if err != nil {
		return err
	}
	id, moved, err := a.save(context.WithoutCancel(ctx), q.archive, d)
	switch {
	case err != nil && q.save != "":
		return fmt.Errorf("--save: %w", err)
	case err != nil && q.archive != "":
		return fmt.Errorf("--archive: %w", err)
	case err != nil:
		a.warn("@last is not kept: %v", err)
	case q.save != "" && !a.quiet:
		fmt.Fprintf(a.stderr, "saved as %s\n", strings.TrimSpace(id+" "+d.Label))
	}
	if moved != "" {
		a.warn("the label %s was on %s and has moved", d.Label, moved)
	}
	return nil
}

// save writes a draft into the archive.
func (a *app) save(ctx context.Context, file string, d *archive.Draft) (id, moved string, err error) {
	path := a.archivePath(file)
	if path == "" {
		return "", "", errNoHome
	}
	archived, err := archive.Open(ctx, path)
	if err != nil {
		return "", "", err
	}
	id, moved, err = archived.Save(ctx, d)
	return id, moved, errors.Join(err, archived.Close())
}

// draftOf is a result with all that is needed to run it again, and its dead
// letters.
func draftOf(q *ask, w *world, r *result.Result) (*archive.Draft, error) {
	text, err := document(r)
	if err != nil {
		return nil, err
	}
	d := &archive.Draft{
		Result: r, Document: text, Verb: q.verb, Keep: q.save != "", Label: strings.TrimSpace(q.save), At: time.Now(),
	}
	add := func(name string, values ...string) {
		for _, v := range values {
			d.Flags = append(d.Flags, archive.Flag{Name: name, Value: v})
		}
	}
	add("set", r.Scenario.Set...)
	add("policy", r.Scenario.Rows...)
	add("threshold", q.thresholds...)
	if q.baseline != "" {
		add("baseline", q.baseline)
	}
	for i, dead := range w.dead {
		if dead.Len() > 0 {
			d.Queues = append(d.Queues, archive.Queue{Row: w.plans[i].Row, Records: dead.Len(), Letters: dead.All()})
		}
	}
	return d, nil
}

// document is a result as JSON, as -o json prints it.
func document(r *result.Result) ([]byte, error) {
	var b bytes.Buffer
	err := reports.WriteJSON(&b, r, reports.Options{})
	return b.Bytes(), err
}

// keepDead makes the world's dead letters be kept, where there will be an
// archive to put them into.
func (a *app) keepDead(q *ask, w *world) {
	if a.archivePath(q.archive) != "" {
		w.dead = make([]*sim.Parked, len(w.plans))
	}
}
