package model

import (
	"errors"
	"fmt"
)

// MaxKeys is the most keys that a plan may have in all: what is kept for each
// of them takes some hundred bytes.
const MaxKeys = 200_000

// Keys are the tenants, customers or documents that the jobs of a type belong
// to: each job to one of Count, drawn once. The k-th, from 1, is drawn with a
// chance in proportion to k^-Skew. The zero value is one key for all.
type Keys struct {
	Count int
	Skew  float64 // 0: all alike
}

// Validate reports keys that nobody could draw from.
func (k Keys) Validate() error {
	if k.Count < 0 || k.Count > MaxKeys || !(k.Skew >= 0 && k.Skew <= 10) {
		return fmt.Errorf("%d keys with skew %v, want at most %d and a skew of 0 to 10", k.Count, k.Skew, MaxKeys)
	}
	return nil
}

// Shard says which part of a dependency a station is. The shards of one
// dependency stand side by side in a plan. A call goes to the one that its
// job's key falls on; the call of a job without keys to one that its job falls
// on, the same at every attempt.
type Shard struct {
	Of     string // the dependency
	Number int    // from 1
	Count  int
	Load   float64 // chance of a key to fall on it; those of all shards add up to 1
}

// Route is one of several stations that a call may go to.
type Route struct {
	Station int // of a dependency in shards the first one
	Weight  float64
}

// RouteBy says what chooses among routes.
type RouteBy uint8

// What chooses: a job goes the same way at every attempt, an attempt chooses
// anew, a key sends all of its jobs the same way.
const (
	RouteByJob RouteBy = iota
	RouteByAttempt
	RouteByKey
	RouteBys
)

// String is the word in scenario files.
func (r RouteBy) String() string { return [...]string{"job", "attempt", "key"}[r] }

// Shares are the chances of a step's routes; nil where it has none.
func (s *Step) Shares() []float64 {
	if len(s.Routes) == 0 {
		return nil
	}
	sum := 0.0
	for _, r := range s.Routes {
		sum += r.Weight
	}
	shares := make([]float64, len(s.Routes))
	for i, r := range s.Routes {
		shares[i] = r.Weight / sum
	}
	return shares
}

// validate reports routes that nobody could take.
func (s *Step) validate() error {
	sum := 0.0
	for _, r := range s.Routes {
		if !(r.Weight >= 0) {
			return fmt.Errorf("a route of weight %v, want 0 or more", r.Weight)
		}
		sum += r.Weight
	}
	switch {
	case len(s.Routes) > 0 && !(sum > 0):
		return errors.New("routes of no weight")
	case s.RouteBy >= RouteBys:
		return fmt.Errorf("routes chosen by %d, unknown", s.RouteBy)
	}
	return nil
}

// Validate reports everything about a type's keys and routes that no run could
// play.
func (t *JobType) Validate() error {
	errs := []error{t.Keys.Validate()}
	for i := range t.Steps {
		errs = append(errs, t.Steps[i].validate())
	}
	return errors.Join(errs...)
}

// LimitKey says for whom a rate limit counts apart.
type LimitKey uint8

// For whom: all together, each key of a job, each client, each job type. Jobs
// without keys count as one key, those of an open source as one client.
const (
	LimitAll LimitKey = iota
	LimitPerKey
	LimitPerClient
	LimitPerType
	LimitKeys
)

// String is the word in scenario files.
func (k LimitKey) String() string {
	return [...]string{"", "job_key", "client", "job_type"}[k]
}

// Dependency is the name of the dependency that a station is, or is a shard of.
func (s *Station) Dependency() string {
	if s.Shard.Count > 1 {
		return s.Shard.Of
	}
	return s.Name
}
