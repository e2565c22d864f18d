package main

import (
	"embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"retrysim/scenarios/explain"
	"retrysim/sim/study"
)

//go:embed help/*.txt
var helpTexts embed.FS

// topics are the help pages beside the commands, in the order of the help.
var topics = []struct{ name, short string }{
	{"environment", "variables that set flags and presets"},
	{"exit-codes", "what each exit code means"},
	{"thresholds", "limits that a scenario or --threshold sets"},
	{"glossary", "what each word and each metric means"},
}

// addTopics adds the help pages: commands that do nothing but have a text.
func addTopics(root *cobra.Command) {
	for _, t := range topics {
		root.AddCommand(&cobra.Command{Use: t.name, Short: t.short, Long: topicText(t.name)})
	}
}

// topicText is a help page with its lists filled in.
func topicText(name string) string {
	if name == "glossary" {
		return strings.TrimSuffix(explain.Glossary(), "\n")
	}
	b, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(fmt.Sprintf("retrysim: help page: %v", err))
	}
	text := strings.TrimSuffix(string(b), "\n")
	text = strings.Replace(text, "{{primary}}", "  "+strings.Join(study.Primary(), "\n  "), 1)
	return strings.Replace(text, "{{variables}}", variablesText(), 1)
}

// helpVerb is `help`, which unlike cobra's own fails on an unknown word.
func (a *app) helpVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "help on a command or a topic",
		Example: "  retrysim help run\n" +
			"  retrysim help exit-codes",
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			found := cmd.Root()
			for _, word := range args {
				child := childNamed(found, word)
				if child == nil {
					return unknownCommand(found, word)
				}
				found = child
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// childNamed is the command of that name directly below parent.
func childNamed(parent *cobra.Command, name string) *cobra.Command {
	for _, c := range parent.Commands() {
		if c.Name() == name {
			return c
		}
	}
	return nil
}

// setTemplates lays out help: what it does, examples, usage, commands, flags;
// 80 columns wide.
func setTemplates(root *cobra.Command) {
	cobra.AddTemplateFunc("page", func(text string) string { return strings.TrimRight(text, " \n") })
	cobra.AddTemplateFunc("flags", flagUsages)
	root.SetHelpTemplate(`{{with (or .Long .Short)}}{{. | page}}
{{end}}{{if or .Runnable .HasSubCommands}}{{.UsageString}}{{end}}`)
	root.SetUsageTemplate(`{{if .HasExample}}
Examples:
{{.Example}}
{{end}}{{if .Runnable}}
Usage: {{.UseLine}}{{if .HasAvailableSubCommands}} COMMAND{{end}}
{{end}}{{if .HasAvailableSubCommands}}{{$all := .Commands}}{{if .Groups}}{{range $g := .Groups}}
{{.Title}}
{{range $all}}{{if eq .GroupID $g.ID}}  {{rpad .Name 13}}{{.Short}}
{{end}}{{end}}{{end}}{{else}}
Commands:
{{range $all}}{{if .IsAvailableCommand}}  {{rpad .Name 13}}{{.Short}}
{{end}}{{end}}{{end}}{{if .HasHelpSubCommands}}
Help topics (retrysim help TOPIC):
{{range $all}}{{if .IsAdditionalHelpTopicCommand}}  {{rpad .Name 13}}{{.Short}}
{{end}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}
Flags:
{{flags .LocalFlags}}
{{end}}{{if .HasAvailableInheritedFlags}}
Flags of every command:
{{flags .InheritedFlags}}
{{end}}`)
}
