package scenarios

import (
	"fmt"
	"strconv"
	"strings"

	"retrysim/sim/model"
)

// To is where an action leads: a size against today's, 150%, or the name of a
// policy.
type To struct {
	Text   string
	Factor float64 // 0 where the text is no factor
	err    error   // why it is none
}

func (t *To) decodeNode(d *decoder, n *Node) {
	text, ok := d.scalar(n, "a percentage such as 150%, or the name of a policy")
	if !ok {
		return
	}
	t.Text = text
	f, err := ParseFactor(text)
	t.Factor, t.err = float64(f), err
}

func (t *To) schema(*generator) object { return object{"type": []string{"string", "number"}} }

// Responses are alternative moves of the operator, by name: lists of entries
// that a row adds to the timeline. They are decoded with the row's timeline,
// since their times refer to it.
type Responses []*Node

func (r *Responses) decodeNode(d *decoder, n *Node) {
	if !d.isMap(n, "write {NAME: [{at: outage.end, do: pause, target: JOB}, ...]}") {
		return
	}
	for _, kid := range n.kids {
		if kid.kind != listNode {
			d.fail(kid, kindWords[kid.kind]+" where a list of timeline entries belongs", "write [{at: outage.end, do: pause, target: JOB}, ...]")
			continue
		}
		*r = append(*r, kid)
	}
}

func (r *Responses) schema(g *generator) object {
	return object{"type": "object", "additionalProperties": g.of(eventsType, &field{})}
}

// names lists the responses.
func (r Responses) names() []string {
	var names []string
	for _, n := range r {
		names = append(names, n.key)
	}
	return names
}

// find is the response of that name, nil without.
func (r Responses) find(name string) *Node {
	for _, n := range r {
		if n.key == name {
			return n
		}
	}
	return nil
}

// answer appends a response to the timeline of a tree.
func answer(root, response *Node) {
	list := root.get("timeline")
	if list == nil || list.kind != listNode {
		list = &Node{kind: listNode, pos: response.pos}
		root.set("timeline", list)
		list = root.get("timeline")
	}
	for _, e := range response.kids {
		list.kids = append(list.kids, e.clone())
	}
	nameEntries(root)
}

// watchWords are the levels that a condition looks at.
var watchWords = []struct {
	word  string
	gauge model.WatchGauge
	of    bool // of a dependency, in brackets
}{
	{"depth", model.WatchDepth, true},
	{"queue_depth", model.WatchQueue, false},
	{"dlq_depth", model.WatchDLQ, false},
	{"in_flight", model.WatchInFlight, false},
}

const watchForms = "write depth(DEPENDENCY) == 0, queue_depth <= 100, dlq_depth >= 1000 or in_flight == 0"

// watch reads a condition: a level, ==, <= or >=, and a whole number; == goes
// with 0 only.
func (c *checker) watch(n *Node, text string) (w model.Watch, ok bool) {
	words := strings.Fields(text)
	if len(words) != 3 {
		c.fail(n, fmt.Sprintf("%q is not a condition", shorten(text)), watchForms)
		return w, false
	}
	level, err := strconv.Atoi(words[2])
	below := words[1] == "<=" || words[1] == "=="
	if err != nil || level < 0 || (!below && words[1] != ">=") || (words[1] == "==" && level != 0) {
		c.fail(n, fmt.Sprintf("%q compares with nothing that can be", shorten(text)), watchForms)
		return w, false
	}
	word, of, _ := strings.Cut(strings.TrimSuffix(words[0], ")"), "(")
	for _, known := range watchWords {
		if known.word != word || known.of != strings.HasSuffix(words[0], ")") {
			continue
		}
		first, shards, _ := c.f.target(of)
		if known.of && first < 0 {
			c.fail(n, fmt.Sprintf("unknown dependency %q", shorten(of)), hint(of, c.f.targets()))
			return w, false
		}
		return model.Watch{Gauge: known.gauge, Station: max(0, first), Shards: many(shards), Below: below, Level: level}, true
	}
	c.fail(n, fmt.Sprintf("unknown level %q", shorten(words[0])), watchForms)
	return w, false
}

