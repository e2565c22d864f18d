package scenarios

import (
	"time"

	"retrysim/sim/model"
)

// File is a scenario file: its fields are the keys at the top.
type File struct {
	Src          *Node            `yaml:"-"`
	Version      int              `yaml:"version,required" range:"[1, 1]" doc:"of this format: write version: 1"`
	Name         string           `yaml:"name,required" doc:"a short name, in lower case with hyphens"`
	About        string           `yaml:"about" doc:"what it shows, in a sentence or two"`
	Run          Run              `yaml:"run,required" doc:"how long to run: write run: {until: 10m}"`
	Jobs         Map[Job]         `yaml:"jobs,required" doc:"the job types: write jobs: {NAME: {calls: DEPENDENCY, arrive: ...}}"`
	Arrive       Map[Arrival]     `yaml:"arrive" doc:"arrivals that the job types share by their weights"`
	Queue        Queue            `yaml:"queue" doc:"where jobs wait for a worker"`
	Workers      Workers          `yaml:"workers" doc:"who makes the attempts"`
	Dependencies Map[Dependency]  `yaml:"dependencies,required" doc:"what the jobs call: write dependencies: {NAME: {servers: 8, service: 100ms}}"`
	Timeline     []Event          `yaml:"timeline" doc:"what befalls the world (fault) and what operators do (do)"`
	Responses    Responses        `yaml:"responses" doc:"alternative moves of the operator, by name: entries that a row adds to the timeline"`
	Policies     Map[PolicyWords] `yaml:"policies" doc:"retry policies by name: a preset, and what differs from it"`
	Compare      Map[Row]         `yaml:"compare" doc:"the rows to compare; the first one is the baseline"`
	DeadLetters  DeadLetters      `yaml:"dead_letters" doc:"what becomes of jobs that will not be retried"`
	Alerts       []Alert          `yaml:"alerts" doc:"rules that page or count"`
	Thresholds   []Threshold      `yaml:"thresholds" doc:"what every row but the baseline must keep"`
	Worlds       notYet           `yaml:"worlds"`
	Tune         notYet           `yaml:"tune"`
	Extends      notYet           `yaml:"extends"`
}

// Run is how long to run and how often.
type Run struct {
	Src          *Node         `yaml:"-"`
	Until        time.Duration `yaml:"until" range:"> 0s" doc:"arrivals end here"`
	Jobs         int64         `yaml:"jobs" range:">= 1" doc:"arrivals end after so many jobs"`
	Horizon      time.Duration `yaml:"horizon" range:"> 0s" doc:"no run goes on past this; 10 times until unless said, at most 30 years"`
	Replications int           `yaml:"replications" default:"30" range:"[1, 100000]" doc:"runs with fresh luck"`
	Seed         uint64        `yaml:"seed" default:"1" doc:"of all randomness"`
	Bin          time.Duration `yaml:"bin" range:"> 0s" doc:"width of a bin of the series; about a thousandth of until unless said"`
	PeakWindow   time.Duration `yaml:"peak_window" default:"1s" range:"> 0s" doc:"width of the sliding window of the peaks"`
	WarmUp       time.Duration `yaml:"warm_up" doc:"steady-state metrics leave out what came before"`
}

// Job is one type of job.
type Job struct {
	Src         *Node         `yaml:"-"`
	Calls       Calls         `yaml:"calls" doc:"the dependency that an attempt calls, or one of several by weight: {eu: 70%, us: 30%}"`
	RouteBy     string        `yaml:"route_by" enum:"job attempt key" doc:"what chooses among several: the job, once; each attempt anew, as a client does that fails over; or the job's key; job unless said"`
	Keys        *Keys         `yaml:"keys" doc:"the tenants that the jobs belong to: how many, or {count: 500, skew: 1.1}; each job to one, drawn once"`
	Arrive      Map[Arrival]  `yaml:"arrive" doc:"its own arrivals, by name"`
	Weight      float64       `yaml:"weight" range:"> 0" doc:"its part of the shared arrivals, against the other types"`
	Timeout     time.Duration `yaml:"timeout" range:"> 0s" doc:"the client's patience per attempt; none unless said"`
	OnTimeout   string        `yaml:"on_timeout" enum:"keeps_running cancelled" default:"keeps_running" doc:"what the dependency does with a call whose client gave up"`
	Deadline    Deadline      `yaml:"deadline" doc:"a job older than this expires instead of being taken; with a law, {exponential: {mean: 30s}}, every job draws its patience and leaves the queue at that age"`
	Priority    int           `yaml:"priority" doc:"higher is taken first where the queue's order is priority"`
	Permanent   Map[Share]    `yaml:"permanent" doc:"the share of jobs that fail for good, by class of failure"`
	SubjectGone Law           `yaml:"subject_gone" doc:"age at which a job's subject no longer exists: a broken business rule from then on"`
	Size        model.Size    `yaml:"size" doc:"drawn once a job: every service of it takes so many times as long, at each attempt; 1 unless said"`
	Budget      *Budget       `yaml:"budget" doc:"what retries it may make, whatever its policy wants; a refused retry gives the job up"`
	Effect      *Effect       `yaml:"effect" doc:"the side effect of a served call"`
	Steps       []Step        `yaml:"steps" doc:"several calls in order, instead of calls and effect; a retry runs all of them again"`
	Payload     Payload       `yaml:"payload" doc:"kept in dead letters: text, or a map as JSON"`
	Replayable  Share         `yaml:"replayable" default:"100%" doc:"the share of its dead letters that can be run again"`
}

