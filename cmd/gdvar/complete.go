package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/nearest"
	"godotvariant/cmd/internal/view"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A completion says how arguments after FILE are completed.
type completion uint8

const (
	onePath         completion = iota // PATH
	manyPaths                         // PATH...
	manyAssignments                   // PATH=VALUE..., with the current values
)

// completePath completes the arguments after FILE with paths in the file.
func (a *app) completePath(what completion) cobra.CompletionFunc {
	assign := what == manyAssignments
	return func(_ *cobra.Command, args []string, typed string) ([]string,
		cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveDefault // complete the name of a file
		}
		if what == onePath && len(args) > 1 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}

		a.Ask = func(string) (string, error) {
			return "", errors.New("completion does not ask for passwords")
		}

		d, _ := a.Read(args[0])
		if d == nil {
			return nil, cobra.ShellCompDirectiveError
		}

		root := d.Root()

		if path, _, _, ok := edit.CutSet(typed); ok && assign {
			v, err := tree.Lookup(root, path)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []string{path + "=" + d.Text(v)}, cobra.ShellCompDirectiveNoFileComp
		}

		var found []string
		directive := cobra.ShellCompDirectiveNoFileComp

		parent, v := parentOf(root, typed)
		for label, value := range labels(v, parent == "") {
			if !strings.HasPrefix(parent+label, typed) {
				continue
			}
			if _, ok := value.(variant.Container); ok || assign {
				directive |= cobra.ShellCompDirectiveNoSpace // the path may continue
			}

			about := view.Clip(variant.Text(value))
			found = append(found, cobra.CompletionWithDesc(parent+label, about))
		}

		if assign && len(found) == 1 {
			path, description, _ := strings.Cut(found[0], "\t")
			if v, err := tree.Lookup(root, path); err == nil && !isContainer(v) {
				found = []string{cobra.CompletionWithDesc(path+"=", description)}
			}
		}

		return found, directive
	}
}

func isContainer(v variant.Variant) bool {
	_, ok := v.(variant.Container)
	return ok
}

// parentOf returns the longest prefix of an entered path that leads to a value with parts. It also
// returns this value.
func parentOf(root variant.Variant, typed string) (string, variant.Variant) {
	for end := len(typed); end > 0; end-- {
		if end < len(typed) && typed[end] != '.' && typed[end] != '[' {
			continue
		}
		if v, err := tree.Lookup(root, typed[:end]); err == nil && isContainer(v) {
			return typed[:end], v
		}
	}

	return "", root
}

// labels yields the parts of a value. With each part it yields the shortest text of the path step
// to the part: .name, [0], ["a key"]. At the start of a path a name has no dot.
func labels(v variant.Variant, start bool) func(yield func(string, variant.Variant) bool) {
	return func(yield func(string, variant.Variant) bool) {
		c, ok := v.(variant.Container)
		if !ok {
			return
		}

		for step, value := range c.Parts() {
			if step.Kind == variant.StepPairKey {
				continue
			}

			label := nearest.Label(step)
			if start {
				label = strings.TrimPrefix(label, ".")
			}
			if !yield(label, value) {
				return
			}
		}
	}
}
