package scenarios

import (
	"errors"
	"fmt"
	"strings"

	"retrysim/policies"
	"retrysim/policies/presets"
)

// PolicyWords is a policy of the scenario: a preset's settings, then the words
// that differ, then under `with` the system's own parameter names.
type PolicyWords struct {
	Preset string // "" is none: all is written out
	Spec   policies.Spec
	node   *Node
	where  map[string]*Node // the node that set each word, to point at
	built  *policies.Policy
}

const (
	presetKey = "preset"
	withKey   = "with"
)

func (p *PolicyWords) decodeNode(d *decoder, n *Node) {
	p.node, p.where = n, map[string]*Node{}
	if !d.isMap(n, "write {preset: NAME}, or words such as {backoff: exponential, base: 1s, max_attempts: 8}") {
		return
	}
	preset, ok := p.preset(d, n)
	if !ok {
		return
	}
	for _, kid := range n.kids {
		if kid.key == presetKey || kid.key == withKey {
			continue
		}
		p.flatten(d, kid, kid.key, func(key, value, origin string) error { return preset.Spec.Set(key, value, origin) })
	}
	if with := n.get(withKey); with != nil && d.isMap(with, "write the system's own names: {delay: 2s}") {
		if p.Preset == "" {
			d.failKey(with, "with holds a preset's own names, but there is no preset", "write preset: NAME, or our words without with")
			return
		}
		for _, kid := range with.kids {
			p.flatten(d, kid, kid.key, preset.With)
		}
	}
	p.Spec = preset.Spec
}

// preset finds the preset that the policy starts from; an empty one without.
func (p *PolicyWords) preset(d *decoder, n *Node) (presets.Preset, bool) {
	node := n.get(presetKey)
	if node == nil {
		return presets.Preset{}, true
	}
	name, ok := d.scalar(node, "the name of a preset")
	if !ok {
		return presets.Preset{}, false
	}
	preset, ok := presets.Lookup(name)
	if !ok {
		d.fail(node, fmt.Sprintf("unknown preset %q", shorten(name)), hint(name, presets.Names()))
	}
	p.Preset = name
	return preset, ok
}

// flatten sets a word, or the words below it: jitter: {plus_minus: 0.1} is
// jitter.plus_minus = 0.1, and a list is its items with commas between.
func (p *PolicyWords) flatten(d *decoder, n *Node, key string, set func(key, value, origin string) error) {
	if d.isNull(n) {
		return
	}
	text := n.text
	switch n.kind {
	case mapNode:
		for _, kid := range n.kids {
			p.flatten(d, kid, key+"."+kid.key, set)
		}
		return
	case listNode:
		var items []string
		for _, kid := range n.kids {
			item, ok := d.scalar(kid, "a single value")
			if !ok {
				return
			}
			items = append(items, item)
		}
		text = strings.Join(items, ",")
	}
	p.where[key] = n
	if err := set(key, text, n.pos.File); err != nil {
		d.failSetting(n, err)
	}
}

// failSetting tells a policies.SettingError at a node, which bears the key.
func (d *decoder) failSetting(n *Node, err error) {
	var wrong *policies.SettingError
	if !errors.As(err, &wrong) {
		d.failErr(n, err)
		return
	}
	if wrong.Nearest != "" {
		problem, ask, _ := strings.Cut(wrong.Problem, ", ")
		d.failKey(n, fmt.Sprintf("%s %q", problem, shorten(wrong.Key)), ask)
		return
	}
	problem, right, _ := strings.Cut(wrong.Problem, "; ")
	if wrong.Range != "" {
		right = "legal: " + wrong.Range
	}
	if wrong.Value != "" {
		problem = shorten(wrong.Value) + " is wrong: " + problem
	}
	d.fail(n, problem, right)
}

// build makes the policy, and tells what does not fit at the words to blame.
func (p *PolicyWords) build(c *checker, name string) {
	if p.node == nil || c.failedBelow(p.node) {
		return
	}
	built, warnings, err := p.Spec.Build(name)
	if err != nil {
		for _, one := range unjoin(err) {
			p.failBuild(c, one)
		}
		return
	}
	p.built = built
	for _, w := range warnings {
		c.warn("policy_"+w.Rule, name, "%s", w.Message)
	}
}

func (p *PolicyWords) failBuild(c *checker, err error) {
	var wrong *policies.SettingError
	if !errors.As(err, &wrong) {
		c.fail(p.node, err.Error(), "")
		return
	}
	problem, right, _ := strings.Cut(wrong.Problem, "; ")
	if wrong.Range != "" {
		right = "legal: " + wrong.Range
	}
	node := p.where[wrong.Key]
	if node == nil {
		c.failKey(p.node, wrong.Key+": "+problem, right)
		return
	}
	c.fail(node, problem, right)
}

// unjoin is the list behind errors.Join.
func unjoin(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// specText is a policy's settings in their fixed order: what a plan is digested
// by.
func specText(s policies.Spec) string {
	var words []string
	for _, set := range s.Settings() {
		words = append(words, set.Key+"="+set.Value)
	}
	return strings.Join(words, " ")
}