// Effect is a side effect that must happen once.
type Effect struct {
	Src        *Node         `yaml:"-"`
	Name       string        `yaml:"name,required" doc:"what metrics call it, for example charge"`
	Guard      string        `yaml:"guard" enum:"none idempotency_key unique check_then_insert" default:"none" doc:"what keeps it from happening twice"`
	Key        string        `yaml:"key" enum:"original_job job attempt" default:"original_job" doc:"what an idempotency key stands for: job is a new one after a replay"`
	KeyExpires time.Duration `yaml:"key_expires" range:"> 0s" doc:"an idempotency key older than this guards no longer; it guards for ever unless said"`
}

// Step is one call of an attempt.
type Step struct {
	Src    *Node   `yaml:"-"`
	Name   string  `yaml:"name,required" doc:"of the step"`
	Calls  Calls   `yaml:"calls,required" doc:"the dependency that it calls, or one of several by weight: {eu: 70%, us: 30%}"`
	Route  string  `yaml:"route_by" enum:"job attempt key" doc:"what chooses among several; job unless said"`
	Effect *Effect `yaml:"effect" doc:"its side effect"`
}

// Queue is where jobs wait for a worker.
type Queue struct {
	Src          *Node    `yaml:"-"`
	Order        string   `yaml:"order" enum:"fifo lifo priority fair" default:"fifo" doc:"which job is taken next; fair: the keys of the jobs take turns, a job type without keys counts as one"`
	Room         Count    `yaml:"room" default:"unlimited" doc:"ready jobs that may wait; the next one is dropped"`
	Most         int      `yaml:"most_per_key" range:">= 1" doc:"jobs of one key in hand at once; the others of that key are passed over"`
	WaitIn       string   `yaml:"wait_in" enum:"queue worker memory" default:"queue" doc:"where the backoff waits; worker: it sleeps in the worker, which stays busy; memory: it is handed out at once and kept by a process without a worker, while its lock runs"`
	Review       Law      `yaml:"review" doc:"retries become ready only at the looks of a poller: at multiples of a duration, or with every gap drawn from a law"`
	ReviewJitter Share    `yaml:"review_jitter" doc:"each gap between two looks is drawn evenly within so much above and below review"`
	ReviewBatch  Count    `yaml:"review_batch" default:"unlimited" range:">= 1" doc:"retries that a look makes ready, the longest due first; the rest waits for the next look"`
	Pollers      *Pollers `yaml:"pollers" doc:"several pollers, each with looks of its own, instead of review and its batch and jitter"`
	Take         string   `yaml:"take" enum:"at_review also_when_a_worker_frees" doc:"when a due retry is taken; only with review or pollers"`
	MaxReceives  Count    `yaml:"max_receives" default:"unlimited" range:">= 1" doc:"a job that has been handed out so often, whatever came of it, is given up when it would be handed out again"`
}

