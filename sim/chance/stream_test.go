package chance

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestGolden pins the numbers: results of earlier versions can be repeated only
// while these stay. They were written by the first version of this package.
func TestGolden(t *testing.T) {
	key := Key{Seed: 42, Purpose: Service, Job: 7, Attempt: 3, Copy: 1}
	s := key.Stream()
	got := []string{
		fmt.Sprintf("%#x", ReplicationSeed(42, 0)), fmt.Sprintf("%#x", ReplicationSeed(42, 1)), fmt.Sprintf("%#x", ReplicationSeed(0, 0)),
		fmt.Sprintf("%#x", s.Uint64()), fmt.Sprintf("%#x", s.Uint64()),
		fmt.Sprintf("%x", s.Float64()), fmt.Sprintf("%x", s.Open()), fmt.Sprintf("%x", s.ExpFloat64()), fmt.Sprintf("%x", s.NormFloat64()),
	}
	want := goldenNumbers
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("number %d is %s, want %s", i, got[i], want[i])
		}
	}
}

// TestGoldenZiggurat pins a sum over so many draws that the wedges and tails
// take part, bit for bit.
func TestGoldenZiggurat(t *testing.T) {
	s := Key{Seed: 1}.Stream()
	var e, n float64
	for range 100_000 {
		e += s.ExpFloat64()
		n += s.NormFloat64()
	}
	if got := fmt.Sprintf("%x %x", e, n); got != goldenSums {
		t.Errorf("sums are %s, want %s", got, goldenSums)
	}
}

// TestEveryFieldMatters changes each bit of a key by itself and wants half of
// the first number's bits to change: 32 +- 4 standard errors, 4/sqrt(keys).
func TestEveryFieldMatters(t *testing.T) {
	first := func(k Key) uint64 { s := k.Stream(); return s.Uint64() }
	flips := []struct {
		name string
		bits int
		flip func(*Key, int)
	}{
		{"seed", 64, func(k *Key, b int) { k.Seed ^= 1 << b }},
		{"purpose", 5, func(k *Key, b int) { k.Purpose ^= 1 << b }},
		{"job", 64, func(k *Key, b int) { k.Job ^= 1 << b }},
		{"attempt", 32, func(k *Key, b int) { k.Attempt ^= 1 << b }},
		{"copy", 32, func(k *Key, b int) { k.Copy ^= 1 << b }},
	}
	const keys = 2000
	for _, f := range flips {
		for b := range f.bits {
			changed := 0
			for i := range uint64(keys) {
				k := Key{Seed: i % 7, Purpose: Service, Job: i, Attempt: uint32(i % 5)}
				before := first(k)
				f.flip(&k, b)
				changed += bits.OnesCount64(before ^ first(k))
			}
			if mean := float64(changed) / keys; math.Abs(mean-32) > 4*4/math.Sqrt(keys)*1.3 {
				t.Errorf("bit %d of the %s changes %.2f bits of 64, want 32", b, f.name, mean)
			}
		}
	}
}

// TestNeighboursAreUnrelated looks at what a simulation does: the first numbers
// of consecutive jobs, attempts and purposes, and their correlation.
func TestNeighboursAreUnrelated(t *testing.T) {
	first := func(k Key) float64 { s := k.Stream(); return s.Float64() - 0.5 }
	neighbours := map[string]func(uint64) (Key, Key){
		"job":     func(i uint64) (Key, Key) { return Key{Job: i}, Key{Job: i + 1} },
		"attempt": func(i uint64) (Key, Key) { return Key{Job: i, Attempt: 1}, Key{Job: i, Attempt: 2} },
		"purpose": func(i uint64) (Key, Key) { return Key{Job: i, Purpose: Service}, Key{Job: i, Purpose: Failure} },
		"copy":    func(i uint64) (Key, Key) { return Key{Job: i}, Key{Job: i, Copy: 1} },
		"seed": func(i uint64) (Key, Key) {
			return Key{Seed: ReplicationSeed(42, 0), Job: i}, Key{Seed: ReplicationSeed(42, 1), Job: i}
		},
	}
	const n = 200_000
	for name, of := range neighbours {
		sum, product := 0.0, 0.0
		for i := range uint64(n) {
			a, b := of(i)
			x, y := first(a), first(b)
			sum += x
			product += x * y
		}
		// The mean of n numbers has a standard error of 1/sqrt(12 n), that of
		// their products 1/(12 sqrt n).
		if z := sum / math.Sqrt(n/12.0); math.Abs(z) > 4 {
			t.Errorf("%s: the mean lies %.1f standard errors off", name, z)
		}
		if z := product / math.Sqrt(n) * 12; math.Abs(z) > 4 {
			t.Errorf("%s: neighbours are correlated, %.1f standard errors", name, z)
		}
	}
}

