package presets

// catalogue lists every preset: a new one is one file and one line here.
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

// Names lists the presets in the catalogue's order.
func Names() []string {
	names := make([]string, len(catalogue))
	for i := range catalogue {
		names[i] = catalogue[i].Name
	}
	return names
}

// Lookup finds a preset by its name. The result is the caller's own: changing its Spec changes no other.
func Lookup(name string) (Preset, bool) {
	for i := range catalogue {
		if catalogue[i].Name == name {
			return catalogue[i].fresh(), true
		}
	}
	return Preset{}, false
}
