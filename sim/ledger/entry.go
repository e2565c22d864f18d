// Package ledger is the book of a run: the world appends Entries, fixed-size
// facts in the order in which they happen, and Metrics fold them, a batch at a
// time. A metric sees entries and nothing else, so that a further metric can
// never change a run; the live engine, which writes the same entries on the
// wall clock, is judged by the very same metrics.
package ledger

import "retrysim/policies"

// Kind says what an Entry records.
type Kind uint8

// The kinds of entry.
const (
	Arrived     Kind = iota // a job came
	Sent                    // an attempt's call left for its station, refused ones included
	Ended                   // an attempt finished for its caller: success, failure, timeout, lost lease
	Finished                // an abandoned call was served after all: wasted work
	Waiting                 // a retry was decided: Delay is the wait chosen
	Replayed                // a dead letter was put back
	Parked                  // a job became a dead letter
	Settled                 // a job reached a final state; a replay may reopen it
	Effect                  // a side effect was applied; Copy counts the applications before this one
	Fired                   // an alert fired; Status is its number, Paging says that it paged
	CapacityIs              // Delay is the capacity from now on, in thousandths of a call per second; -1 is unlimited
	Left                    // nothing more can happen to a job: its Bucket is final
	GivenUp                 // the policy gave a job up, whatever becomes of it
	Exhausted               // it did so because the retries ran out
	Struck                  // a conditional fault is in force (Delay 1) or no longer (0); Status is its number
	Opened                  // a connection was set up, whether its caller still waits or not
	Connected               // a call got a connection, new or idle; Delay is its wait for it
	Unconnected             // a call failed because it got none
	Shed                    // a station dropped a call at the head of its line instead of serving it
	Denied                  // a budget refused the retry that the policy wanted
)

// Flags mark an entry.
type Flags uint16

// The flags.
const (
	Retry       Flags = 1 << iota // not the first attempt of its job (or of its replay)
	OfReplay                      // the job has been replayed
	Abandoned                     // the caller no longer waited when the attempt ended
	Rejected                      // Ended: refused by the station without service
	Duplicate                     // a run of a job of which another run was still going, or whose lock was lost before it began
	LaterStep                     // Sent: not the first call of its attempt
	Moved                         // Settled: out of the dead-letter queue into another bucket
	NoEffect                      // Left: an effect that it should have had never happened
	Paging                        // Fired: somebody was paged
	OnPermanent                   // Ended: a retry of a job that has failed permanently before
	InService                     // Ended, Finished: the caller left while the call was being served
	Inherited                     // Arrived: a dead letter from before the run, no traffic
)

// Bucket is a job's final state.
type Bucket uint8

// The buckets of the conservation ledger.
const (
	Completed Bucket = iota
	DeadLettered
	Failed
	Dropped
	Expired
	Discarded
	Unfinished
	Buckets
)

// Drop says why a job was dropped.
type Drop uint8

// The reasons of a drop.
const (
	DropDLQOff Drop = iota
	DropQueueFull
	DropDLQFull
	DropPurged
	DropRetention
	DropParkFailed
	DropReasons
)

// String is the reason's name in results.
func (d Drop) String() string {
	return [...]string{"dlq_off", "queue_full", "dlq_full", "purged", "retention", "park_failed"}[d]
}

// Entry is one fact. Times are nanoseconds since the run began; which fields
// count depends on Kind.
type Entry struct {
	At      int64  // when it happened
	Job     uint64 // identity of the job
	Born    int64  // when the job arrived
	Taken   int64  // Ended: when its worker took the job
	Start   int64  // Ended, Finished: when the call reached its station
	Served  int64  // Ended, Finished: when its service began, -1 if it never did
	Delay   int64  // Waiting: the wait; Settled: the sum of waits; Replayed, Parked: time in the DLQ; Ended, Finished, Shed: work (see Work)
	First   int64  // Settled: the first failure, -1 without
	Attempt uint32 // from 1; counts on over a replay
	Copy    uint32
	Key     uint32 // of the job; what it decides shows elsewhere, so no fingerprint holds it
	Kind    Kind
	Class   policies.Class
	Type    uint8 // index of the job type
	Station uint8
	Bucket  Bucket // Settled
	Drop    Drop   // Settled as dropped
	Status  uint16
	Flags   Flags
}

// Is reports whether all of the flags are set.
func (e *Entry) Is(f Flags) bool { return e.Flags&f == f }
