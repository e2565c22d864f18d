package policies

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the golden files from what the code does now")

// TestGolden runs testdata/*.txt. A file holds cases parted by blank lines: settings ("key value", one a line), a
// line ----, and what comes out. Line "rows n" asks for n rows of the delay table (7 unless said).
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, test := range strings.Split(strings.TrimSpace(string(content)), "\n\n") {
				input, _, _ := strings.Cut(test+"\n", "----\n")
				got = append(got, input+"----\n"+goldenCase(input))
			}
			text := strings.Join(got, "\n")
			if *update {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if text != string(content) {
				t.Errorf("%s differs; go test ./policies -update rewrites it. Got:\n%s", file, text)
			}
		})
	}
}

// goldenCase answers one case: errors, or formula, warnings and delay table.
func goldenCase(input string) string {
	var s Spec
	var out strings.Builder
	rows := 7
	for line := range strings.Lines(input) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case key == "" || key == "#":
		case key == "rows":
			fmt.Sscan(value, &rows)
		default:
			if err := s.Set(key, value, "test"); err != nil {
				fmt.Fprintln(&out, err)
			}
		}
	}
	p, warnings, err := s.Build("p")
	if err != nil {
		fmt.Fprintln(&out, err)
		return out.String()
	}
	fmt.Fprintln(&out, p.Formula())
	for _, w := range warnings {
		fmt.Fprintf(&out, "%s: %s\n", w.Rule, w.Message)
	}
	writeRows(&out, Table(p, rows, 0))
	if total, ok := WorstCaseTotal(p); ok {
		fmt.Fprintf(&out, "worst case %s\n", FormatDuration(total))
	}
	return out.String()
}

// writeRows writes a delay table in milliseconds.
func writeRows(out *strings.Builder, rows []Row) {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.3f", float64(d)/1e6) }
	for _, r := range rows {
		nominal := "-"
		if r.HasNominal {
			nominal = ms(r.Nominal)
		}
		fmt.Fprintf(out, "%d nominal %s min %s mean %s max %s\n", r.Retry, nominal, ms(r.Min), ms(r.Mean), ms(r.Max))
	}
}
