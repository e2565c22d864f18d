package study

import (
	"slices"
	"strconv"
	"strings"

	"retrysim/sim/ledger"
	"retrysim/sim/result"
)

// Parse reads a threshold. Its errors are *ExpressionError.
func Parse(text string) (Expression, error) {
	return parse(text, ledger.Catalogue())
}

// parser walks the tokens of one expression.
type parser struct {
	Expression
	timed     bool // a factor on the right carries a unit of time
	catalogue []result.Info
	tokens    []token
}

func parse(text string, catalogue []result.Info) (Expression, error) {
	p := &parser{Expression: Expression{Text: text}, catalogue: catalogue, tokens: lex(text)}
	for _, step := range []func() error{p.ratio, p.comparison, p.product, p.runs, p.end} {
		if err := step(); err != nil {
			return Expression{}, err
		}
	}
	return p.Expression, nil
}

func (p *parser) peek() token { return p.tokens[0] }

func (p *parser) next() token {
	t := p.tokens[0]
	if t.kind != tokenEnd {
		p.tokens = p.tokens[1:]
	}
	return t
}

// accept takes the next token where it is that text.
func (p *parser) accept(text string) bool {
	if t := p.peek(); t.kind == tokenEnd || t.text != text {
		return false
	}
	p.next()
	return true
}

// expected is the error of a token that stands where another thing should.
func (p *parser) expected(what string) error {
	t := p.peek()
	if t.kind == tokenEnd {
		return p.errorAt(t.column, "expected %s, and here the expression ends", what)
	}
	return p.errorAt(t.column, "expected %s, not %q", what, t.text)
}

// unsupported refuses what a later version will know.
func (p *parser) unsupported(t token, what string) error {
	return p.errorAt(t.column, "%s is not supported by this version", what)
}

// ratio is: term [ "/" term ].
func (p *parser) ratio() error {
	left, err := p.term()
	if err != nil {
		return err
	}
	p.left = left
	if !p.accept("/") {
		return nil
	}
	over, err := p.term()
	if err != nil {
		return err
	}
	p.over = &over
	if (termUnit(p.catalogue, p.left.name) == "s") != (termUnit(p.catalogue, over.name) == "s") {
		return p.errorAt(over.column, "one of %s is a time: their ratio is no plain number", p.side())
	}
	return nil
}

// term is: name [ "[" selector "]" ].
func (p *parser) term() (term, error) {
	t := p.peek()
	if t.kind != tokenWord {
		return term{}, p.expected("the name of a metric")
	}
	p.next()
	out := term{name: t.text, column: t.column}
	if known := p.names(); !slices.Contains(known, t.text) {
		if p.peek().text == "(" {
			return term{}, p.unsupported(t, t.text+"(...)")
		}
		return term{}, p.errorAt(t.column, "unknown metric %q%s", t.text, nearestMetric(t.text, known))
	}
	if !p.accept("[") {
		return out, nil
	}
	s := p.peek()
	if s.kind != tokenWord && s.kind != tokenNumber {
		return term{}, p.expected("a job type or effect")
	}
	p.next()
	out.selector, out.selectorAtColumn = s.text, s.column
	if !p.accept("]") {
		return term{}, p.expected("]")
	}
	return out, nil
}

// names are all that an expression may name.
func (p *parser) names() []string {
	names := slices.Clone(ledgerNames)
	for _, i := range p.catalogue {
		names = append(names, i.Name)
	}
	return names
}

// nearestMetric suggests one name: there are too many to list.
func nearestMetric(word string, known []string) string {
	s, _, _ := strings.Cut(nearest(word, known), " (known")
	return s
}

// comparison is one of the comparisons.
func (p *parser) comparison() error {
	t := p.peek()
	if t.text == "from" || t.text == "in" {
		return p.unsupported(t, "a window")
	}
	if !slices.Contains(comparisons, t.text) {
		return p.expected("a comparison (" + strings.Join(comparisons, " ") + ")")
	}
	p.op = p.next().text
	return nil
}

