package archive

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// moverFile names the file in which a process of this test moves letters, and
// moverVerb how.
const (
	moverFile = "ARCHIVE_TEST_MOVER"
	moverVerb = "ARCHIVE_TEST_MOVER_VERB"
)

// moves are the ways in which letters leave: each moves the parked letters of a
// result, whose IDs are given.
var moves = map[string]func(a *Archive, result string, ids []int64) error{
	Replayed: func(a *Archive, _ string, ids []int64) error {
		return a.Replay(context.Background(), ids, "0123456789ab", noon)
	},
	Discarded: func(a *Archive, result string, ids []int64) error {
		n, err := a.Discard(context.Background(), result, Which{}, Discarded, noon)
		if err == nil && n != int64(len(ids)) {
			err = fmt.Errorf("%d letters are discarded, %d were there", n, len(ids))
		}
		return err
	},
}

// moveForEver moves the letters of the last result, puts them back, and so on
// until it is killed. It writes how many it has found.
func moveForEver(path, verb string) {
	ctx := context.Background()
	a, err := Open(ctx, path)
	for err == nil {
		var id string
		if id, err = a.Find(ctx, Last); err != nil {
			break
		}
		var ids []int64
		for l, e := range a.Letters(ctx, id, Which{State: Parked}) {
			if err = e; e == nil {
				ids = append(ids, l.ID)
			}
		}
		fmt.Println(len(ids))
		if err == nil {
			err = moves[verb](a, id, ids)
		}
		if err == nil {
			_, err = a.db.Exec(putBack)
		}
	}
	fmt.Println("failed:", err)
	os.Exit(1)
}

// moverLetters are so many that a kill often hits the middle of a move.
const moverLetters = 2 * 200

// putBack undoes what a move did.
const putBack = "UPDATE dead_letters SET state = 'parked', moved_at = NULL, moved_to = NULL"

// A replay, or a discard, that is killed with -9 at any moment has moved all of
// its letters or none, and what was left is moved by the next one.
func TestMoveKilled(t *testing.T) {
	for _, verb := range []string{Replayed, Discarded} {
		t.Run(verb, func(t *testing.T) { testMoveKilled(t, verb) })
	}
}

func testMoveKilled(t *testing.T, verb string) {
	const letters = moverLetters
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	path := filepath.Join(t.TempDir(), "archive.db")
	a := open(t, path)
	id := save(t, a, draft(1, letters/2))
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	cut := 0
	for round := 1; more(round, cut); round++ {
		killMove(t, path, verb, time.Duration(r.IntN(40_000))*time.Microsecond)
		if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
			cut++
		}
		a := open(t, path)
		whole(t, a)
		ids := idsOf(t, a, id)
		if n := count(t, a, "dead_letters WHERE (state = 'parked') <> (moved_at IS NULL)"); n > 0 {
			t.Fatalf("%d letters say that they have moved and have not, or the other way", n)
		}
		if len(ids) != 0 && len(ids) != letters {
			t.Fatalf("%d of %d letters are parked after a kill: a move is half done", len(ids), letters)
		}
		if err := moves[verb](a, id, ids); err != nil || len(idsOf(t, a, id)) != 0 {
			t.Fatalf("the next one does not complete: %v", err)
		}
		if _, err := a.db.Exec(putBack); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
	hitEnough(t, cut)
}

// killMove starts a process that moves letters, waits until it has begun and a
// while more, and kills it.
func killMove(t *testing.T, path, verb string, more time.Duration) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), moverFile+"="+path, moverVerb+"="+verb)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Scan()
	time.Sleep(more)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		if text := lines.Text(); text != fmt.Sprint(moverLetters) {
			t.Errorf("the mover says %q", text)
		}
	}
	cmd.Wait() //nolint:errcheck // it was killed
}
