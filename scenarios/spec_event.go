package scenarios

import (
	"fmt"
	"strings"
	"time"

	"retrysim/sim/model"
)

// Event is one entry of the timeline: a fault that befalls a target for a
// while, or something that an operator does. Which of the further keys belong
// to it depends on the fault or the action.
type Event struct {
	Src        *Node         `yaml:"-"`
	Name       string        `yaml:"name" doc:"what other times refer to"`
	At         *When         `yaml:"at" doc:"when it begins: 2m, or outage.end + 30s"`
	For        time.Duration `yaml:"for" range:"> 0s" doc:"how long a fault lasts; with between: how long windows may begin"`
	Fault      string        `yaml:"fault" doc:"what befalls the target"`
	Do         string        `yaml:"do" doc:"what the operator does"`
	Target     string        `yaml:"target" doc:"a dependency, one of its shards such as search/2, workers or dead_letters; of pause, resume, purge and switch_policy a job type, a dependency, or all, which it is unless said"`
	Answer     int           `yaml:"answer" range:"[300, 599]" doc:"the HTTP status"`
	InFlight   string        `yaml:"in_flight" enum:"held lost" doc:"of a cut: what becomes of calls on their way; held: all arrive when it ends"`
	Errors     Map[Share]    `yaml:"errors" doc:"share of the calls that fail, by class of failure"`
	Share      *Share        `yaml:"share" doc:"how many are hit"`
	Add        Law           `yaml:"add" doc:"time added to the answer: a duration, or {LAW: {...}}"`
	To         *To           `yaml:"to" doc:"speed or size against normal: 50%, 0% stops a service; or the policy to switch to"`
	HoldsServe *bool         `yaml:"holds_server" doc:"a hung call keeps its server; true unless said"`
	Allow      *int          `yaml:"allow" range:">= 0" doc:"calls per window"`
	Per        time.Duration `yaml:"per" range:"> 0s" doc:"the window"`
	RetryAfter *RetryAfter   `yaml:"retry_after" doc:"the hint of a refusal; of rate_limit the dependency's own unless said"`
	Count      int           `yaml:"count" range:">= 1" doc:"workers that die, of poison those of one process; servers or workers to scale to"`
	Match      *Match        `yaml:"match" doc:"which dead letters; all unless said"`
	Rate       Rate          `yaml:"rate" range:"> 0/s" doc:"records per second; all at once unless said"`
	Policy     string        `yaml:"policy" doc:"the policy of the replayed jobs; their own unless said"`
	When       string        `yaml:"when" doc:"instead of at, of an action: the condition that it waits for, depth(db) == 0, once what stands before it has happened"`
	Most       Rate          `yaml:"most" range:"> 0/s" doc:"jobs taken per second after a resume; without limit unless said"`
	Enabled    *bool         `yaml:"enabled" doc:"whether jobs that are given up are parked from now on"`
	watch      model.Watch   // the condition, once read

	// What says when a fault strikes again, whom it hits and how, besides.
	Every          time.Duration `yaml:"every" range:"> 0s" doc:"a window opens again, or an action happens again, each so long after the last time"`
	Times          int           `yaml:"times" range:"[2, 10000]" doc:"with every: how often in all"`
	Between        Law           `yaml:"between" doc:"random windows, drawn per replication: time from at, or from the end of one, to the next one"`
	Lasts          Law           `yaml:"lasts" doc:"with between: how long each lasts; a last one ends with for"`
	RampIn         time.Duration `yaml:"ramp_in" range:"> 0s" doc:"rises to its full strength over its first part, in ten steps"`
	RampOut        time.Duration `yaml:"ramp_out" range:"> 0s" doc:"fades over its last part, in ten steps"`
	Jobs           []string      `yaml:"jobs" doc:"hits only these job types"`
	ShareOfJobs    *Share        `yaml:"share_of_jobs" doc:"hits only so many jobs, the same ones at every attempt"`
	ShareOfClients *Share        `yaml:"share_of_clients" doc:"hits only so many closed clients, with all their jobs"`
	FirstAttempts  int           `yaml:"first_attempts" range:">= 1" doc:"hits only the first so many attempts of a job"`
	While          string        `yaml:"while" doc:"holds only while this does: in_flight > 200, calls whose callers wait for the target"`
	Multiply       float64       `yaml:"multiply" range:">= 1" doc:"of latency: the answer takes so many times its service: 3"`
	Replace        Law           `yaml:"replace" doc:"of latency: the service time instead of the dependency's own; it holds the server"`
	Strikes        string        `yaml:"strikes" enum:"arrival answer" doc:"of reset: before the work, or instead of the answer; arrival unless said"`
	Says           *HintSays     `yaml:"says" doc:"what Retry-After says: missing, zero, negative, past_date, garbage, or a duration"`
	ShorterBy      time.Duration `yaml:"shorter_by" range:"> 0s" doc:"the client's clock is ahead by this: dates seem nearer, or past"`
	Restart        time.Duration `yaml:"restart" doc:"how long a killed process is gone"`
	RestartFactor  float64       `yaml:"restart_factor" range:">= 1" doc:"each further restart of a process takes so many times the last one"`
	Window         string        `yaml:"window" enum:"fixed sliding token_bucket concurrency" doc:"of rate_limit: how it counts, as under a dependency; the dependency's own way unless said"`
	Burst          int           `yaml:"burst" range:">= 1" doc:"of rate_limit: what a token bucket holds; the dependency's own unless said, or allow"`
	RestartCap     time.Duration `yaml:"restart_cap" range:"> 0s" doc:"the longest restart"`

	// What an operator does bit by bit.
	Ramp       *Ramp         `yaml:"ramp" doc:"instead of most or rate: a rate that rises, {from: 50/s, to: 300/s, over: 10m}; of scale: a size that changes in steps, {steps: 6, over: 1h}"`
	Batch      int           `yaml:"batch" range:">= 1" doc:"of replay: so many records go together, at the rate in the mean; one after the other unless said"`
	Order      string        `yaml:"order" enum:"oldest newest" doc:"of replay: which records go first; the oldest unless said"`
	Down       time.Duration `yaml:"down" doc:"how long a restarted worker is gone"`
	Grace      time.Duration `yaml:"grace" doc:"for so long a worker that restarts may end the job in hand, then it is killed; at once unless said"`
	Rolling    *Share        `yaml:"rolling" doc:"so many of them are away at one time, at least one; all unless said"`
	MostCycles int           `yaml:"most_cycles" range:">= 1" doc:"of replay: a job that has been replayed so often stays parked, refused; without limit unless said"`
	OnShutdown string        `yaml:"on_shutdown" enum:"locked requeue" doc:"what becomes of the job of a worker that is killed: locked until its lock runs out, as after a crash, or back in the queue at once; locked unless said"`
}

