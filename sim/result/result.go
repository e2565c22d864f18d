package result

import (
	"bytes"
	"encoding/json"
)

// Schema names the JSON shape of a Result and its version.
const Schema = "retrysim.result/v1"

// Result is one judged answer: one or more policies (rows), each over the same
// replications of one scenario.
type Result struct {
	Schema       string         `json:"schema"`
	Tool         Tool           `json:"tool"`
	Scenario     Scenario       `json:"scenario"`
	Seed         uint64         `json:"seed"`
	Replications int            `json:"replications"`
	Partial      bool           `json:"partial"` // interrupted: holds the replications that were done
	BinMS        float64        `json:"bin_ms"`
	PeakWindowMS float64        `json:"peak_window_ms"`
	UntilMS      float64        `json:"until_ms"`   // arrivals end here
	HorizonMS    float64        `json:"horizon_ms"` // no run goes on past this
	Load         string         `json:"load"`       // open, closed or mixed
	Faults       []FaultWindow  `json:"faults"`
	Actions      []ActionMark   `json:"actions,omitempty"`
	Policies     []PolicyResult `json:"policies"`
	Comparison   []Comparison   `json:"comparison,omitempty"`
	Thresholds   []Threshold    `json:"thresholds,omitempty"`
	Findings     []Finding      `json:"findings,omitempty"`
	Warnings     []Warning      `json:"warnings,omitempty"`
}

// Tool says what made the result. Floats differ between architectures in their
// last digits, so results of different GOARCH are never merged.
type Tool struct {
	Version string `json:"version"`
	GOARCH  string `json:"goarch"`
}

// Scenario names the scenario and carries what is needed to run it again.
type Scenario struct {
	Name   string   `json:"name"`
	Digest string   `json:"digest"` // of the scenario's text with overrides applied
	About  string   `json:"about,omitempty"`
	File   string   `json:"file,omitempty"`   // "embedded" or the path as given
	Source string   `json:"source,omitempty"` // the YAML text
	Set    []string `json:"set,omitempty"`    // overrides, "path=value", in order
	Rows   []string `json:"rows,omitempty"`   // rows asked for besides or instead of the scenario's, as -p says them
	Replay *Replay  `json:"replay,omitempty"` // the run is a replay of dead letters
}

// FaultWindow is one fault on the timeline, in milliseconds of virtual time:
// it holds at StartMS and no longer at EndMS.
type FaultWindow struct {
	Name    string  `json:"name"`
	Effect  string  `json:"effect"`
	Target  string  `json:"target"`
	StartMS float64 `json:"start_ms"`
	EndMS   float64 `json:"end_ms"`
	// Within says that the fault is in force only now and then within the
	// window: at random times, or above a load.
	Within bool `json:"within,omitempty"`
}

// ActionMark is one operator action on the timeline.
type ActionMark struct {
	Name   string  `json:"name"`
	Action string  `json:"action"`
	AtMS   float64 `json:"at_ms"`
}

// PolicyResult is one row: one choice of policies and settings over all
// replications.
type PolicyResult struct {
	Name         string               `json:"name"`
	Policies     []JobPolicy          `json:"policies,omitempty"` // per job type
	Settings     []string             `json:"settings,omitempty"` // settings of the row that change how it must be read
	PlanDigest   string               `json:"plan_digest"`
	Ledger       Ledger               `json:"ledger"`
	DroppedBy    map[string]int64     `json:"dropped_by,omitempty"`
	Recovery     string               `json:"recovery,omitempty"` // whether it recovered after the last fault, in words; what keeps it from it
	Metrics      Metrics              `json:"metrics"`
	Series       map[string][]float64 `json:"series,omitempty"` // mean over replications, one value a bin
	SeriesP05    map[string][]float64 `json:"series_p05,omitempty"`
	SeriesP95    map[string][]float64 `json:"series_p95,omitempty"`
	Histograms   map[string]Histogram `json:"histograms,omitempty"`
	DeadLetters  []DeadLetter         `json:"dead_letters,omitempty"` // of the first replication, the first few
	Fingerprint  string               `json:"fingerprint"`
	Warnings     []Warning            `json:"warnings,omitempty"`
	Replications int                  `json:"replications"`

	// Faults and Actions are the row's own timeline. All rows have theirs where
	// the timelines differ, none of them where those of the result are all rows'.
	Faults  []FaultWindow `json:"faults,omitempty"`
	Actions []ActionMark  `json:"actions,omitempty"`
}

