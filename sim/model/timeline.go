package model

import (
	"strings"
	"time"

	"retrysim/policies"
)

// Match selects dead letters. Empty fields match everything.
type Match struct {
	Error     string // part of the error text, case ignored
	Class     string // name of the class
	JobType   int    // index, -1 for any
	OlderThan time.Duration
}

// Matches reports whether a record is selected at time now.
func (m *Match) Matches(jobType int, class policies.Class, status int, parked, now time.Duration) bool {
	switch {
	case m.JobType >= 0 && m.JobType != jobType:
		return false
	case m.Class != "" && m.Class != class.String():
		return false
	case m.OlderThan > 0 && now-parked <= m.OlderThan:
		return false
	case m.Error == "":
		return true
	}
	return strings.Contains(strings.ToLower(policies.ErrorText(class, status)), strings.ToLower(m.Error))
}
