package scenarios

import (
	"fmt"
	"strings"
	"time"

	"retrysim/policies"
	"retrysim/policies/presets"
)

// Flags are a scenario without a file: so many jobs, together or at a rate,
// one dependency of some capacity, perhaps an outage, and policies.
type Flags struct {
	Jobs     int      // how many; 0 is as many as the rate brings until the end
	Together bool     // all at one instant, which is the outage's start where there is one
	Rate     string   // "40/s": at random at that mean rate; "" is none
	Capacity string   // "100/s"; "" is without limit
	Outage   string   // "30s": how long the dependency refuses everything; "" is none
	Until    string   // "10m": when arrivals end; "" is 10m, or long enough for Jobs
	Policies []string // as -p takes them
}

// Assumptions of the scenario that flags make; its text names them.
const (
	flagServers  = 10               // so that service times are not lockstep
	flagOutageAt = 10 * time.Second // a quiet lead, to see the outage begin
	flagUntil    = 10 * time.Minute
	flagTimeout  = "10s"
)

// FromFlags writes the scenario that flags describe, as YAML that Load reads.
// An error names the flag to change.
func FromFlags(f Flags) (string, error) {
	w := &flagWriter{f: f}
	if err := w.read(); err != nil {
		return "", err
	}
	w.line("# Made from flags; save it, change it, run it again.")
	w.line("version: 1")
	w.line("name: from-flags")
	w.line("about: %s.", w.about())
	w.run()
	w.jobs()
	w.dependency()
	if w.outage > 0 {
		w.line("timeline:")
		w.line("  - {name: outage, at: %s, for: %s, fault: refuse, target: dependency, answer: 503}",
			formatDuration(flagOutageAt), formatDuration(w.outage))
	}
	if err := w.policies(); err != nil {
		return "", err
	}
	return w.b.String(), nil
}

type flagWriter struct {
	f              Flags
	b              strings.Builder
	rate, capacity Rate
	outage, until  time.Duration
}

func (w *flagWriter) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

// read parses the flags and sees that they go together.
func (w *flagWriter) read() error {
	var err error
	if w.rate, err = flagRate("--rate", w.f.Rate); err != nil {
		return err
	}
	if w.capacity, err = flagRate("--capacity", w.f.Capacity); err != nil {
		return err
	}
	if w.outage, err = flagDuration("--outage", w.f.Outage); err != nil {
		return err
	}
	if w.until, err = flagDuration("--until", w.f.Until); err != nil {
		return err
	}
	switch {
	case w.f.Jobs < 0:
		return fmt.Errorf("--jobs %d is negative; write how many jobs come, for example --jobs 1000", w.f.Jobs)
	case w.f.Together && w.f.Jobs == 0:
		return fmt.Errorf("--together needs to know how many jobs; write --jobs 1000 too")
	case !w.f.Together && w.rate == 0:
		return fmt.Errorf("nothing says how the jobs come; write --together, or --rate 40/s, or both")
	case len(w.f.Policies) == 0:
		return fmt.Errorf("no policy to try; write for example -p exponential,base=2s,max_attempts=5")
	}
	if w.until == 0 {
		w.until = flagUntil
		if !w.f.Together && w.f.Jobs > 0 {
			need := time.Duration(float64(2*w.f.Jobs) / float64(w.rate) * 1e9)
			w.until = max(w.until, need.Round(time.Minute))
		}
	}
	return nil
}

func flagRate(flag, text string) (Rate, error) {
	if text == "" {
		return 0, nil
	}
	r, err := ParseRate(text)
	if err == nil && r <= 0 {
		err = fmt.Errorf("the rate is not above 0; leave the flag out for none")
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", flag, err)
	}
	return r, nil
}

func flagDuration(flag, text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := ParseDuration(text)
	if err == nil && d <= 0 {
		err = fmt.Errorf("the duration is not above 0s; leave the flag out for none")
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", flag, err)
	}
	return d, nil
}

// about says the scenario in a sentence.
func (w *flagWriter) about() string {
	var parts []string
	if w.f.Together {
		parts = append(parts, fmt.Sprintf("%d jobs come together", w.f.Jobs))
	}
	if w.rate > 0 {
		parts = append(parts, fmt.Sprintf("jobs come at %s", w.f.Rate))
	}
	text := strings.Join(parts, " while ")
	if w.capacity > 0 {
		text += fmt.Sprintf(", a dependency serves %s", w.f.Capacity)
	}
	if w.outage > 0 {
		text += fmt.Sprintf(" and refuses everything for %s", formatDuration(w.outage))
	}
	return text
}

