package scenarios

import (
	"errors"
	"fmt"
	"strings"

	"retrysim/policies"
	"retrysim/policies/presets"
	"retrysim/sim"
)

// PolicyRef is a policy as the command line names it: NAME, words that differ,
// and a label for the row.
type PolicyRef struct {
	Name  string
	Words [][2]string // key, value
	Label string
}

// ParsePolicyRef reads NAME[,key=value...][@label]. A piece without = belongs
// to the value before it, so lists need no quotes: retry=timeout,5xx.
func ParsePolicyRef(text string) (PolicyRef, error) {
	body, label, labelled := strings.Cut(text, "@")
	pieces := strings.Split(body, ",")
	ref := PolicyRef{Name: strings.TrimSpace(pieces[0]), Label: label}
	switch {
	case ref.Name == "" || strings.Contains(ref.Name, "="):
		return ref, fmt.Errorf("-p %s: no name of a policy; write NAME[,key=value...][@label], for example indexer,max_attempts=8", text)
	case labelled && label == "":
		return ref, fmt.Errorf("-p %s: no label after the @; write one, or leave the @ out", text)
	}
	for _, piece := range pieces[1:] {
		key, value, ok := strings.Cut(piece, "=")
		switch last := len(ref.Words) - 1; {
		case ok:
			ref.Words = append(ref.Words, [2]string{strings.TrimSpace(key), strings.TrimSpace(value)})
		case last < 0:
			return ref, fmt.Errorf("-p %s: %q is not key=value", text, piece)
		default:
			ref.Words[last][1] += "," + strings.TrimSpace(piece)
		}
	}
	if !labelled {
		ref.Label = body
	}
	return ref, nil
}

// PlanFor makes the plan for -p: a row of the scenario, with words of its
// policies changed, else a policy (of the scenario, a preset, or a kind of
// backoff) for all job types.
func (s *Scenario) PlanFor(text string) (*sim.Plan, error) {
	ref, err := ParsePolicyRef(text)
	if err != nil {
		return nil, err
	}
	if len(s.File.Compare) > 0 && contains(s.Rows(), ref.Name) {
		return s.rowPlan(ref.Name, ref.Label, s.named(s.rowBase(ref.Name), &ref))
	}
	file := s.File
	if file.Policies.Get(ref.Name) == nil {
		file = s.around(ref.Name)
	}
	return s.plan(file, ref.Label, func(string) string { return ref.Name }, s.named(file, &ref))
}

// named finds policies by name: of the file, a preset, or a kind of backoff.
// The words of ref change each of them; replays ask without.
func (s *Scenario) named(f *File, ref *PolicyRef) finder {
	return func(name string) (chosen, error) {
		preset, ok := s.start(f, name)
		if !ok {
			if s, is := presets.LookupSystem(name); is {
				return chosen{}, errors.New(noDelayLaw(s.ID))
			}
			known := append(append(f.Compare.Names(), f.Policies.Names()...), presets.Names()...)
			return chosen{}, fmt.Errorf("no row, policy or preset %q; %s", shorten(name), hint(name, known))
		}
		if ref != nil {
			for _, word := range ref.Words {
				if err := preset.With(word[0], word[1], "-p"); err != nil {
					return chosen{}, refError(ref, name, err)
				}
			}
		}
		built, _, err := preset.Spec.Build(name)
		if err != nil {
			return chosen{}, refError(ref, name, err)
		}
		return chosen{name: name, text: specText(preset.Spec), policy: built}, nil
	}
}

// start is the settings that a name stands for, with the preset's own names
// for them where there is one.
func (s *Scenario) start(f *File, name string) (presets.Preset, bool) {
	if own := f.Policies.Get(name); own != nil {
		preset, _ := presets.Lookup(own.Preset)
		preset.Name, preset.Spec = name, own.Spec.Clone()
		return preset, true
	}
	if preset, ok := presets.Lookup(name); ok {
		return preset, true
	}
	preset := presets.Preset{Name: name}
	err := preset.Spec.Set("backoff", name, "-p")
	return preset, err == nil
}

// refError says what is wrong with a policy of the command line.
func refError(ref *PolicyRef, name string, err error) error {
	var wrong []string
	for _, one := range unjoin(err) {
		var setting *policies.SettingError
		if errors.As(one, &setting) {
			setting.Policy = ""
		}
		wrong = append(wrong, one.Error())
	}
	where := "policy " + name
	if ref != nil {
		where = "-p " + ref.Name
	}
	return fmt.Errorf("%s: %s", where, strings.Join(wrong, "; "))
}

// noDelayLaw says why a surveyed system is no policy.
func noDelayLaw(id string) string {
	return id + " is a page of the catalogue without a delay law; policy show " + id + " tells its rules, and policy ls what has a law"
}
