package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/itchyny/gojq"
	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec/jsonvar"
	"godotvariant/variant"
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

With --write the one result becomes the values of the file. What the program did not change keeps
its type and its bytes. A changed number keeps the type of the number that was there, text that of
the text, and an object or an array the type of the vector, color or array. What is new has the
type of its JSON: int, float, String, Array, Dictionary.

https://jqlang.org has the manual of the language.`,
		Example: `  gdvar query player.save '.bag[] | select(.count > 1) | .id'
  gdvar query --write player.save '.bag |= map(select(.id != 7)) | .hp += 10'
  gdvar query -r player.save .name`,
		Args: usage(cobra.ExactArgs(2)),
	}

	q.addFlags(c)
	c.Flags().BoolVarP(&q.write, "write", "w", false, "write the result to the file")
	c.Flags().BoolVarP(&q.raw, "raw", "r", false, "print text without quotes")

	c.RunE = func(_ *cobra.Command, args []string) error {
		return named(args[0], q.run(args[0], args[1]))
	}

	return c
}

// run runs a program over a file.
func (q *querier) run(name, program string) error {
	parsed, err := gojq.Parse(program)
	if err != nil {
		return fmt.Errorf("the program: %w", err)
	}

	code, err := gojq.Compile(parsed)
	if err != nil {
		return fmt.Errorf("the program: %w", err)
	}

	d, data, err := q.loadToWrite(name)
	if err != nil {
		return err
	}

	before, err := jsonOf(d.Root())
	if err != nil {
		return err
	}

	if !q.write {
		return q.print(code.RunWithContext(q.ctx, before))
	}

	results := code.RunWithContext(q.ctx, before)
	after, ok := results.Next()
	if !ok {
		return errors.New("the program has no result to write")
	}

	if err, failed := after.(error); failed {
		return err
	}
	if _, more := results.Next(); more {
		return errors.New("the program has several results, and a file is one")
	}

	root, err := typed(d.Root(), before, after)
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
			if _, err := fmt.Fprintln(q.data, s); err != nil {
				return err
			}
			continue
		}

		b, err := gojq.Marshal(v)
		if err != nil {
			return err
		}

		if _, err := fmt.Fprintf(q.out, "%s\n", plainJSON(b)); err != nil {
			return err
		}
	}
}

// jsonOf returns a value as gojq has it: of ints, floats, strings, []any and map[string]any.
func jsonOf(v variant.Variant) (any, error) {
	b, err := jsonvar.MarshalRelaxed(v)
	if err != nil {
		return nil, err
	}

	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()

	var out any
	if err := d.Decode(&out); err != nil {
		return nil, err
	}

	return numbers(out), nil
}

// numbers returns JSON with numbers as gojq has them.
func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, ok := new(big.Int).SetString(v.String(), 10); ok {
			if i.IsInt64() && i.Int64() == int64(int(i.Int64())) {
				return int(i.Int64())
			}
			return i
		}

		f, _ := v.Float64()
		return f

	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}

	case map[string]any:
		for key := range v {
			v[key] = numbers(v[key])
		}
	}

	return v
}

// replace prints the differences to the new root, and writes the file.
func (c *change) replace(
	a *app, name string, data []byte, d *document.Document, root variant.Variant,
) error {
	patch, err := diffRoots(d.Root(), root)
	if err != nil {
		return err
	}

	if len(patch) == 0 {
		a.message("%s: nothing was changed, and nothing is written", name)
		return nil
	}

	if err := d.SetRoot(root); err != nil {
		return err
	}
	if err := a.write(name, data, d, c.dry, c.backup); err != nil {
		return err
	}
	if name == stdin && !c.dry {
		return nil
	}

	return a.printPatch(patch, &d.Format, &d.Format)
}

// wholeNumber returns a number of gojq as an int, if it is one.
func wholeNumber(v any) (variant.Int, bool) {
	switch v := v.(type) {
	case int:
		return variant.Int(v), true
	case *big.Int:
		return variant.Int(v.Int64()), v.IsInt64()
	case float64:
		return variant.Int(v), v == math.Trunc(v) && math.Abs(v) < 1<<63
	}

	return 0, false
}
