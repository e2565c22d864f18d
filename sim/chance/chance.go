// Package chance holds the randomness of a simulated world: keyed streams of
// random numbers and the distributions that draw from them. It keeps no
// generator and no clock: whoever wants luck says who asks, and gets the same
// luck whenever it asks.
//
// Chance is keyed by who asks, never by who asks first. The draws for a purpose,
// a job and an attempt depend on these and the seed alone, so two policies meet
// the same arrivals, the same service times and the same outages (common random
// numbers), and neither goroutines nor the order of calls can leak in.
//
// Draws are the same bits on every architecture: logarithms and exponentials
// are our own and no product is fused with a sum. Mean and CV2, which only
// describe, use the standard library's.
package chance

import (
	"fmt"
	"math/bits"
)

// Purpose says what a draw is for. Draws for different purposes are
// independent. The numbers are part of every result: names are only ever added,
// at the end.
type Purpose uint8

// The purposes of draws. Zero is none of them, so that a forgotten purpose
// shares its luck with nobody.
const (
	Arrival    Purpose = iota + 1 // when jobs arrive
	Service                       // how long a dependency works on a request
	Failure                       // whether a request fails, and how
	Backoff                       // jitter on a delay before a retry
	Permanent                     // whether a job can never succeed
	Latency                       // time on the wire, and added latency
	Loss                          // whether a response is lost
	Route                         // which dependency, shard or server is asked
	Fault                         // when a fault strikes and how long it lasts
	Crash                         // when a worker crashes and for how long
	Leg                           // steps within an attempt
	Gone                          // whether a job's subject has disappeared
	Park                          // whether writing a dead letter fails
	Payload                       // a job's size and content
	Hint                          // spread on top of a server's Retry-After
	Think                         // pauses of closed clients
	Class                         // a job's type or priority
	Hedge                         // when a second copy is sent
	Gate                          // draws of budgets, breakers and throttles
	World                         // circumstances drawn once per replication
	Search                        // candidates of a tuning search
	Resample                      // bootstrap and other resampling
	Hang                          // whether a request is never answered
	Scope                         // whether a fault hits a job or a client
	Reset                         // whether a connection is reset
	Body                          // whether an answer trickles in
	Connect                       // how long a connection is set up
	Disconnect                    // whether an open connection is closed
	Patience                      // at which age a job leaves the queue
	Tenant                        // which key a job belongs to
	Shard                         // where a key is kept or sent
	Poll                          // when a poller looks for due retries
	Clock                         // how far a worker's clock is off
	purposes
)

var purposeNames = [purposes]string{
	"none", "arrival", "service", "failure", "backoff", "permanent", "latency", "loss", "route", "fault", "crash",
	"leg", "gone", "park", "payload", "hint", "think", "class", "hedge", "gate", "world", "search", "resample", "hang",
	"scope", "reset", "body", "connect", "disconnect", "patience", "tenant", "shard", "poll", "clock",
}

// String returns the purpose's name in lower case.
func (p Purpose) String() string {
	if p < purposes {
		return purposeNames[p]
	}
	return fmt.Sprintf("purpose %d", uint8(p))
}

// Key says who asks for luck. Equal keys get equal streams; keys that differ
// anywhere get streams that have nothing to do with each other.
type Key struct {
	Seed    uint64 // of the replication, see ReplicationSeed
	Purpose Purpose
	Job     uint64 // the job, or whatever else is numbered: a source, a worker, a fault
	Attempt uint32 // from 1; 0 for draws that concern the whole job
	Copy    uint32 // among hedged or duplicate runs of one attempt
}

// Odd constants with about as many ones as zeros, from wyhash (Wang Yi, public
// domain). golden is 2^64 over the golden ratio.
const (
	k0     = 0xa0761d6478bd642f
	k1     = 0xe7037ed1a0b428db
	k2     = 0x8ebc6af09c88c6e3
	k3     = 0x589965cc75374cc3
	golden = 0x9e3779b97f4a7c15
)

// mum multiplies to 128 bits and folds the halves together: every bit of the
// result depends on every bit of both factors.
func mum(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// Stream returns the stream of the key, at its beginning. It costs two
// multiplications and no allocation. With mum(a, b) the folded 128-bit product,
//
//	h     = mum(job ^ k0, seed ^ purpose*golden ^ k1)
//	state = mum(h ^ k2, attempt<<32 | copy ^ k3)
func (k Key) Stream() Stream {
	// The purpose is spread over 64 bits, or seed 42 with purpose 3 would be
	// seed 43 with purpose 2.
	h := mum(k.Job^k0, k.Seed^uint64(k.Purpose)*golden^k1)
	return Stream{state: mum(h^k2, (uint64(k.Attempt)<<32|uint64(k.Copy))^k3)}
}

// ReplicationSeed returns the seed of a replication, counted from 0, of a run
// with the given seed: with mum(a, b) the folded 128-bit product,
//
//	h = mum(seed ^ k0, replication ^ k1)
//	    mum(h ^ k2, seed ^ k3)
//
// It panics on a negative replication.
func ReplicationSeed(seed uint64, replication int) uint64 {
	if replication < 0 {
		panic(fmt.Sprintf("chance: replication %d is negative", replication))
	}
	h := mum(seed^k0, uint64(replication)^k1)
	return mum(h^k2, seed^k3)
}
