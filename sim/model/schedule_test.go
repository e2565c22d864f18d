package model

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"retrysim/sim/chance"
)

// comes lists when a process brings jobs, and how many, before a time.
func comes(a Arrivals, until time.Duration) (at []time.Duration, jobs []int) {
	s := chance.Key{Seed: 1, Purpose: chance.Arrival}.Stream()
	begun, previous := Begin(a), time.Duration(0)
	for k := int64(0); ; k++ {
		then, n, ok := begun.Next(k, previous, &s)
		if !ok || then >= until {
			return at, jobs
		}
		at, jobs, previous = append(at, then), append(jobs, n), then
	}
}

// local says when those times are by the zone's clock, offset included.
func local(t *testing.T, p Schedule, until time.Duration) string {
	t.Helper()
	zone, err := loadZone(p.Zone)
	if err != nil {
		t.Fatal(err)
	}
	start, err := startIn(zone, p.Start)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	at, jobs := comes(p, until)
	for i, d := range at {
		out = append(out, strings.Repeat("2x ", jobs[i]-1)+start.Add(d).Format("2 15:04 -0700"))
	}
	return strings.Join(out, ", ")
}

// TestClockChanges is incident B61: jobs of half past two vanish in spring and
// double in autumn, or whatever the scenario says; a schedule of every few
// minutes or seconds goes on at its pace through both.
func TestClockChanges(t *testing.T) {
	const spring, autumn, newYork = "2026-03-28T23:00", "2026-10-24T23:00", "2026-10-31T23:00"
	for _, c := range []struct{ start, zone, cron, gap, repeat, want string }{
		{spring, "Europe/Berlin", "30 2 * * *", "skip", "run_once", "30 02:30 +0200"},
		{spring, "Europe/Berlin", "30 2 * * *", "run_late", "run_once", "29 03:00 +0200, 30 02:30 +0200"},
		{spring, "Europe/Berlin", "0,30 2,3 * * *", "run_late", "run_once", "2x 29 03:00 +0200, 29 03:00 +0200, 29 03:30 +0200, 30 02:00 +0200, 30 02:30 +0200, 30 03:00 +0200, 30 03:30 +0200"},
		{spring, "Europe/Berlin", "30 1,3 * * *", "run_late", "run_once", "29 01:30 +0100, 29 03:30 +0200, 30 01:30 +0200, 30 03:30 +0200"},
		{spring, "UTC", "30 2 * * *", "skip", "run_once", "29 02:30 +0000, 30 02:30 +0000"},
		{autumn, "Europe/Berlin", "30 2 * * *", "skip", "run_once", "25 02:30 +0200, 26 02:30 +0100"},
		{autumn, "Europe/Berlin", "30 2 * * *", "skip", "run_twice", "25 02:30 +0200, 25 02:30 +0100, 26 02:30 +0100"},
		{newYork, "America/New_York", "30 1 * * *", "skip", "run_twice", "1 01:30 -0400, 1 01:30 -0500, 2 01:30 -0500"},
		// Half an hour: Lord Howe goes back from 02:00 to 01:30.
		{"2026-04-04T23:00", "Australia/Lord_Howe", "15,45 1 * * *", "skip", "run_twice", "5 01:15 +1100, 5 01:45 +1100, 5 01:45 +1030, 6 01:15 +1030, 6 01:45 +1030"},
		{"2026-04-04T23:00", "Australia/Lord_Howe", "15,45 1 * * *", "skip", "run_once", "5 01:15 +1100, 5 01:45 +1100, 6 01:15 +1030, 6 01:45 +1030"},
		// Samoa had no 30 December 2011 at all.
		{"2011-12-28T12:00", "Pacific/Apia", "0 9 * * *", "skip", "run_once", "29 09:00 -1000, 31 09:00 +1400"},
		{"2011-12-28T12:00", "Pacific/Apia", "0 9 * * *", "run_late", "run_once", "29 09:00 -1000, 31 00:00 +1400, 31 09:00 +1400"},
		{"2011-12-28T12:00", "Pacific/Apia", "0 9 30 * *", "skip", "run_once", ""},
	} {
		p := Schedule{Start: c.start, Zone: c.zone, Cron: c.cron, Gap: c.gap, Repeat: c.repeat, Clients: 1}
		got := local(t, p, 34*time.Hour)
		if c.zone == "Pacific/Apia" {
			got = local(t, p, 2*24*time.Hour)
		}
		if got != c.want {
			t.Errorf("%s in %s from %s, %s, %s:\n got %s\nwant %s", c.cron, c.zone, c.start, c.gap, c.repeat, got, c.want)
		}
	}
	for _, start := range []string{spring, autumn} {
		for cron, every := range map[string]time.Duration{"*/15 * * * * *": 15 * time.Second, "0-59/5 * * * *": 5 * time.Minute, "0 0-23 * * *": time.Hour} {
			at, _ := comes(Schedule{Start: start, Zone: "Europe/Berlin", Cron: cron, Gap: "skip", Repeat: "run_once", Clients: 1}, 8*time.Hour)
			for i := range at {
				if at[i] != time.Duration(i)*every {
					t.Fatalf("%s from %s: run %d at %v", cron, start, i, at[i])
				}
			}
			if len(at) != int(8*time.Hour/every) {
				t.Errorf("%s from %s: %d runs", cron, start, len(at))
			}
		}
	}
}

