package explain

import (
	"strings"

	"retrysim/sim/ledger"
	"retrysim/sim/result"
)

// term is a word and what it means here.
type term struct{ word, means string }

var terms = []term{
	{"attempt", "one call for a job. The first call counts: max_attempts n is the first call and n - 1 retries."},
	{"retry", "every attempt after the first. Retry 1 is the second call."},
	{"base", "the wait before the second call."},
	{"backoff", "the rule by which the waits between attempts grow."},
	{"cap", "the longest wait of the backoff. A jitter that comes after it can exceed it; a server's hint is not held by it."},
	{"jitter", "the random spread of a wait. It keeps jobs that failed together from coming back together."},
	{"hint", "the Retry-After that a server sends with a refusal: the wait that it asks for."},
	{"herd", "many attempts at one moment, because their jobs failed at one moment or were given the same wait."},
	{"capacity", "calls per second that a dependency can serve: servers x speed / mean service time, or its rate limit if that is less."},
	{"room", "how many calls may wait at a dependency, or jobs in a queue. The next one is refused, or dropped."},
	{"goodput", "jobs completed per second: what is left of the load after failures and waste."},
	{"recovered", "goodput keeps up with the arrivals for 10 s after the last fault, and the queue is no longer than before; work that all came before has recovered when its last job has settled."},
	{"work", "the server time of a dependency, calls where it has no servers; refused ones cost nothing unless the scenario says so."},
	{"echo", "a peak of retries that comes back, again and again, at the distance of the wait that all who failed together were given."},
	{"amplification", "attempts per job. 1 means that nothing was retried."},
	{"lock", "a job that a worker has taken belongs to it for so long. A job that outlives its lock is run by a second worker as well."},
	{"review", "the period at which a queue looks for retries that are due. No retry starts between two reviews."},
	{"dead letter", "the record of a job that was given up: parked, to be inspected, replayed or discarded."},
	{"replay", "to put dead letters back into the queue. The same job starts anew, its attempts counted from one."},
	{"effect", "what a call must do once, such as a charge. A retry repeats it unless a guard keeps it from that."},
	{"guard", "what keeps an effect from happening twice: an idempotency key, a unique constraint, or a look before the write, which two overlapping calls both pass."},
	{"row", "one choice that is compared: policies, and changed settings. The first row, or the one chosen, is the baseline."},
	{"replication", "one run with its own luck. All rows meet the same luck (common random numbers), so they differ by their choice alone."},
	{"open load", "jobs arrive whether or not anybody is served. In a closed load a client waits for its answer before it sends the next job, so an outage slows the arrivals too."},
	{"horizon", "the time at which a run ends at the latest. What is alive then counts as unfinished."},
	{"never", "a time that does not come: a job that is never done, a system that never recovers."},
}

var buckets = []term{
	{"completed", "it was done."},
	{"dead_lettered", "it is in the dead-letter queue at the end."},
	{"failed", "it failed for good and stays in its queue, where queues keep such jobs."},
	{"dropped", "nobody can bring it back: dead letters are off, a queue or the dead-letter queue was full, it was purged, its record grew too old, or could not be written. These jobs are lost."},
	{"expired", "its deadline passed."},
	{"discarded", "an operator threw its dead letter away."},
	{"unfinished", "it was still alive at the horizon."},
}

// Glossary is what the words and the numbers mean: the text of a help page.
func Glossary() string {
	var b strings.Builder
	p := &page{w: &b}
	p.line("What the words and the numbers mean")
	p.title("Words")
	p.line("")
	p.terms(terms)
	p.title("Where a job ends")
	p.say("Every job ends in exactly one of these, and they add up to the jobs that arrived. A replay takes its job out again.")
	p.line("")
	p.terms(buckets)
	p.title("Metrics")
	p.say("Each is the number of one run; a result shows the mean over its replications with a 95 %% interval, and quantiles " +
		"over the jobs of all of them. The interval covers the luck of arrivals, services and jitter, not what was assumed " +
		"about the outage. A number without samples is missing, not 0. Behind the name: the unit, and whether less or more is better.")
	for _, m := range ledger.Catalogue() {
		p.line("")
		p.line("  " + m.Name + unitWords(m))
		p.hang("      ", "      ", sentence(m.Doc))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// terms lists words and their meanings.
func (p *page) terms(list []term) {
	for _, t := range list {
		p.item(18, t.word, "%s", t.means)
	}
}

func unitWords(m result.Info) string {
	var parts []string
	if m.Unit != "" {
		parts = append(parts, m.Unit)
	}
	switch m.Better {
	case result.Lower:
		parts = append(parts, "less is better")
	case result.Higher:
		parts = append(parts, "more is better")
	}
	if len(parts) == 0 {
		return ""
	}
	return "  (" + strings.Join(parts, ", ") + ")"
}
