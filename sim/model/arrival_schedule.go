package model

import (
	"fmt"
	"time"

	"retrysim/sim/chance"
)

// Schedule is jobs by the calendar: every client starts one whenever the clock
// of a time zone shows what a line of crontab says. The run begins when that
// clock shows start.
//
// Twice a year the clock of many zones jumps. A schedule of fixed hours then
// follows two rules: a time that the clock leaves out in spring is skipped, or
// runs late, at the moment of the jump; a time that the clock shows twice in
// autumn runs once, at its first showing, or twice. A schedule of every hour
// (0 * * * *, or */5 * * * *) is not asked: it goes on at its pace. This is how
// classic cron draws the line, save that it also takes a minute of * as pace.
//
//	02:30 daily in Berlin        29 March 2026, 02:00 -> 03:00   25 October 2026, 03:00 -> 02:00
//	skip, run_once               nothing                         02:30 summer time
//	run_late, run_twice          03:00                           02:30 summer time, 02:30 winter time
//
// Clients that share a line all come at once. A spread delays each of them
// within over: anew for every run, by a draw of its own that stays the same
// (as a hash of its name would), or evenly, client i of n by i/n of over.
//
// The dates of the jumps are those of the tz database: the machine's, or the
// one in this program where the machine has none.
//
// Source: cron(8) of P. Vixie's cron, crontab(5).
type Schedule struct {
	Start   string        `yaml:"start,required" doc:"the date and time that the zone's clock shows when the run begins: 2026-03-28T23:00"`
	Zone    string        `yaml:"zone,required" doc:"the time zone by its IANA name: Europe/Berlin, or UTC"`
	Cron    string        `yaml:"cron,required" doc:"minute, hour, day of the month, month, day of the week as in crontab; with six fields the first is the second"`
	Gap     string        `yaml:"gap" enum:"skip run_late" default:"run_late" doc:"what becomes of a time that the clock leaves out in spring"`
	Repeat  string        `yaml:"repeat" enum:"run_once run_twice" default:"run_once" doc:"how often a time runs that the clock shows twice in autumn"`
	Clients int           `yaml:"clients" range:"[1, 1000000]" default:"1" doc:"how many follow the line, each with one job a time"`
	Spread  string        `yaml:"spread" enum:"none random stable even" default:"none" doc:"how clients are kept apart: random is drawn for every run, stable once for each client, even divides over by their number"`
	Over    time.Duration `yaml:"over" doc:"the width of the spread, above 0s where there is one"`
}

// mostWaiting bounds the jobs of a schedule that are spread and still to come.
const mostWaiting = 10_000_000

// Begin returns the schedule at its start. It panics on one that is not valid.
func (p Schedule) Begin() Arrivals {
	c, err := p.clock()
	if err != nil {
		panic("model: " + err.Error())
	}
	return &schedulePlay{Schedule: p, clock: c}
}

// Next is for what Begin returns alone.
func (p Schedule) Next(int64, time.Duration, *chance.Stream) (time.Duration, int, bool) {
	panic("model: a schedule has no memory of its own: ask what Begin returns")
}

// clock is the zone's clock at the start, set to the schedule's times.
func (p Schedule) clock() (clock, error) {
	times, err := parseCron(p.Cron)
	if err != nil {
		return clock{}, err
	}
	zone, err := loadZone(p.Zone)
	if err != nil {
		return clock{}, err
	}
	start, err := startIn(zone, p.Start)
	if err != nil {
		return clock{}, err
	}
	return newClock(times, zone, start, p.Gap == "run_late", p.Repeat == "run_once"), nil
}

// mostCounted bounds the work of Count; beyond it the pace so far goes on.
const mostCounted = 1_000_000

// Count returns the jobs whose time, spread left aside, lies in [from, to).
func (p Schedule) Count(from, to time.Duration) float64 {
	c, err := p.clock()
	if err != nil || to <= from {
		return 0
	}
	n, last := 0, from
	for range mostCounted {
		at, runs, ok := c.next()
		if !ok || at >= to {
			return float64(n) * float64(p.Clients)
		}
		if at >= from {
			n, last = n+runs, at
		}
	}
	return float64(n) * float64(p.Clients) * float64(to-from) / float64(max(last-from, 1))
}

// Mean is what comes in the hour of the run that t lies in, spread left aside,
// per second.
func (p Schedule) Mean(t time.Duration) float64 {
	hour := t.Truncate(time.Hour)
	return p.Count(hour, later(hour, time.Hour)) / time.Hour.Seconds()
}

// Validate wants a date, a zone and a line that exist, and a spread that fits.
func (p Schedule) Validate() error {
	c, err := p.clock()
	switch {
	case err != nil:
		return err
	case p.Clients < 1:
		return fmt.Errorf("clients is %d; write at least 1", p.Clients)
	case p.spread() && p.Over <= 0:
		return fmt.Errorf("spread is %s and over is missing; write how wide: over: 5m", p.Spread)
	case !p.spread() && p.Over != 0:
		return fmt.Errorf("over is %v and nothing is spread; write spread: random, stable or even", p.Over)
	}
	pace := c.times.pace()
	if waiting := float64(p.Clients) * (1 + p.Over.Seconds()/pace.Seconds()); p.spread() && waiting > mostWaiting {
		return fmt.Errorf("%d clients every %v spread over %v are too many at a time; write fewer, or a narrower spread", p.Clients, pace, p.Over)
	}
	return nil
}

func (p Schedule) spread() bool { return p.Spread != "" && p.Spread != "none" }

// String is the process in the words of a scenario file.
func (p Schedule) String() string {
	text := fmt.Sprintf("{schedule: {start: %s, zone: %s, cron: %q, gap: %s, repeat: %s, clients: %d", p.Start, p.Zone, p.Cron, p.Gap, p.Repeat, p.Clients)
	if p.spread() {
		text += fmt.Sprintf(", spread: %s, over: %v", p.Spread, p.Over)
	}
	return text + "}}"
}
