package scenarios

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"time"

	"retrysim/sim"
	"retrysim/sim/result"
)

// Scenario is a file that was read, with overrides in it, and found right.
type Scenario struct {
	File       *File
	Thresholds []Threshold
	Warnings   []result.Warning
	tree       *Node
	name       string
	defaults   []Default
	rows       map[string]*File // the file as a row's `set` makes it
}

// Load reads a scenario: text, then overrides in their order. name is the
// file's name in positions. The error is Errors, all mistakes at once.
func Load(name string, src []byte, overrides []Override) (*Scenario, error) {
	root, errs := parseTree(name, src)
	if root == nil {
		return nil, errs.err()
	}
	nameEntries(root)
	for turn, o := range overrides {
		errs = append(errs, o.apply(root, turn)...)
	}
	s := &Scenario{tree: root, name: name, rows: map[string]*File{}}
	file, c := decodeFile(root)
	s.File, s.defaults, s.Warnings, s.Thresholds = file, c.defaults, c.warnings, file.Thresholds
	errs = append(errs, c.errs...)
	for i := range file.Compare {
		if c.tooMany {
			break
		}
		row := &file.Compare[i]
		if len(row.Value.Set) == 0 && row.Value.Response == "" {
			continue
		}
		changed, more := s.rowFile(row.Value.Set, file.Responses.find(row.Value.Response))
		s.rows[row.Name] = changed
		errs = append(errs, news(more, append(errs, c.errs...))...)
	}
	for _, r := range file.Responses { // also those that no row takes
		_, more := s.rowFile(nil, r)
		errs = append(errs, news(more, append(errs, c.errs...))...)
	}
	if len(errs) == 0 {
		errs = s.checkRunnable()
	}
	if err := errs.err(); err != nil {
		return nil, err
	}
	return s, nil
}

// rowFile decodes the file with a row's response on the timeline and its values
// set.
func (s *Scenario) rowFile(sets RowSets, response *Node) (*File, Errors) {
	root := s.tree.clone()
	if response != nil {
		answer(root, response)
	}
	var errs Errors
	for _, kid := range sets {
		value := kid.clone()
		path := kid.key
		if head, _, _ := strings.Cut(path, "."); contains([]string{"compare", "version", "name", "thresholds"}, head) {
			errs = append(errs, &Error{Pos: kid.keyPos, Path: kid.path, Wrong: "a row cannot set " + head, Right: "set values of the world or of its policies"})
			continue
		}
		if err := edit(root, path, value, ""); err != nil {
			errs = append(errs, err)
		}
	}
	root.repath("")
	file, c := decodeFile(root)
	return file, append(errs, c.errs...)
}

// news are the errors that were not there before.
func news(now, before Errors) Errors {
	old := map[string]bool{}
	for _, e := range before {
		old[e.Headline()] = true
	}
	return slices.DeleteFunc(now, func(e *Error) bool { return old[e.Headline()] })
}

// decodeFile makes a File of a tree, checked.
func decodeFile(root *Node) (*File, *checker) {
	d := &decoder{}
	f := new(File)
	d.into(root, reflect.ValueOf(f).Elem(), &field{})
	resolveTimes(d, f.Timeline)
	for _, then := range d.after {
		then()
	}
	c := &checker{decoder: d, f: f}
	c.check()
	return f, c
}

// until is when arrivals end, the horizon where only a number of jobs does.
func (f *File) until() time.Duration {
	if f.Run.Until > 0 {
		return f.Run.Until
	}
	return f.Run.Horizon
}

// horizonFactor times `until` is the horizon unless said.
const horizonFactor = 10

// horizon is what no run goes on past: unless said at most the longest time
// that a run may last.
func (f *File) horizon() time.Duration {
	switch {
	case f.Run.Horizon > 0:
		return f.Run.Horizon
	case f.Run.Until > sim.MaxTime/horizonFactor:
		return max(sim.MaxTime, f.Run.Until)
	}
	return horizonFactor * f.Run.Until
}

// mostBins is how many bins a series may have up to the horizon unless the
// scenario sets their width itself.
const mostBins = 100_000

// bin is the width of a bin: the smallest round one of which at most a
// thousand reach to the end of arrivals.
func (f *File) bin() time.Duration {
	if f.Run.Bin > 0 {
		return f.Run.Bin
	}
	least := max(f.until()/1000, f.horizon()/mostBins)
	if f.until() >= 30*f.Run.PeakWindow { // bars as wide as the peaks' window show the same peaks
		least = max(least, f.Run.PeakWindow)
	}
	for _, step := range []time.Duration{
		time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond, time.Second, 10 * time.Second, time.Minute,
		10 * time.Minute, time.Hour, 24 * time.Hour,
	} {
		for _, times := range []time.Duration{1, 2, 5} {
			if times*step >= least {
				return times * step
			}
		}
	}
	return 30 * 24 * time.Hour
}

// Name is the scenario's name.
func (s *Scenario) Name() string { return s.File.Name }

// About is what it shows.
func (s *Scenario) About() string { return s.File.About }

// Digest is a short hash of the text, overrides included, comments and layout
// left aside.
func (s *Scenario) Digest() string {
	var b strings.Builder
	s.tree.canonical(&b)
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:8])
}

// Defaults lists what the scenario leaves to the format, in the order of the
// format's keys.
func (s *Scenario) Defaults() []Default {
	all := slices.Clone(s.defaults)
	if s.File.Run.Horizon == 0 {
		all = append(all, Default{Path: "run.horizon", Value: formatDuration(s.File.horizon()), Doc: "10 times until"})
	}
	if s.File.Run.Bin == 0 {
		all = append(all, Default{Path: "run.bin", Value: formatDuration(s.File.bin()), Doc: "width of a bin of the series"})
	}
	order := keysOf(reflect.TypeFor[File]())
	top := func(d Default) int {
		key, _, _ := strings.Cut(d.Path, ".")
		return slices.Index(order, key)
	}
	slices.SortStableFunc(all, func(a, b Default) int { return top(a) - top(b) })
	return all
}

// Defaulted reports whether the scenario leaves the value at a path to the
// format.
func (s *Scenario) Defaulted(path string) bool {
	return slices.ContainsFunc(s.Defaults(), func(d Default) bool { return d.Path == path })
}

// Load says who waits for whom: open arrivals wait for nobody, closed clients
// wait for their answer, mixed is both.
func (s *Scenario) Load() string {
	open, closed := false, false
	each := func(sources Map[Arrival]) {
		for i := range sources {
			if sources[i].Value.Closed != nil {
				closed = true
			} else {
				open = true
			}
		}
	}
	each(s.File.Arrive)
	for i := range s.File.Jobs {
		each(s.File.Jobs[i].Value.Arrive)
	}
	switch {
	case open && closed:
		return "mixed"
	case closed:
		return "closed"
	}
	return "open"
}
