package archive

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim/result"
)

// What was saved comes out as it was: the document byte by byte, flags in
// order, every dead letter with its attempts.
func TestSaved(t *testing.T) {
	a := open(t)
	d := kept(draft(1, 120), "nightly") // 120 letters are two full statements and some
	id := save(t, a, d)
	whole(t, a)
	s, err := a.Get(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	want := &Saved{
		Entry: Entry{
			ID: ID(d.Document), Label: "nightly", Kept: true, SavedAt: noon, Verb: "compare", Scenario: "storm-1", Digest: "d1",
			Seed: 1<<63 + 1, Replications: 30, Version: "0.1.0", GOARCH: "amd64", Rows: []string{"today", "wider"}, DeadLetters: 240,
		},
		Document: d.Document, Flags: d.Flags,
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	var got, expected []Letter
	for _, q := range d.Queues {
		for l := range q.Letters {
			expected = append(expected, Letter{ID: int64(len(expected) + 1), Row: q.Row, State: Parked, DeadLetter: copied(l)})
		}
	}
	for l, err := range a.Letters(context.Background(), id, Which{Attempts: true}) {
		if err != nil {
			t.Fatal(err)
		}
		c := *l
		c.DeadLetter = copied(&l.DeadLetter)
		got = append(got, c)
	}
	if diff := cmp.Diff(expected, got); diff != "" {
		t.Errorf("letters -want +got:\n%s", diff)
	}
}

func copied(d *result.DeadLetter) result.DeadLetter {
	c := *d
	c.History = slices.Clone(d.History)
	return c
}

// Letters come by row, state, type and class, a page at a time.
func TestWhich(t *testing.T) {
	a := open(t)
	id := save(t, a, draft(1, 50))
	if _, err := a.db.Exec("UPDATE dead_letters SET state = 'discarded' WHERE id <= 10"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		which       Which
		n           int
		first, last int64
	}{
		{Which{}, 100, 1, 100},
		{Which{Row: "wider"}, 50, 51, 100},
		{Which{State: Parked}, 90, 11, 100},
		{Which{State: Discarded, Attempts: true}, 10, 1, 10},
		{Which{After: 30, Limit: 5}, 5, 31, 35},
		{Which{After: 30, Limit: 5, Attempts: true}, 5, 31, 35},
		{Which{JobType: "mail", Class: "server_error", Row: "today"}, 50, 1, 50},
		{Which{Class: "timeout"}, 0, 0, 0},
	} {
		var ids []int64
		for l, err := range a.Letters(context.Background(), id, c.which) {
			if err != nil {
				t.Fatal(err)
			}
			if ids = append(ids, l.ID); c.which.Attempts != (len(l.History) == 2) {
				t.Fatalf("%+v: history %v", c.which, l.History)
			}
		}
		if len(ids) != c.n || c.n > 0 && (ids[0] != c.first || ids[c.n-1] != c.last) {
			t.Errorf("%+v: letters %v", c.which, ids)
		}
	}
	for range a.Letters(context.Background(), id, Which{}) {
		break // one may stop, and go on with something else
	}
	save(t, a, draft(2, 1))
}

// The last result gives way to the next one; those to keep stay. The newest is
// @last, whatever its kind.
func TestLast(t *testing.T) {
	a := open(t)
	if _, err := a.Find(context.Background(), Last); !errors.Is(err, ErrUnknown) {
		t.Errorf("@last of an empty archive: %v", err)
	}
	first := save(t, a, draft(1, 3))
	second := save(t, a, draft(2, 3))
	third := save(t, a, kept(draft(3, 3), ""))
	last := func(want string, all ...string) {
		t.Helper()
		id, err := a.Find(context.Background(), Last)
		if err != nil || id != want {
			t.Errorf("@last is %s, %v, want %s", id, err, want)
		}
		entries, err := a.List(context.Background(), Filter{})
		var ids []string
		for _, e := range entries {
			ids = append(ids, e.ID)
		}
		if err != nil || !slices.Equal(ids, all) {
			t.Errorf("results %v, %v, want %v", ids, err, all)
		}
		whole(t, a)
	}
	last(third, third) // it replaced the second, as the second did the first
	fourth := save(t, a, draft(4, 3))
	last(fourth, fourth, third)
	save(t, a, draft(1, 3))
	last(first, first, third)
	save(t, a, draft(3, 3)) // the same run again: it stays kept
	last(third, third, first)
	if second == first {
		t.Error("two runs have one ID")
	}
}

// The dead letters of a kept result stay as an operator left them when the same
// run comes again.
func TestAgain(t *testing.T) {
	a := open(t)
	id := save(t, a, kept(draft(1, 3), "mine"))
	if _, err := a.db.Exec("UPDATE dead_letters SET state = 'replayed' WHERE id = 2"); err != nil {
		t.Fatal(err)
	}
	save(t, a, kept(draft(1, 3), ""))
	if n := count(t, a, "dead_letters WHERE state = 'replayed'"); n != 1 || count(t, a, "dead_letters") != 6 {
		t.Errorf("%d letters are replayed", n)
	}
	if found, err := a.Find(context.Background(), "mine"); found != id || err != nil {
		t.Errorf("the label is gone: %v", err)
	}
}

// Letters may be counted only; saved for good they are all there.
func TestCounted(t *testing.T) {
	a := open(t)
	d := draft(1, 7)
	d.Queues[1].Letters = nil
	save(t, a, d)
	whole(t, a)
	if s, err := a.Get(context.Background(), Last); err != nil || s.DeadLetters != 14 || s.NotStored != 7 || count(t, a, "dead_letters") != 7 {
		t.Errorf("%+v, %v", s, err)
	}
	save(t, a, kept(draft(1, 7), ""))
	whole(t, a)
	if s, err := a.Get(context.Background(), Last); err != nil || s.DeadLetters != 14 || s.NotStored != 0 || count(t, a, "dead_letters") != 14 {
		t.Errorf("%+v, %v", s, err)
	}
}

// Names: a label, an ID, its beginning, each with @ or without.
func TestFind(t *testing.T) {
	a := open(t)
	one, two := save(t, a, kept(draft(1, 0), "one")), save(t, a, kept(draft(2, 0), "two"))
	for name, want := range map[string]string{
		"one": one, "@two": two, one: one, "@" + two: two, two[:4]: two, two[:11]: two, Last: two,
	} {
		if id, err := a.Find(context.Background(), name); id != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", name, id, err, want)
		}
	}
	for _, name := range []string{"", "three", "@", one[:3], "ffffffff", "zzzz", "%", "____"} {
		if id, err := a.Find(context.Background(), name); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %s, %v", name, id, err)
		}
	}
	if _, err := a.db.Exec("UPDATE results SET id = 'aaaa' || number"); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Find(context.Background(), "aaaa"); !errors.Is(err, ErrUnclear) || !strings.Contains(err.Error(), "aaaa2, aaaa1") {
		t.Errorf("an unclear beginning: %v", err)
	}
}

