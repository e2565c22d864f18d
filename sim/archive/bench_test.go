package archive

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// peak is the most memory that this process has had so far, in MiB; 0 where the
// system does not tell.
func peak() float64 {
	text, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kib, _ := strconv.ParseFloat(strings.TrimSpace(strings.SplitN(rest, "kB", 2)[0]), 64)
	return kib / 1024
}

// BenchmarkSaveMillion saves a million dead letters with two attempts each. The
// peak of memory stays what it is for ten thousand: see BenchmarkSaveThousands.
func BenchmarkSaveMillion(b *testing.B) { benchmarkSave(b, 500_000) }

// BenchmarkSaveThousands saves ten thousand.
func BenchmarkSaveThousands(b *testing.B) { benchmarkSave(b, 5_000) }

func benchmarkSave(b *testing.B, aRow int) {
	if testing.Short() {
		aRow /= 100
	}
	path := filepath.Join(b.TempDir(), "archive.db")
	a := open(b, path)
	for b.Loop() {
		save(b, a, draft(1, aRow))
	}
	perOp := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(float64(2*aRow)/perOp, "letters/s")
	b.ReportMetric(peak(), "peak-MiB")
	if info, err := os.Stat(path); err == nil {
		b.ReportMetric(float64(info.Size())/float64(2*aRow), "B/letter")
	}
}

// BenchmarkReadMillion reads a million dead letters with their attempts.
func BenchmarkReadMillion(b *testing.B) {
	aRow := 500_000
	if testing.Short() {
		aRow /= 100
	}
	a := open(b)
	id := save(b, a, draft(1, aRow))
	for b.Loop() {
		n := 0
		for _, err := range a.Letters(context.Background(), id, Which{Attempts: true}) {
			if n++; err != nil {
				b.Fatal(err)
			}
		}
		if n != 2*aRow {
			b.Fatalf("%d letters", n)
		}
	}
	b.ReportMetric(peak(), "peak-MiB")
}

// million is an archive with a million dead letters, of which the result has
// the ID; with -short a hundredth.
func million(b *testing.B) (a *Archive, id string) {
	aRow := 500_000
	if testing.Short() {
		aRow /= 100
	}
	a = open(b)
	return a, save(b, a, draft(1, aRow))
}

// BenchmarkGroupsMillion puts a million dead letters into groups.
func BenchmarkGroupsMillion(b *testing.B) {
	a, id := million(b)
	for b.Loop() {
		if groups, err := a.Groups(context.Background(), id, Which{State: Parked}); err != nil || len(groups) != 1 {
			b.Fatal(len(groups), err)
		}
	}
	b.ReportMetric(peak(), "peak-MiB")
}

// BenchmarkPageMillion reads a page of 50 in the middle of a million, by cursor.
func BenchmarkPageMillion(b *testing.B) {
	a, id := million(b)
	for _, sort := range []Sort{ByParking, ByFailure} {
		b.Run("by-"+string(sort), func(b *testing.B) {
			middle := int64(count(b, a, "dead_letters") / 2)
			for b.Loop() {
				n := 0
				for _, err := range a.Letters(context.Background(), id, Which{State: Parked, Sort: sort, After: middle, Limit: 50}) {
					if n++; err != nil {
						b.Fatal(err)
					}
				}
				if n != 50 && sort == ByParking {
					b.Fatalf("%d letters", n)
				}
			}
		})
	}
}

// BenchmarkCountMillion counts all, and those whose error holds a text.
func BenchmarkCountMillion(b *testing.B) {
	a, id := million(b)
	for name, which := range map[string]Which{"all": {State: Parked}, "text": {State: Parked, Text: "UNAVAILABLE"}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := a.Count(context.Background(), id, which); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
