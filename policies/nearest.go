package policies

import "strings"

// Nearest is the known word that is the fewest single-letter edits (insert, delete, replace, swap of neighbours) away
// from word; the first of equals, and "" where nothing is known. A word that was cut short counts as one edit.
func Nearest(word string, known []string) string {
	best, fewest := "", int(^uint(0)>>1)
	for _, k := range known {
		n := edits(word, k)
		if len(word) > 1 && strings.HasPrefix(k, word) {
			n = min(n, 1)
		}
		if n < fewest {
			best, fewest = k, n
		}
	}
	return best
}

// edits is the optimal string alignment distance; time and memory grow with len(a) * len(b).
func edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			n := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				n = min(n, rows[i-2][j-2]+1)
			}
			rows[i][j] = n
		}
	}
	return rows[len(a)][len(b)]
}
