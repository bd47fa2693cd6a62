package main

import (
	"errors"
	"fmt"

	"github.com/itchyny/gojq"
	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A querier is the command query, with its flags.
type querier struct {
	*app
	change
	write, raw bool
}

func (a *app) queryCommand() *cobra.Command {
	q := &querier{app: a}

	c := &cobra.Command{
		Use:   "query FILE PROGRAM",
		Short: "Filter or change a file with a program of jq",
		Long: `query runs a program of the language jq over the relaxed JSON of a file, and prints
each result as JSON: numbers are numbers, text is a string, a vector is an object with x and y. The
values of several records are an array.

With --write the result, which must be the only one, becomes the values of the file. Values that the
program did not change keep their types and bytes. A changed value keeps the type of the old number,
text, vector, color or array. A new value has the type of its JSON: int, float, String, Array,
Dictionary.

https://jqlang.org has the manual of the language.`,
		Example: `  gdvar query player.save '.bag[] | select(.count > 1) | .id'
  gdvar query --write player.save '.bag |= map(select(.id != 7)) | .hp += 10'
  gdvar query -r player.save .name`,
		Args: program.Usage(cobra.ExactArgs(2)),
	}

	q.addFlags(c)
	c.Flags().BoolVarP(&q.write, "write", "w", false, "write the result to the file")
	c.Flags().BoolVarP(&q.raw, "raw", "r", false, "print text without quotes")

	c.RunE = func(_ *cobra.Command, args []string) error {
		return program.Named(args[0], q.run(args[0], args[1]))
	}

	return c
}

// run runs a program of jq over a file.
func (q *querier) run(name, program string) error {
	parsed, err := gojq.Parse(program)
	if err != nil {
		return fmt.Errorf("the program: %w", err)
	}

	code, err := gojq.Compile(parsed)
	if err != nil {
		return fmt.Errorf("the program: %w", err)
	}

	d, data, err := q.LoadToWrite(name)
	if err != nil {
		return err
	}

	before, err := edit.ToJSON(d.Root())
	if err != nil {
		return err
	}

	if !q.write {
		q.Page()
		return q.print(code.RunWithContext(q.Context, before))
	}

	results := code.RunWithContext(q.Context, before)
	after, ok := results.Next()
	if !ok {
		return errors.New("the program has no result to write")
	}

	if err, failed := after.(error); failed {
		return err
	}
	if _, more := results.Next(); more {
		return errors.New("the program has several results, and a file can have only one")
	}

	root, err := edit.FromJSON(d.Root(), before, after)
	if err != nil {
		return err
	}

	return q.replace(q.app, name, data, d, root)
}

// print prints the results.
func (q *querier) print(results gojq.Iter) error {
	for {
		v, ok := results.Next()
		if !ok {
			return nil
		}

		if err, failed := v.(error); failed {
			return err
		}

		if s, isText := v.(string); isText && q.raw {
			if _, err := fmt.Fprintln(q.Raw, s); err != nil {
				return err
			}
			continue
		}

		b, err := gojq.Marshal(v)
		if err != nil {
			return err
		}

		if _, err := fmt.Fprintf(q.Out, "%s\n", view.PlainJSON(b)); err != nil {
			return err
		}
	}
}

// replace prints the differences between the file and the new root, and writes the file.
func (c *change) replace(
	a *app, name string, data []byte, d *document.Document, root variant.Variant,
) error {
	patch, err := view.Diff(d.Root(), root, tree.DiffOptions{})
	if err != nil {
		return err
	}

	if len(patch) == 0 {
		a.Message("%s: nothing was changed, and nothing is written", name)
		return nil
	}

	if err := d.SetRoot(root); err != nil {
		return err
	}
	if err := a.Replace(name, data, d, c.Replacement); err != nil {
		return err
	}
	if name == program.Stdin && !c.Dry {
		return nil
	}

	return a.printPatch(patch, &d.Format, &d.Format)
}