// product is: factor { "*" factor }.
func (p *parser) product() error {
	start := p.peek()
	p.bound = 1
	for first := true; first || p.accept("*"); first = false {
		if err := p.factor(); err != nil {
			return err
		}
	}
	if p.unitOf(p.catalogue) == "s" && !p.timed {
		return p.errorAt(start.column, "%s is a time: write its unit, such as %ss", p.side(), start.text)
	}
	return nil
}

// factor is: number, or the word capacity once.
func (p *parser) factor() error {
	t := p.peek()
	switch {
	case t.kind == tokenNumber:
		p.next()
		v, err := p.number(t)
		p.bound = float64(p.bound * v)
		return err
	case t.text == "capacity" && p.capacity > 0:
		return p.errorAt(t.column, "capacity stands here twice")
	case t.text == "capacity":
		if unit := p.unitOf(p.catalogue); unit != "/s" {
			return p.errorAt(t.column, "capacity is a rate and %s is not", p.side())
		}
		p.capacity = t.column
		p.next()
		return nil
	case t.kind == tokenWord && slices.Contains(p.names(), t.text):
		return p.errorAt(t.column, "the right side is a number or a multiple of capacity, not the metric %s; "+
			"write a ratio on the left", t.text)
	}
	return p.expected("a number, such as 5, 0.1%, 30s or 1.5 * capacity")
}

// side is the left side in words.
func (p *parser) side() string {
	if p.over != nil {
		return p.left.full() + " / " + p.over.full()
	}
	return p.left.full()
}

// durations are the units of time in seconds.
var durations = map[string]float64{"ms": 1e-3, "s": 1, "m": 60, "h": 3600}

// number reads a number whose unit must fit the left side.
func (p *parser) number(t token) (float64, error) {
	digits := strings.TrimRight(t.text, "%abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/µ")
	written := t.text[len(digits):]
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0, p.errorAt(t.column, "%q is not a number", t.text)
	}
	scale, isTime := durations[written]
	unit := p.unitOf(p.catalogue)
	switch {
	case written == "":
		return v, nil
	case isTime && unit == "s" && !p.timed:
		p.timed = true
		return float64(v * scale), nil
	case written == "/s" && unit == "/s":
		return v, nil
	case written == "%" && unit == "":
		return v / 100, nil
	case written == "%":
		return 0, p.errorAt(t.column, "a percentage needs a ratio, and %s is none; write %s / ...", p.side(), p.side())
	}
	return 0, p.errorAt(t.column, "%s does not fit %s; write %s", t.text, p.side(), fitting(unit))
}

// fitting says how a number of that unit is written.
func fitting(unit string) string {
	switch unit {
	case "s":
		return "a time, such as 30s, 500ms, 2m or 1h"
	case "/s":
		return "a rate, such as 100 or 100/s"
	case "":
		return "a number or a percentage"
	}
	return "a plain number of " + unit
}

// runs is: [ "in" percentage "of" "runs" ].
func (p *parser) runs() error {
	t := p.peek()
	switch {
	case t.text == "from":
		return p.unsupported(t, "a window")
	case t.text != "in":
		return nil
	}
	p.next()
	n := p.peek()
	if n.kind == tokenWord {
		return p.unsupported(t, "a threshold in one world or in each of several")
	}
	v, err := strconv.ParseFloat(strings.TrimSuffix(n.text, "%"), 64)
	if n.kind != tokenNumber || !strings.HasSuffix(n.text, "%") || err != nil || v <= 0 || v > 100 {
		return p.expected("a percentage above 0% and up to 100%, as in: in 95% of runs")
	}
	p.next()
	p.share = v / 100
	if !p.accept("of") || !p.accept("runs") {
		return p.expected("\"of runs\"")
	}
	if t := p.peek(); t.text == "of" {
		return p.unsupported(t, "a threshold in one world")
	}
	return nil
}

func (p *parser) end() error {
	switch t := p.peek(); {
	case t.kind == tokenEnd:
		return nil
	case t.text == "from":
		return p.unsupported(t, "a window")
	default:
		return p.expected("the end")
	}
}