// TestMinuteZero is incident B63: of 100 clients that come every 5 minutes all
// come at once where nothing keeps them apart, and 20 in each minute where
// their offsets do; offsets of their own, fixed or fresh, come near that (a
// binomial count, within 5 standard deviations), and only the fixed ones come
// again in the same minute of the next round.
func TestMinuteZero(t *testing.T) {
	const rounds = 12
	per := func(spread string) [5 * rounds]int {
		p := Schedule{Start: "2026-01-05T00:00", Zone: "UTC", Cron: "*/5 * * * *", Clients: 100, Spread: spread}
		if spread != "none" {
			p.Over = 5 * time.Minute
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		var minutes [5 * rounds]int
		at, jobs := comes(p, time.Hour)
		for i := range at {
			minutes[at[i]/time.Minute] += jobs[i]
		}
		return minutes
	}
	none, even, stable, random := per("none"), per("even"), per("stable"), per("random")
	same := true
	for i := range none {
		if want := map[bool]int{true: 100}[i%5 == 0]; none[i] != want {
			t.Errorf("not spread: %d in minute %d", none[i], i)
		}
		if even[i] != 20 {
			t.Errorf("evenly: %d in minute %d", even[i], i)
		}
		if stable[i] != stable[i%5] {
			t.Errorf("stable: %d in minute %d, %d in the first round", stable[i], i, stable[i%5])
		}
		same = same && random[i] == random[i%5]
		for _, n := range []int{stable[i], random[i]} {
			if math.Abs(float64(n)-20) > 5*math.Sqrt(100*0.2*0.8) {
				t.Errorf("%d in minute %d, want about 20", n, i)
			}
		}
	}
	if same {
		t.Error("fresh offsets are the same in every round")
	}
}

// TestSpreadOverlap: where the spread is wider than the pause, a client of one
// time may come after one of the next: against sorting all of them.
func TestSpreadOverlap(t *testing.T) {
	p := Schedule{Start: "2026-01-05T00:00", Zone: "UTC", Cron: "* * * * *", Clients: 7, Spread: "even", Over: 10 * time.Minute}
	var want []time.Duration
	for minute := range 60 {
		for i := range 7 {
			want = append(want, time.Duration(minute)*time.Minute+time.Duration(float64(i)/7*float64(10*time.Minute)))
		}
	}
	slices.Sort(want)
	var got []time.Duration
	at, jobs := comes(p, time.Hour)
	for i := range at {
		for range jobs[i] {
			got = append(got, at[i])
		}
	}
	if want = want[:slices.IndexFunc(want, func(d time.Duration) bool { return d >= time.Hour })]; !slices.Equal(got, want) {
		t.Errorf("%d jobs, want %d: %v", len(got), len(want), got[:10])
	}
}

// TestCronTwin: the line's times against a twin that looks at every minute of
// two years and asks each field's words.
func TestCronTwin(t *testing.T) {
	for _, text := range []string{"*/17 3,5-7 * * *", "30 2 1,15 * mon-fri", "0 0 29 2 *", "5 4 */2 feb-apr/2 *", "0 12 * * 7", "1 1 31 * *", "7 7 */9 * sat"} {
		c, err := parseCron(text)
		if err != nil {
			t.Fatal(err)
		}
		at, end := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2029, 1, 1, 0, 0, 0, 0, time.UTC)
		next, ok := c.next(at.Unix())
		named := slowly(t, text)
		for ; at.Before(end); at = at.Add(time.Minute) {
			if !named(at) {
				continue
			}
			if !ok || next != at.Unix() {
				t.Fatalf("%s: %v is not the next, but %v, %v", text, at, time.Unix(next, 0).UTC(), ok)
			}
			next, ok = c.next(next + 1)
		}
		if ok && next < end.Unix() {
			t.Errorf("%s: %v is none", text, time.Unix(next, 0).UTC())
		}
	}
}

