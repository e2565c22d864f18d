package model

import (
	"fmt"
	"math"
	"time"
	_ "time/tzdata" // zones on machines that have none of their own
)

// clock walks through the times of a cron line as a zone's clock shows them,
// from one change of the clock to the next:
//
//	real time    ... |<- offset +1h ------>|<- offset +2h -------->| ...
//	clock shows      23:00 ...        02:00|03:00 ...         03:00|02:00 ...
//
// Within such a period clock and time run alike. Between two of them a clock
// that jumps ahead leaves times out, one that jumps back shows some again.
type clock struct {
	times      cron
	zone       *time.Location
	late, once bool  // the rules for times left out and for times shown twice
	origin     int64 // when the run begins, in seconds since 1970 UTC
	begin, end int64 // the present period, in seconds since 1970 UTC
	offset     int64 // what the clock is ahead of UTC in it
	at         int64 // from here on, as the clock shows it, times are still to come
	missed     int   // times left out that run now, at begin
	seen       ClockChange
}

// ClockChange is a jump of a schedule's clock and what it does to the schedule.
type ClockChange struct {
	At         time.Duration // of the run
	Ahead      time.Duration // by how much the clock jumps ahead; negative: back
	LeftOut    int           // times of the line that the clock does not show
	ShownAgain int           // times of the line that it shows a second time
}

// loadZone finds a zone by its IANA name.
func loadZone(name string) (*time.Location, error) {
	if name == "" || name == "Local" {
		return nil, fmt.Errorf("zone is %q, which differs from machine to machine; write an IANA name such as Europe/Berlin, or UTC", name)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("the zone %q is unknown; write an IANA name such as Europe/Berlin, or UTC", name)
	}
	return zone, nil
}

// startIn finds when a zone's clock shows a date and time: the first time,
// where it does so twice.
func startIn(zone *time.Location, text string) (time.Time, error) {
	const right = "write a date and time such as 2026-03-28T23:00"
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05", time.DateOnly} {
		at, err := time.ParseInLocation(layout, text, zone)
		if err != nil {
			continue
		}
		if at.Year() < 1970 || at.Year() > 2200 {
			return at, fmt.Errorf("start is in the year %d; write one from 1970 to 2200", at.Year())
		}
		if at.Format(layout) != text {
			return at, fmt.Errorf("start is %s, which the clock of %v leaves out; write a later hour", text, zone)
		}
		if begin, _ := at.ZoneBounds(); !begin.IsZero() {
			_, before := begin.Add(-1).Zone()
			_, now := at.Zone()
			if first := at.Add(time.Duration(now-before) * time.Second); before > now && first.Before(begin) {
				at = first
			}
		}
		return at, nil
	}
	return time.Time{}, fmt.Errorf("start %q is not a date and time; %s", text, right)
}

func newClock(times cron, zone *time.Location, start time.Time, late, once bool) clock {
	c := clock{times: times, zone: zone, late: late && !times.paced, once: once && !times.paced, origin: start.Unix()}
	c.period(c.origin)
	c.at = c.origin + c.offset
	return c
}

// period sets the clock to the period that a time lies in.
func (c *clock) period(utc int64) {
	now := time.Unix(utc, 0).In(c.zone)
	_, offset := now.Zone()
	_, end := now.ZoneBounds()
	c.begin, c.end, c.offset = utc, math.MaxInt64, int64(offset)
	if !end.IsZero() {
		c.end = end.Unix()
	}
}

// next is the next time of the line, since the run began, and how many runs are
// due at it; ok is false when none comes within the longest of durations.
func (c *clock) next() (at time.Duration, runs int, ok bool) {
	for {
		if n := c.missed; n > 0 {
			c.missed = 0
			return c.since(c.begin), n, true
		}
		local, found := c.times.next(c.at)
		if found && local-c.offset < c.end {
			c.at = local + 1
			at := c.since(local - c.offset)
			return at, 1, at < never
		}
		if c.end == math.MaxInt64 || c.since(c.end) == never {
			return 0, 0, false
		}
		c.turn()
	}
}

// turn goes on to the next period.
func (c *clock) turn() {
	change, before := c.end, c.offset
	c.period(change)
	left, right := change+before, change+c.offset // what the clock shows before and after
	c.at = right
	c.seen = ClockChange{At: c.since(change), Ahead: time.Duration(c.offset-before) * time.Second}
	switch {
	case left < right:
		c.seen.LeftOut = c.times.count(left, right)
		if c.late {
			c.missed = c.seen.LeftOut
		}
	case left > right:
		c.seen.ShownAgain = c.times.count(right, left)
		if c.once {
			c.at = left
		}
	}
}

// count is how many times of the line lie in [from, to).
func (c cron) count(from, to int64) int {
	n := 0
	for {
		at, ok := c.next(from)
		if !ok || at >= to {
			return n
		}
		n, from = n+1, at+1
	}
}

// since turns a time in seconds since 1970 into one of the run, saturating.
func (c *clock) since(utc int64) time.Duration {
	if s := utc - c.origin; s < int64(never/time.Second) {
		return time.Duration(s) * time.Second
	}
	return never
}

// Changes lists the jumps of the schedule's clock before a time of the run that
// leave out or repeat one of its times.
func (p Schedule) Changes(until time.Duration) []ClockChange {
	c, err := p.clock()
	if err != nil {
		return nil
	}
	var out []ClockChange
	for c.end != math.MaxInt64 && c.since(c.end) < until {
		c.turn()
		if c.seen.LeftOut+c.seen.ShownAgain > 0 {
			out = append(out, c.seen)
		}
	}
	return out
}

// Paced tells whether the schedule comes every hour, so that the rules for
// changes of the clock do not concern it.
func (p Schedule) Paced() bool {
	c, err := parseCron(p.Cron)
	return err == nil && c.paced
}