// JobPolicy says in words how one job type is retried.
type JobPolicy struct {
	JobType     string `json:"job_type"`
	Policy      string `json:"policy"`
	Formula     string `json:"formula"`
	MaxAttempts *int   `json:"max_attempts"` // counts the first; null is no limit
	Retries     *int   `json:"retries"`      // max_attempts - 1
}

// Ledger is the conservation ledger: where every job ended. Counts are totals
// over the replications and always add up to Jobs.
type Ledger struct {
	Jobs         int64 `json:"jobs"`
	Completed    int64 `json:"completed"`
	DeadLettered int64 `json:"dead_lettered"`
	Failed       int64 `json:"failed"`
	Dropped      int64 `json:"dropped"`
	Expired      int64 `json:"expired"`
	Discarded    int64 `json:"discarded"`
	Unfinished   int64 `json:"unfinished"`
}

// Settled is the number of jobs in all buckets. It equals Jobs in every result.
func (l Ledger) Settled() int64 {
	return l.Completed + l.DeadLettered + l.Failed + l.Dropped + l.Expired + l.Discarded + l.Unfinished
}

// Add adds the counts of another ledger.
func (l *Ledger) Add(o Ledger) {
	l.Jobs += o.Jobs
	l.Completed += o.Completed
	l.DeadLettered += o.DeadLettered
	l.Failed += o.Failed
	l.Dropped += o.Dropped
	l.Expired += o.Expired
	l.Discarded += o.Discarded
	l.Unfinished += o.Unfinished
}

// Better says which direction of a metric is good.
type Better string

// The directions of a metric. Neither is for numbers that only describe.
const (
	Lower   Better = "lower"
	Higher  Better = "higher"
	Neither Better = ""
)

// Info describes one metric of the catalogue.
type Info struct {
	Name   string
	Unit   string // "s", "/s", "attempts", "jobs", "" for a ratio
	Better Better
	Doc    string // one sentence, the definition
}

// Metric is one number of one row over the replications. Value is their mean,
// or, for pooled quantiles, the quantile of the merged histograms. CI95 is null
// with one replication.
type Metric struct {
	Name   string      `json:"-"`
	Unit   string      `json:"unit,omitempty"`
	Better Better      `json:"better,omitempty"`
	Value  *float64    `json:"value"`
	CI95   *[2]float64 `json:"ci95"`
	SD     *float64    `json:"sd"`
	N      int         `json:"n"`                // replications with a value
	Never  bool        `json:"never,omitempty"`  // the value is infinite: it never happens
	Method string      `json:"method,omitempty"` // how value and interval were made, where it is not the mean and t
	Values []*float64  `json:"values"`           // one per replication; null without samples
}

// Metrics is the ordered list of a row's metrics; in JSON an object in that order.
type Metrics []Metric

// Get returns the metric of that name. Names of one job type carry it in
// brackets: dead_lettered[send-webhook].
func (m Metrics) Get(name string) (Metric, bool) {
	for _, v := range m {
		if v.Name == name {
			return v, true
		}
	}
	return Metric{}, false
}

// MarshalJSON writes the metrics as an object, in order.
func (m Metrics) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, v := range m {
		if i > 0 {
			out = append(out, ',')
		}
		k, err := json.Marshal(v.Name)
		if err != nil {
			return nil, err
		}
		b, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, k...), ':'), b...)
	}
	return append(out, '}'), nil
}

// Comparison is one row against the baseline in one metric: the difference
// (row minus baseline) on common random numbers, with its 95 % interval.
type Comparison struct {
	Metric     string      `json:"metric"`
	Policy     string      `json:"policy"`
	Against    string      `json:"against"`
	Difference *float64    `json:"difference"`
	Percent    *float64    `json:"percent,omitempty"` // of the baseline's mean; null where that is 0
	CI95       *[2]float64 `json:"ci95"`
	PAdjusted  *float64    `json:"p_adjusted"`
	N          int         `json:"n"`
	Verdict    string      `json:"verdict"`        // better, worse, no difference shown
	Note       string      `json:"note,omitempty"` // why no difference could be shown
}

// The verdicts of a comparison and of a threshold.
const (
	VerdictBetter       = "better"
	VerdictWorse        = "worse"
	VerdictNone         = "no difference shown"
	VerdictPass         = "pass"
	VerdictFail         = "fail"
	VerdictInconclusive = "inconclusive"
)

