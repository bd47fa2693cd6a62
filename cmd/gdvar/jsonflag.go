package main

import (
	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
)

// addJSONFlag adds the flag --json, which chooses a form of JSON. --json without a value chooses
// the canonical form.
func addJSONFlag(c *cobra.Command, form *string) {
	c.Flags().StringVar(form, "json", "", "print JSON: `canonical` or relaxed")
	c.Flags().Lookup("json").NoOptDefVal = view.JSONForms[0]
	_ = c.RegisterFlagCompletionFunc("json",
		cobra.FixedCompletions(view.JSONForms, cobra.ShellCompDirectiveNoFileComp))
}

// checkJSONFlag returns an error if the flag has an unknown value.
func checkJSONFlag(c *cobra.Command, form string) error {
	if !c.Flags().Changed("json") {
		return nil
	}
	return program.OneOf("json", form, view.JSONForms)
}
