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

// replayerFile names the file in which a process of this test replays letters.
const replayerFile = "ARCHIVE_TEST_REPLAYER"

// replayForEver replays the letters of the last result, puts them back, and so
// on until it is killed. It writes how many it has found.
func replayForEver(path string) {
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
			err = a.Replay(ctx, ids)
		}
		if err == nil {
			_, err = a.db.Exec("UPDATE dead_letters SET state = 'parked'")
		}
	}
	fmt.Println("failed:", err)
	os.Exit(1)
}

// A replay that is killed with -9 at any moment has moved all of its letters or
// none, and what was left is moved by the next one.
func TestReplayKilled(t *testing.T) {
	const letters = 2 * 600
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
	for range kills {
		killReplay(t, path, time.Duration(r.IntN(15_000))*time.Microsecond)
		if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
			cut++
		}
		a := open(t, path)
		whole(t, a)
		ids := idsOf(t, a, id)
		if len(ids) != 0 && len(ids) != letters {
			t.Fatalf("%d of %d letters are parked after a kill: a replay is half done", len(ids), letters)
		}
		if err := a.Replay(context.Background(), ids); err != nil || len(idsOf(t, a, id)) != 0 {
			t.Fatalf("the next replay does not complete: %v", err)
		}
		if _, err := a.db.Exec("UPDATE dead_letters SET state = 'parked'"); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if cut < kills/4 {
		t.Errorf("only %d of %d kills left work behind: the others hit nothing", cut, kills)
	}
}

// killReplay starts a process that replays, waits until it has begun and a
// while more, and kills it.
func killReplay(t *testing.T, path string, more time.Duration) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), replayerFile+"="+path)
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
		if text := lines.Text(); text != fmt.Sprint(2*600) {
			t.Errorf("the replayer says %q", text)
		}
	}
	cmd.Wait() //nolint:errcheck // it was killed
}
