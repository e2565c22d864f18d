package ledger_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"retrysim/sim/ledger"
)

const sec = int64(time.Second)

// setting is a run of 100 s in bins of 1 s with one job type.
func setting(change ...func(*ledger.Setting)) ledger.Setting {
	s := ledger.Setting{
		Types: []string{"job"}, Bin: time.Second, Window: time.Second, Until: 100 * time.Second, LastFault: -1,
		Capacity: math.Inf(1),
	}
	for _, c := range change {
		c(&s)
	}
	return s
}

// fold plays entries through the standard metrics.
func fold(s ledger.Setting, entries ...ledger.Entry) (ledger.Report, *ledger.Book) {
	var b ledger.Book
	b.Begin(ledger.Standard(s))
	for _, e := range entries {
		*b.Next() = e
	}
	r := ledger.Report{End: 100 * time.Second}
	b.Close(&r)
	return r, &b
}

func value(t *testing.T, r *ledger.Report, name string) float64 {
	t.Helper()
	for _, v := range r.Values {
		if v.Name == name {
			return v.V
		}
	}
	t.Fatalf("no value %s", name)
	return 0
}

// The peak is the largest number of attempts in any window, found by looking
// at the window that ends at each attempt: against a count of all pairs.
func TestPeakAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var times []int64
		for range r.IntN(300) {
			times = append(times, r.Int64N(10*sec)/(1+r.Int64N(sec/100))*(1+r.Int64N(3)))
		}
		slices.Sort(times)
		most := 0
		entries := make([]ledger.Entry, 0, len(times))
		for i, end := range times {
			entries = append(entries, ledger.Entry{Kind: ledger.Sent, At: end, Attempt: 1})
			n := 0
			for _, other := range times[:i+1] {
				if other > end-sec {
					n++
				}
			}
			most = max(most, n)
		}
		report, _ := fold(setting(), entries...)
		if got := value(t, &report, "peak_load_per_s"); got != float64(most) {
			t.Fatalf("peak %v, want %d of %v", got, most, times)
		}
	}
}

