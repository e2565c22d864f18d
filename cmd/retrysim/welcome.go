package main

import "fmt"

// welcome answers a bare `retrysim`: the jobs it does, one command each.
func (a *app) welcome() error {
	_, err := fmt.Fprint(a.stdout, `retrysim: was this retry setting a good idea? Find out before the rollout.

Which of these settings is best, and by how much?
  retrysim compare indexer-outage

What would my own setting do to my own load?
  retrysim run --jobs 1000 --together --capacity 100/s --outage 30s \
    -p exponential,base=2s,max_attempts=5

May this change be merged? (exit code 3 says no)
  retrysim check indexer-outage

`)
	a.suggest("retrysim help")
	return err
}