func (w *flagWriter) run() {
	jobs := ""
	if !w.f.Together && w.f.Jobs > 0 {
		jobs = fmt.Sprintf(", jobs: %d", w.f.Jobs)
	}
	w.line("run: {until: %s%s}", formatDuration(w.until), jobs)
}

func (w *flagWriter) jobs() {
	w.line("jobs:")
	w.line("  job:")
	w.line("    calls: dependency")
	w.line("    arrive:")
	if w.rate > 0 {
		w.line("      live: {poisson: %s}", w.f.Rate)
	}
	if w.f.Together {
		at := "0s"
		if w.outage > 0 {
			at = "outage.start"
		}
		w.line("      herd: {burst: %d, at: %s}", w.f.Jobs, at)
	}
	w.line("    timeout: %s  # assumed", flagTimeout)
}

// dependency has room for one second of work, so that a herd is refused and
// has to come again; without that nobody would retry.
func (w *flagWriter) dependency() {
	w.line("dependencies:")
	if w.capacity == 0 {
		w.line("  dependency: {service: 100ms}  # no limit on what it serves")
		return
	}
	mean := time.Duration(flagServers / float64(w.capacity) * 1e9)
	w.line("  dependency:")
	w.line("    servers: %d  # assumed; %d / %v = %s", flagServers, flagServers, mean, w.f.Capacity)
	w.line("    service: {exponential: {mean: %v}}", mean)
	w.line("    room: %d  # assumed: one second of work may wait, the next call is refused", max(1, int(w.capacity)))
}

// policies writes each policy out and makes it a row.
func (w *flagWriter) policies() error {
	var rows []string
	w.line("policies:")
	for _, text := range w.f.Policies {
		ref, err := ParsePolicyRef(text)
		if err != nil {
			return err
		}
		words, err := refWords(ref)
		if err != nil {
			return err
		}
		name := ref.Name
		if strings.Contains(text, "@") {
			name = ref.Label
		}
		for n := 2; contains(rows, name); n++ {
			name = fmt.Sprintf("%s-%d", ref.Name, n)
		}
		if strings.ContainsAny(name, " :,{}[]#\"'") {
			return fmt.Errorf("-p %s: the label %q is not a plain word; use letters, digits, - and _", text, name)
		}
		rows = append(rows, name)
		w.line("  %s: {%s}", name, words)
	}
	w.line("compare:")
	for _, row := range rows {
		w.line("  %s: {policy: %s}", row, row)
	}
	return nil
}

// refWords is a policy of the command line in the words of a file.
func refWords(ref PolicyRef) (string, error) {
	var kinds []string
	for _, k := range policies.Backoffs() {
		kinds = append(kinds, k.Name)
	}
	var heads []string
	preset, isPreset := presets.Lookup(ref.Name)
	switch {
	case isPreset:
		heads = append(heads, "preset: "+ref.Name)
	case contains(kinds, ref.Name):
		heads = append(heads, "backoff: "+ref.Name)
	default:
		if s, is := presets.LookupSystem(ref.Name); is {
			return "", fmt.Errorf("-p %s: %s", ref.Name, noDelayLaw(s.ID))
		}
		return "", fmt.Errorf("-p %s: no preset and no backoff of that name; %s", ref.Name, hint(ref.Name, append(kinds, presets.Names()...)))
	}
	var own []string
	nested := map[string]int{} // where the map of a dotted key's head stands in heads
	for _, word := range ref.Words {
		value := yamlValue(word[1])
		if contains(preset.ParamNames(), word[0]) {
			own = append(own, word[0]+": "+value)
			continue
		}
		head, tail, dotted := strings.Cut(word[0], ".")
		if !dotted {
			heads = append(heads, word[0]+": "+value)
			continue
		}
		if at, ok := nested[head]; ok {
			heads[at] = strings.TrimSuffix(heads[at], "}") + ", " + tail + ": " + value + "}"
			continue
		}
		nested[head] = len(heads)
		heads = append(heads, head+": {"+tail+": "+value+"}")
	}
	if len(own) > 0 {
		heads = append(heads, "with: {"+strings.Join(own, ", ")+"}")
	}
	return strings.Join(heads, ", "), nil
}

// yamlValue is a value of the command line as a file would have it: lists in
// brackets, anything unusual in quotes.
func yamlValue(text string) string {
	if strings.Contains(text, ",") && !strings.HasPrefix(text, "[") {
		text = "[" + strings.ReplaceAll(text, ",", ", ") + "]"
	}
	if strings.ContainsAny(text, ":{}#\"'&*!|>%@`\\") {
		return quote(text)
	}
	return text
}
