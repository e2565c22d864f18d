package model

import "retrysim/sim/chance"

// Size is a law of whole numbers: how many jobs come together, or of how many
// items a job is. The members of the catalogue are plain structs whose fields
// are the keys of scenario files.
type Size interface {
	// Sample draws one size, at least 1 and at most MostTogether.
	Sample(s *chance.Stream) int
	// Mean is the law's mean.
	Mean() float64
	// Above is the probability of a size above n.
	Above(n int) float64
	// Validate returns nil, or what is wrong and what would be right.
	Validate() error
	// String is the law in the words of a scenario file.
	String() string
}

// MostTogether is how many jobs may come at one instant from one batch. A
// heavy tail needs an end: a batch of a billion is a run that never ends.
const MostTogether = 10_000_000

// SizeMember is one law of sizes that scenario files may name.
type SizeMember struct {
	Name string // the one key of the map in a scenario file
	Doc  string // one sentence
	Bare string // the field that a bare number sets, or ""
	New  func() Size
}

// SizeCatalogue lists the laws of sizes.
func SizeCatalogue() []SizeMember {
	return []SizeMember{
		{"constant", "Always as many; a bare number means this too.", "jobs", func() Size { return &ConstantSize{} }},
		{"geometric", "1 or more, each further one as likely as the one before: many small, few large.", "", func() Size { return &GeometricSize{} }},
		{"pareto", "A power law up to a limit: few huge ones make most of the whole.", "", func() Size { return &ParetoSize{} }},
	}
}
