package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"retrysim/sim/result"
)

// TestShowAgreesWithVectors: for every published delay, what `policy show VARIANT -o json` prints agrees: nominal,
// minimum and maximum to 1 ms or 0.05 %, means to 1 %, and no row is missing or too much. What does not follow from a
// published formula is told where package presets compares the same vectors.
func TestShowAgreesWithVectors(t *testing.T) {
	files, err := filepath.Glob("../../policies/presets/testdata/vectors/*.txt")
	if err != nil || len(files) != 121 {
		t.Fatalf("%d files of vectors: %v", len(files), err)
	}
	for i, file := range files {
		if testing.Short() && i%10 > 0 {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		var table result.DelayTable
		if err := json.Unmarshal(stdoutOf(t, "policy", "show", name, "-o", "json"), &table); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := publishedRows(t, file)
		rows := table.Delays
		if name == "sns.aws-managed" {
			rows = rows[:len(want)] // only its first part is published
		}
		if table.Name != name || len(rows) != len(want) {
			t.Errorf("%s: %q with %d rows, want %d", name, table.Name, len(rows), len(want))
			continue
		}
		for i, r := range rows {
			nominal := math.NaN()
			if r.NominalMS != nil {
				nominal = *r.NominalMS
			}
			for n, got := range []float64{nominal, r.MinMS, r.MeanMS, r.MaxMS} {
				if !agrees(name, n, got, want[i][n]) {
					t.Errorf("%s retry %d, column %d: %v ms, published %v", name, r.Retry, n+1, got, want[i][n])
				}
			}
		}
	}
}

// agrees compares one number of a row; columns 0 to 3 are nominal, minimum, mean and maximum.
func agrees(name string, column int, got, want float64) bool {
	if math.IsNaN(want) || math.IsNaN(got) {
		return math.IsNaN(want) == math.IsNaN(got)
	}
	share, least := 0.0005, min(1, 0.05*want)
	switch {
	case column == 2:
		share, least = 0.01, min(0.5, 0.03*want)
	case column == 3 && name == "kafkajs":
		share = 0.009
	}
	return math.Abs(got-want) <= max(share*want, least)+1e-9
}

// publishedRows reads a file of vectors: retry, nominal, minimum, mean, maximum in ms, "-" for none.
func publishedRows(t *testing.T, file string) (rows [][4]float64) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if words[0] == "#" {
			continue
		}
		var row [4]float64
		for i, w := range words[1:] {
			if row[i] = math.NaN(); w != "-" {
				row[i], _ = strconv.ParseFloat(w, 64)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// stdoutOf runs the program and gives what it prints.
func stdoutOf(t *testing.T, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := []string{"XDG_DATA_HOME=" + t.TempDir()}
	if code := Main(context.Background(), args, strings.NewReader(""), &stdout, &stderr, env); code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, &stderr)
	}
	return stdout.Bytes()
}

// TestPolicyLsListsTheSurvey: 97 systems and their variants, within 80 columns; three are pages.
func TestPolicyLsListsTheSurvey(t *testing.T) {
	text := string(stdoutOf(t, "policy", "ls"))
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	if n := strings.Count(text, "a page without a delay law"); n != 3 {
		t.Errorf("%d pages, want 3", n)
	}
	var list struct {
		Items []struct{ Name, Kind string }
	}
	if err := json.Unmarshal(stdoutOf(t, "policy", "ls", "-o", "json"), &list); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, item := range list.Items {
		kinds[item.Kind]++
	}
	if kinds[kindSystem] != 97 || kinds[kindVariant] != 183 {
		t.Errorf("%v, want 97 systems and 183 variants", kinds)
	}
}
