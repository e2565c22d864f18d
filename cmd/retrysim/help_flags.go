package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/pflag"
)

// flagColumn is where the descriptions of flags begin, if the flag is not
// longer itself.
const flagColumn = 24

// flagUsages lists flags, one or more lines each: short and long name, the name
// of the value, what it does, and the default where the text does not say it.
func flagUsages(flags *pflag.FlagSet) string {
	var b strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			writeFlag(&b, f)
		}
	})
	return strings.TrimSuffix(b.String(), "\n")
}

func writeFlag(b *strings.Builder, f *pflag.Flag) {
	head := "      --" + f.Name
	if f.Shorthand != "" {
		head = "  -" + f.Shorthand + ", --" + f.Name
	}
	value, usage := pflag.UnquoteUsage(f)
	switch {
	case f.Value.Type() == "bool":
	case f.NoOptDefVal != "":
		head += "[=" + value + "]"
	default:
		head += " " + value
	}
	if hasDefault(f) {
		usage += fmt.Sprintf(" (default %s)", f.DefValue)
	}
	lines := strings.Split(text.WrapSoft(usage, helpWidth-flagColumn), "\n")
	if len(head)+2 > flagColumn {
		b.WriteString(head + "\n")
		head = ""
	}
	for _, line := range lines {
		fmt.Fprintf(b, "%-*s%s\n", flagColumn, head, strings.TrimSpace(line))
		head = ""
	}
}

// hasDefault reports whether the default is worth telling.
func hasDefault(f *pflag.Flag) bool {
	switch f.DefValue {
	case "", "false", "0", "[]", "0s":
		return false
	}
	return !strings.Contains(f.Usage, "default")
}
