package study

import (
	"strings"

	"retrysim/sim/result"
)

// mostLines is the longest text whose lines are matched: the table below takes
// 4 bytes for each pair of lines that is left between equal beginnings and ends.
const mostLines = 4000

// diffLines lists the lines that only one of two texts has, by the longest
// common subsequence. Of texts too long for that all lines between the equal
// beginning and the equal end are listed.
func diffLines(a, b string) []result.LineDiff {
	out := []result.LineDiff{}
	if a == b {
		return out
	}
	x, y := splitLines(a), splitLines(b)
	head := 0
	for head < len(x) && head < len(y) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < len(x)-head && tail < len(y)-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	x, y = x[head:len(x)-tail], y[head:len(y)-tail]
	length := commonLengths(x, y)
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j] && length != nil:
			i, j = i+1, j+1
		case i < len(x) && (j == len(y) || length == nil || length[i+1][j] >= length[i][j+1]):
			out = append(out, result.LineDiff{Side: "a", Line: head + i + 1, Text: x[i]})
			i++
		default:
			out = append(out, result.LineDiff{Side: "b", Line: head + j + 1, Text: y[j]})
			j++
		}
	}
	return out
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// commonLengths is the length of the longest common subsequence of x from i on
// and y from j on; nil where the table would be too large.
func commonLengths(x, y []string) [][]int32 {
	if len(x) > mostLines || len(y) > mostLines {
		return nil
	}
	length := make([][]int32, len(x)+1)
	for i := range length {
		length[i] = make([]int32, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				length[i][j] = 1 + length[i+1][j+1]
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	return length
}
