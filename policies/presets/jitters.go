package presets

// ownJitterParams are the names that the hand-written formulas of the queue workers use.
var ownJitterParams = []Param{
	{Name: "attempts", Keys: []string{"max_attempts"}, Default: "5", Doc: "calls in all, the first one too"},
	{Name: "baseDelay", Keys: []string{"base"}, Unit: Milliseconds, Default: "1000ms", Doc: "wait before the second call"},
	{Name: "maxDelay", Keys: []string{"cap"}, Unit: Milliseconds, Default: "30000ms", Doc: "longest wait"},
}

// ownJitter is a formula of the queue workers with its defaults: base 1 s, cap 30 s, 5 attempts.
func ownJitter(name, about string, words ...word) Preset {
	return Preset{
		Name:               name,
		System:             "queue workers that call an HTTP API (BullMQ style)",
		Source:             "hand-written backoff strategies",
		About:              about,
		DefaultMaxAttempts: 5,
		words: append([]word{
			{"max_attempts", "5"},
			{"base", "1s"},
			{"cap", "30s"},
			{"retry", "transient"},
		}, words...),
		Params:  ownJitterParams,
		SeeAlso: []string{"aws-decorrelated"},
	}
}
