package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"retrysim/reports"
	"retrysim/sim/result"
)

// outKinds says how a file of --out is written, by its ending.
var outKinds = []struct {
	ending string
	write  func(w io.Writer, r *result.Result, verb string) error
}{
	{".json", writeAs("json")},
	{".yaml", writeAs("yaml")},
	{".yml", writeAs("yaml")},
	{".csv", writeAs("csv")},
	{".md", writeAs("md")},
	{".txt", writeAs("table")},
	{".png", func(w io.Writer, r *result.Result, _ string) error {
		return reports.HerdChart(r, reports.ChartOptions{}).WritePNG(w)
	}},
	{".svg", func(w io.Writer, r *result.Result, _ string) error {
		return reports.HerdChart(r, reports.ChartOptions{}).WriteSVG(w)
	}},
}

// writeAs writes one of the formats of -o.
func writeAs(format string) func(io.Writer, *result.Result, string) error {
	return func(w io.Writer, r *result.Result, verb string) error {
		return reports.Write(w, format, r, reports.Options{Verb: verb})
	}
}

// folderFiles are what --out DIR writes.
var folderFiles = []string{"result.json", "table.txt", "herd.png", "herd.svg"}

// outFiles are the files that --out PATH stands for: PATH itself, or several
// in it when it is a folder: it exists as one, ends in a slash, or has no
// ending.
func outFiles(path string) ([]string, error) {
	ending := strings.ToLower(filepath.Ext(path))
	info, err := os.Stat(path)
	switch {
	case path == "":
		return nil, invalidf("--out needs a file or a folder")
	case err == nil && info.IsDir(), ending == "", strings.HasSuffix(path, "/"):
		var files []string
		for _, name := range folderFiles {
			files = append(files, filepath.Join(path, name))
		}
		return files, nil
	case outKind(ending) < 0:
		return nil, invalidf("--out %s: nothing is written as %s; the endings are %s", path, ending, strings.Join(outEndings(), " "))
	}
	return []string{path}, nil
}

// outKind is the index of an ending, -1 without.
func outKind(ending string) int { return slices.Index(outEndings(), ending) }

func outEndings() []string {
	var endings []string
	for _, k := range outKinds {
		endings = append(endings, k.ending)
	}
	return endings
}

// writeOut writes the files of one --out, each whole or not at all, and makes
// the folder where it is missing.
func (a *app) writeOut(path string, r *result.Result, verb string) error {
	files, err := outFiles(path)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		kind := outKinds[outKind(strings.ToLower(filepath.Ext(file)))]
		err := reports.WriteFileAtomic(file, func(w io.Writer) error { return kind.write(w, r, verb) })
		if err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		if !a.quiet {
			fmt.Fprintf(a.stderr, "wrote %s\n", file)
		}
	}
	return nil
}
