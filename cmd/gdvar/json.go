package main

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/internal"
	"godotvariant/variant"
)

// jsonForms are the forms of JSON, by the name that the flag --json has for them.
var jsonForms = []string{"canonical", "relaxed"}

// addJSONFlag adds the flag --json, whose value is a form; without a value it is canonical.
func addJSONFlag(c *cobra.Command, form *string) {
	c.Flags().StringVar(form, "json", "", "print JSON: `canonical` or relaxed")
	c.Flags().Lookup("json").NoOptDefVal = jsonForms[0]
	_ = c.RegisterFlagCompletionFunc("json",
		cobra.FixedCompletions(jsonForms, cobra.ShellCompDirectiveNoFileComp))
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

// plainJSON returns JSON without characters that a terminal obeys, such as those of bidirectional
// text. In JSON they are only in strings, and an escape is the same text.
func plainJSON(b []byte) []byte {
	if !bytes.ContainsFunc(b, internal.IsControl) {
		return b
	}

	var out []byte
	for _, r := range string(b) {
		if !internal.IsControl(r) {
			out = utf8.AppendRune(out, r)
			continue
		}

		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}

	return out
}

func (a *app) jsonCommand() *cobra.Command {
	var relaxed bool

	c := &cobra.Command{
		Use:   "json [--relaxed] [FILE]",
		Short: "Print a file as JSON",
		Long: `json prints a line of JSON for each record, as show --json does.

Canonical JSON keeps all types, in the form of JSON.from_native of Godot 4.4 and later: an int is
"i:5". from-json makes a file of it again. --relaxed has numbers as numbers, text as strings and
vectors as objects, for other tools; types are lost.`,
		Example: `  gdvar json player.save > player.json
  gdvar json --relaxed player.save | jq .bag`,
		Args: usage(cobra.MaximumNArgs(1)),
	}

	c.Flags().BoolVar(&relaxed, "relaxed", false,
		"print what other tools expect, which keeps no types")

	c.RunE = func(_ *cobra.Command, files []string) error {
		form := jsonForms[0]
		if relaxed {
			form = jsonForms[1]
		}
		return a.print(files, codec.Default, showJSON(form))
	}

	return c
}
