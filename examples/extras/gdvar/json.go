package main

import (
	"github.com/spf13/cobra"

	"godotvariant/codec/jsonvar"
	"godotvariant/variant"
)

// jsonForms are the forms of JSON, by the name that the flag --json has for them.
var jsonForms = []string{"canonical", "relaxed"}

// addJSONFlag adds the flag --json, whose value is a form; without a value it is canonical.
func addJSONFlag(c *cobra.Command, form *string) {
	c.Flags().StringVar(form, "json", "", "print JSON: `canonical` or relaxed")
	c.Flags().Lookup("json").NoOptDefVal = jsonForms[0]
	_ = c.RegisterFlagCompletionFunc("json", cobra.FixedCompletions(jsonForms, cobra.ShellCompDirectiveNoFileComp))
}

// checkJSONFlag returns an error for a flag with another value.
func checkJSONFlag(c *cobra.Command, form string) error {
	if !c.Flags().Changed("json") {
		return nil
	}
	return oneOf("json", form, jsonForms)
}

// marshalJSON returns the function that writes a form.
func marshalJSON(form string) func(variant.Variant) ([]byte, error) {
	if form == "relaxed" {
		return jsonvar.MarshalRelaxed
	}
	return jsonvar.Marshal
}
