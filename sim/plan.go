package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"retrysim/policies"
	"retrysim/sim/model"
)

// Plan is one row of a scenario, resolved: every relative time absolute, every
// name an index, every default filled in. It is a value that two runs may
// share; a run never writes to it.
type Plan struct {
	Scenario string
	Row      string
	Seed     uint64
	Until    time.Duration // open arrivals end here (an arrival at Until no longer comes)
	JobLimit int64         // arrivals end after so many jobs; 0 is no limit
	Horizon  time.Duration // no run goes on past this
	WarmUp   time.Duration // steady-state metrics leave out what came before
	Bin      time.Duration // of the series
	Window   time.Duration // of the sliding peaks

	Policies []PolicyUse
	Types    []model.JobType
	Common   []model.Source // arrivals shared by the job types, by weight
	Stations []model.Station
	Queue    model.Queue
	Workers  model.Workers
	Dead     model.DeadLetters
	Faults   []model.Fault
	Actions  []model.Action
	Alerts   []model.Alert

	// Parked are dead letters from before, the oldest first. They count as
	// jobs that arrived and died at time 0, but not as traffic.
	Parked []model.ParkedJobs `json:",omitzero"`
}

// PolicyUse is a policy and the text that it is digested by.
type PolicyUse struct {
	Name   string
	Text   string           // its flattened settings, in a fixed order
	Policy *policies.Policy `json:"-"`
}

// Digest is a short hash of everything that the plan says but its seed and its
// names: equal digests and seeds give equal bytes.
func (p *Plan) Digest() string {
	q := *p
	q.Scenario, q.Row, q.Seed = "", "", 0
	b, err := json.Marshal(&q)
	if err != nil {
		panic(fmt.Sprintf("sim: plan does not marshal: %v", err))
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}
