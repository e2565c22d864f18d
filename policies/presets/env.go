package presets

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"retrysim/policies"
)

// EnvSetting is a value that an environment variable gives to a scenario.
type EnvSetting struct {
	// Path addresses the value; "policies.*.jitter" means the policies built on the preset indexer.
	Path     string
	Value    string
	Variable string
}

// envVariable is a variable of the indexer. read turns its text into a value, or says that it is not legal.
type envVariable struct {
	name, path, legal string
	read              func(text string) (value string, ok bool)
}

const (
	envDLQ    = "ENABLE_INDEXER_DLQ"
	envDedupe = "ENABLE_INDEXER_DEDUPE"
)

var indexerEnv = []envVariable{
	{"INDEXER_JITTER_FACTOR", "policies.*.jitter", "a number in [0, 1]", readEnvShare},
	{envDLQ, "dead_letters.enabled", "true or false", readEnvBool},
	{envDedupe, "dead_letters.dedupe", "true or false", readEnvBool},
	{"INDEXER_HEARTBEAT_STALE_THRESHOLD_MS", "workers.stale_after", "whole milliseconds, above 0", readEnvMillis},
	{"BACKGROUND_JOB_LOCK_TTL_MS", "workers.lock", "whole milliseconds, above 0", readEnvMillis},
}

// IndexerVariables lists the variables that IndexerEnv reads.
func IndexerVariables() []string {
	names := make([]string, len(indexerEnv))
	for i, v := range indexerEnv {
		names[i] = v.name
	}
	return names
}

// IndexerEnv reads the settings of the indexer from its environment variables, in a fixed order; a variable that is
// not set gives no setting. All errors come at once, each with the variable's name, its value and the legal range.
// The dead-letter queue is on and dedupes unless a variable says otherwise; on without dedupe is an error.
func IndexerEnv(lookup func(string) (string, bool)) (settings []EnvSetting, errs []error) {
	on := map[string]bool{envDLQ: true, envDedupe: true}
	for _, variable := range indexerEnv {
		text, set := lookup(variable.name)
		if !set {
			continue
		}
		value, ok := variable.read(text)
		if !ok {
			problem := "is not legal"
			if text == "" {
				problem = "is empty"
			}
			errs = append(errs, fmt.Errorf("%s=%q %s; legal: %s", variable.name, text, problem, variable.legal))
			continue
		}
		if _, is := on[variable.name]; is {
			on[variable.name] = value == "true"
		}
		settings = append(settings, EnvSetting{Path: variable.path, Value: value, Variable: variable.name})
	}
	if on[envDLQ] && !on[envDedupe] {
		errs = append(errs, fmt.Errorf("%s=\"true\" with %s=\"false\": a dead-letter queue needs dedupe; legal: "+
			"%s=true, or %s=false (it is true unless set)", envDLQ, envDedupe, envDedupe, envDLQ))
	}
	return settings, errs
}

func readEnvShare(text string) (string, bool) {
	f, err := strconv.ParseFloat(text, 64)
	return strconv.FormatFloat(f, 'g', -1, 64), err == nil && f >= 0 && f <= 1
}

func readEnvBool(text string) (string, bool) { return text, text == "true" || text == "false" }

func readEnvMillis(text string) (string, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/int64(time.Millisecond) {
		return "", false
	}
	return policies.FormatDuration(time.Duration(n) * time.Millisecond), true
}
