package policies

// Key is one word of a policy, as scenario files, flags and presets set it.
type Key struct {
	Name string
	// Range tells the legal values, in words.
	Range string
	// Default tells what holds when the key is not set, "" where nothing does.
	Default string
	Doc     string
	kind    valueKind
	words   []string           // of kindWord
	fits    func(v value) bool // nil = every value that could be read
}

const noneOrAbove = "above 0s, or none"

// commonKeys are the words that do not belong to one backoff or jitter, in the order in which a policy is explained.
var commonKeys = []Key{
	{
		Name: "max_attempts", kind: kindLimit, Range: "1 or more (the first call counts), or unlimited",
		Doc: "calls in all, the first one too",
	},
	{
		Name: "backoff", kind: kindWord, Default: "none", Doc: "how the waits grow", Range: "one of the backoffs",
	},
}

// laterKeys follow the keys of the backoffs.
var laterKeys = []Key{
	{Name: "cap", kind: kindBound, Range: noneOrAbove, Default: "none", Doc: "longest wait"},
	{Name: "floor", kind: kindBound, Range: noneOrAbove, Default: "none", Doc: "shortest wait, for hints too"},
	{
		Name: "jitter", kind: kindWord, Default: "none", Doc: "how the waits are spread",
		Range: "one of the jitters; a bare number sets the factor of the jitter that is set already",
	},
}

// lastKeys follow the keys of the jitters.
var lastKeys = []Key{
	{
		Name: "order", kind: kindWord, words: orderWords, Default: "cap_then_jitter",
		Range: "cap_then_jitter, jitter_then_cap, cap_jitter_cap, cap_or_jitter or jitter_then_redraw",
		Doc:   "where the cap stands",
	},
	{
		Name: "redraw", kind: kindNumber, Range: "[0, 1]", Default: "0",
		Doc:  "with order jitter_then_redraw: a wait above the cap is drawn anew between this share of it and all",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 1 },
	},
	{
		Name: "at_once", kind: kindInteger, Range: "0 to 1000", Default: "0",
		Doc:  "so many first retries do not wait; the backoff counts from the next",
		fits: func(v value) bool { return v.number >= 0 && v.number <= 1000 },
	},
	{
		Name: "spread_from", kind: kindInteger, Range: "1 to 1000", Default: "1",
		Doc:  "the first retry that the jitter spreads",
		fits: func(v value) bool { return v.number >= 1 && v.number <= 1000 },
	},
	{
		Name: "offset", kind: kindDuration, Range: ">= 0s", Default: "0s",
		Doc: "put on top of every wait, after cap and jitter",
	},
	{
		Name: "round", kind: kindBound, Range: noneOrAbove, Default: "none",
		Doc: "waits are whole multiples of this",
	},
	{
		Name: "round.direction", kind: kindWord, words: roundWords, Default: "nearest",
		Range: "down, nearest or up", Doc: "where a wait between two multiples goes",
	},
	{
		Name: "anchor", kind: kindWord, words: anchorWords, Default: "failure",
		Range: "failure or taken", Doc: "from when a wait counts",
	},
	{
		Name: "elapsed_limit", kind: kindBound, Range: noneOrAbove, Default: "none",
		Doc: "no attempt begins later than this after the first one began; calls and waits count",
	},
	{
		Name: "timeout", kind: kindBound, Range: noneOrAbove, Default: "the job type's own",
		Doc: "the client's patience per attempt",
	},
	{
		Name: "retry", kind: kindRetry, Range: "classes, statuses, 4xx, 5xx, transient, all or none",
		Default: "timeout,connection,resource,429,5xx", Doc: "the failures that are worth a retry",
	},
	{Name: "hint.obey", kind: kindBool, Range: "true or false", Default: "false", Doc: "obey Retry-After"},
	{
		Name: "hint.only", kind: kindRetry, Range: "as retry", Default: "429,503",
		Doc: "the failures whose hint counts",
	},
	{
		Name: "hint.lower_bound", kind: kindBool, Range: "true or false", Default: "false",
		Doc: "the longer of hint and backoff",
	},
	{Name: "hint.most", kind: kindBound, Range: noneOrAbove, Default: "none", Doc: "clip a longer hint"},
	{
		Name: "hint.most_beyond", kind: kindBound, Range: noneOrAbove, Default: "none",
		Doc: "clip a hint to the backoff's own wait and this",
	},
	{
		Name: "hint.give_up_beyond", kind: kindBound, Range: noneOrAbove, Default: "none",
		Doc: "end the job when the server asks for more",
	},
	{
		Name: "hint.missing", kind: kindBound, Range: noneOrAbove, Default: "none",
		Doc: "the hint of a 429 that carries none",
	},
	{
		Name: "hint.spread", kind: kindBound, Range: noneOrAbove, Default: "none",
		Doc: "uniform random time on top of a hint",
	},
	{
		Name: "hint.honour_zero", kind: kindBool, Range: "true or false", Default: "false",
		Doc: "a hint of 0 means now, instead of nothing",
	},
}

// keyTable holds every key once, in the order of Settings.
var keyTable = collectKeys()

func collectKeys() []Key {
	table := append([]Key(nil), commonKeys...)
	add := func(keys ...Key) {
		for _, k := range keys {
			if indexOf(table, k.Name) < 0 {
				table = append(table, k)
			}
		}
	}
	for _, kind := range backoffKinds {
		add(kind.Needs...)
		add(kind.Takes...)
	}
	add(laterKeys...)
	for _, kind := range jitterKinds {
		if kind.Amount != nil {
			add(*kind.Amount)
		}
		add(kind.Takes...)
	}
	add(lastKeys...)
	table[indexOf(table, "backoff")].words = kindNames(backoffKinds, func(k BackoffKind) string { return k.Name })
	table[indexOf(table, "jitter")].words = kindNames(jitterKinds, func(k JitterKind) string { return k.Name })
	return table
}

func kindNames[K any](kinds []K, name func(K) string) []string {
	var names []string
	for _, k := range kinds {
		names = append(names, name(k))
	}
	return names
}

func indexOf(table []Key, name string) int {
	for i := range table {
		if table[i].Name == name {
			return i
		}
	}
	return -1
}

// wordRetries is the second word for the limit on attempts: retries n is max_attempts n+1.
const wordRetries = "retries"

// Keys lists every word that Set knows, in the order of Settings; retries stands after max_attempts.
func Keys() []string {
	names := []string{keyTable[0].Name, wordRetries}
	for _, k := range keyTable[1:] {
		names = append(names, k.Name)
	}
	return names
}

// KeyDocs lists the keys with their ranges, defaults and meanings, in the order of Settings.
func KeyDocs() []Key { return append([]Key(nil), keyTable...) }

// Words lists the legal words of a key that takes a word, nil for every other key.
func (k Key) Words() []string { return append([]string(nil), k.words...) }
