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
	if err == nil {
		a.sayUnstored(d)
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
	d.Queues = w.queues()
	return d, nil
}

// mostUnasked is how many dead letters are stored of a result that nobody asked
// to keep: a million take half a minute and 390 MB.
const mostUnasked = 100_000

// deadRow is the dead letters of a row's first replication.
type deadRow struct {
	n       int
	letters *sim.Parked // nil where they are only counted
}

// takeDead takes the dead letters of the next row. Where they are not kept for
// good the rows from the one on that passes the limit are only counted.
func (w *world) takeDead(row int, dead *sim.Parked, keep bool) {
	if w.header.Replay != nil && row > 0 {
		return // the same letters, where they were not replayed
	}
	n := dead.Len()
	for _, other := range w.dead[:row] {
		n += other.n
	}
	w.dead[row].n = dead.Len()
	if keep || n <= mostUnasked {
		w.dead[row].letters = dead
	}
}

// queues are the dead letters as the archive takes them.
func (w *world) queues() []archive.Queue {
	var queues []archive.Queue
	for i, dead := range w.dead {
		if dead.n == 0 {
			continue
		}
		q := archive.Queue{Row: w.plans[i].Row, Records: dead.n}
		if dead.letters != nil {
			q.Letters = dead.letters.All()
		}
		queues = append(queues, q)
	}
	return queues
}

// sayUnstored tells that some dead letters are only counted.
func (a *app) sayUnstored(d *archive.Draft) {
	n := 0
	for _, q := range d.Queues {
		if q.Letters == nil {
			n += q.Records
		}
	}
	if n > 0 && !a.quiet {
		fmt.Fprintf(a.stderr, "%s dead letters are counted but not stored in @last, being so many; --save stores all\n", reports.Count(float64(n)))
	}
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
		w.dead = make([]deadRow, len(w.plans))
	}
}
