package archive

import (
	"database/sql/driver"
	"regexp"
	"strings"
	"sync"

	"modernc.org/sqlite"
)

// varying finds what differs from one error to the next of the same kind:
// quoted parts, UUIDs, hexadecimal words, words that mix digits and letters, and
// numbers with the addresses, times and versions made of them. A quote within a
// word, as in "can't", begins nothing.
var varying = regexp.MustCompile("\"[^\"]*\"|`[^`]*`|\\B'[^']*'\\B|" +
	`\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b|` +
	`\b0[xX][0-9a-fA-F]+\b|\b[0-9a-fA-F]{8,}\b|` +
	`\b[A-Za-z]*\d+[A-Za-z]+\d[0-9A-Za-z]*\b|` +
	`\d+(?:[.,:]\d+)*`)

// Fold is an error text without what varies in it: <text> stands for a quoted
// part, <id> for an identifier, <hex> for a hexadecimal word, <n> for a number.
// Two errors are of one kind where this is the same.
//
//	job 8812 of "ann": timeout after 30.5s   job <n> of <text>: timeout after <n>s
func Fold(text string) string { return varying.ReplaceAllStringFunc(text, placeholder) }

// placeholder is what stands for a part that varies.
func placeholder(part string) string {
	digits := strings.ContainsAny(part, "0123456789")
	letters := strings.ContainsAny(strings.ToLower(part), "abcdefghijklmnopqrstuvwxyz")
	switch {
	case strings.ContainsAny(part[:1], "\"`'"):
		return "<text>"
	case !digits: // a word such as "defaced"
		return part
	case !letters && !strings.Contains(part, "-"):
		return "<n>"
	case strings.Count(part, "-") == 4:
		return "<id>"
	case len(part) >= 2 && strings.EqualFold(part[:2], "0x"), len(part) >= 8 && strings.Trim(strings.ToLower(part), "0123456789abcdef") == "":
		return "<hex>"
	}
	return "<id>"
}

// foldFunction is Fold in SQL, in this program only: nothing in the file needs
// it.
const foldFunction = "error_group"

// addFold makes it known to SQLite, once.
var addFold = sync.OnceValue(func() error {
	return sqlite.RegisterDeterministicScalarFunction(foldFunction, 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		text, _ := args[0].(string)
		return Fold(text), nil
	})
})
