package archive

import (
	"context"
	"errors"
	"testing"
)

// idsOf are the numbers of a result's parked letters.
func idsOf(t *testing.T, a *Archive, result string) (ids []int64) {
	t.Helper()
	for l, err := range a.Letters(context.Background(), result, Which{State: Parked}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, l.ID)
	}
	return ids
}

// Letters are replayed once: all of those that are asked for, or none.
func TestReplay(t *testing.T) {
	a := open(t)
	id := save(t, a, draft(1, 10))
	ids := idsOf(t, a, id)
	if err := a.Replay(context.Background(), ids[:4], "0123456789ab", noon); err != nil {
		t.Fatal(err)
	}
	if n := count(t, a, "dead_letters WHERE state = 'replayed'"); n != 4 || len(idsOf(t, a, id)) != 16 {
		t.Errorf("%d of 20 are replayed, want 4", n)
	}
	if err := a.Replay(context.Background(), ids[2:8], "", noon); !errors.Is(err, ErrMoved) {
		t.Errorf("letters are replayed twice: %v", err)
	}
	if n := count(t, a, "dead_letters WHERE state = 'replayed'"); n != 4 {
		t.Errorf("%d are replayed after a replay that failed, want 4 as before", n)
	}
	whole(t, a)
}

// A result that is kept on second thoughts outlives the next one.
func TestKeep(t *testing.T) {
	a := open(t)
	id := save(t, a, draft(1, 3))
	if err := a.Keep(context.Background(), id); err != nil {
		t.Fatal(err)
	}
	save(t, a, draft(2, 3))
	if _, err := a.Get(context.Background(), id); err != nil {
		t.Error(err)
	}
	if err := a.Keep(context.Background(), "0123456789ab"); !errors.Is(err, ErrUnknown) {
		t.Errorf("an unknown result is kept: %v", err)
	}
}
