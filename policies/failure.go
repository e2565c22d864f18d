package policies

import "time"

// Failure is everything a policy may know about an attempt that just failed. It is a value; all times are durations
// since the run began.
type Failure struct {
	// Job is the job's identity. Only the stable jitter reads it.
	Job uint64
	// Attempt is the number of the attempt just failed, from 1. It is also the number of the retry to come.
	Attempt int
	// Previous is the Carry of the job's previous Decision, 0 at its first failure.
	Previous time.Duration
	// Elapsed is the time since the job's first attempt began.
	Elapsed time.Duration
	// Class and Status say what went wrong; Status is 0 when there was no HTTP answer.
	Class  Class
	Status int
	// Hint is the server's wish, as far as it was readable.
	Hint Hint
	// Now is when the attempt failed, Taken when the worker took the job for it.
	Now, Taken time.Duration
}

// Reason says why a Decision came out as it did.
type Reason uint8

// The reasons. Only Retry goes with another attempt.
const (
	Retry       Reason = iota // try again
	Exhausted                 // no attempts left
	Deadline                  // the next attempt would begin after the elapsed limit
	Permanent                 // the class of the failure is not worth a retry
	Gated                     // a budget, breaker or throttle said no
	HintTooLong               // the server asks for a longer wait than the policy accepts
	reasonCount
)

var reasonWords = [reasonCount]string{"retry", "exhausted", "deadline", "permanent", "gated", "hint_too_long"}

// String gives the reason's word.
func (r Reason) String() string {
	if r >= reasonCount {
		return "unknown"
	}
	return reasonWords[r]
}

// Decision is the answer to a Failure.
type Decision struct {
	// Retry is true when the job shall be tried again.
	Retry bool
	// FromHint is true when the server's hint, and not the backoff, set the wait (or the refusal).
	FromHint bool
	// Why names the reason.
	Why Reason
	// Delay is the wait counted from the policy's anchor; 0 without a retry.
	Delay time.Duration
	// Due is the absolute time of the retry, never before the failure. Without a retry it is the time of the failure.
	Due time.Duration
	// Carry is to be handed back as Previous with the job's next Failure. It is the backoff's own delay: a hint
	// neither resets nor inflates a backoff that builds on its previous delay.
	Carry time.Duration
}
