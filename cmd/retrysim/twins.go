package main

import (
	"strings"

	"github.com/spf13/pflag"
)

// twin is the environment variable that sets a flag: RETRYSIM_FAIL_ON for
// --fail-on.
func twin(flag string) string {
	return "RETRYSIM_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// applyTwins sets every flag that the command line left alone from its
// environment variable, and returns the flags that it set. A flag that may be given several times takes several
// values, separated by semicolons or line ends. An empty variable is none.
func applyTwins(flags *pflag.FlagSet, env func(string) (string, bool)) ([]*pflag.Flag, error) {
	var twins []*pflag.Flag
	var first error
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || first != nil {
			return
		}
		text, ok := env(twin(f.Name))
		if !ok || text == "" {
			return
		}
		for _, value := range twinValues(f, text) {
			if err := flags.Set(f.Name, value); err != nil {
				first = invalidf("%s=%s: %w", twin(f.Name), text, err)
				return
			}
		}
		twins = append(twins, f)
	})
	return twins, first
}

// nameTwins appends to every line of an error that begins with a flag which
// came from the environment the name of its variable, since the user gave none.
func nameTwins(text string, twins []*pflag.Flag) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		word := line
		if end := strings.IndexAny(line, " :="); end > 0 {
			word = line[:end]
		}
		for _, f := range twins {
			if word == "--"+f.Name || f.Shorthand != "" && word == "-"+f.Shorthand {
				lines[i] = line + " (from " + twin(f.Name) + ")"
			}
		}
	}
	return strings.Join(lines, "\n")
}

// twinValues splits the variable of a flag that collects values.
func twinValues(f *pflag.Flag, text string) []string {
	if _, many := f.Value.(pflag.SliceValue); !many {
		return []string{text}
	}
	var values []string
	for _, v := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if v = strings.TrimSpace(v); v != "" {
			values = append(values, v)
		}
	}
	return values
}
