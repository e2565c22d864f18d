package presets

import (
	"fmt"
	"strconv"
	"strings"

	"retrysim/policies"
)

// Preset is the policy of one real system.
type Preset struct {
	Name, System, Source, About string
	// Spec is the policy in our words; each is noted as set by "preset NAME".
	Spec policies.Spec
	// DefaultMaxAttempts is the system's limit on attempts, 0 where it sets none. LimitIsOwn is true where that limit
	// is what the preset is about, so that its delay table ends there; false for a mere default of a library.
	DefaultMaxAttempts int
	LimitIsOwn         bool
	// Params are the system's own names for its settings.
	Params []Param
	// Notes tell what a user should know before trusting the numbers.
	Notes []string
	// AsWrittenOf names the preset that holds the intent of this one, "" where this is no such variant.
	AsWrittenOf string
	// Pipeline is what stands around the policy in its system; none for the presets of the shipped scenarios, which
	// have their pipelines in their files.
	Pipeline []Surrounding
	// SeeAlso names related presets, some of which may come with a later catalogue.
	SeeAlso []string

	words []word
}

// word is one setting of a preset: key and value as Spec.Set reads them.
type word struct{ key, value string }

// Param is a setting under the name that the system itself uses.
type Param struct {
	Name string
	// Keys are our words that it sets.
	Keys []string
	// Unit is the unit of a bare number.
	Unit Unit
	// Default is the system's value, with its unit.
	Default string
	Doc     string
}

// Unit is the unit that a system means when it writes a bare number.
type Unit string

// The units. Plain is for what has none: counts, shares, words.
const (
	Plain        Unit = ""
	Milliseconds Unit = "ms"
	Seconds      Unit = "s"
)

// text gives a bare number its unit; everything else is passed on as it is.
func (u Unit) text(value string) string {
	value = strings.TrimSpace(value)
	if u == Plain {
		return value
	}
	if _, err := strconv.ParseFloat(value, 64); err != nil {
		return value
	}
	return value + string(u)
}

// With sets a parameter of a preset that Lookup gave, under the system's own name or under ours; where both know a
// word, the system's meaning holds. A bare number of the system's own parameter has the system's unit. An error is a
// *policies.SettingError; an unknown name gives the nearest one of both lists.
func (p *Preset) With(key, value, origin string) error {
	for _, param := range p.Params {
		if param.Name == key {
			return p.setParam(param, value, origin)
		}
	}
	err := p.Spec.Set(key, value, origin)
	if wrong, ok := err.(*policies.SettingError); ok && wrong.Nearest != "" {
		wrong.Nearest = policies.Nearest(key, append(p.ParamNames(), policies.Keys()...))
		wrong.Problem = fmt.Sprintf("unknown key of %s, did you mean %s?", p.Name, wrong.Nearest)
	}
	return err
}

func (p *Preset) setParam(param Param, value, origin string) error {
	changed := p.Spec.Clone()
	for _, key := range param.Keys {
		if err := changed.Set(key, param.Unit.text(value), origin); err != nil {
			wrong := err.(*policies.SettingError)
			wrong.Value = value
			if key != param.Name {
				wrong.Key = param.Name + " (our " + key + ")"
			}
			return wrong
		}
	}
	p.Spec = changed
	return nil
}

// ParamNames lists the system's own names.
func (p *Preset) ParamNames() []string {
	var names []string
	for _, param := range p.Params {
		names = append(names, param.Name)
	}
	return names
}

// Table is the delay table of a policy built from the preset (perhaps changed since). A limit that is a mere default
// of the system does not end it: the rows beyond are marked.
func (p *Preset) Table(policy *policies.Policy, retries int) []policies.Row {
	_, origin, _ := p.Spec.Get("max_attempts")
	if p.LimitIsOwn || p.DefaultMaxAttempts == 0 || origin != p.origin() {
		return policies.Table(policy, retries, 0)
	}
	open := *policy
	open.MaxAttempts = 0
	return policies.Table(&open, retries, p.DefaultMaxAttempts)
}

func (p *Preset) origin() string { return "preset " + p.Name }

// fresh is a copy with a Spec of its own.
func (p Preset) fresh() Preset {
	p.Spec = policies.Spec{}
	for _, w := range p.words {
		if err := p.Spec.Set(w.key, w.value, p.origin()); err != nil {
			panic("presets: " + p.Name + ": " + err.Error())
		}
	}
	return p
}

// variant derives a preset from another: words replace those with the same key, or are added.
func (p Preset) variant(suffix, about string, changes ...word) Preset {
	p.words = append([]word(nil), p.words...)
	for _, change := range changes {
		p.words = replaced(p.words, change)
	}
	p.SeeAlso = append([]string{p.Name}, p.SeeAlso...)
	p.Name, p.About = p.Name+suffix, about
	return p
}

func replaced(words []word, change word) []word {
	for i := range words {
		if words[i].key == change.key {
			words[i] = change
			return words
		}
	}
	return append(words, change)
}