// everyType is the target of actions that are aimed at all job types.
const everyType = "all"

// typesOf are the job types that an action is aimed at: one by its name, those
// that call a dependency first, or all.
func (f *File) typesOf(target string) []int {
	var types []int
	for i := range f.Jobs {
		j := &f.Jobs[i].Value
		first := j.calls()[0]
		if target == everyType || f.Jobs[i].Name == target || (f.Jobs.Index(target) < 0 && first.can(f.dependencyOf(target))) {
			types = append(types, i)
		}
	}
	return types
}

// checkAction sees to what operators' actions ask beyond their keys.
func (c *checker) checkAction(e *Event) {
	switch e.Do {
	case "replay":
		c.checkBatch(e)
	case "scale":
		c.checkScale(e)
	case "switch_policy":
		if e.To != nil {
			c.policyName(e.Src.get("to"))
		}
		if e.Share != nil && *e.Share == 0 {
			c.fail(e.Src.get("share"), "a rollout to 0% of the jobs does nothing", "write share: 10%")
		}
	case "dead_letters":
		if e.Enabled != nil && *e.Enabled && (!c.f.DeadLetters.Enabled || c.f.DeadLetters.InPlace) {
			c.fail(e.Src.get("enabled"), "there is no dead-letter queue to turn on again", "start with dead_letters: {enabled: true}")
		}
	}
}

func (c *checker) checkScale(e *Event) {
	switch {
	case e.Src.has("to") == e.Src.has("count"):
		c.failKey(e.Src, "scale needs either to or count", "write to: 150% for the speed of service, or count: 12 for servers or workers")
	case e.To != nil && e.To.err != nil:
		c.failErr(e.Src.get("to"), e.To.err)
	case e.To != nil && e.To.Factor <= 0:
		c.fail(e.Src.get("to"), fmt.Sprintf("%q is not a size", shorten(e.To.Text)), "write a percentage above 0%, such as 150%")
	case e.Target == "workers" && c.f.Workers.Count == Unlimited:
		c.fail(e.Src.get("target"), "unlimited workers cannot be scaled", "write workers: {count: 50}")
	case e.Src.has("count") && e.Target != "workers" && c.serversUnlimited(e.Target):
		c.fail(e.Src.get("count"), "unlimited servers cannot be scaled by their number", "write to: 150%")
	}
}

// serversUnlimited reports whether a dependency has servers without end.
func (c *checker) serversUnlimited(target string) bool {
	_, _, dep := c.f.target(target)
	return dep != nil && dep.Servers == Unlimited
}

// operate adds what its kind needs to an action.
func (p *planner) operate(e *Event, a *model.Action, plain finder) error {
	switch a.Kind {
	case model.DoPause, model.DoResume, model.DoThrottle, model.DoPurge, model.DoSwitch:
		a.Types = p.f.typesOf(orAll(e.Target))
	case model.DoScale:
		if a.Target = model.TargetWorkers; e.Target != "workers" {
			first, n, _ := p.f.target(e.Target)
			a.Target, a.Station, a.Shards = model.TargetStation, first, many(n)
		}
	}
	a.Most, a.Count, a.Share = float64(e.Most), 0, 1
	if e.Count > 0 {
		a.Count = e.Count
	}
	if e.Share != nil {
		a.Share = float64(*e.Share)
	}
	if e.Enabled != nil {
		a.Enabled = *e.Enabled
	}
	if e.To == nil {
		return nil
	}
	if a.Kind == model.DoScale {
		a.Factor = e.To.Factor
		return nil
	}
	i, err := p.policy(e.To.Text, plain)
	a.Policy = i
	return err
}

func orAll(target string) string {
	if target == "" {
		return everyType
	}
	return target
}

// orElseText is a text, or another one where it is empty.
func orElseText(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
