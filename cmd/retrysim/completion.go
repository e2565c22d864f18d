package main

import (
	"github.com/spf13/cobra"
)

// completionVerb is `completion SHELL`.
func (a *app) completionVerb() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "the completion script for a shell",
		Long:  "Write the script that completes retrysim's commands, flags, scenarios and\npolicies in a shell.",
		Example: "  source <(retrysim completion bash)\n" +
			"  retrysim completion fish > ~/.config/fish/completions/retrysim.fish",
		Args:      exactly(1, "one shell"),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.stdout, true)
			case "zsh":
				return root.GenZshCompletion(a.stdout)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.stdout)
			}
			return invalidf("unknown shell %q%s", args[0], didYouMean(args[0], shells))
		},
	}
}
