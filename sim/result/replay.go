package result

// Replay says how the plans of a replay come from those of the run whose dead
// letters go back: the same dependency, workers, policies and live traffic as
// after its last fault, and the letters.
type Replay struct {
	Of      string          `json:"of,omitempty"`     // ID of the result that holds the letters
	Row     string          `json:"row"`              // of it
	Letters []ParkedLetters `json:"letters"`          // in the order in which they were parked
	RatePS  float64         `json:"rate_per_s"`       // with a ramp: at its beginning; 0 is all at once
	ToPS    float64         `json:"to_per_s"`         // with a ramp: at its end
	OverMS  float64         `json:"over_ms"`          // how long the ramp rises, 0 without one
	Batch   int             `json:"batch,omitempty"`  // so many go together
	Newest  bool            `json:"newest,omitempty"` // first, else the oldest
	Policy  string          `json:"policy,omitempty"` // of the replayed jobs; their own where empty
}

// ParkedLetters are so many dead letters, one after the other, that are alike.
type ParkedLetters struct {
	JobType  string `json:"job_type"`
	Class    string `json:"class"`
	Status   int    `json:"status,omitempty"`
	Attempts int    `json:"attempts"` // that each has made
	Jobs     int    `json:"jobs"`
}

// Jobs is the number of letters.
func (r *Replay) Jobs() int {
	n := 0
	for _, l := range r.Letters {
		n += l.Jobs
	}
	return n
}

// ReplayPlanSchema is the name and version of the shape of a ReplayPlan.
const ReplayPlanSchema = "retrysim.replay_plan/v1"

// ReplayPlan is the fastest rate at which dead letters can be replayed so that
// the probability of a collapse is at most Risk, and how that was found.
type ReplayPlan struct {
	Schema       string        `json:"schema"`
	Tool         Tool          `json:"tool"`
	Scenario     Scenario      `json:"scenario"`
	Seed         uint64        `json:"seed"`
	Replications int           `json:"replications"` // of a rate, at most
	Random       bool          `json:"random"`       // false: nothing is random, and one run says it all
	Risk         float64       `json:"risk"`
	Jobs         int           `json:"jobs"`
	LivePS       float64       `json:"live_per_s"`     // fresh jobs, mean
	CapacityPS   *float64      `json:"capacity_per_s"` // null is unlimited
	Best         *ReplayTrial  `json:"best"`           // of Trials; null where no rate holds
	Rounds       []ReplayRound `json:"rounds"`
	Trials       []ReplayTrial `json:"trials"` // by rate
	Warnings     []string      `json:"warnings"`
}

// ReplayTrial is one rate that was tried.
type ReplayTrial struct {
	RatePS       float64    `json:"rate_per_s"`
	DurationS    float64    `json:"duration_s"` // of the replay, as planned
	Replications int        `json:"replications"`
	Collapses    int        `json:"collapses"`
	Probability  float64    `json:"probability"` // of a collapse
	CI95         [2]float64 `json:"ci95"`        // Clopper and Pearson; of one value where nothing is random
	Holds        bool       `json:"holds"`       // the upper end is at most the risk
	Stopped      bool       `json:"stopped"`     // too many collapses for all replications: the others were spared
	FreshShare   float64    `json:"fresh_done_share"`
	FreshP95S    *float64   `json:"fresh_p95_s"` // arrival to completion; null is never
	DiedAgain    float64    `json:"died_again"`  // mean
	ClearS       *float64   `json:"clear_s"`     // from the beginning until the last replayed job has ended, the longest; null is never
}

// ReplayRound is one step of the schedule.
type ReplayRound struct {
	Jobs      int     `json:"jobs"`
	RatePS    float64 `json:"rate_per_s"`
	ToPS      float64 `json:"to_per_s"` // with a ramp
	OverS     float64 `json:"over_s"`   // of the ramp, 0 without
	DurationS float64 `json:"duration_s"`
	WatchS    float64 `json:"watch_s"` // afterwards, before the next round
}
