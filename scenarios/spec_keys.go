package scenarios

import (
	"fmt"
	"reflect"
	"strconv"
)

// Calls is what a call goes to: one dependency, or one of several by weight.
type Calls struct {
	Name   string      // "" where there are several
	Routes Map[Factor] // by name, their weights
	node   *Node
}

func (c *Calls) decodeNode(d *decoder, n *Node) {
	c.node = n
	if n.kind == mapNode {
		d.into(n, reflect.ValueOf(&c.Routes).Elem(), &field{})
		return
	}
	c.Name, _ = d.scalar(n, "the name of a dependency, or weights: {eu: 70%, us: 30%}")
}

func (*Calls) schema(*generator) object {
	return anyOf(object{"type": "string"}, object{"type": "object", "additionalProperties": ref("factor")})
}

// Names are the dependencies that a call can go to.
func (c *Calls) Names() []string {
	if c.Name != "" {
		return []string{c.Name}
	}
	return c.Routes.Names()
}

// can reports whether a call can go to a dependency.
func (c *Calls) can(dependency string) bool { return contains(c.Names(), dependency) }

// calls are the calls that an attempt makes, in order.
func (j *Job) calls() []*Calls {
	if len(j.Steps) == 0 {
		return []*Calls{&j.Calls}
	}
	var out []*Calls
	for i := range j.Steps {
		out = append(out, &j.Steps[i].Calls)
	}
	return out
}

// can reports whether an attempt can call a dependency.
func (j *Job) can(dependency string) bool {
	for _, c := range j.calls() {
		if c.can(dependency) {
			return true
		}
	}
	return false
}

// Keys are the tenants or customers that jobs belong to: their number alone,
// or a map.
type Keys struct {
	keyFields
}

type keyFields struct {
	Src   *Node   `yaml:"-"`
	Count int     `yaml:"count,required" range:"[1, 200000]" doc:"how many there are, for example 500"`
	Skew  float64 `yaml:"skew" default:"0" range:"[0, 10]" doc:"how uneven: the k-th key gets jobs in proportion to 1/k^skew (Zipf); 0 is even"`
}

func (k *Keys) decodeNode(d *decoder, n *Node) { countOrMap(d, n, &k.keyFields) }

func (*Keys) schema(g *generator) object { return countOr(g, reflect.TypeFor[keyFields]()) }

// Shards are the parts of a dependency: their number alone, or a map.
type Shards struct {
	shardFields
}

type shardFields struct {
	Src   *Node   `yaml:"-"`
	Count int     `yaml:"count,required" range:"[1, 200]" doc:"how many there are; each has the servers, the room and the limit of the dependency, and is called search/1, search/2, ..."`
	Load  []Share `yaml:"load" doc:"the part of the keys, or of the jobs that have none, that falls on each: [40%, 20%, 20%, 20%]; even unless said"`
}

func (s *Shards) decodeNode(d *decoder, n *Node) { countOrMap(d, n, &s.shardFields) }

func (*Shards) schema(g *generator) object { return countOr(g, reflect.TypeFor[shardFields]()) }

// countOrMap decodes a struct whose count may stand alone.
func countOrMap(d *decoder, n *Node, fields any) {
	if n.kind == scalarNode {
		count := &Node{kind: scalarNode, text: n.text, pos: n.pos, keyPos: n.keyPos, key: "count", path: n.path}
		n = &Node{kind: mapNode, pos: n.pos, keyPos: n.keyPos, path: n.path, key: n.key, kids: []*Node{count}}
	}
	d.fields(n, reflect.ValueOf(fields).Elem())
}

func countOr(g *generator, t reflect.Type) object {
	return anyOf(object{"type": "integer", "minimum": 1}, g.structure(t))
}

// load is the part of the keys that falls on each shard.
func (s *Shards) load() []float64 {
	out := make([]float64, s.Count)
	sum := 0.0
	for i := range out {
		out[i] = 1 / float64(s.Count)
		if len(s.Load) == s.Count {
			out[i] = float64(s.Load[i])
		}
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// shards is how many stations a dependency becomes.
func (dep *Dependency) shards() int {
	if dep.Shards == nil {
		return 1
	}
	return max(1, dep.Shards.Count)
}

// target finds what a name is aimed at: the first station of a dependency and
// how many it has, or one of its shards, by name/number; -1 where there is none.
func (f *File) target(name string) (first, n int, dep *Dependency) {
	for i := range f.Dependencies {
		d := &f.Dependencies[i]
		n := d.Value.shards()
		if d.Name == name {
			return first, n, &d.Value
		}
		for k := range n {
			if n > 1 && shardName(d.Name, k) == name {
				return first + k, 1, &d.Value
			}
		}
		first += n
	}
	return -1, 0, nil
}

// targets are the names of all dependencies and shards.
func (f *File) targets() []string {
	names := f.Dependencies.Names()
	for i := range f.Dependencies {
		for k, n := 0, f.Dependencies[i].Value.shards(); n > 1 && k < n; k++ {
			names = append(names, shardName(f.Dependencies[i].Name, k))
		}
	}
	return names
}

func shardName(dependency string, k int) string { return dependency + "/" + strconv.Itoa(k+1) }

// many is n where it is more than one, as plans have it.
func many(n int) int {
	if n > 1 {
		return n
	}
	return 0
}

// dependencyOf is the dependency that a target is, or is a shard of.
func (f *File) dependencyOf(target string) string {
	for i := range f.Dependencies {
		d := &f.Dependencies[i]
		for k, n := 0, d.Value.shards(); n > 1 && k < n; k++ {
			if shardName(d.Name, k) == target {
				return d.Name
			}
		}
	}
	return target
}

// said is a number of things in words.
func said(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