// TestUniformCells counts first numbers of consecutive jobs in 1024 cells by the
// high bits and by the low bits: chi-squared has 1023 degrees of freedom, mean
// 1023, standard deviation 45.2.
func TestUniformCells(t *testing.T) {
	const cells, n = 1024, 1 << 20
	var high, low, second [cells]float64
	for i := range uint64(n) {
		s := Key{Seed: 42, Purpose: Service, Job: i, Attempt: 1}.Stream()
		x, y := s.Uint64(), s.Uint64()
		high[x>>54]++
		low[x%cells]++
		second[y>>54]++
	}
	for name, counts := range map[string][cells]float64{"high": high, "low": low, "second": second} {
		chi := 0.0
		for _, c := range counts {
			chi += (c - n/cells) * (c - n/cells) / (n / cells)
		}
		if math.Abs(chi-1023) > 4*45.2 {
			t.Errorf("%s: chi-squared %.0f, want 1023 +- 181", name, chi)
		}
	}
}

func TestReplicationSeedsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(100) {
		for r := range 1000 {
			seen[ReplicationSeed(seed, r)] = true
		}
	}
	if len(seen) != 100_000 {
		t.Errorf("%d different seeds of 100000", len(seen))
	}
	defer func() {
		if got := recover(); got != "chance: replication -1 is negative" {
			t.Errorf("panicked with %v", got)
		}
	}()
	ReplicationSeed(1, -1)
}

// TestReKeying holds the promise of the doc comment: one Stream and one Rand
// serve all keys, without allocation.
func TestReKeying(t *testing.T) {
	var s Stream
	r := rand.New(&s)
	var job uint64
	draw := func() float64 {
		job++
		s = Key{Seed: 42, Purpose: Backoff, Job: job}.Stream()
		return r.Float64() + float64(r.Int64N(1000))
	}
	first := draw()
	job = 0
	if again := draw(); again != first {
		t.Errorf("the same key gave %v and %v", first, again)
	}
	if n := testing.AllocsPerRun(100, func() { draw() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestOpenAndFloat64Bounds(t *testing.T) {
	if lowest := (float64(uint64(0)>>12) + 0.5) * 0x1p-52; !(lowest > 0) {
		t.Error("Open can be 0")
	}
	if highest := (float64(uint64(math.MaxUint64)>>12) + 0.5) * 0x1p-52; !(highest < 1) || 1-(1-highest) != highest {
		t.Error("Open can be 1, or 1 minus it is not exact")
	}
	if highest := float64(uint64(math.MaxUint64)>>11) * 0x1p-53; !(highest < 1) {
		t.Error("Float64 can be 1")
	}
}

func TestPurposeNames(t *testing.T) {
	seen := map[string]bool{}
	for p := range purposes {
		seen[p.String()] = true
	}
	if len(seen) != int(purposes) || seen[""] || Service.String() != "service" || Resample.String() != "resample" {
		t.Errorf("%d names for %d purposes: %v", len(seen), purposes, seen)
	}
	if got := Purpose(200).String(); got != "purpose 200" {
		t.Error(got)
	}
}
