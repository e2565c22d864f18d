package sim

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// RunAll runs tasks on up to parallel goroutines, nothing shared between them,
// and calls done once a task in the order of tasks, whatever the order in
// which they finish. It starts no further task when ctx ends or done returns
// an error; tasks that are running then end early with a partial outcome. It
// returns done's error, a plan's error, or ctx's.
func RunAll(ctx context.Context, tasks []Task, parallel int, done func(i int, o *Outcome) error) error {
	parallel = min(max(1, parallel), max(1, len(tasks)))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	slots := make([]chan finished, len(tasks)) // one answer each, so nobody waits to send
	for i := range slots {
		slots[i] = make(chan finished, 1)
	}
	next := make(chan int, len(tasks))
	lead := make(chan struct{}, 4*parallel) // outcomes that may wait to be taken
	go feed(ctx, next, lead, len(tasks))
	var wg sync.WaitGroup
	for range parallel {
		wg.Go(func() {
			for i := range next {
				slots[i] <- runTask(ctx, tasks[i])
			}
		})
	}
	err := collect(ctx, slots, lead, done)
	stop()
	wg.Wait()
	return err
}

// finished is the answer of one task.
type finished struct {
	o   *Outcome
	err error
}

// feed hands out the tasks in order, a bounded number ahead of the collector.
func feed(ctx context.Context, next chan<- int, lead chan<- struct{}, n int) {
	defer close(next)
	for i := range n {
		select {
		case lead <- struct{}{}:
		case <-ctx.Done():
			return
		}
		next <- i
	}
}

// collect takes the answers in order.
func collect(ctx context.Context, slots []chan finished, lead <-chan struct{}, done func(int, *Outcome) error) error {
	for i := range slots {
		var f finished
		select {
		case f = <-slots[i]:
		case <-ctx.Done():
			return ctx.Err()
		}
		<-lead
		if f.err != nil {
			return f.err
		}
		if err := done(i, f.o); err != nil {
			return err
		}
	}
	return nil
}

// runTask runs one task. A panic becomes an error that says how to meet it
// again.
func runTask(ctx context.Context, t Task) (f finished) {
	defer func() {
		if p := recover(); p != nil {
			f.err = fmt.Errorf("sim: %s/%s, seed %d, replication %d (plan %s) panicked: %v\n%s",
				t.Plan.Scenario, t.Plan.Row, t.Plan.Seed, t.Replication, t.Plan.Digest(), p, debug.Stack())
		}
	}()
	f.o, f.err = Run(ctx, t.Plan, Options{Replication: t.Replication, Letters: t.Letters})
	return f
}
