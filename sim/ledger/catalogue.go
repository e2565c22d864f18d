package ledger

import (
	"slices"
	"strings"

	"retrysim/sim/result"
)

// Standard returns the metrics of every run, fresh. The Account comes first.
func Standard(s Setting) []Metric {
	return []Metric{
		NewAccount(s), NewLoad(s), NewCounts(s), NewCompletion(s), NewWaste(s), NewCalls(s), NewConnections(s), NewWork(s),
		NewKeys(s), NewReplay(s), NewBudgets(s),
	}
}

// Catalogue lists every metric by name, in the order in which reports show
// them, with its unit, the direction that is good, and its definition.
func Catalogue() []result.Info {
	return []result.Info{
		{Name: "peak_retries_per_s", Unit: "/s", Better: result.Lower, Doc: "largest number of retries sent in any sliding window (1 s unless said), per second"},
		{Name: "peak_after_fault_per_s", Unit: "/s", Better: result.Lower, Doc: "the same of all attempts after the end of the last fault"},
		{Name: "peak_load_per_s", Unit: "/s", Better: result.Lower, Doc: "the same of all attempts over the whole run, refused ones included"},
		{Name: "peak_to_capacity", Unit: "", Better: result.Lower, Doc: "peak_load_per_s over the capacity without faults; null when capacity is unlimited"},
		{Name: "time_over_capacity_s", Unit: "s", Better: result.Lower, Doc: "time in which more attempts were sent than the capacity in force could serve"},
		{Name: "attempts", Unit: "attempts", Better: result.Lower, Doc: "attempts sent, first ones and retries"},
		{Name: "retries", Unit: "attempts", Better: result.Lower, Doc: "attempts that were not the first of their job or of its replay"},
		{Name: "retries_refused", Unit: "attempts", Better: result.Neither, Doc: "retries that the policy wanted and the retry budget refused: the job was given up instead; absent where no job type has a budget"},
		{Name: "amplification", Unit: "", Better: result.Lower, Doc: "attempts per job over the run"},
		{Name: "amplification_in_fault", Unit: "", Better: result.Lower, Doc: "attempts sent within fault windows per job that arrived within them"},
		{Name: "fano", Unit: "", Better: result.Lower, Doc: "variance over mean of the attempts per bin up to the end of arrivals, empty bins included"},
		{Name: "recovered_share", Unit: "", Better: result.Higher, Doc: "share of the replications that recovered after the last fault"},
		{Name: "time_to_recover_s", Unit: "s", Better: result.Lower, Doc: "from the end of the last fault until goodput keeps up with arrivals for 10 s and the queue is back to normal"},
		{Name: "goodput_recover_s", Unit: "s", Better: result.Lower, Doc: "the same without the queue's condition"},
		{Name: "backlog_clear_s", Unit: "s", Better: result.Lower, Doc: "from the end of the last fault until, for 10 s, no more jobs wait (for a worker, at a dependency, in backoff) than before the first fault"},
		{Name: "work_abandoned_share", Unit: "", Better: result.Neither, Doc: "share of the dependency's work (server time; calls where it has no servers), from the end of the last fault until recovery, that went into attempts whose caller left before the answer"},
		{Name: "work_left_in_service_share", Unit: "", Better: result.Neither, Doc: "the same of those whose caller left during the service"},
		{Name: "work_repeated_share", Unit: "", Better: result.Neither, Doc: "the same of retries"},
		{Name: "work_first_useful_share", Unit: "", Better: result.Neither, Doc: "the same of first attempts that succeeded for their caller"},
		{Name: "work_refused_share", Unit: "", Better: result.Neither, Doc: "the same of what refusals cost"},
		{Name: "goodput_after_fault_per_s", Unit: "/s", Better: result.Neither, Doc: "jobs completed per second from the end of the last fault until recovery"},
		{Name: "arrivals_after_fault_per_s", Unit: "/s", Better: result.Neither, Doc: "jobs that arrived per second in the same time"},
		{Name: "echo_period_s", Unit: "s", Better: result.Neither, Doc: "time between the peaks of retries that come back again and again after the start of the last fault; null without such echoes"},
		{Name: "echo_count", Unit: "peaks", Better: result.Neither, Doc: "peaks of retries that follow the first one at that period; 0 without echoes"},
		{Name: "echo_decay", Unit: "", Better: result.Neither, Doc: "height of such a peak over the one before, geometric mean"},
		{Name: "goodput_per_s", Unit: "/s", Better: result.Higher, Doc: "jobs completed per second of the time in which jobs arrive"},
		{Name: "done_p50_s", Unit: "s", Better: result.Lower, Doc: "time from arrival to completion over ALL jobs, never for those that do not complete: median"},
		{Name: "done_p95_s", Unit: "s", Better: result.Lower, Doc: "the same, 95th percentile"},
		{Name: "done_p99_s", Unit: "s", Better: result.Lower, Doc: "the same, 99th percentile"},
		{Name: "completion_p50_s", Unit: "s", Better: result.Lower, Doc: "time from arrival to completion of completed jobs only: median"},
		{Name: "completion_p95_s", Unit: "s", Better: result.Lower, Doc: "the same, 95th percentile"},
		{Name: "completion_p99_s", Unit: "s", Better: result.Lower, Doc: "the same, 99th percentile"},
		{Name: "completion_mean_s", Unit: "s", Better: result.Lower, Doc: "the same, mean"},
		{Name: "completion_max_s", Unit: "s", Better: result.Lower, Doc: "the same, largest"},
		{Name: "wait_total_mean_s", Unit: "s", Better: result.Lower, Doc: "sum of a job's backoff waits, mean over settled jobs"},
		{Name: "oldest_retry_s", Unit: "s", Better: result.Lower, Doc: "longest time from a job's first failure until it settled"},
		{Name: "given_up", Unit: "jobs", Better: result.Lower, Doc: "jobs given up by their policy, whatever became of them: parked, kept as failed or dropped; again after a replay"},
		{Name: "exhausted", Unit: "jobs", Better: result.Lower, Doc: "those of them whose retries ran out; the others failed permanently"},
		{Name: "dead_lettered", Unit: "jobs", Better: result.Lower, Doc: "jobs in the dead-letter queue at the end"},
		{Name: "failed", Unit: "jobs", Better: result.Lower, Doc: "jobs that failed for good and stay in their queue"},
		{Name: "lost", Unit: "jobs", Better: result.Lower, Doc: "jobs dropped: nobody can bring them back"},
		{Name: "expired", Unit: "jobs", Better: result.Lower, Doc: "jobs whose deadline passed"},
		{Name: "discarded", Unit: "jobs", Better: result.Neither, Doc: "dead letters thrown away by an operator"},
		{Name: "unfinished", Unit: "jobs", Better: result.Lower, Doc: "jobs alive at the horizon"},
		{Name: "completed", Unit: "jobs", Better: result.Higher, Doc: "jobs that succeeded"},
		{Name: "jobs", Unit: "jobs", Better: result.Neither, Doc: "jobs that arrived"},
		{Name: "dlq_records", Unit: "records", Better: result.Lower, Doc: "dead-letter records written; dedupe writes one for a job however often it fails"},
		{Name: "dlq_depth_max", Unit: "records", Better: result.Lower, Doc: "most records in the dead-letter queue at one time"},
		{Name: "replay_held_share", Unit: "", Better: result.Higher, Doc: "share of the replications in which the replay of dead letters that were there at the start held: of the other jobs that arrive in its last tenth (a minute at least), and of those that arrive in the first half of the time from its end until arrivals end, 95 % at least complete before arrivals end, those left out that fail permanently, and each replayed job comes to an end; null without such letters"},
		{Name: "replay_clear_s", Unit: "s", Better: result.Lower, Doc: "from the beginning of that replay until the last of its jobs has come to an end; never where one does not"},
		{Name: "died_again", Unit: "jobs", Better: result.Lower, Doc: "jobs of that replay that became dead letters again"},
		{Name: "fresh_done_share", Unit: "", Better: result.Higher, Doc: "share of the jobs that arrived after the warm-up and completed, dead letters that were there at the start left out; null without such letters"},
		{Name: "dlq_in_max_per_s", Unit: "/s", Better: result.Lower, Doc: "largest number of records that came into the dead-letter queue in any sliding window (1 s unless said), per second"},
		{Name: "dlq_oldest_s", Unit: "s", Better: result.Lower, Doc: "longest time that a record was in the dead-letter queue, up to the end of the run"},
		{Name: "replay_refused", Unit: "records", Better: result.Lower, Doc: "records that a replay could not run again, or must not any more: most_cycles"},
		{Name: "replay_cycles_max", Unit: "replays", Better: result.Lower, Doc: "most replays of one job"},
		{Name: "wasted_attempts", Unit: "attempts", Better: result.Lower, Doc: "attempts_on_permanent and abandoned_attempts, none counted twice"},
		{Name: "attempts_on_permanent", Unit: "attempts", Better: result.Lower, Doc: "retries of a permanent failure"},
		{Name: "abandoned_attempts", Unit: "attempts", Better: result.Lower, Doc: "attempts whose caller no longer waited when they ended"},
		{Name: "duplicate_runs", Unit: "runs", Better: result.Lower, Doc: "runs of a job of which another run was still going, or whose lock was lost before they began"},
		{Name: "duplicate_effects", Unit: "effects", Better: result.Lower, Doc: "effects applied again after their first time"},
		{Name: "never_effected", Unit: "jobs", Better: result.Lower, Doc: "jobs completed or parked without the effect that they should have had"},
		{Name: "queue_depth_max", Unit: "jobs", Better: result.Lower, Doc: "most jobs waiting to be served at one time: for a worker, for a connection, or in a dependency's room"},
		{Name: "worker_utilisation", Unit: "", Better: result.Neither, Doc: "mean share of the workers that hold a job, asleep or awake, from the warm-up until arrivals or the run end; null when unlimited"},
		{Name: "dependency_utilisation", Unit: "", Better: result.Neither, Doc: "mean share of the dependency's servers that are busy, from the warm-up until arrivals or the run end; null when unlimited"},
		{Name: "dependency_wait_mean_s", Unit: "s", Better: result.Lower, Doc: "mean wait of served calls for a server"},
		{Name: "dependency_in_system_mean", Unit: "calls", Better: result.Lower, Doc: "mean number of calls in service or waiting at the dependency, from the warm-up until arrivals or the run end"},
		{Name: "dependency_dropped", Unit: "calls", Better: result.Neither, Doc: "calls that the dependency dropped when their turn for a server came, because they had expired, were hopeless or stood too long (CoDel)"},
		{Name: "dependency_rejected_share", Unit: "", Better: result.Lower, Doc: "share of the calls that were refused without service"},
		{Name: "dependency_calls", Unit: "calls", Better: result.Lower, Doc: "calls sent to the dependencies, from the warm-up on, refused ones included; dependency_calls[NAME] is one of several dependencies"},
		{Name: "key_done_worst_share", Unit: "", Better: result.Higher, Doc: "smallest share of jobs completed of any key that has 20 jobs or more; null when jobs have no keys"},
		{Name: "key_completion_median_s", Unit: "s", Better: result.Lower, Doc: "mean time from arrival to completion of the key in the middle: half of the keys see a shorter one, a key that completes nothing sees no end; null when jobs have no keys"},
		{Name: "connections_opened", Unit: "connections", Better: result.Lower, Doc: "connections set up, those included that nobody waited for any more; null where calls need none"},
		{Name: "connection_wait_mean_s", Unit: "s", Better: result.Lower, Doc: "mean time from a call to its connection, new or idle, over the calls that got one"},
		{Name: "connections_refused", Unit: "calls", Better: result.Lower, Doc: "calls that failed because they got no connection: the backlog was full, or none of the most came free within wait"},
		{Name: "workers_max", Unit: "workers", Better: result.Lower, Doc: "most workers at one time, those included that still start and those let go that end their last job; null when unlimited"},
		{Name: "worker_hours", Unit: "h", Better: result.Lower, Doc: "the time that all workers, those included, were there, added up over the run; null when unlimited"},
		{Name: "servers_max", Unit: "servers", Better: result.Lower, Doc: "most servers of each dependency at one time, those included that still start and those let go that end their last call, added up; null when none are limited"},
		{Name: "server_hours", Unit: "h", Better: result.Lower, Doc: "the time that all servers, those included, were there, added up over the run; null when none are limited"},
		{Name: "time_to_detect_s", Unit: "s", Better: result.Lower, Doc: "from the beginning of the first fault until the first alert since; never if none fires, null without a fault or an alert; time_to_detect_s[NAME] is one of them"},
		{Name: "false_alarms", Unit: "alerts", Better: result.Lower, Doc: "firings with no fault in force and none that ended less than time_to_recover_s ago; false_alarms[NAME] is one of them"},
		{Name: "pages", Unit: "pages", Better: result.Lower, Doc: "times that an alert paged somebody"},
		{Name: "alerts", Unit: "alerts", Better: result.Neither, Doc: "times that an alert fired, pages and mere counts; alerts[NAME] is one of them"},
	}
}

// Ordered sorts values into the order of the catalogue. Values of one job type
// or effect, name[of], follow in the order in which they came; values that are
// in no catalogue, of a further metric, come last.
func Ordered(values []Value) []Value {
	rank := map[string]int{}
	for i, info := range Catalogue() {
		rank[info.Name] = i
	}
	place := func(v Value) int {
		name, _, of := strings.Cut(v.Name, "[")
		k, known := rank[name]
		switch {
		case !known:
			return 2 * len(rank)
		case of:
			return len(rank)
		}
		return k
	}
	out := slices.Clone(values)
	slices.SortStableFunc(out, func(a, b Value) int { return place(a) - place(b) })
	return out
}
