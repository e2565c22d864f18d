package sim_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// Jobs come every second and have one attempt, and an outage lasts from 10 s to
// 20 s: ten records, at 10 to 19 s.
func TestTimeToDetect(t *testing.T) {
	p := policy(t, "max_attempts", "1")
	o, _ := play(t, plan(t, model.Steady{Rate: 1}, p, func(p *sim.Plan) {
		p.Until = 60 * sec
		p.Faults = []model.Fault{outage(10*sec, 20*sec)}
		p.Alerts = []model.Alert{
			{Name: "deep", Kind: model.AlertGauge, Gauge: model.GaugeDLQDepth, Above: true, Level: 3, Pages: true},
			{Name: "old", Kind: model.AlertGauge, Gauge: model.GaugeDLQOldest, Above: true, Level: 30, Pages: true},
			{Name: "grows", Kind: model.AlertGrows, Gauge: model.GaugeDLQDepth, Above: true, Level: 0.5, Over: 4 * sec},
			{Name: "quiet", Kind: model.AlertGauge, Gauge: model.GaugeDLQDepth, Above: true, Level: 50},
			{Name: "empty", Kind: model.AlertGauge, Gauge: model.GaugeDLQDepth, Level: 1},
		}
	}))
	// Levels are read at whole seconds, after whatever happens then. The fourth
	// record is there at 13 s. The oldest is 31 s old at 41 s, long after recovery.
	// Three in four seconds are more than 0.5/s, at 12 s. The queue of dead letters
	// is empty at first.
	for name, want := range map[string]float64{
		"time_to_detect_s[deep]": 3, "time_to_detect_s[old]": 31, "time_to_detect_s[grows]": 2,
		"time_to_detect_s[quiet]": math.Inf(1), "time_to_detect_s[empty]": math.Inf(1), "time_to_detect_s": 2,
		"false_alarms[deep]": 0, "false_alarms[old]": 1, "false_alarms[grows]": 0, "false_alarms[empty]": 1, "false_alarms": 2,
	} {
		if got := value(t, o, name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// The queue of dead letters has six records, is emptied to four, and has six
// again: a rule above five that is over below three stays, one without fires
// twice.
func TestAlertClears(t *testing.T) {
	_, facts := bury(t, at(0, 1, 2, 3, 4, 5, 20, 21, 22), time.Hour, func(p *sim.Plan) {
		p.Alerts = []model.Alert{
			{Name: "plain", Kind: model.AlertGauge, Gauge: model.GaugeDLQDepth, Above: true, Level: 5},
			{Name: "calm", Kind: model.AlertGauge, Gauge: model.GaugeDLQDepth, Above: true, Level: 5, Clears: model.Clear{Set: true, Level: 3}},
		}
		p.Actions = []model.Action{{
			Name: "tidy", At: 12 * sec, Kind: model.DoDiscard, Policy: -1,
			Match: model.Match{JobType: -1, OlderThan: 9500 * time.Millisecond},
		}}
	})
	if got := stamps(facts, "alert", "plain"); !slices.Equal(got, []float64{6, 22}) {
		t.Errorf("plain fires at %v", got)
	}
	if got := stamps(facts, "alert", "calm"); !slices.Equal(got, []float64{6}) {
		t.Errorf("calm fires at %v", got)
	}
}