// Match selects dead letters; what is not said matches everything.
type Match struct {
	Src       *Node         `yaml:"-"`
	Error     string        `yaml:"error" doc:"part of the error text, for example Rate limited"`
	Class     string        `yaml:"class" doc:"the class of failure, for example rate_limited"`
	JobType   string        `yaml:"job_type" doc:"the job type"`
	OlderThan time.Duration `yaml:"older_than" range:"> 0s" doc:"parked for longer than this"`
}

// eventKind is what a fault or an action may say.
type eventKind struct {
	word   string
	doc    string
	target string // "" is a dependency by name; else the only target there is
	needs  string // keys that must be there
	takes  string // keys that may be there
}

// faultKinds lists the faults.
var faultKinds = []eventKind{
	{"refuse", "every call is answered at once with a status", "", "for", "answer retry_after" + often + hits},
	{"cut", "no call gets through and no answer back", "", "for", "in_flight" + often + hits},
	{"error", "a share of the calls fails after full service", "", "for", "errors share answer" + often + ramps + hits},
	{"latency", "answers take longer; no server is held", "", "for", "add multiply replace" + often + ramps + hits},
	{"hang", "a share of the calls is never answered", "", "for", "share holds_server" + often + ramps + hits},
	{"capacity", "service runs at another speed", "", "for to", often + ramps + hits},
	{"rate_limit", "another rate limit is in force", "", "for allow", "per window burst answer retry_after while" + often + ramps},
	{"response_lost", "a share of the served calls is never answered: the effect has happened", "", "for share", often + ramps + hits},
	{"reset", "a share of the connections is reset, before the work or instead of the answer", "", "for", "share strikes" + often + ramps + hits},
	{"slow_body", "good answers trickle in while the caller waits; no server is held", "", "for add", "share" + often + ramps + hits},
	{"retry_after", "the hint that comes with a refusal is wrong", "", "for", "says shorter_by" + often + hits},
	{"disconnect", "a share of the open connections is closed; calls on them fail with class connection", "", "", "share every times"},
	{"crash", "workers die with the jobs in hand, and are back after `for`", "workers", "for", "share count" + often},
	{"poison", "a job kills the worker that takes it, and those of the same process", "workers", "for restart", "count restart_factor restart_cap" + often + whom},
	{"same_seed", "all workers draw the same jitter", "workers", "for", often},
	{"rush", "a share of the closed clients ends its pause at once", "clients", "", "share"},
	{"park_fails", "a share of the dead letters cannot be written: the job is lost", "dead_letters", "for", "share" + often},
	{"park_cut", "the worker dies between the last failure and the park: the job is lost", "dead_letters", "for", "share" + often},
	{"replay_cut", "a share of the replays is cut between re-adding and removing: run twice", "dead_letters", "for", "share" + often},
}

