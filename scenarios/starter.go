package scenarios

import (
	_ "embed"
	"strings"
)

// starter is the commented scenario that `init` writes.
//
//go:embed starter.txt
var starter string

// Init is a commented scenario to start from, under a name of its own.
func Init(name string) string { return strings.ReplaceAll(starter, "NAME", name) }
