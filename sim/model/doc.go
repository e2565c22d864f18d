// Package model describes the world that jobs meet, as plain specs and pure
// rules: who arrives, how the queue orders and the workers take, what the
// dependency can serve, which faults befall it, what operators do, how dead
// letters are kept, which alerts page. A rule takes values and returns what
// should happen; nothing here schedules, draws from a clock, or remembers a
// job. The world that plays these specs is package sim.
//
// Times are durations since the run began. A fault window [start, end) holds
// at its start and no longer at its end.
package model
