package main

import (
	"context"
	"errors"
	"fmt"
)

// The exit codes. `retrysim help exit-codes` tells them to users.
const (
	codeDone         = 0   // done; every check passed
	codeFailed       = 1   // could not finish: I/O, a recovered panic
	codeInvalid      = 2   // usage or input; nothing ran
	codeNegative     = 3   // the verdict is negative
	codeInconclusive = 4   // no verdict
	codeInterrupted  = 130 // interrupted; what was done is written
)

// coded is an error that knows its exit code. An empty message prints nothing:
// the answer on stdout said it.
type coded struct {
	code int
	err  error
}

func (e *coded) Error() string { return e.err.Error() }
func (e *coded) Unwrap() error { return e.err }

// invalid marks err as the user's mistake.
func invalid(err error) error {
	if err == nil {
		return nil
	}
	return &coded{codeInvalid, err}
}

// invalidf makes an error that is the user's mistake.
func invalidf(format string, args ...any) error {
	return invalid(fmt.Errorf(format, args...))
}

// verdict is the end of a run that answered with a code.
func verdict(code int) error {
	if code == codeDone {
		return nil
	}
	return &coded{code, errors.New("")}
}

// exitCode is the code of a command that ended with err. An error that nobody
// marked is a failure to finish.
func exitCode(err error) int {
	var c *coded
	switch {
	case err == nil:
		return codeDone
	case errors.As(err, &c):
		return c.code
	case errors.Is(err, context.Canceled):
		return codeInterrupted
	}
	return codeFailed
}
