package lint

import (
	"retrysim/policies/presets"
)

// writtenMeans says what it does to jobs that a setting is as it is written in
// the code, by key.
var writtenMeans = []struct{ key, why string }{
	{"hint.obey", "the hint is stored under one name and read under another, so Retry-After never takes effect"},
	{"retry", "the error that is meant to skip the retries is retried like any other, and so is a bug"},
	{"timeout", "a call that is never answered holds its worker for ever"},
}

// beyondPolicy is what the code of some systems does differently outside of
// the policy, by the preset of the intent.
var beyondPolicy = []struct{ preset, what string }{
	{"bullmq-exponential", unparked},
	{"respect-retry-after", unparked},
}

const unparked = "the handler parks a job only when its attempts are known to be used up, so a job without an attempts " +
	"setting, or a failure event without its job, is never parked and is lost without a record (the simulation parks " +
	"every exhausted job); park on the failure itself"

// asWritten names each difference between a system's code and its intent that
// the policy still has.
func asWritten(c *policyCase) {
	if c.preset == nil || c.preset.AsWrittenOf == "" {
		return
	}
	intent, ok := presets.Lookup(c.preset.AsWrittenOf)
	if !ok {
		return
	}
	for _, w := range writtenMeans {
		written, _, _ := c.preset.Spec.Get(w.key)
		meant, _, set := intent.Spec.Get(w.key)
		if !set {
			meant = "the job's own"
		}
		if written == "" || written == meant || c.now(w.key) != written {
			continue
		}
		c.say(w.key, "as written: %s is %s where the intent (preset %s) is %s: %s; mend the code, or use the preset of the "+
			"intent", w.key, written, intent.Name, meant, w.why)
	}
	for _, b := range beyondPolicy {
		if b.preset == intent.Name {
			c.say("", "as written: %s", b.what)
		}
	}
}

// now is a setting's value as it is in force: that of the settings where they
// are known, else the preset's.
func (c *policyCase) now(key string) string {
	for _, s := range c.settings {
		if s.Key == key {
			return s.Value
		}
	}
	v, _, _ := c.preset.Spec.Get(key)
	return v
}
