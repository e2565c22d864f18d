// Command retrysim answers whether a retry setting was a good idea before it
// is rolled out: it simulates the jobs, the queue, the workers and a failing
// dependency, and shows what each policy does to them.
//
// This package holds flags, wiring and exit codes, one verb a file. It
// computes nothing: what it prints was found by sim/study and laid out by
// reports.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(runMain())
}

// runMain is main with an exit code: the first interrupt ends the run with
// what is done, the second ends the process.
func runMain() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ())
}
