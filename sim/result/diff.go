package result

// DiffSchema names the JSON shape of a Diff.
const DiffSchema = "retrysim.diff/v1"

// Diff is what differs between two results: first what was asked, then what
// came out. It judges nothing: whether a difference is more than chance is a
// comparison's question.
type Diff struct {
	Schema   string        `json:"schema"`
	A        DiffSide      `json:"a"`
	B        DiffSide      `json:"b"`
	Same     bool          `json:"same"`
	Settings []SettingDiff `json:"settings"`
	Scenario []LineDiff    `json:"scenario_lines"` // lines of the scenario's text
	Outcome  []MetricDiff  `json:"outcome"`
}

// DiffSide says which result it is.
type DiffSide struct {
	Name         string `json:"name"` // as it was asked for
	ID           string `json:"id,omitempty"`
	Label        string `json:"label,omitempty"`
	Scenario     string `json:"scenario"`
	Seed         uint64 `json:"seed"`
	Replications int    `json:"replications"`
}

// SettingDiff is one setting; null where a side does not have it.
type SettingDiff struct {
	Policy  string  `json:"policy,omitempty"` // the row, where it is one row's
	Setting string  `json:"setting"`
	A       *string `json:"a"`
	B       *string `json:"b"`
}

// LineDiff is one line that only one of the scenario texts has.
type LineDiff struct {
	Side string `json:"side"` // a or b
	Line int    `json:"line"` // from 1
	Text string `json:"text"`
}

// MetricDiff is one number of one row that is not the same. A side is null where
// the row has no value there. Difference and percent are of B against A.
type MetricDiff struct {
	Policy     string   `json:"policy"` // the row, or "row of a -> row of b"
	Metric     string   `json:"metric"`
	Unit       string   `json:"unit,omitempty"`
	Better     Better   `json:"better,omitempty"`
	A          *float64 `json:"a"`
	B          *float64 `json:"b"`
	AHalf      *float64 `json:"a_ci95_half"`
	BHalf      *float64 `json:"b_ci95_half"`
	ANever     bool     `json:"a_never,omitempty"`
	BNever     bool     `json:"b_never,omitempty"`
	Difference *float64 `json:"difference"`
	Percent    *float64 `json:"percent"`
}
