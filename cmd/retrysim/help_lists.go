package main

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"retrysim/policies/presets"
)

// helpWidth is the width of every help page.
const helpWidth = 80

// variablesText is the list of variables that --env reads.
func variablesText() string {
	return "  preset indexer:\n    " + strings.Join(presets.IndexerVariables(), "\n    ")
}

// indented wraps a paragraph at the help's width behind an indent.
func indented(paragraph, indent string) string {
	wrapped := text.WrapSoft(paragraph, helpWidth-len(indent))
	lines := strings.Split(wrapped, "\n")
	for i, line := range lines {
		lines[i] = indent + strings.TrimSpace(line)
	}
	return strings.Join(lines, "\n")
}