// Threshold is one judged expression for one row.
type Threshold struct {
	Expression string      `json:"expression"`
	Policy     string      `json:"policy"`
	Measured   *float64    `json:"measured"`
	CI95       *[2]float64 `json:"ci95"`
	Verdict    string      `json:"verdict"`
	Note       string      `json:"note,omitempty"` // for inconclusive: about how many more replications
}

// Finding is one sentence that the numbers support, most important first.
type Finding struct {
	Text   string `json:"text"`
	Metric string `json:"metric,omitempty"` // that it is about, where it is one
}

// Warning is a doubt about the numbers, shown by every format.
type Warning struct {
	Code    string `json:"code"`
	Policy  string `json:"policy,omitempty"`
	Message string `json:"message"`
}

// DeadLetter is one record of the dead-letter queue. Times are milliseconds of
// virtual time.
type DeadLetter struct {
	Job           string          `json:"original_job_id"`
	Name          string          `json:"original_name,omitempty"`
	JobType       string          `json:"job_type"`
	Queue         string          `json:"original_queue"`
	Payload       json.RawMessage `json:"original_data,omitempty"`
	FailureReason string          `json:"failure_reason"` // the error class
	ErrorDetails  string          `json:"error_details"`  // the error text
	Status        int             `json:"status,omitempty"`
	Attempts      int             `json:"attempts"`
	Retries       int             `json:"retries"`
	FirstFailedMS float64         `json:"first_failed_at_ms"`
	FailedMS      float64         `json:"failed_at_ms"`
	LastFailedMS  float64         `json:"last_failed_at_ms"`
	DedupeKey     string          `json:"dedupe_key,omitempty"`
	Occurrences   int             `json:"occurrences"`
	Replayable    bool            `json:"replayable"`
	// History is in the archive and not in a result: the attempts that have
	// ended, in that order, those before a replay included.
	History []Attempt `json:"attempt_history,omitempty"`
}

// Attempt is one ended attempt of a dead letter. Times are milliseconds of
// virtual time: its worker took the job, its caller had the answer or gave up.
type Attempt struct {
	Number    int     `json:"attempt"` // from 1; counts on over a replay
	StartedMS float64 `json:"started_at_ms"`
	EndedMS   float64 `json:"ended_at_ms"`
	Class     string  `json:"class"`
	Status    int     `json:"status,omitempty"`
}

// DelayRow is one retry of a policy's delay table, in milliseconds. Nominal is
// the delay with jitter off; null where none exists.
type DelayRow struct {
	Retry         int      `json:"retry"`
	NominalMS     *float64 `json:"nominal_ms"`
	MinMS         float64  `json:"min_ms"`
	MeanMS        float64  `json:"mean_ms"`
	MaxMS         float64  `json:"max_ms"`
	BeyondDefault bool     `json:"beyond_default"`
}

// PolicySchema names the JSON shape of a DelayTable.
const PolicySchema = "retrysim.policy/v1"

// DelayTable is a policy shown: its facts, its waits, and what the linter says.
type DelayTable struct {
	Schema             string        `json:"schema"`
	Name               string        `json:"name"`
	System             string        `json:"system"`
	Source             string        `json:"source"`
	About              string        `json:"about,omitempty"`
	MaxAttempts        *int          `json:"max_attempts"`
	DefaultMaxAttempts *int          `json:"default_max_attempts"`
	Formula            string        `json:"formula"`
	Settings           []Setting     `json:"settings,omitempty"`
	Delays             []DelayRow    `json:"delays"`
	WorstCaseTotalMS   *float64      `json:"worst_case_total_ms"`
	Notes              []string      `json:"notes,omitempty"`
	SeeAlso            []string      `json:"see_also,omitempty"`
	Lint               []LintFinding `json:"lint"`
}

// Setting is one flattened value and who set it.
type Setting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin string `json:"origin"` // preset NAME, scenario, flag, environment, default
}

// LintFinding is one remark of the linter.
type LintFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"` // warning or error
	Path     string `json:"path,omitempty"`
	Message  string `json:"message"`
}

// UnmarshalJSON reads the object that MarshalJSON wrote, keeping its order.
func (m *Metrics) UnmarshalJSON(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var v Metric
		if err := dec.Decode(&v); err != nil {
			return err
		}
		v.Name = key.(string)
		*m = append(*m, v)
	}
	return nil
}
