package archive

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// saverFile names the file that a process of this test saves into.
const saverFile = "ARCHIVE_TEST_SAVER"

func TestMain(m *testing.M) {
	if path := os.Getenv(saverFile); path != "" {
		saveForEver(path)
	}
	if path := os.Getenv(moverFile); path != "" {
		moveForEver(path, os.Getenv(moverVerb))
	}
	os.Exit(m.Run())
}

// saveForEver saves results until it is killed, every second one to keep, and
// removes old ones. It writes the number of each once it is saved.
func saveForEver(path string) {
	start, err := strconv.Atoi(os.Args[len(os.Args)-1])
	for n := start; err == nil; n++ {
		var a *Archive
		if a, err = Open(context.Background(), path); err != nil {
			break
		}
		d := draft(n, 100)
		d.Keep = n%2 == 0
		_, _, err = a.Save(context.Background(), d)
		fmt.Println(n)
		if entries, _ := a.List(context.Background(), Filter{Kept: true}); len(entries) > 3 && err == nil {
			err = a.Remove(context.Background(), entries[3].ID)
		}
		if errors.Is(err, ErrUnknown) {
			err = nil // the other process was faster
		}
		err = errors.Join(err, a.Close())
	}
	fmt.Println("failed:", err)
	os.Exit(1)
}

// kills is how many processes are killed.
const kills = 60

// A process that is killed with -9 at any moment, while it opens, saves or
// removes, and alone or beside another, leaves a sound file in which every
// result is whole; what it had said to be saved is there.
func TestKilled(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	path := filepath.Join(t.TempDir(), "archive.db")
	said, cut := 0, 0
	for round := 1; more(round, cut); round++ {
		if round%20 == 1 { // now and then from nothing, so that making the file is hit as well
			path, said = filepath.Join(t.TempDir(), "archive.db"), 0
		}
		stopOther := func() int { return 0 }
		if round%4 == 0 {
			stopOther = killLater(t, path, 10_000*(round+1)+5000, 0, time.Duration(r.IntN(8_000))*time.Microsecond)
			round++
		}
		stop := killLater(t, path, 10_000*round, r.IntN(3), time.Duration(r.IntN(15_000))*time.Microsecond)
		said = max(said, stop())
		stopOther()
		if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
			cut++
		}
		a := open(t, path)
		whole(t, a)
		if s, err := a.Get(context.Background(), Last); said > 0 && (err != nil || int(s.Seed-1<<63) < said) {
			t.Fatalf("%d was saved, the last result is %+v, %v", said, s, err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
	hitEnough(t, cut)
}

// more reports whether there is another round: kills of them, and on a busy
// machine more until enough have left work behind.
func more(round, cut int) bool { return round <= kills || (cut < kills/4 && round <= 5*kills) }

// hitEnough sees that kills were in the middle of something.
func hitEnough(t *testing.T, cut int) {
	t.Helper()
	if cut < kills/4 {
		t.Errorf("only %d kills left work behind: the others hit nothing", cut)
	}
}

// killLater starts a process that saves results from a number on. The function
// that it returns waits until the process has said so many, waits a little
// more, kills it, and returns the last number said, 0 without.
func killLater(t *testing.T, path string, first, sayings int, more time.Duration) (stop func() (last int)) {
	t.Helper()
	cmd := exec.Command(os.Args[0], strconv.Itoa(first))
	cmd.Env = append(os.Environ(), saverFile+"="+path)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() (last int) {
		lines := bufio.NewScanner(out)
		read := func() {
			if n, err := strconv.Atoi(lines.Text()); err != nil {
				t.Errorf("the saver says %q", lines.Text())
			} else {
				last = n
			}
		}
		for range sayings {
			if lines.Scan() {
				read()
			}
		}
		time.Sleep(more)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			read()
		}
		cmd.Wait() //nolint:errcheck // it was killed
		return last
	}
}
