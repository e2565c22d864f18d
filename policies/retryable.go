package policies

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Retryable is the set of failures that are worth a retry: whole classes, and single statuses. The zero set is
// empty: nothing is retried.
type Retryable struct {
	classes  uint32 // one bit per Class
	statuses []int  // sorted; only those that are not a class of their own
}

func classSet(classes ...Class) uint32 {
	var set uint32
	for _, c := range classes {
		set |= 1 << c
	}
	return set
}

const everyClass = uint32(1)<<classCount - 1 - 1<<Success

var (
	clientClasses    = classSet(RateLimited, BadRequest, ClientError)
	transientClasses = classSet(Timeout, Connection, Resource, RateLimited, ServerError)
)

// groupWords are the words that stand for more than one class, or for a class by its status.
var groupWords = []struct {
	word    string
	classes uint32
}{
	{"all", everyClass},
	{"none", 0},
	{"transient", transientClasses},
	{"4xx", clientClasses},
	{"5xx", classSet(ServerError)},
	{"429", classSet(RateLimited)},
	{"400", classSet(BadRequest)},
}

// Transient is the set timeout, connection, resource, 429 and 5xx: the default of a policy written out.
func Transient() Retryable { return Retryable{classes: transientClasses} }

// All is the set of every failure.
func All() Retryable { return Retryable{classes: everyClass} }

// RetryWords lists the words that ParseRetryable knows, beside exact statuses.
func RetryWords() []string {
	var words []string
	for _, g := range groupWords {
		words = append(words, g.word)
	}
	return append(words, classWords[1:]...)
}

// ParseRetryable reads a set from words: class words (timeout, bug, ...), 4xx, 5xx, exact statuses from 300 to 599,
// and the groups all, none (alone) and transient. An unknown word is an error that names the nearest known one.
func ParseRetryable(words []string) (Retryable, error) {
	var set Retryable
	if len(words) == 0 {
		return set, fmt.Errorf("an empty list; write none for \"nothing is retried\"")
	}
	for _, word := range words {
		if word == "none" && len(words) > 1 {
			return Retryable{}, fmt.Errorf("none cannot stand beside other words")
		}
		if err := set.add(word); err != nil {
			return Retryable{}, err
		}
	}
	return set, nil
}

func (s *Retryable) add(word string) error {
	for _, g := range groupWords {
		if g.word == word {
			s.classes |= g.classes
			return nil
		}
	}
	if c, ok := ParseClass(word); ok && c != Success {
		s.classes |= 1 << c
		return nil
	}
	status, err := strconv.Atoi(word)
	if err != nil {
		return fmt.Errorf("unknown word %q, did you mean %q? Known: %s, or a status such as 503",
			word, Nearest(word, RetryWords()), strings.Join(RetryWords(), ", "))
	}
	if status < 300 || status > 599 {
		return fmt.Errorf("status %d cannot be retried; legal: 300 to 599", status)
	}
	if i, found := slices.BinarySearch(s.statuses, status); !found {
		s.statuses = slices.Insert(s.statuses, i, status)
	}
	return nil
}

// Matches tells whether a failure of that class and status (0 = none) is worth a retry. Success never is.
func (s Retryable) Matches(c Class, status int) bool {
	if c == Success {
		return false
	}
	if s.classes&(1<<c) != 0 {
		return true
	}
	for _, exact := range s.statuses {
		if exact == status {
			return true
		}
	}
	return false
}

// Empty tells whether the set matches nothing.
func (s Retryable) Empty() bool { return s.classes == 0 && len(s.statuses) == 0 }

// Words gives the shortest list of words, in a fixed order, that ParseRetryable reads as the same set.
func (s Retryable) Words() []string {
	if s.Empty() {
		return []string{"none"}
	}
	if s.classes == everyClass {
		return []string{"all"}
	}
	var words []string
	left := s.classes
	take := func(word string, classes uint32) {
		if left&classes == classes {
			words, left = append(words, word), left&^classes
		}
	}
	take("timeout", classSet(Timeout))
	take("connection", classSet(Connection))
	take("resource", classSet(Resource))
	take("4xx", clientClasses)
	take("429", classSet(RateLimited))
	take("5xx", classSet(ServerError))
	for c := BadRequest; c < classCount; c++ {
		take(c.String(), 1<<c)
	}
	for _, status := range s.statuses {
		words = append(words, strconv.Itoa(status))
	}
	return words
}

// String joins the words of the set with commas.
func (s Retryable) String() string { return strings.Join(s.Words(), ",") }
