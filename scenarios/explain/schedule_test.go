package explain

import (
	"strings"
	"testing"

	"retrysim/scenarios"
)

// TestSchedule: what a calendar brings is counted, and told where its clock
// changes.
func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		set  string
		want []string
	}{
		{"jobs.report.arrive.nightly.schedule.clients=1", []string{
			"report, nightly: 1 job, whenever the clock of Europe/Berlin shows \"30 2 * * *\"; it shows 2026-03-28T12:00 at the start. That is 230 times, 230 jobs in all.",
			"At 14h that clock jumps ahead by 1h and leaves out 1 time of the schedule: run late, at the jump.",
			"At 210d14h that clock jumps back by 1h and shows 1 time of the schedule again: run once.",
			"It comes every hour, so it goes on at its pace when that clock changes.",
		}},
		{"jobs.report.arrive.nightly.schedule.gap=skip", []string{"That is 229 times, 229 jobs in all.", "leaves out 1 time of the schedule: skipped."}},
		{"jobs.report.arrive.nightly.schedule.repeat=run_twice", []string{"That is 231 times, 231 jobs in all.", "again: run twice."}},
		{"jobs.report.arrive.nightly.schedule.clients=7", []string{"report, nightly: 7 jobs at once, whenever", "That is 230 times, 1,610 jobs in all."}},
		// Nine changes to May 2030, of which four are told.
		{"run.until=1500d", []string{"And so on, 5 more times."}},
	} {
		text, _ := scenarios.Source("nightly-report")
		path, value, _ := strings.Cut(c.set, "=")
		s, err := scenarios.Load("nightly-report.yaml", text, []scenarios.Override{{Path: path, Value: value}})
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Plan("late-once")
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := Plan(&b, p, Options{}); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(strings.Fields(b.String()), " ")
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("--set %s: no %q in\n%s", c.set, want, got)
			}
		}
	}
}
