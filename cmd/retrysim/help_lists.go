package main

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"retrysim/policies/presets"
	"retrysim/sim/ledger"
)

// helpWidth is the width of every help page.
const helpWidth = 80

// metricsText is the list of metrics for the glossary: name, unit, definition.
func metricsText() string {
	var b strings.Builder
	for _, m := range ledger.Catalogue() {
		head := m.Name
		if m.Unit != "" {
			head += " (" + m.Unit + ")"
		}
		b.WriteString(head + "\n" + indented(m.Doc, "    ") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

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
