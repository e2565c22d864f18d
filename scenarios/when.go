package scenarios

import (
	"fmt"
	"strings"
	"time"
)

// When is a time of the run: 2m, or relative to an entry of the timeline:
// outage.start + 5s, squeeze.end + 5m, with spaces around + and -.
type When struct {
	Text string
	At   time.Duration // once resolved
	node *Node
	done func(time.Duration) // told the time, where it belongs elsewhere
}

func (w *When) decodeNode(d *decoder, n *Node) {
	text, ok := d.scalar(n, "a time such as 2m or outage.end + 30s")
	if ok {
		w.Text, w.node = text, n
		d.whens = append(d.whens, w)
	}
}

// timeline resolves relative times against the named entries.
type timeline struct {
	d      *decoder
	events map[string]*Event
	names  []string
	state  map[string]int // 1: being resolved, 2: done
	failed map[string]bool
	own    map[*When]bool // the times of the entries themselves
	// untimed are the entries that wait for a condition.
	untimed []string
}

// resolveTimes makes every relative time absolute.
func resolveTimes(d *decoder, events []Event) {
	t := &timeline{d: d, events: map[string]*Event{}, state: map[string]int{}, failed: map[string]bool{}, own: map[*When]bool{}}
	for i := range events {
		e := &events[i]
		if e.Name == "" || e.At == nil {
			t.untimed = append(t.untimed, e.Name)
			continue
		}
		if t.events[e.Name] != nil {
			d.fail(e.Src.at("name"), fmt.Sprintf("the timeline has two entries named %q", shorten(e.Name)), "give each its own name")
			continue
		}
		if strings.ContainsAny(e.Name, " .+") {
			d.fail(e.Src.at("name"), fmt.Sprintf("the name %q holds a space, a dot or a plus", shorten(e.Name)), "use letters, digits, - and _")
		}
		t.events[e.Name], t.own[e.At] = e, true
		t.names = append(t.names, e.Name)
	}
	for _, name := range t.names {
		t.event(name)
	}
	for _, w := range d.whens {
		if w.node == nil || t.own[w] {
			continue
		}
		if at, ok := t.eval(w); ok {
			w.At = at
			if w.done != nil {
				w.done(at)
			}
		}
	}
}

// event resolves the start of an entry, once.
func (t *timeline) event(name string) bool {
	e := t.events[name]
	if t.state[name] == 2 {
		return !t.failed[name]
	}
	t.state[name] = 1
	at, ok := t.eval(e.At)
	e.At.At = at
	t.state[name] = 2
	t.failed[name] = !ok
	return ok
}

// eval computes a time; its terms stand between single + and -.
func (t *timeline) eval(w *When) (sum time.Duration, ok bool) {
	words := strings.Fields(w.Text)
	if len(words) == 0 || len(words)%2 == 0 {
		t.bad(w)
		return 0, false
	}
	for i := 0; i < len(words); i += 2 {
		sign := time.Duration(1)
		if i > 0 {
			if words[i-1] == "-" {
				sign = -1
			} else if words[i-1] != "+" {
				t.bad(w)
				return 0, false
			}
		}
		term, ok := t.term(w, words[i], i == 0)
		if !ok {
			return 0, false
		}
		next := sum + sign*term
		if sign > 0 && next < sum {
			t.d.fail(w.node, "the time is past the end of all time", "write an earlier one")
			return 0, false
		}
		sum = next
	}
	if sum < 0 {
		t.d.fail(w.node, fmt.Sprintf("the time %s lies %v before the run begins", w.Text, -sum), "write a later one")
		return 0, false
	}
	return sum, true
}

func (t *timeline) bad(w *When) {
	right := "write a duration such as 2m, or outage.end + 30s with spaces around the sign"
	t.d.fail(w.node, fmt.Sprintf("%q is not a time", shorten(w.Text)), right)
}

// term is a duration, or the edge of an entry in the first place.
func (t *timeline) term(w *When, word string, first bool) (time.Duration, bool) {
	dot := strings.LastIndex(word, ".")
	edge := word[dot+1:]
	if dot <= 0 || strings.ContainsAny(word[:1], "0123456789+-") {
		d, err := ParseDuration(word)
		switch {
		case err == nil:
			return d, true
		case strings.ContainsAny(word[:1], "0123456789"):
			t.d.failErr(w.node, err)
		case t.events[word] != nil:
			t.d.fail(w.node, fmt.Sprintf("%q does not say which edge is meant", shorten(word)), fmt.Sprintf("write %s.start or %s.end", word, word))
		default:
			t.bad(w)
		}
		return 0, false
	}
	name := word[:dot]
	if !first {
		t.d.fail(w.node, fmt.Sprintf("%q does not stand first", shorten(word)), "write the entry first, then + or - durations")
		return 0, false
	}
	return t.edge(w, name, edge)
}

// edge is when an entry starts or ends.
func (t *timeline) edge(w *When, name, edge string) (time.Duration, bool) {
	e := t.events[name]
	switch {
	case e == nil && contains(t.untimed, name):
		t.d.fail(w.node, fmt.Sprintf("%s waits for a condition and has no time", name), "refer to an entry with at:, or wait for a condition too, with when:")
	case e == nil:
		t.d.fail(w.node, fmt.Sprintf("the timeline has no entry %q", shorten(name)), hint(name, t.names))
	case strings.ContainsAny(edge, "+-"):
		t.bad(w)
	case edge != "start" && edge != "end":
		t.d.fail(w.node, fmt.Sprintf("%q is not an edge of %s", shorten(edge), name), fmt.Sprintf("write %s.start or %s.end", name, name))
	case edge == "end" && e.Do != "":
		t.d.fail(w.node, fmt.Sprintf("%s is something we do and has no end", name), fmt.Sprintf("write %s.start", name))
	case t.state[name] == 1:
		t.d.fail(w.node, fmt.Sprintf("the times of the timeline turn in a circle: %s waits for itself", name), "give one of them a time of its own")
	case !t.event(name):
		return 0, false // told already
	case edge == "end":
		return e.end(), true
	default:
		return e.At.At, true
	}
	return 0, false
}
