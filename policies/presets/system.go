package presets

import (
	"slices"
	"strings"
)

// System is one surveyed system: a queue, a library, a service or a protocol, with every policy of it that was looked
// at. What all its variants share stands here once.
type System struct {
	// ID is the name for -p and `policy show`; it stands for the first variant.
	ID string
	// Name is what the system calls itself, Version what was looked at, Source where.
	Name, Version, Source string
	Group                 Group
	// Counts says what the system's own limit counts.
	Counts Counting
	// Terminal tells what becomes of a job that is given up.
	Terminal string
	// Params are the system's own names for its settings; a default that is not told is the variant's.
	Params []Param
	// Pipeline is what stands around the policy: the queue, the workers and the dead letters that the system has by
	// itself, as values of a scenario.
	Pipeline []Surrounding
	// Notes tell what surprises.
	Notes []string
	// Variants are its policies, the main one first; none where the system has no delay law, but only rules to know.
	Variants []Variant

	words []word
}

// Variant is one policy of a System: the words that it adds to those of the system, or sets otherwise.
type Variant struct {
	// ID is its name for -p and `policy show`.
	ID, About string
	// Ends is true where the limit on attempts belongs to the policy, so that its table ends there; false where it is a
	// mere default.
	Ends bool

	words []word
}

// Surrounding is a value of a scenario that a system brings along, for instance queue.review 5s.
type Surrounding struct{ Path, Value string }

// Group is a chapter of the catalogue.
type Group string

// The groups, in the order of `policy ls`.
const (
	JobQueues     Group = "job queues"
	Workflows     Group = "workflow engines"
	CloudSDKs     Group = "cloud SDKs"
	CloudServices Group = "cloud services"
	Mesh          Group = "RPC and service mesh"
	JVMDotNet     Group = "JVM and .NET"
	Python        Group = "Python libraries"
	APIClients    Group = "API client SDKs"
	NPM           Group = "npm retry libraries"
	Brokers       Group = "brokers"
	Orchestrators Group = "orchestrators and infrastructure"
	GoLibraries   Group = "Go libraries"
	Protocols     Group = "network protocols and algorithms"
)

// Groups lists the groups in the order of the catalogue.
func Groups() []Group {
	return []Group{
		JobQueues, Workflows, Brokers, CloudServices, CloudSDKs, APIClients, Mesh, JVMDotNet, GoLibraries, NPM, Python,
		Orchestrators, Protocols,
	}
}

// Counting says what a limit of a system counts.
type Counting uint8

// The ways of counting.
const (
	CountsCalls   Counting = iota // N means N calls
	CountsRetries                 // N means N+1 calls
	CountsBoth                    // it depends on the key, the version or the language
	CountsNothing                 // there is no count
)

// String tells it in words.
func (c Counting) String() string {
	return []string{
		"its limit counts the first call: N are N calls", "its limit does not count the first call: N are N + 1 calls",
		"what its limit counts depends on key, version or language", "it has no limit on the number of calls",
	}[c]
}

// Systems lists the surveyed systems, group by group. The result is the caller's own.
func Systems() []System {
	var list []System
	for _, group := range Groups() {
		for i := range surveyed {
			if surveyed[i].Group == group {
				list = append(list, surveyed[i])
			}
		}
	}
	return list
}

// LookupSystem finds a surveyed system by its id or by the id of one of its variants.
func LookupSystem(id string) (System, bool) {
	for i := range surveyed {
		has := func(v Variant) bool { return v.ID == id }
		if surveyed[i].ID == id || slices.ContainsFunc(surveyed[i].Variants, has) {
			return surveyed[i], true
		}
	}
	return System{}, false
}

// lookupVariant finds the variant with an id, or the main one of the system with that id, as a preset.
func lookupVariant(id string) (Preset, bool) {
	s, ok := LookupSystem(id)
	if !ok || len(s.Variants) == 0 {
		return Preset{}, false
	}
	v := &s.Variants[0]
	for i := range s.Variants {
		if s.Variants[i].ID == id {
			v = &s.Variants[i]
		}
	}
	return s.preset(v), true
}

// preset makes a preset of a variant.
func (s *System) preset(v *Variant) Preset {
	p := Preset{
		Name: v.ID, System: s.Name + " " + s.Version, Source: s.Source, About: v.About, LimitIsOwn: v.Ends,
		Notes:    append(slices.Clone(s.Notes), "How it counts: "+s.Counts.String()+".", "Given up: "+s.Terminal+"."),
		Pipeline: s.Pipeline,
		words:    slices.Clone(s.words),
	}
	if len(s.Pipeline) > 0 {
		var around []string
		for _, set := range s.Pipeline {
			around = append(around, set.Path+" = "+set.Value)
		}
		p.Notes = append(p.Notes, "Around it, where -p names it and the scenario says nothing else: "+
			strings.Join(around, ", ")+".")
	}
	for _, w := range v.words {
		switch w.key { // two words for one limit
		case "retries":
			p.words = without(p.words, "max_attempts")
		case "max_attempts":
			p.words = without(p.words, "retries")
		}
		p.words = replaced(p.words, w)
	}
	for _, other := range s.Variants {
		if other.ID != v.ID {
			p.SeeAlso = append(p.SeeAlso, other.ID)
		}
	}
	p = p.fresh()
	if plain, _, err := p.Spec.Preview(p.Name); err == nil {
		if n, limited := plain.Retries(); limited {
			p.DefaultMaxAttempts = n + 1
		}
	}
	p.Params = slices.Clone(s.Params)
	for i := range p.Params {
		if p.Params[i].Default == "" {
			p.Params[i].Default, _, _ = p.Spec.Get(p.Params[i].Keys[0])
		}
	}
	return p
}