// Keys that many faults take: windows that come again, ramps, whom it hits.
const (
	again = " every times"
	often = again + " between lasts"
	ramps = " ramp_in ramp_out"
	whom  = " jobs share_of_jobs share_of_clients first_attempts"
	hits  = whom + " while"
)

// actionKinds lists what operators do.
var actionKinds = []eventKind{
	{"replay", "put dead letters back into the queue", "dead_letters", "", "match rate ramp policy order batch most_cycles" + again},
	{"discard", "throw dead letters away", "dead_letters", "", "match" + again},
	{"pause", "take no job of the types any more; what is in hand goes on", typesTarget, "", "" + again},
	{"resume", "take them again, at most so many a second", typesTarget, "", "most ramp" + again},
	{"throttle", "take at most so many of them a second from now on", typesTarget, "", "most ramp" + again},
	{"scale", "give a dependency or the workers another size", sizeTarget, "", "to count ramp" + again},
	{"restart", "let workers end what they have in hand, go, and come back", "workers", "down", "grace share rolling on_shutdown" + again},
	{"purge", "drop the jobs of the types that wait", typesTarget, "", "" + again},
	{"switch_policy", "retry a share of the jobs by another policy from now on", typesTarget, "to", "share" + again},
	{"dead_letters", "turn dead-lettering on or off", "dead_letters", "enabled", "" + again},
}

// Targets that are more than one name.
const (
	typesTarget = "job types"
	sizeTarget  = "dependency or workers"
)

func kindNames(kinds []eventKind) []string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = k.word
	}
	return words
}

func findKind(kinds []eventKind, word string) *eventKind {
	for i := range kinds {
		if kinds[i].word == word {
			return &kinds[i]
		}
	}
	return nil
}

// checkEvent sees that an entry says exactly what its kind needs and takes.
func (c *checker) checkEvent(e *Event) {
	if e.Src == nil {
		return
	}
	kind := c.eventKind(e)
	if kind == nil {
		return
	}
	for _, key := range strings.Fields(kind.needs) {
		if !e.Src.has(key) {
			c.failKey(e.Src, fmt.Sprintf("%s needs the key %s", kind.word, key), fieldDoc[Event](key))
		}
	}
	c.checkBegin(e)
	legal := append([]string{"name", "at", "when", "fault", "do", "target"}, strings.Fields(kind.needs+" "+kind.takes)...)
	for _, kid := range e.Src.kids {
		if !contains(legal, kid.key) && contains(c.eventKeys, kid.key) {
			c.failKey(kid, fmt.Sprintf("the key %s has no meaning for %s", kid.key, kind.word), "it takes: "+strings.Join(legal[5:], ", "))
		}
	}
	c.checkTarget(e, kind)
	c.checkFault(e)
	c.checkWindows(e)
	c.checkScope(e)
	c.checkAction(e)
	c.checkRollout(e)
}

