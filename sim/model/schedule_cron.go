package model

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// cron is a line of crontab as sets of numbers, bit n for n. Days go by the
// month and by the week: where neither field begins with *, either will do.
type cron struct {
	second, minute, hour, day, month, weekday uint64
	anyDay, anyWeekday                        bool
	paced                                     bool // comes every hour: no clock change concerns it
}

// cronField is one field of a line.
type cronField struct {
	name   string
	lo, hi int
	words  []string // names of the numbers from lo on
}

var cronFields = [...]cronField{
	{"second", 0, 59, nil},
	{"minute", 0, 59, nil},
	{"hour", 0, 23, nil},
	{"day of the month", 1, 31, nil},
	{"month", 1, 12, strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")},
	{"day of the week", 0, 7, strings.Fields("sun mon tue wed thu fri sat")},
}

// parseCron reads five fields, or six of which the first is the second.
func parseCron(text string) (cron, error) {
	words := strings.Fields(text)
	if len(words) == 5 {
		words = append([]string{"0"}, words...)
	}
	if len(words) != 6 {
		return cron{}, fmt.Errorf("cron has %d fields; write five: minute hour day month weekday, as in \"30 2 * * *\"", len(words))
	}
	var c cron
	for i, set := range []*uint64{&c.second, &c.minute, &c.hour, &c.day, &c.month, &c.weekday} {
		var err error
		if *set, err = cronFields[i].parse(words[i]); err != nil {
			return cron{}, err
		}
	}
	if c.weekday&(1<<7) != 0 { // 7 is Sunday too
		c.weekday |= 1
	}
	c.anyDay, c.anyWeekday = words[3][0] == '*', words[5][0] == '*'
	c.paced = words[2][0] == '*' || bits.OnesCount64(c.hour) == 24
	return c, c.possible(words)
}

// possible refuses a line that no year has a day for, such as 30 February. Days
// of the week make any line possible that does not need both.
func (c cron) possible(words []string) error {
	longest := [...]int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	for m, days := range longest {
		if c.month&(1<<(m+1)) != 0 && bits.TrailingZeros64(c.day) <= days {
			return nil
		}
	}
	if !c.anyDay && !c.anyWeekday {
		return nil
	}
	return fmt.Errorf("cron asks for day %s of month %s, which no year has; write a day of that month", words[3], words[4])
}

// parse reads a comma list of *, a, a-b, each with or without /step.
func (f *cronField) parse(text string) (set uint64, err error) {
	for part := range strings.SplitSeq(text, ",") {
		span, every, stepped := strings.Cut(part, "/")
		lo, hi := f.lo, f.hi
		if span != "*" {
			from, to, ranged := strings.Cut(span, "-")
			if lo, err = f.number(from); err != nil {
				return 0, err
			}
			switch {
			case ranged:
				if hi, err = f.number(to); err != nil {
					return 0, err
				}
			case !stepped:
				hi = lo
			}
		}
		step := 1
		if stepped {
			if step, err = strconv.Atoi(every); err != nil || step < 1 || step > 59 {
				return 0, fmt.Errorf("the step %q of the %s is no number from 1 to 59; write one, as in */5", every, f.name)
			}
		}
		if lo > hi {
			return 0, fmt.Errorf("the %s goes from %d back to %d; write the lower one first", f.name, lo, hi)
		}
		for n := lo; n <= hi; n += step {
			set |= 1 << n
		}
	}
	return set, nil
}

func (f *cronField) number(text string) (int, error) {
	for i, word := range f.words {
		if strings.EqualFold(text, word) {
			return f.lo + i, nil
		}
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < f.lo || n > f.hi {
		return 0, fmt.Errorf("the %s %q is not one; write a number from %d to %d, or *", f.name, text, f.lo, f.hi)
	}
	return n, nil
}

// pace is a time that surely lies between two runs of the line.
func (c cron) pace() time.Duration {
	switch {
	case bits.OnesCount64(c.second) > 1:
		return time.Second
	case bits.OnesCount64(c.minute) > 1:
		return time.Minute
	case bits.OnesCount64(c.hour) > 1:
		return time.Hour
	}
	return 23 * time.Hour
}

const daySeconds = 24 * 60 * 60

// mostDays is how far ahead a line is looked for: a 29 February that must also
// be a certain day of the week is up to 40 years away, since 2100 has none.
const mostDays = 41 * 366

// next is the first time of the line at or after a time, both in seconds since
// 1970 as the clock shows them.
func (c cron) next(at int64) (int64, bool) {
	day := at / daySeconds
	if at < day*daySeconds {
		day--
	}
	from := int(at - day*daySeconds)
	for range mostDays {
		if c.on(day) {
			if s, ok := c.inDay(from); ok {
				return day*daySeconds + int64(s), true
			}
		}
		day, from = day+1, 0
	}
	return 0, false
}

// on tells whether a day, counted from 1970, is one of the line's.
func (c cron) on(day int64) bool {
	date := time.Unix(day*daySeconds, 0).UTC()
	_, month, of := date.Date()
	byMonth := c.day&(1<<of) != 0
	byWeek := c.weekday&(1<<date.Weekday()) != 0
	if c.month&(1<<month) == 0 {
		return false
	}
	if c.anyDay || c.anyWeekday {
		return byMonth && byWeek
	}
	return byMonth || byWeek
}

// inDay is the first second of a day, at or after one, that the line names.
func (c cron) inDay(from int) (int, bool) {
	h, m, s := from/3600, from/60%60, from%60
	if c.hour&(1<<h) != 0 {
		if c.minute&(1<<m) != 0 {
			if x := atLeast(c.second, s); x < 64 {
				return h*3600 + m*60 + x, true
			}
		}
		if x := atLeast(c.minute, m+1); x < 64 {
			return h*3600 + x*60 + atLeast(c.second, 0), true
		}
	}
	if x := atLeast(c.hour, h+1); x < 64 {
		return x*3600 + atLeast(c.minute, 0)*60 + atLeast(c.second, 0), true
	}
	return 0, false
}

// atLeast is the least member of a set that is at least n; 64 where none is.
func atLeast(set uint64, n int) int { return bits.TrailingZeros64(set >> n << n) }
