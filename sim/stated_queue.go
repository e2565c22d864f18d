package sim

import (
	"fmt"

	"retrysim/policies"
	"retrysim/sim/model"
)

// waitStated says where the backoff waits, and who ends the wait.
func waitStated(q *model.Queue) string {
	text := "the backoff waits in the queue, its worker is free meanwhile"
	switch {
	case q.InWorker:
		text = "the backoff sleeps inside the worker, which stays busy"
	case q.InMemory:
		text = "the backoff waits in a process's memory, its worker is free meanwhile and its lock runs"
	}
	if q.Review <= 0 {
		return text
	}
	every := policies.FormatDuration(q.Review)
	if q.Poller.Gap.Set() {
		every += " in the mean"
	}
	switch n := q.Pollers(); {
	case n > 1:
		text += fmt.Sprintf("; a retry starts only when one of %d pollers looks, each every %s", n, every)
	default:
		text += fmt.Sprintf("; a retry starts only at a review, every %s", every)
	}
	if q.Poller.Batch > 0 {
		text += fmt.Sprintf(", at most %d at a time", q.Poller.Batch)
	}
	return text
}

// deliveryStated says what limits how often a job is handed out, and what runs
// against its lock before a worker begins.
func deliveryStated(q *model.Queue, k *model.Workers) []string {
	var out []string
	if k.Prefetch > 0 {
		out = append(out, fmt.Sprintf("each of %d processes reserves up to %d jobs beyond those that it runs; their locks run from there",
			max(1, k.Processes), k.Prefetch))
	}
	if k.AckAtStart {
		out = append(out, "a job leaves the queue when its attempt begins: it is not run twice, and is lost with its worker")
	}
	switch {
	case k.StallsApart && k.MaxStalls == model.Unlimited:
		out = append(out, "a lost lock is a stall, which is no attempt and has no limit")
	case k.StallsApart:
		out = append(out, fmt.Sprintf("a lost lock is a stall, which is no attempt; a job is given up at stall %d", k.MaxStalls+1))
	}
	if q.MaxReceives > 0 {
		out = append(out, fmt.Sprintf("a job that has been handed out %d times is given up when it would be handed out again", q.MaxReceives))
	}
	if k.ClockSkew.Set() {
		out = append(out, fmt.Sprintf("clocks of workers are off by %s to either side", k.ClockSkew))
	}
	return out
}