// checkBegin sees that an entry says when it begins.
func (c *checker) checkBegin(e *Event) {
	at, when := e.Src.has("at"), e.Src.has("when")
	switch {
	case at && when:
		c.failKey(e.Src.get("when"), "an entry has a time or a condition, not both", "leave one of at and when out")
	case when && e.Fault != "":
		c.failKey(e.Src.get("when"), "a fault begins at a time, not on a condition", "write at: 2m")
	case when:
		e.watch, _ = c.watch(e.Src.get("when"), e.When)
	case !at:
		c.failKey(e.Src, "the key at is missing", fieldDoc[Event]("at"))
	}
}

// eventKind finds what an entry is, or says why it is nothing.
func (c *checker) eventKind(e *Event) *eventKind {
	fault, do := e.Src.has("fault"), e.Src.has("do")
	switch {
	case fault && do:
		c.failKey(e.Src.get("do"), "an entry is a fault or something that we do, not both", "write two entries")
	case fault:
		if kind := findKind(faultKinds, e.Fault); kind != nil {
			return kind
		}
		c.fail(e.Src.get("fault"), fmt.Sprintf("unknown fault %q", shorten(e.Fault)), hint(e.Fault, kindNames(faultKinds)))
	case do:
		if kind := findKind(actionKinds, e.Do); kind != nil {
			return kind
		}
		c.fail(e.Src.get("do"), fmt.Sprintf("unknown action %q", shorten(e.Do)), hint(e.Do, kindNames(actionKinds)))
	default:
		c.failKey(e.Src, "the entry says neither fault nor do", "write fault: with what befalls us, or do: with what we do")
	}
	return nil
}

// checkTarget sees that the target exists and that the kind can befall it.
func (c *checker) checkTarget(e *Event, kind *eventKind) {
	node := e.Src.get("target")
	switch {
	case kind.target == typesTarget:
		known := append(append(c.f.Jobs.Names(), c.f.targets()...), everyType)
		if c.name(node, e.Target, "job type or dependency", known) && node != nil && len(c.f.typesOf(e.Target)) == 0 {
			c.fail(node, fmt.Sprintf("no job type calls %s first", shorten(e.Target)), "write a job type: "+strings.Join(c.f.Jobs.Names(), ", "))
		}
	case kind.target == sizeTarget && node == nil:
		c.failKey(e.Src, "scale needs the key target", "write workers or a dependency, known: "+strings.Join(c.f.Dependencies.Names(), ", "))
	case kind.target == sizeTarget:
		c.targetName(node, e.Target, "workers")
	case kind.target != "" && node != nil && e.Target != kind.target:
		c.fail(node, fmt.Sprintf("%s is aimed at %s, not at %q", kind.word, kind.target, shorten(e.Target)), "write target: "+kind.target+", or leave it out")
	case kind.target == "" && node == nil:
		c.failKey(e.Src, fmt.Sprintf("%s needs the key target", kind.word), "write the dependency that it befalls, known: "+strings.Join(c.f.Dependencies.Names(), ", "))
	case kind.target == "":
		c.targetName(node, e.Target)
	}
}

// checkFault sees to what single faults ask beyond their keys.
func (c *checker) checkFault(e *Event) {
	switch e.Fault {
	case "capacity":
		if e.To != nil && e.To.err != nil {
			c.failErr(e.Src.get("to"), e.To.err)
		}
	case "error":
		if e.Src.has("errors") == e.Src.has("share") {
			c.failKey(e.Src, "error needs either errors or share", "write errors: {server_error: 20%}, or share: 20% with an answer")
		}
		if e.Src.has("errors") && e.Src.has("answer") {
			c.failKey(e.Src.get("answer"), "answer goes with share", "the classes under errors have answers of their own")
		}
		c.checkClasses(e.Src.get("errors"), e.Errors)
	case "crash":
		if c.f.Workers.Count == Unlimited {
			c.fail(e.Src.at("fault"), "a crash needs to know how many workers there are", "write workers: {count: 50}")
		}
		if e.Src.has("count") == e.Src.has("share") {
			c.failKey(e.Src, "crash needs either count or share", "write count: 3 or share: 50%")
		}
	case "rate_limit":
		c.checkFaultLimit(e)
	case "refuse", "latency", "retry_after", "rush", "poison":
		c.checkFaultMore(e)
	case "disconnect":
		c.checkDisconnect(e)
	case "response_lost", "hang":
		c.warnWithoutTimeout(e)
	}
}
