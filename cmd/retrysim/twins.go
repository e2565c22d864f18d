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
// environment variable. A flag that may be given several times takes several
// values, separated by semicolons or line ends. An empty variable is none.
func applyTwins(flags *pflag.FlagSet, env func(string) (string, bool)) error {
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
	})
	return first
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
