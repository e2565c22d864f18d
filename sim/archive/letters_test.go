package archive

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What varies in an error is folded, and words stay.
func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		`job 8812 of "ann": timeout after 30.5s`:                 `job <n> of <text>: timeout after <n>s`,
		"Service unavailable (503)":                              "Service unavailable (<n>)",
		"can't reach 10.0.0.7:8080, it isn't there":              "can't reach <n>, it isn't there",
		"no user 'bob' in `users`":                               "no user <text> in <text>",
		"lock 3f2b6c1e-1111-4222-8333-123456789abc is gone":      "lock <id> is gone",
		"at 0xDEADbeef, build 9fceb02d0ae5, token a1b2c3, id 42": "at <hex>, build <hex>, token <id>, id <n>",
		"the effaced facade":                                     "the effaced facade",
		"":                                                       "",
	} {
		if got := Fold(text); got != want || Fold(got) != got {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// errorsOf gives letters 1 to 4 of each row errors of one kind, 5 and 6 of
// another; the times of letter i (from 0) are i and i + 1.25 ms.
func errorsOf(t *testing.T, a *Archive) {
	t.Helper()
	if _, err := a.db.Exec(`UPDATE dead_letters SET error = 'user ' || id || ' is gone', error_class = 'permanent', job_type = 'sms' WHERE (id - 1) % 10 < 4;
		UPDATE dead_letters SET error = 'Timeout' WHERE (id - 1) % 10 IN (4, 5)`); err != nil {
		t.Fatal(err)
	}
}

// Letters are put together by kind; the numbers are counted by hand: two rows
// of ten letters.
func TestGroups(t *testing.T) {
	a := open(t)
	id := save(t, a, draft(1, 10))
	errorsOf(t, a)
	got, err := a.Groups(context.Background(), id, Which{State: Parked})
	if err != nil {
		t.Fatal(err)
	}
	want := []Group{
		{Error: "Service unavailable (<n>)", Count: 8, FirstMS: 7.25, LastMS: 10.25, Latest: "Service unavailable (503)", Class: "server_error", Types: []string{"mail"}},
		{Error: "user <n> is gone", Count: 8, FirstMS: 1.25, LastMS: 4.25, Latest: "user 14 is gone", Class: "permanent", Types: []string{"sms"}},
		{Error: "Timeout", Count: 4, FirstMS: 5.25, LastMS: 6.25, Latest: "Timeout", Class: "server_error", Types: []string{"mail"}},
	}
	if diff := cmp.Diff(want, got, cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".ofOneType" }, cmp.Ignore())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Each filter and order gives the letters that a look at all of them gives, and
// Count agrees; pages by cursor and by offset together are the whole.
func TestFilters(t *testing.T) {
	a := open(t)
	id := save(t, a, draft(1, 10))
	errorsOf(t, a)
	yes := true
	for _, c := range []struct {
		which Which
		want  []int64
	}{
		{Which{Group: "user <n> is gone"}, []int64{1, 2, 3, 4, 11, 12, 13, 14}},
		{Which{Text: "TIMEOUT", Row: "wider"}, []int64{15, 16}},
		{Which{Class: "permanent", Replayable: &yes}, []int64{1, 3, 11, 13}},
		{Which{OlderMS: 8}, []int64{1, 2, 11, 12}}, // the last failed at 10.25 ms
		{Which{YoungerMS: 2, Row: "today"}, []int64{9, 10}},
		{Which{Queue: "mail", JobType: "sms", Row: "today"}, []int64{1, 2, 3, 4}},
		{Which{Replication: 2}, nil},
		{Which{Sort: ByFailure, Reverse: true, Limit: 3}, []int64{20, 10, 19}},
		{Which{Sort: ByFailure, Reverse: true, Limit: 3, After: 19}, []int64{9, 18, 8}},
		{Which{Sort: ByFailure, Reverse: true, Limit: 3, Offset: 3}, []int64{9, 18, 8}},
		{Which{Sort: ByType, Row: "today", Limit: 7}, []int64{5, 6, 7, 8, 9, 10, 1}},
	} {
		var ids []int64
		for l, err := range a.Letters(context.Background(), id, c.which) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, l.ID)
		}
		if !slices.Equal(ids, c.want) {
			t.Errorf("%+v: %v, want %v", c.which, ids, c.want)
		}
		if n, err := a.Count(context.Background(), id, c.which); err != nil || c.which.Limit == 0 && n != int64(len(c.want)) {
			t.Errorf("%+v: count %d, %v", c.which, n, err)
		}
	}
}

// Records in are those that are parked, replayed, discarded and expired,
// whatever moves them.
func TestAccount(t *testing.T) {
	a := open(t)
	ctx := context.Background()
	id := save(t, a, draft(1, 10))
	errorsOf(t, a)
	if err := a.Replay(ctx, []int64{1, 2, 12}, "0123456789ab", noon); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		which Which
		state string
		n     int64
	}{
		{Which{Group: "user <n> is gone"}, Discarded, 5}, // 8 without those replayed
		{Which{OlderMS: 4, Row: "today"}, Expired, 2},    // 5 and 6 of what is left
		{Which{Class: "permanent"}, Discarded, 0},
	} {
		if n, err := a.Discard(ctx, id, c.which, c.state, noon); n != c.n || err != nil {
			t.Errorf("%+v: %d, %v, want %d", c.which, n, err, c.n)
		}
	}
	s, err := a.Stats(ctx, id, Which{})
	if err != nil {
		t.Fatal(err)
	}
	want := []RowStats{
		{Row: "today", Records: 10, Parked: 4, Replayed: 2, Discarded: 2, Expired: 2, Replayable: 2},
		{Row: "wider", Records: 10, Parked: 6, Replayed: 1, Discarded: 3, Replayable: 3},
	}
	if diff := cmp.Diff(want, s.Rows); diff != "" || !s.Rows[0].Balanced() || !s.Rows[1].Balanced() {
		t.Errorf("-want +got:\n%s", diff)
	}
	if s.Types[0] != (Tally{"mail", 10}) || s.Classes[0] != (Tally{"server_error", 10}) || s.Ages[0] != (Tally{"below 1m", 10}) {
		t.Errorf("parked letters are counted wrongly: %+v", s)
	}
	l, result, err := a.Letter(ctx, 12)
	if err != nil || result != id || l.State != Replayed || l.MovedTo != "0123456789ab" || l.MovedAt != "2026-03-01T12:00:00Z" || len(l.History) != 2 {
		t.Errorf("letter 12 is %+v of %s, %v", l, result, err)
	}
	whole(t, a)
}

// A file that schema 1 wrote (testdata/schema1.db: seven letters a row, 2 and 3
// replayed) keeps its letters and takes what schema 2 can do.
func TestSchema1(t *testing.T) {
	data, err := os.ReadFile("testdata/schema1.db")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "archive.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := OpenToRead(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	id, err := a.Find(context.Background(), "before")
	if err != nil {
		t.Fatal(err)
	}
	l, _, err := a.Letter(context.Background(), 2)
	if err != nil || l.State != Replayed || l.MovedAt != "" || len(l.History) != 2 {
		t.Errorf("letter 2 is %+v, %v", l, err)
	}
	a.Close()
	a = open(t, path)
	if n, err := a.Discard(context.Background(), id, Which{}, Discarded, noon); n != 12 || err != nil {
		t.Errorf("%d of 12 discarded, %v", n, err)
	}
	whole(t, a)
}
