package scenarios

import (
	"fmt"
	"reflect"

	"retrysim/sim/model"
)

// Arrival is one stream of jobs: an open arrival process of model's catalogue,
// or closed clients. An open one may begin later (from) and end earlier
// (until).
type Arrival struct {
	Member string // of the catalogue, or "closed"
	Closed *Closed
	Open   func() model.Arrivals // once times are resolved
	node   *Node
}

// Closed is clients with one job at a time each.
type Closed struct {
	Clients int `yaml:"clients,required" range:">= 1" doc:"how many clients, each with one job at a time"`
	Think   Law `yaml:"think" doc:"the pause of a client between its jobs; none unless said"`
}

// window is the keys that every open process but a burst or a list may have.
type window struct {
	From  *When `yaml:"from" doc:"when it begins"`
	Until *When `yaml:"until" doc:"when it ends"`
}

// closedKey is the name of closed clients beside the catalogue.
const closedKey = "closed"

func sourceNames() []string {
	var names []string
	for _, m := range model.ArrivalCatalogue() {
		names = append(names, m.Name)
	}
	return append(names, closedKey)
}

func (s *Arrival) decodeNode(d *decoder, n *Node) {
	s.node = n
	if !d.isMap(n, "write {poisson: 40/s} or {burst: 2000, at: 3m}") {
		return
	}
	var found *Node
	for _, kid := range n.kids {
		if !contains(sourceNames(), kid.key) {
			continue
		}
		if found != nil {
			d.failKey(kid, fmt.Sprintf("an arrival process is one of %s and %s, not both", found.key, kid.key), "give each its own name under arrive")
			return
		}
		found = kid
	}
	if found == nil {
		if len(n.kids) == 0 {
			d.fail(n, "the map is empty", "write {poisson: 40/s} or {burst: 2000, at: 3m}")
			return
		}
		d.failKey(n.kids[0], fmt.Sprintf("unknown arrival process %q", shorten(n.kids[0].key)), hint(n.kids[0].key, sourceNames()))
		return
	}
	s.Member = found.key
	if found.key == closedKey {
		s.Closed = new(Closed)
		d.into(found, reflect.ValueOf(s.Closed).Elem(), &field{key: closedKey})
		d.onlyKeys(n, []string{closedKey})
		return
	}
	for _, m := range model.ArrivalCatalogue() {
		if m.Name == found.key {
			s.open(d, n, found, m)
		}
	}
}

// open decodes a member of the catalogue and its window.
func (s *Arrival) open(d *decoder, n, found *Node, m model.ArrivalMember) {
	law := m.New()
	v := reflect.ValueOf(law).Elem()
	var win window
	legal := []string{m.Name}
	if flat := flatKeys(m); flat != nil {
		legal = flat
		d.some(n, v, flat)
	} else {
		d.fields(found, v)
	}
	if windowed(m.Name) {
		legal = append(legal, "from", "until")
		d.some(n, reflect.ValueOf(&win).Elem(), []string{"from", "until"})
	}
	d.onlyKeys(n, legal)
	d.after = append(d.after, func() { s.finish(d, n, law, v, &win) })
}

// finish validates a process once its times are known.
func (s *Arrival) finish(d *decoder, n *Node, law model.CheckedArrivals, v reflect.Value, win *window) {
	if d.failedBelow(n) {
		return
	}
	if err := law.Validate(); err != nil {
		d.failErr(n, err)
		return
	}
	arrivals := v.Interface().(model.Arrivals)
	if win.From == nil && win.Until == nil {
		s.Open = func() model.Arrivals { return arrivals }
		return
	}
	b := model.Between{Inner: arrivals}
	if win.From != nil {
		b.From = win.From.At
	}
	if win.Until != nil {
		b.Until = win.Until.At
		if b.Until <= b.From {
			d.fail(win.Until.node, fmt.Sprintf("until is %v, not after from, %v", b.Until, b.From), "write a later time")
		}
	}
	s.Open = func() model.Arrivals { return b }
}

// failedBelow tells whether something below a node was found wrong already.
func (d *decoder) failedBelow(n *Node) bool {
	for _, e := range d.errs {
		if e.Path == n.path || len(e.Path) > len(n.path) && e.Path[:len(n.path)+1] == n.path+"." {
			return true
		}
	}
	return false
}

// windowed tells whether from and until have a meaning for a process; those
// that list their times, or take them from a calendar, have none.
func windowed(member string) bool {
	return member != "burst" && member != "times" && member != "schedule"
}

// flatKeys are the keys of a process whose struct bears the member's own name:
// they stand beside each other. nil where they stand in a map below the name.
func flatKeys(m model.ArrivalMember) []string {
	keys := keysOf(reflect.TypeOf(m.New()).Elem())
	if contains(keys, m.Name) {
		return keys
	}
	return nil
}

// some decodes the keys of a map that are listed, and leaves the others alone.
func (d *decoder) some(n *Node, v reflect.Value, keys []string) {
	for _, f := range fieldsOf(v.Type()) {
		switch kid := n.get(f.key); {
		case !contains(keys, f.key):
		case kid != nil:
			d.into(kid, v.Field(f.index), &f)
		case f.required:
			d.failKey(n, fmt.Sprintf("the key %s is missing", f.key), f.doc)
		}
	}
}

// onlyKeys refuses every other key.
func (d *decoder) onlyKeys(n *Node, legal []string) {
	for _, kid := range n.kids {
		if !contains(legal, kid.key) {
			d.failKey(kid, fmt.Sprintf("unknown key %q", shorten(kid.key)), hint(kid.key, legal))
		}
	}
}

// model is the source as plans carry it.
func (s *Arrival) model(name string, types []model.TypeWeight) model.Source {
	out := model.Source{Name: name, Types: types}
	if s.Closed != nil {
		out.Clients, out.Think = s.Closed.Clients, s.Closed.Think.model()
		return out
	}
	if s.Open != nil {
		out.Arrivals = model.ArrivalLaw{Arrivals: s.Open()}
	}
	return out
}
