package model

import (
	"fmt"
	"time"

	"retrysim/sim/chance"
)

// ArrivalMember is one open arrival process that scenario files may name.
type ArrivalMember struct {
	Name string // the key in a scenario file
	Doc  string // one sentence
	// New returns a pointer to a fresh zero struct, to be decoded into. Its
	// fields are the keys: beside the name where one of them bears the name of
	// the member itself ({burst: 2000, at: 3m}), in a map below it otherwise
	// ({ramp: {from: 10/s, to: 50/s, over: 5m}}).
	New func() CheckedArrivals
}

// CheckedArrivals is an arrival process that can tell whether it makes sense.
type CheckedArrivals interface {
	Arrivals
	Validate() error
}

// ArrivalCatalogue lists the arrival processes: a new one is one file and one
// line here. Closed clients are not among them: who comes next depends there
// on who was served.
func ArrivalCatalogue() []ArrivalMember {
	return []ArrivalMember{
		{"burst", "So many jobs at one instant.", func() CheckedArrivals { return &Burst{} }},
		{"steady", "One job after the other at a constant rate.", func() CheckedArrivals { return &Steady{} }},
		{"poisson", "Jobs at random, as from many independent callers.", func() CheckedArrivals { return &Poisson{} }},
		{"ramp", "A rate that grows or falls in a straight line, then stays.", func() CheckedArrivals { return &Ramp{} }},
		{"steps", "One constant rate after the other, each for a while.", func() CheckedArrivals { return &Steps{} }},
		{"batches", "A batch of jobs every so often.", func() CheckedArrivals { return &Batches{} }},
		{"batch_poisson", "Batches at random, of a constant or a random size.", func() CheckedArrivals { return &BatchPoisson{} }},
		{"mmpp", "Bursts: a Poisson process whose rate jumps between states at random.", func() CheckedArrivals { return &MMPP{} }},
		{"profile", "At random, with a rate that follows a line through points, such as a day's; may repeat.", func() CheckedArrivals { return &Profile{} }},
		{"renewal", "Jobs with independent pauses of any distribution between them.", func() CheckedArrivals { return &Renewal{} }},
		{"schedule", "Clients that all follow one crontab line, by the clock of a time zone.", func() CheckedArrivals { return &Schedule{} }},
		{"times", "One job at each of the times listed.", func() CheckedArrivals { return &Times{} }},
	}
}

// Between lets an arrival process begin later and end earlier: its time 0 is
// From, and nothing comes at Until or after. Until 0 is no end.
type Between struct {
	Inner       Arrivals
	From, Until time.Duration
}

// Begin gives the inner process its memory.
func (b Between) Begin() Arrivals {
	b.Inner = Begin(b.Inner)
	return b
}

// Next shifts the inner process by From.
func (b Between) Next(k int64, previous time.Duration, s *chance.Stream) (time.Duration, int, bool) {
	at, jobs, ok := b.Inner.Next(k, max(0, previous-b.From), s)
	if !ok || at > never-b.From {
		return 0, 0, false
	}
	at += b.From
	if b.Until > 0 && at >= b.Until {
		return 0, 0, false
	}
	return at, jobs, true
}

// Mean is that of the inner process, and 0 outside of the window.
func (b Between) Mean(t time.Duration) float64 {
	if t < b.From || b.Until > 0 && t >= b.Until {
		return 0
	}
	return b.Inner.Mean(t - b.From)
}

// String adds the window to the words of the inner process.
func (b Between) String() string {
	text := b.Inner.String()
	text = text[:len(text)-1]
	if b.From > 0 {
		text += fmt.Sprintf(", from: %v", b.From)
	}
	if b.Until > 0 {
		text += fmt.Sprintf(", until: %v", b.Until)
	}
	return text + "}"
}