// Workers make the attempts.
type Workers struct {
	Src             *Node         `yaml:"-"`
	Count           Count         `yaml:"count" default:"unlimited" doc:"jobs in hand at once, over all workers"`
	Lock            time.Duration `yaml:"lock" range:"> 0s" doc:"a taken job belongs to its worker for so long; for ever unless said"`
	Renew           bool          `yaml:"renew" doc:"the lock is renewed while the worker lives"`
	LockCoversSleep bool          `yaml:"lock_covers_sleep" default:"true" doc:"with wait_in: worker, the lock runs on through the sleep instead of being taken anew"`
	StaleAfter      time.Duration `yaml:"stale_after" range:"> 0s" doc:"no progress for so long counts as a stall"`
	OnStale         string        `yaml:"on_stale" enum:"alert requeue" default:"alert" doc:"what a stall does to the jobs in hand"`
	Autoscale       *Autoscale    `yaml:"autoscale" doc:"their number follows the load; count is how many there are at first"`
	MaxStalls       Count         `yaml:"max_stalls" doc:"lost locks that a job survives; they no longer count as attempts. Unless said, each counts as an attempt and nothing else limits them"`
	Acknowledge     string        `yaml:"acknowledge" enum:"at_end at_start" default:"at_end" doc:"when a job leaves the queue; at_start: its lock ends as its attempt begins, so it runs once, and is lost with its worker"`
	Disconnect      time.Duration `yaml:"disconnect" range:"> 0s" doc:"the queue notices after so long that a worker has died, and hands its jobs out again; unless said it waits for their locks"`
	ClockSkew       Skew          `yaml:"clock_skew" doc:"how far the clock of each process is off, of each worker without processes: drawn once, ahead as often as behind. Due times and locks that it writes come off so much later or earlier, never before now"`
	Processes       int           `yaml:"processes" range:">= 1" doc:"that the workers belong to, in equal blocks; 1 unless said"`
	Prefetch        int           `yaml:"prefetch" range:">= 0" doc:"jobs that a process reserves beyond those that its workers run; they wait in it, and their locks run"`
}

// DeadLetters is what becomes of jobs that will not be retried.
type DeadLetters struct {
	Src      *Node         `yaml:"-"`
	Enabled  bool          `yaml:"enabled" default:"true" doc:"false: they are dropped with a log line, and counted as lost"`
	InPlace  bool          `yaml:"in_place" doc:"true: they stay in their queue as failed, there is no dead-letter queue"`
	Dedupe   bool          `yaml:"dedupe" default:"true" doc:"a repeat failure of a job raises occurrences instead of adding a record"`
	Key      string        `yaml:"key" enum:"job_id" default:"job_id" doc:"what makes two records the same"`
	Keep     time.Duration `yaml:"keep" range:"> 0s" doc:"records older than this are dropped; kept for ever unless said"`
	KeepFrom string        `yaml:"keep_from" enum:"parked enqueue" default:"parked" doc:"where the age of a record begins: when it was parked, or when its job came, which leaves it less time"`
	Clock    string        `yaml:"replay_clock" enum:"restart keep" default:"restart" doc:"what a replay does to that age; keep: a job that dies again is no younger"`
	Limit    Count         `yaml:"limit" default:"unlimited" range:">= 1" doc:"records kept"`
	WhenFull string        `yaml:"when_full" enum:"drop_oldest refuse" default:"drop_oldest" doc:"what a further record meets when the limit is reached"`
	Parked   Map[Count]    `yaml:"parked" doc:"records that are there when the run begins, {JOB TYPE: COUNT}: jobs that timed out once, all of which can be replayed"`
}

// Row is one line of a comparison.
type Row struct {
	Src      *Node   `yaml:"-"`
	Policy   RowUse  `yaml:"policy" doc:"one name for every job type, or {JOB TYPE: NAME}; needed unless there is one policy only"`
	Set      RowSets `yaml:"set" doc:"values of the scenario that differ in this row: {PATH: VALUE}"`
	Response string  `yaml:"response" doc:"the response that this row adds to the timeline"`
}

// Alert is a rule that pages or counts.
type Alert struct {
	Src    *Node  `yaml:"-"`
	Name   string `yaml:"name,required" doc:"of the alert"`
	When   string `yaml:"when,required" doc:"for example failed_jobs > 100, failures over 5m > 100, dlq_depth rises for 1m, retries_exhausted"`
	Scope  string `yaml:"scope" enum:"queue job_type job error" default:"queue" doc:"what it keeps a separate state for"`
	Fires  string `yaml:"fires" enum:"once every_failure" default:"once" doc:"once until it clears, or at every failure while it holds"`
	Clears string `yaml:"clears" doc:"the level at which it is over and may fire again, < 50 where it fires above 100; unless said, when its condition no longer holds"`
	Action string `yaml:"action" enum:"page count" default:"page" doc:"what it does"`
}

// Threshold is a condition on the result, kept as text for the package that
// judges results.
type Threshold struct {
	Text string
	Pos  Pos
	Path string
}

func (t *Threshold) decodeNode(d *decoder, n *Node) {
	text, ok := d.scalar(n, "text such as dead_lettered / jobs <= 0.1%")
	if ok {
		*t = Threshold{Text: text, Pos: n.pos, Path: n.path}
	}
}

// orders are the disciplines by their words.
var orders = map[string]model.Order{
	"fifo": model.FIFO, "lifo": model.LIFO, "priority": model.Priority, "shared": model.Shared, "fair": model.Fair,
}
