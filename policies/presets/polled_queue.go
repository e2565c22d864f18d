package presets

// polledQueue is a job queue that polls a database. When a job is taken, the time is set before which it cannot be
// taken again: dateRetry = now + timeout + retryDelay * retryCount. So the wait counts from the taking:
// delay(k) = 300s + 600s * (k-1), with retryCount = k-1.
//
//	retry       1     2     3
//	from taken  300s  900s  1500s
//
// Retries start at reviews only; with reviews every 310 s a job first taken at 0 s is tried at 0, 310, 1240 and 2790 s.
var polledQueue = Preset{
	Name:               "polled-queue",
	System:             "database-polled job queue",
	Source:             "linear delay, lease set at retrieval, periodic review",
	About:              "300 s, 900 s, 1500 s after the job was taken; 3 retries; whatever went wrong",
	DefaultMaxAttempts: 4,
	LimitIsOwn:         true,
	words: []word{
		{"retries", "3"},
		{"backoff", "linear"},
		{"base", "300s"},
		{"step", "600s"},
		{"anchor", "taken"},
		{"timeout", "300s"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "retryMax", Keys: []string{"retries"}, Default: "3", Doc: "retries; the first call does not count"},
		{Name: "retryDelay", Keys: []string{"step"}, Unit: Milliseconds, Default: "600000ms", Doc: "added per retry"},
		{
			Name: "timeout", Keys: []string{"base", "timeout"}, Unit: Milliseconds, Default: "300000ms",
			Doc: "patience per attempt, and the first part of the lease",
		},
	},
	Notes: []string{
		"A job that fails early still waits for the whole lease, and then for the next review.",
		"All jobs that become due between two reviews start together; jitter below the review period vanishes.",
		"The surveyed release rethinkdb-job-queue differs: anchored at the failure, and its first retry is at once.",
	},
	SeeAlso: []string{"rethinkdb-job-queue"},
}

// polledQueueExponential reads the announced formula as dateRetry = now + timeout + retryDelay * 2^retryCount.
//
//	retry       1     2      3
//	from taken  900s  1500s  2700s
var polledQueueExponential = func() Preset {
	p := polledQueue.variant(".exponential", "900 s, 1500 s, 2700 s after the job was taken: the delay that is announced",
		word{"backoff", "exponential"}, word{"base", "600s"}, word{"factor", "2"}, word{"constant", "300s"})
	p.words = without(p.words, "step")
	p.Params = []Param{
		polledQueue.Params[0],
		{Name: "retryDelay", Keys: []string{"base"}, Unit: Milliseconds, Default: "600000ms", Doc: "doubled per retry"},
		{
			Name: "timeout", Keys: []string{"constant", "timeout"}, Unit: Milliseconds, Default: "300000ms",
			Doc: "patience per attempt, and the constant part of the lease",
		},
	}
	p.Notes = append([]string{
		"The source announces an exponential delay without a formula; taken here as retryDelay * 2^retryCount.",
	}, p.Notes...)
	return p
}()
