package policies

import "strconv"

// Class says how an attempt ended; every class but Success is a kind of failure.
type Class uint8

// The classes. The first five failures are transient (a retry can help), as is ServerError; BadRequest,
// ClientError, InvalidData, BusinessRule and Bug are permanent (a retry meets the same answer). The last four are
// facts about the queue or the worker, not answers of a dependency.
const (
	Success      Class = iota
	Timeout            // no answer in time
	Connection         // refused, reset, name not found
	Resource           // a temporary lack of something: memory, a pooled connection, a lock
	RateLimited        // status 429
	ServerError        // status 500 and above
	BadRequest         // status 400
	ClientError        // any other unexpected status
	InvalidData        // the payload itself is wrong
	BusinessRule       // a rule says no, for instance the subject is gone
	Bug                // the code failed, not the world
	LeaseLost          // the lock or lease ran out while the attempt ran
	Crash              // the worker died during the attempt
	Expired            // the job's deadline passed
	QueueFull          // the queue had no room for the job
	classCount
)

// Classes is the number of classes: every Class is below it.
const Classes = int(classCount)

var classWords = [Classes]string{
	"success", "timeout", "connection", "resource", "rate_limited", "server_error", "bad_request", "client_error",
	"invalid_data", "business_rule", "bug", "lease_lost", "crash", "expired", "queue_full",
}

// String gives the word that scenarios and reports use, for instance "rate_limited".
func (c Class) String() string {
	if int(c) >= Classes {
		return "class(" + strconv.Itoa(int(c)) + ")"
	}
	return classWords[c]
}

// ParseClass finds the class with that word; ok is false for an unknown word.
func ParseClass(word string) (c Class, ok bool) {
	for i, w := range classWords {
		if w == word {
			return Class(i), true
		}
	}
	return Success, false
}

// ClassWords lists the words of all classes in their fixed order.
func ClassWords() []string { return append([]string(nil), classWords[:]...) }

// ClassOfStatus classes an HTTP status: 2xx succeeds, 429, 400 and 500 and above have classes of their own, and any
// other status is unexpected and so a ClientError.
func ClassOfStatus(status int) Class {
	switch {
	case status >= 200 && status < 300:
		return Success
	case status == 429:
		return RateLimited
	case status == 400:
		return BadRequest
	case status >= 500:
		return ServerError
	}
	return ClientError
}

var classTexts = [Classes]string{
	"OK", "Request timed out", "Connection failed", "Resource temporarily unavailable", "Rate limited", "Server error",
	"Bad request", "Unexpected status", "Invalid data", "Business rule violated", "Bug in the job's code",
	"Lease lost", "Worker crashed", "Deadline passed", "Queue full",
}

// statusTexts names the statuses that scenarios use most; others are told by their class and number.
var statusTexts = map[int]string{
	401: "Unauthorized", 403: "Forbidden", 404: "Not found", 408: "Request timeout", 409: "Conflict", 410: "Gone",
	413: "Payload too large", 422: "Unprocessable content", 425: "Too early",
	500: "Internal server error", 501: "Not implemented", 502: "Bad gateway", 503: "Service unavailable",
	504: "Gateway timeout",
}

// ErrorText is the text that a dead letter carries, for instance "Rate limited" or "Service unavailable (503)".
// The status counts only for ServerError and ClientError; 0 means that none is known.
func ErrorText(c Class, status int) string {
	if int(c) >= Classes {
		return c.String()
	}
	if status == 0 || (c != ServerError && c != ClientError) {
		return classTexts[c]
	}
	text, known := statusTexts[status]
	if !known {
		text = classTexts[c]
	}
	return text + " (" + strconv.Itoa(status) + ")"
}