// Retries, first attempts and what comes after the fault have peaks of their
// own; a peak is given per second, whatever its window.
func TestPeaks(t *testing.T) {
	sent := func(at float64, f ledger.Flags) ledger.Entry {
		return ledger.Entry{Kind: ledger.Sent, At: int64(at * float64(sec)), Flags: f}
	}
	report, _ := fold(setting(func(s *ledger.Setting) {
		s.Window = 500 * time.Millisecond
		s.Faults, s.LastFault = [][2]time.Duration{{time.Second, 3 * time.Second}}, 3*time.Second
		s.Capacity = 4
	}),
		ledger.Entry{Kind: ledger.Arrived, At: 0},
		ledger.Entry{Kind: ledger.Arrived, At: sec},
		sent(0, 0), sent(0.1, 0), sent(0.2, 0),
		sent(1, ledger.Retry), sent(2.9, ledger.Retry), sent(3, ledger.Retry), sent(3.4, 0), sent(3.5, 0),
	)
	for name, want := range map[string]float64{
		"peak_load_per_s":        6, // 0, 0.1, 0.2 within half a second
		"peak_retries_per_s":     4, // 2.9 and 3
		"peak_after_fault_per_s": 4, // (3, 3.5] holds 3.4 and 3.5, (2.9, 3.4] holds 3 and 3.4
		"peak_to_capacity":       1.5,
		"attempts":               8,
		"retries":                3,
		"amplification":          4,
		"amplification_in_fault": 2, // 1 and 2.9; 3 is no longer in the fault; one job came within it
	} {
		if got := value(t, &report, name); got != want {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
}

// The fano factor counts empty bins: one batch of ten in a hundred bins has
// mean 0.1 and variance (100 - 1)/99.
func TestFano(t *testing.T) {
	var batch []ledger.Entry
	for range 10 {
		batch = append(batch, ledger.Entry{Kind: ledger.Sent, At: 42 * sec})
	}
	report, _ := fold(setting(), batch...)
	if got := value(t, &report, "fano"); math.Abs(got-10) > 1e-9 {
		t.Errorf("fano %v, want (99/99)/0.1 = 10", got)
	}
}

// Time over capacity adds the bins that hold more attempts than the capacity
// in force could serve, with an edge of capacity within a bin.
func TestTimeOverCapacity(t *testing.T) {
	report, _ := fold(setting(func(s *ledger.Setting) { s.Capacity = 2 }),
		ledger.Entry{Kind: ledger.CapacityIs, At: 0, Delay: 2000},
		ledger.Entry{Kind: ledger.Sent, At: 0}, ledger.Entry{Kind: ledger.Sent, At: 1}, // 2 of 2
		ledger.Entry{Kind: ledger.CapacityIs, At: 3 * sec / 2, Delay: 0},
		ledger.Entry{Kind: ledger.Sent, At: 3 * sec / 2}, ledger.Entry{Kind: ledger.Sent, At: 3 * sec / 2}, // 2 of 1
		ledger.Entry{Kind: ledger.CapacityIs, At: 3 * sec, Delay: -1},
		ledger.Entry{Kind: ledger.Sent, At: 3 * sec}, ledger.Entry{Kind: ledger.Sent, At: 3 * sec}, // unlimited
	)
	if got := value(t, &report, "time_over_capacity_s"); got != 1 {
		t.Errorf("over capacity for %v s, want the bin from 1 s to 2 s", got)
	}
}

// A job that dies, is replayed and discarded moves from bucket to bucket; the
// account adds up at every turn.
func TestAccount(t *testing.T) {
	dead := ledger.Entry{Kind: ledger.Settled, Bucket: ledger.DeadLettered, First: -1}
	moved := ledger.Entry{Kind: ledger.Settled, Bucket: ledger.Discarded, Flags: ledger.Moved}
	_, b := fold(setting(),
		ledger.Entry{Kind: ledger.Arrived}, ledger.Entry{Kind: ledger.Arrived, Job: 1},
		dead, dead,
		ledger.Entry{Kind: ledger.Replayed},
		ledger.Entry{Kind: ledger.Settled, Bucket: ledger.Completed, First: -1},
		moved,
	)
	l, _ := b.Account().Ledger()
	if l.Jobs != 2 || l.Completed != 1 || l.Discarded != 1 || l.DeadLettered != 0 {
		t.Errorf("%+v", l)
	}
	defer func() {
		if recover() == nil {
			t.Error("a ledger that does not add up passes")
		}
	}()
	_, b = fold(setting(), ledger.Entry{Kind: ledger.Arrived}, ledger.Entry{Kind: ledger.Arrived}, dead)
	b.Account().Ledger()
}

// flat is a series of n values v, with changes from some bins on.
func flat(n int, v float64, changes ...[2]float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
		for _, c := range changes {
			if i >= int(c[0]) {
				out[i] = c[1]
			}
		}
	}
	return out
}

// same is ==, with NaN equal to itself.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// Recovery is the first bin from the end of the last fault on that begins ten
// calm seconds.
func TestRecovered(t *testing.T) {
	never := math.Inf(1)
	for _, c := range []struct {
		name                  string
		arrivals, done, queue []float64
		last                  time.Duration
		alive                 bool
		want, goodput         float64
	}{
		{"at once", flat(100, 10), flat(100, 10), flat(100, 0), 0, false, 0, 0},
		{"goodput after 20 s", flat(100, 10), flat(100, 10, [2]float64{10, 0}, [2]float64{50, 10}), flat(100, 0), 0, false, 20, 20},
		{"a stale queue until 71", flat(100, 10), flat(100, 10), flat(100, 0, [2]float64{10, 500}, [2]float64{70, 3}), 0, false, 41, 0},
		{"the queue it had before is no illness", flat(100, 10), flat(100, 10), flat(100, 50), 0, false, 0, 0},
		{"94 % is not enough", flat(100, 100), flat(100, 100, [2]float64{10, 94}), flat(100, 0), 0, false, never, never},
		{"95 % is", flat(100, 100), flat(100, 100, [2]float64{10, 95}), flat(100, 0), 0, false, 0, 0},
		{"no ten seconds left", flat(100, 10), flat(100, 10, [2]float64{10, 0}, [2]float64{91, 10}), flat(100, 0), 0, false, never, never},
		{"finite work", flat(100, 10, [2]float64{20, 0}), flat(100, 1), flat(100, 9), 44 * time.Second, false, 14, 14},
		{"finite work that dies", flat(100, 10, [2]float64{20, 0}), flat(100, 0), flat(100, 0), 29 * time.Second, false, math.NaN(), math.NaN()},
		{"finite work done before the end", flat(100, 10, [2]float64{20, 0}), flat(100, 10, [2]float64{20, 0}), flat(100, 0), 20 * time.Second, false, 0, 0},
		{"a pause of arrivals shows nothing", flat(100, 1, [2]float64{30, 0}, [2]float64{60, 1}), flat(100, 0, [2]float64{70, 1}), flat(100, 0), 0, false, 40, 40},
		{"finite work that never ends", flat(100, 10, [2]float64{20, 0}), flat(100, 1), flat(100, 9), 44 * time.Second, true, never, never},
	} {
		s := setting(func(s *ledger.Setting) {
			s.Faults, s.LastFault = [][2]time.Duration{{10 * time.Second, 30 * time.Second}}, 30*time.Second
			s.Capacity = 20
		})
		r := ledger.Report{End: 100 * time.Second, Series: []ledger.Series{
			{Name: "arrivals", Values: c.arrivals}, {Name: "completed", Values: c.done}, {Name: "queue_depth", Values: c.queue},
		}}
		got, goodput := ledger.Recovered(s, &r, c.last, c.alive)
		if !same(got, c.want) || !same(goodput, c.goodput) {
			t.Errorf("%s: recovered after %v s, goodput after %v s; want %v and %v", c.name, got, goodput, c.want, c.goodput)
		}
	}
	r := ledger.Report{End: 100 * time.Second, Series: []ledger.Series{
		{Name: "arrivals", Values: flat(100, 10)}, {Name: "completed", Values: flat(100, 10)},
		{Name: "queue_depth", Values: flat(100, 0, [2]float64{10, 500}, [2]float64{70, 0})},
	}}
	s := setting(func(s *ledger.Setting) {
		s.Faults, s.LastFault, s.Capacity = [][2]time.Duration{{10 * time.Second, 30 * time.Second}}, 30*time.Second, math.Inf(1)
	})
	if got, _ := ledger.Recovered(s, &r, 0, false); got != 41 {
		t.Errorf("unlimited capacity and a queue until 70 s: recovered after %v s, want 41", got)
	}
	r = ledger.Report{End: 100 * time.Second}
	if got, _ := ledger.Recovered(setting(), &r, 0, false); !math.IsNaN(got) {
		t.Errorf("without a fault %v, want no number", got)
	}
}

// Every value that the standard metrics report is in the catalogue, each name
// once, and in its order.
func TestCatalogue(t *testing.T) {
	known := map[string]bool{}
	for _, i := range ledger.Catalogue() {
		if known[i.Name] || i.Doc == "" {
			t.Errorf("%s: twice, or without a definition", i.Name)
		}
		known[i.Name] = true
	}
	r, _ := fold(setting())
	for _, v := range r.Values {
		if !known[v.Name] {
			t.Errorf("%s is reported and not in the catalogue", v.Name)
		}
	}
}

// The fingerprint depends on every field of an entry and on the order.
func TestFingerprint(t *testing.T) {
	base := ledger.Entry{
		At: 1, Job: 2, Born: 3, Taken: 4, Start: 5, Served: 6, Delay: 7, First: 8, Attempt: 9, Copy: 10, Kind: ledger.Waiting,
		Class: 1, Station: 1, Status: 11, Flags: ledger.Retry,
	}
	print := func(e ...ledger.Entry) uint64 {
		_, b := fold(setting(), e...)
		return b.Fingerprint()
	}
	seen := map[uint64]bool{print(base): true}
	for _, change := range []func(*ledger.Entry){
		func(e *ledger.Entry) { e.At++ }, func(e *ledger.Entry) { e.Job++ }, func(e *ledger.Entry) { e.Taken++ },
		func(e *ledger.Entry) { e.Start++ }, func(e *ledger.Entry) { e.Served++ }, func(e *ledger.Entry) { e.Delay++ },
		func(e *ledger.Entry) { e.First++ }, func(e *ledger.Entry) { e.Attempt++ }, func(e *ledger.Entry) { e.Copy++ },
		func(e *ledger.Entry) { e.Class++ }, func(e *ledger.Entry) { e.Station++ }, func(e *ledger.Entry) { e.Status++ },
		func(e *ledger.Entry) { e.Flags |= ledger.OfReplay }, func(e *ledger.Entry) { e.Bucket++ }, func(e *ledger.Entry) { e.Drop++ },
	} {
		e := base
		change(&e)
		if p := print(e); seen[p] {
			t.Errorf("%+v has a fingerprint that was there", e)
		} else {
			seen[p] = true
		}
	}
	other := base
	other.At++
	if print(base, other) == print(other, base) {
		t.Error("the order of entries does not count")
	}
}
