package chance

// Member is one distribution that scenario files may name.
type Member struct {
	Name string // the one key of the map in a scenario file
	Doc  string // one sentence
	Bare string // the field that a bare value or list sets, or ""
	// New returns a pointer to a fresh zero struct, to be decoded into.
	New func() Distribution
}

// Fields lists the member's YAML keys in the order of its struct.
func (m Member) Fields() []Field { return fieldsOf(m.New()) }

// Catalogue lists the distributions, the plain ones first.
func Catalogue() []Member {
	return []Member{
		{"constant", "Always the same duration, or one over a rate.", "value", func() Distribution { return &Constant{} }},
		{"uniform", "Every duration between two bounds is equally likely.", "", func() Distribution { return &Uniform{} }},
		{"exponential", "Waits without memory, such as between Poisson arrivals.", "mean", func() Distribution { return &Exponential{} }},
		{"normal", "A bell around a mean, reflected at zero.", "", func() Distribution { return &Normal{} }},
		{"lognormal", "A product of many factors: most latencies, with a longer right tail.", "", func() Distribution { return &Lognormal{} }},
		{"gamma", "From steep to narrow by one shape, with an exponential tail.", "", func() Distribution { return &Gamma{} }},
		{"erlang", "The sum of equal exponential stages: narrower than the exponential.", "", func() Distribution { return &Erlang{} }},
		{"pareto", "A power law: few very long durations carry most of the time.", "", func() Distribution { return &Pareto{} }},
		{"weibull", "A hazard that grows or falls with age, such as outages that seldom end late.", "", func() Distribution { return &Weibull{} }},
		{"hyperexponential", "A choice between exponentials: fast and slow requests, more variable than one.", "", func() Distribution { return &Hyperexponential{} }},
		{"percentiles", "Drawn along measured percentiles, straight or log-linear between them.", "points", func() Distribution { return &Percentiles{} }},
		{"mixture", "One of several distributions, chosen by shares.", "parts", func() Distribution { return &Mixture{} }},
	}
}

// Find returns the member of that name.
func Find(name string) (Member, bool) {
	for _, m := range Catalogue() {
		if m.Name == name {
			return m, true
		}
	}
	return Member{}, false
}
