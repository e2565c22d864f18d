package lint

// policyRules is the catalogue of the rules over one policy.
var policyRules = []struct {
	Rule
	check func(c *policyCase)
}{
	{Rule{"as-written", Warning, "The preset is a system's code as it stands, which differs from what it means to do."}, asWritten},
	{Rule{"no-limit", Warning, "Nothing limits the attempts."}, noLimit},
	{Rule{"hot-loop", Warning, "Every wait is 0s."}, hotLoop},
	{Rule{"cap-below-base", Warning, "The cap is below the first wait."}, capBelowBase},
	{Rule{"cap-never-reached", Warning, "The attempts end before the waits reach the cap."}, capNeverReached},
	{Rule{"floor-above-cap", Warning, "The floor is above the cap."}, floorAboveCap},
	{Rule{"jitter-above-cap", Warning, "The jitter comes after the cap and exceeds it."}, jitterAboveCap},
	{Rule{"jitter-without-effect", Warning, "A jitter is set and spreads nothing."}, jitterWithoutEffect},
	{Rule{"no-jitter", Warning, "Jobs that fail together come back together."}, noJitter},
	{Rule{"elapsed-limit", Warning, "The elapsed limit ends before the first wait does."}, elapsedLimit},
	{Rule{"permanent-retried", Warning, "Failures are retried that no retry can mend."}, permanentRetried},
	{Rule{"policy-no-timeout", Warning, "The policy takes every timeout away."}, policyNoTimeout},
	{Rule{"hint-without-spread", Warning, "All clients that get one Retry-After return at one moment."}, hintWithoutSpread},
	{Rule{"overflow", Warning, "Plain 64-bit code would overflow within the attempts."}, overflow},
	{Rule{"unused", Warning, "A setting has no effect."}, unused},
}

// planRules is the catalogue of the rules over a whole plan.
var planRules = []struct {
	Rule
	check func(c *planCase)
}{
	{Rule{"overload", Warning, "More arrives than a dependency can serve without any fault."}, overload},
	{Rule{"workers-below-load", Warning, "The workers cannot do what arrives."}, workersBelowLoad},
	{Rule{"workers-below-capacity", Warning, "The workers cannot keep the dependency busy."}, workersBelowCapacity},
	{Rule{"timeouts-above-capacity", Warning, "Workers that all time out send more than the dependency can serve."}, timeoutsAboveCapacity},
	{Rule{"metastable", Warning, "Once calls time out, their retries keep the overload alive after its cause is gone."}, metastable},
	{Rule{"sleep-holds-workers", Warning, "Backoffs that sleep in workers leave none for new jobs."}, sleepHoldsWorkers},
	{Rule{"unanswered", Error, "A fault leaves calls unanswered and nothing times out."}, unanswered},
	{Rule{"no-timeout", Warning, "An attempt has no timeout."}, noTimeout},
	{Rule{"timeout-below-service", Warning, "The client gives up before a mean call is served."}, timeoutBelowService},
	{Rule{"too-large", Warning, "Jobs are so large that every attempt times out, and is retried."}, tooLarge},
	{Rule{"room-beyond-timeout", Warning, "A call at the end of the dependency's line times out before its turn."}, roomBeyondTimeout},
	{Rule{"drop-without-timeout", Warning, "Calls without a timeout never expire, so none is dropped."}, dropWithoutTimeout},
	{Rule{"silent-without-timeout", Error, "A call without a timeout that is lost in silence waits for ever."}, silentWithoutTimeout},
	{Rule{"congestion-collapse", Warning, "A dependency serves less the more it is asked."}, congestionCollapse},
	{Rule{"shared-without-room", Warning, "So many calls share the servers that all time out."}, sharedWithoutRoom},
	{Rule{"reconnect-storm", Warning, "Calls that time out need more new connections than can be set up."}, reconnectStorm},
	{Rule{"backlog-beyond-timeout", Warning, "A set-up at the end of the backlog is done when its caller has gone."}, backlogBeyondTimeout},
	{Rule{"hold-beyond-timeout", Warning, "A call that waits for a rate limit times out before its turn."}, holdBeyondTimeout},
	{Rule{"no-room", Warning, "The dependency refuses whatever finds no free server."}, noRoom},
	{Rule{"room-below-burst", Warning, "A burst does not fit into the dependency's room."}, roomBelowBurst},
	{Rule{"queue-below-burst", Warning, "A burst does not fit into the queue: jobs are dropped."}, queueBelowBurst},
	{Rule{"refusal-cost", Warning, "A refusal cost without servers costs nothing."}, refusalCost},
	{Rule{"burst-waves", Warning, "A burst comes back faster than the dependency can serve it."}, burstWaves},
	{Rule{"not-retried", Warning, "A fault's failures are not retried at all."}, notRetried},
	{Rule{"short-coverage", Warning, "The attempts are used up before the longest fault is over."}, shortCoverage},
	{Rule{"hint-ignored", Warning, "The dependency sends Retry-After and the policy is deaf to it."}, hintIgnored},
	{Rule{"delay-below-review", Warning, "A wait below the review period is rounded up to it."}, delayBelowReview},
	{Rule{"jitter-below-review", Warning, "A jitter below the review period vanishes in it."}, jitterBelowReview},
	{Rule{"promotion-below-load", Warning, "Looks make fewer retries ready than jobs arrive."}, promotionBelowLoad},
	{Rule{"prefetch-beyond-lock", Warning, "A lock ends while its job waits behind others in its process."}, prefetchBeyondLock},
	{Rule{"kept-beyond-lock", Warning, "A lock ends while its retry waits in memory: copies."}, keptBeyondLock},
	{Rule{"skew-above-wait", Warning, "Clocks are off by more than the waits or locks that they measure."}, skewAboveWait},
	{Rule{"receives-below-attempts", Warning, "The queue gives a job up before its policy does."}, receivesBelowAttempts},
	{Rule{"lost-at-start", Error, "Workers crash, and jobs leave the queue as their attempts begin."}, lostAtStart},
	{Rule{"lock-below-timeout", Warning, "A lock ends before the attempt that it guards must."}, lockBelowTimeout},
	{Rule{"lock-below-run", Warning, "A lock ends before a long attempt without timeout does."}, lockBelowRun},
	{Rule{"lock-below-wait", Warning, "A lock that covers the sleep ends before the waits do."}, lockBelowWait},
	{Rule{"lock-forever", Error, "Workers crash, and their locks never end."}, lockForever},
	{Rule{"starting-not-counted", Warning, "An autoscaler starts again what is still starting."}, startingNotCounted},
	{Rule{"cool-down-below-start", Warning, "An autoscaler stops sooner what it needs longer to start."}, coolDownBelowStart},
	{Rule{"restart-cuts", Warning, "Workers that restart are killed with jobs in hand."}, restartCuts},
	{Rule{"stale-below-wait", Warning, "A long backoff looks like a stalled process."}, staleBelowWait},
	{Rule{"dead-letters-off", Warning, "A job that gives up is lost."}, deadLettersOff},
	{Rule{"dedupe-off", Warning, "One job can leave several dead letters."}, dedupeOff},
	{Rule{"keep-below-replay", Warning, "Dead letters are gone before they are replayed."}, keepBelowReplay},
	{Rule{"key-scope-job", Warning, "A replayed job has a new idempotency key."}, keyScopeJob},
	{Rule{"key-per-attempt", Warning, "A key that is new at every attempt guards nothing."}, keyPerAttempt},
	{Rule{"unguarded-effect", Warning, "A retry can repeat an effect that has happened already."}, unguardedEffect},
}
