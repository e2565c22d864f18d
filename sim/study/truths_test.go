package study

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"retrysim/sim/stat"

	"retrysim/sim/result"
)

// Every row of testdata/truths.csv: published or doubly computed statistics,
// with their source in the last column.
func TestTruths(t *testing.T) {
	f, err := os.Open("testdata/truths.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows[1:] {
		t.Run(r[0], func(t *testing.T) {
			got := truth(t, r[1], r[3], r[2])
			want := numbersIn(r[4])
			if len(got) != len(want) {
				t.Fatalf("%s: got %v, want %v", r[3], got, want)
			}
			for i := range want {
				if bound, ok := strings.CutPrefix(r[5], "le:"); ok {
					if most := numbersIn(bound)[0]; !(got[i] <= most) {
						t.Errorf("%s: got %v, want at most %v (%s)", r[3], got, most, r[6])
					}
				} else if !(math.Abs(got[i]-want[i]) <= tolerance(t, r[5], want[i])) {
					t.Errorf("%s: got %v, want %v within %s (%s)", r[3], got, want, r[5], r[6])
				}
			}
		})
	}
}

// parameters are all that the rows use.
type parameters struct {
	DF, P json.RawMessage
	Means []float64 `json:"replication_means"`
	X, Y  []float64
	Q     float64 `json:"quantile"`
	Data  []int64
	Set   string `json:"dataset"`
	A, B  json.RawMessage

	Alpha, Confidence, Phi, Nominal float64
	N                               json.RawMessage
	K, N0, L, U                     int
	Batches                         int
}

func truth(t *testing.T, model, quantity, text string) []float64 {
	var p parameters
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	switch model {
	case "T_QUANTILE":
		return []float64{stat.TQuantile(numbersIn(string(p.P))[0], numbersIn(string(p.DF))[0])}
	case "MEAN_CI":
		e := meanOf(p.Means)
		if quantity == "half_width" {
			return []float64{(e.hi - e.lo) / 2}
		}
		return []float64{e.sd}
	case "STRD":
		return []float64{strd(p.Set)}
	case "MERGE": // the parameters of the one row, whose keys are no JSON of ours
		m := stat.Moments{N: 3, Mean: 2, M2: 2}
		m.Merge(stat.Moments{N: 2, Mean: 10, M2: 8})
		o := stat.Moments{N: 2, Mean: 10, M2: 8}
		o.Merge(stat.Moments{N: 3, Mean: 2, M2: 2})
		if math.Abs(o.Mean-m.Mean) > 1e-12 || math.Abs(o.M2-m.M2) > 1e-12 {
			t.Errorf("merging in the other order gives %v, not %v", o, m)
		}
		return []float64{m.Mean, m.M2}
	case "PAIRED_T", "CRN":
		c := paired(p.X, p.Y)
		if strings.HasPrefix(quantity, "t_statistic") {
			if math.Abs(c.p-0.002833) > 5e-7 { // printed by R, see the source column
				t.Errorf("p = %v, want 0.002833", c.p)
			}
			half := (c.hi - c.lo) / 2
			return []float64{c.difference / (half / stat.TQuantile(0.975, float64(c.n-1)))}
		}
		return []float64{c.lo, c.hi}
	case "WELCH_T":
		statistic, df, pv := stat.Welch(stat.MomentsOf(p.X), stat.MomentsOf(p.Y))
		return []float64{statistic, df, pv}
	case "HOLM":
		return stat.Holm(numbersIn(string(p.P)))
	case "MIN_N":
		return []float64{float64(fewest(p.Q))}
	case "QUANTILE_DEF":
		var h result.Histogram
		for _, v := range p.Data {
			h.Record(v)
		}
		var out []float64
		for _, q := range numbersIn(string(p.P)) {
			out = append(out, h.Quantile(q))
		}
		return out
	}
	if got := truthOfRuns(model, quantity, &p); got != nil {
		return got
	}
	t.Fatalf("no way to compute %s of %s", quantity, model)
	return nil
}

// strd is the standard deviation of a NIST set, as the set's text says: one
// value, then two others alternating.
func strd(set string) float64 {
	base := 1.0
	if strings.HasPrefix(set, "NumAcc4") {
		base = 10_000_000
	}
	var m stat.Moments
	m.Add(base + 0.2)
	for range 500 {
		m.Add(base + 0.1)
		m.Add(base + 0.3)
	}
	return m.SD()
}

// numbersIn reads a number, a list, or numbers between slashes.
func numbersIn(text string) []float64 {
	var out []float64
	for _, f := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[],/ ", r) }) {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			panic(fmt.Sprintf("study: truth with %q", f))
		}
		out = append(out, v)
	}
	return out
}

func tolerance(t *testing.T, code string, want float64) float64 {
	kind, text, _ := strings.Cut(code, ":")
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case code == "exact":
		return 0
	case err != nil:
		t.Fatal(err)
	case kind == "rel":
		return x * math.Abs(want)
	}
	return x
}
