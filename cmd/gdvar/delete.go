package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func (a *app) deleteCommand() *cobra.Command {
	var change change

	c := &cobra.Command{
		Use:   "delete FILE PATH...",
		Short: "Delete values of a file",
		Long: `delete removes keys, items and properties of a file, and prints what they were. The
paths are those of the file as it is: bag[0] and bag[1] are the first two items. bag[*] is all of
them.`,
		Example: `  gdvar delete player.save bag[0] bag[1]
  gdvar delete settings.cfg audio
  gdvar delete -n player.save 'quests.*.notes'`,
		Args:              usage(cobra.MinimumNArgs(2)),
		ValidArgsFunction: a.completePath(true),
	}

	change.addFlags(c)

	c.RunE = func(_ *cobra.Command, args []string) error {
		d, err := parseDeletion(args[1:])
		if err != nil {
			return err
		}

		return change.files(a, args[:1], []edit{d})
	}

	return c
}

// A deletion deletes what is at paths, all of which are of the value before it.
type deletion struct {
	paths []pattern
}

func (e *deletion) apply(
	d *document.Document, root variant.Variant, report *strings.Builder,
) (variant.Variant, error) {
	var all []tree.Path

	for _, p := range e.paths {
		paths, err := p.paths(d, root)
		if err != nil {
			return nil, err
		}

		for _, path := range paths {
			v, err := path.Lookup(root)
			if err != nil {
				return nil, lookedUp(d, path, err)
			}

			fmt.Fprintf(report, "%v: %s deleted\n", path, textAt(d, root, path, v))
			all = append(all, fromStart(root, path))
		}
	}

	// From the last item to the first, so that each index is right.
	slices.SortStableFunc(all, func(a, b tree.Path) int {
		return slices.CompareFunc(b, a, byIndex)
	})

	for _, path := range all {
		after, err := path.Delete(root)
		if err != nil {
			return nil, lookedUp(d, path, err)
		}
		root = after
	}

	return root, nil
}

// byIndex compares two steps by their indexes, and by their text if they have none.
func byIndex(a, b variant.Step) int {
	if a.Kind == variant.StepIndex && b.Kind == variant.StepIndex {
		return a.Index - b.Index
	}

	return strings.Compare(a.String(), b.String())
}

// fromStart returns a path whose indexes count from the first item.
func fromStart(root variant.Variant, path tree.Path) tree.Path {
	path = slices.Clone(path)

	for i, step := range path {
		if step.Kind != variant.StepIndex || step.Index >= 0 {
			continue
		}

		n := 0
		for {
			path[i].Index = n
			if _, err := path[:i+1].Lookup(root); err != nil {
				break
			}
			n++
		}

		path[i].Index = n + step.Index
	}

	return path
}
