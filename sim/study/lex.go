package study

import (
	"strings"
	"unicode"
)

// token is one word of an expression. Kind is what its first character says.
type token struct {
	kind   tokenKind
	text   string
	column int // in characters, from 1
}

type tokenKind uint8

const (
	tokenEnd    tokenKind = iota
	tokenWord             // letters, digits, _ and -
	tokenNumber           // digits with a point, and the unit that follows without a space
	tokenSign             // / * [ ] ( ) and the comparisons
)

// comparisons are the operators, the longer ones first.
var comparisons = []string{"<=", ">=", "==", "!=", "<", ">"}

// lex parts an expression. A character that belongs nowhere becomes a sign,
// which the parser refuses with its column.
func lex(text string) []token {
	runes := []rune(text)
	var out []token
	for i := 0; i < len(runes); {
		r := runes[i]
		if unicode.IsSpace(r) {
			i++
			continue
		}
		end, kind := i+1, tokenSign
		switch {
		case unicode.IsDigit(r), r == '.', r == '-' && i+1 < len(runes) && unicode.IsDigit(runes[i+1]):
			kind, end = tokenNumber, endOfNumber(runes, i)
		case isWord(r):
			kind = tokenWord
			for end < len(runes) && isWord(runes[end]) {
				end++
			}
		default:
			for _, c := range comparisons {
				if strings.HasPrefix(string(runes[i:min(i+2, len(runes))]), c) {
					end = i + len(c)
					break
				}
			}
		}
		out = append(out, token{kind, string(runes[i:end]), i + 1})
		i = end
	}
	return append(out, token{tokenEnd, "", len(runes) + 1})
}

func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == '.'
}

// endOfNumber takes in the digits and the unit: %, letters, or /s.
func endOfNumber(runes []rune, i int) int {
	end := i + 1
	for end < len(runes) && (unicode.IsDigit(runes[end]) || runes[end] == '.') {
		end++
	}
	if end < len(runes) && runes[end] == '%' {
		return end + 1
	}
	if strings.HasPrefix(string(runes[end:]), "/s") {
		return end + len("/s")
	}
	for end < len(runes) && unicode.IsLetter(runes[end]) {
		end++
	}
	return end
}