// A label moves to the result that asks for it last, and the caller learns
// from where.
func TestLabelMoves(t *testing.T) {
	a := open(t)
	one := save(t, a, kept(draft(1, 0), "base"))
	two, moved, err := a.Save(context.Background(), kept(draft(2, 0), "base"))
	if err != nil || moved != one {
		t.Errorf("moved from %q, %v", moved, err)
	}
	if id, _ := a.Find(context.Background(), "base"); id != two {
		t.Errorf("the label is on %s", id)
	}
	if s, err := a.Get(context.Background(), one); err != nil || s.Label != "" || !s.Kept {
		t.Errorf("the other one: %+v, %v", s, err)
	}
}

// Lists by scenario, and of those to keep.
func TestList(t *testing.T) {
	a := open(t)
	for n := range 4 {
		save(t, a, kept(draft(n, n), fmt.Sprint("n", n)))
	}
	save(t, a, draft(4, 0))
	for _, c := range []struct {
		filter Filter
		want   []string
	}{
		{Filter{}, []string{"", "n3", "n2", "n1", "n0"}},
		{Filter{Kept: true}, []string{"n3", "n2", "n1", "n0"}},
		{Filter{Scenario: "storm-0"}, []string{"", "n2", "n0"}},
		{Filter{Scenario: "calm"}, nil},
	} {
		entries, err := a.List(context.Background(), c.filter)
		var labels []string
		for _, e := range entries {
			labels = append(labels, e.Label)
		}
		if err != nil || !slices.Equal(labels, c.want) {
			t.Errorf("%+v: %v, %v", c.filter, labels, err)
		}
	}
}

// Removing takes all that belongs to a result, or nothing, and gives the space
// back.
func TestRemove(t *testing.T) {
	a := open(t)
	one, two := save(t, a, kept(draft(1, 2000), "")), save(t, a, kept(draft(2, 5), ""))
	if err := a.Remove(context.Background(), one, "ffff"); !errors.Is(err, ErrUnknown) || count(t, a, "results") != 2 {
		t.Errorf("removing one that is not there: %v", err)
	}
	var before, after int
	size := func(n *int) {
		if err := a.db.QueryRow("PRAGMA page_count").Scan(n); err != nil {
			t.Fatal(err)
		}
	}
	size(&before)
	if err := a.Remove(context.Background(), one); err != nil {
		t.Fatal(err)
	}
	size(&after)
	whole(t, a)
	for _, table := range []string{"results", "result_rows", "metrics", "flags", "queues", "dead_letters", "attempts"} {
		want := map[string]int{"results": 1, "result_rows": 2, "metrics": 4, "flags": 2, "queues": 2, "dead_letters": 10, "attempts": 20}[table]
		if n := count(t, a, table); n != want {
			t.Errorf("%d %s are left, want %d", n, table, want)
		}
	}
	if after > before/5 {
		t.Errorf("%d pages of %d are left", after, before)
	}
	if id, err := a.Find(context.Background(), Last); id != two || err != nil {
		t.Errorf("@last is %s, %v", id, err)
	}
}