// slowly returns what tells whether a line names a minute, by the numbers of
// its fields one after the other.
func slowly(t *testing.T, text string) func(time.Time) bool {
	words := strings.Fields(text)
	var numbers [5]map[int]bool
	for i := range numbers {
		set, err := cronFields[i+1].parse(words[i])
		if err != nil {
			t.Fatal(err)
		}
		numbers[i] = map[int]bool{}
		for n := range 64 {
			if set&(1<<n) != 0 {
				numbers[i][n%map[bool]int{true: 7, false: 64}[i == 4]] = true // Sunday is 0 and 7
			}
		}
	}
	either := words[2][0] != '*' && words[4][0] != '*'
	return func(at time.Time) bool {
		day, week := numbers[2][at.Day()], numbers[4][int(at.Weekday())]
		if day && week || either && (day || week) {
			return numbers[0][at.Minute()] && numbers[1][at.Hour()] && numbers[3][int(at.Month())]
		}
		return false
	}
}

// TestCount: what a schedule counts is what comes, spread left aside.
func TestCount(t *testing.T) {
	p := Schedule{Start: "2026-03-01T00:00", Zone: "Europe/Berlin", Cron: "0,30 2 * * *", Gap: "run_late", Repeat: "run_twice", Clients: 3}
	const day = 24 * time.Hour
	_, jobs := comes(p, 365*day)
	sum := 0
	for _, n := range jobs {
		sum += n
	}
	if got := p.Count(0, 365*day); got != float64(sum) || sum != 3*2*(365+1) {
		t.Errorf("counts %g, %d come, want %d", got, sum, 3*2*(365+1))
	}
	if got := p.Mean(2*time.Hour) * 3600; got != 6 {
		t.Errorf("%g jobs in the hour of 02:00, want 6", got)
	}
	if got := (Schedule{Start: "2026-03-01T00:00", Zone: "UTC", Cron: "* * * * * *", Clients: 1}).Count(0, 100*day); math.Abs(got-100*86400) > 10 {
		t.Errorf("counts %g seconds in 100 days, want %d", got, 100*86400)
	}
	changes := p.Changes(365 * day)
	if len(changes) != 2 || changes[0] != (ClockChange{At: 28*day + 2*time.Hour, Ahead: time.Hour, LeftOut: 2}) ||
		changes[1].Ahead != -time.Hour || changes[1].ShownAgain != 2 {
		t.Errorf("changes of the clock: %+v", changes)
	}
}

// TestScheduleMistakes: each tells what is wrong and what would be right.
func TestScheduleMistakes(t *testing.T) {
	good := Schedule{Start: "2026-03-28T23:00", Zone: "Europe/Berlin", Cron: "30 2 * * *", Clients: 1}
	for _, c := range []struct {
		change func(*Schedule)
		want   string
	}{
		{func(p *Schedule) { p.Start = "28.3.2026" }, "not a date and time"},
		{func(p *Schedule) { p.Start = "2026-03-29T02:30" }, "leaves out"},
		{func(p *Schedule) { p.Start = "0001-01-01T00:00" }, "1970"},
		{func(p *Schedule) { p.Zone = "Local" }, "machine"},
		{func(p *Schedule) { p.Zone = "" }, "machine"},
		{func(p *Schedule) { p.Zone = "Europe/Berln" }, "unknown"},
		{func(p *Schedule) { p.Zone = "../../etc/passwd" }, "unknown"},
		{func(p *Schedule) { p.Cron = "30 2 * *" }, "4 fields"},
		{func(p *Schedule) { p.Cron = "60 2 * * *" }, "0 to 59"},
		{func(p *Schedule) { p.Cron = "*/0 2 * * *" }, "step"},
		{func(p *Schedule) { p.Cron = "5-1 2 * * *" }, "lower one first"},
		{func(p *Schedule) { p.Cron = "0 0 30 2 *" }, "no year has"},
		{func(p *Schedule) { p.Cron = "0 0 L * *" }, "day of the month"},
		{func(p *Schedule) { p.Cron = ",, 0 1 * *" }, "minute"},
		{func(p *Schedule) { p.Clients = 0 }, "clients"},
		{func(p *Schedule) { p.Spread = "even" }, "over is missing"},
		{func(p *Schedule) { p.Over = time.Second }, "nothing is spread"},
		{func(p *Schedule) { p.Cron, p.Spread, p.Over, p.Clients = "* * * * * *", "even", time.Hour, 100_000 }, "too many"},
	} {
		p := good
		c.change(&p)
		if err := p.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", p, err, c.want)
		}
	}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	// The clock shows 02:30 twice on that day; the run begins at the first.
	zone, _ := loadZone("Europe/Berlin")
	if at, err := startIn(zone, "2026-10-25T02:30"); err != nil || at.UTC().Hour() != 0 {
		t.Errorf("02:30 on the day that has two is %v, %v", at.UTC(), err)
	}
}
