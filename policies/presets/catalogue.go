package presets

// catalogue lists the presets that the shipped scenarios build on: a new one is one file and one line here.
var catalogue = []Preset{
	indexer,
	bullmqExponential,
	bullmqExponentialAsWritten,
	fullJitter,
	equalJitter,
	decorrelatedJitter,
	decorrelatedJitterCarried,
	respectRetryAfter,
	respectRetryAfterAsWritten,
	polledQueue,
	polledQueueExponential,
	redial,
}

// Names lists every name that Lookup knows: the presets of the shipped scenarios, then the surveyed systems, each with
// its variants.
func Names() []string {
	names := OwnNames()
	for _, s := range Systems() {
		if len(s.Variants) > 0 && s.Variants[0].ID != s.ID {
			names = append(names, s.ID)
		}
		for _, v := range s.Variants {
			names = append(names, v.ID)
		}
	}
	return names
}

// OwnNames lists the presets that the shipped scenarios build on, in the catalogue's order.
func OwnNames() []string {
	names := make([]string, len(catalogue))
	for i := range catalogue {
		names[i] = catalogue[i].Name
	}
	return names
}

// Lookup finds a preset by its name; the id of a surveyed system stands for its main variant. The result is the caller's own: changing its Spec changes no other.
func Lookup(name string) (Preset, bool) {
	for i := range catalogue {
		if catalogue[i].Name == name {
			return catalogue[i].fresh(), true
		}
	}
	return lookupVariant(name)
}
