// Package sim is the virtual world: it plays a Plan on a calendar of future
// events and writes what happens into a ledger. Time is whole nanoseconds
// since the run began; chance is keyed by who asks (job, attempt, purpose), so
// two policies meet the same arrivals, the same service times and the same
// luck, and neither goroutines nor call order can leak in.
//
// One job's path: it arrives and waits in the queue (queue.go), a worker takes
// it (worker.go), an attempt calls the dependency (attempt.go, station.go, serve.go),
// the outcome goes to the policy (decide.go), which sends it back to wait, or
// the job is settled, perhaps as a dead letter (dead.go) that an operator
// replays or discards. Faults (fault.go) only change the condition that a
// station's calls read.
//
// A station with a Leg is one row under optimistic concurrency
// (contention.go): an attempt reads the row's version, then writes it back;
// each of the four messages takes one leg, and the write fails when another
// came between. A station with a Slot is a slotted channel (slot.go), on which
// calls that begin in one slot destroy each other.
package sim
