package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
)

// A querier is the command query, with its flags.
type querier struct {
	*app
	change
	write, raw, compact, slurp bool
	variables                  []string // NAME=VALUE
}

func (a *app) queryCommand() *cobra.Command {
	q := &querier{app: a}

	c := &cobra.Command{
		Use:   "query FILE... PROGRAM",
		Short: "Run a program of jq",
		Long: `query runs a program of the language jq over the relaxed JSON of a file, and prints
each result as JSON: numbers are numbers, text is a string, a vector is an object with x and y. The
values of several records are an array. If there are several files, the program runs for each, and
the name of the file stands before its lines; with --slurp it runs once, for an array of all files.

With --write the result, which must be the only one, becomes the values of the file. Values that the
program did not change keep their types and bytes. A changed value keeps the type of the old number,
text, vector, color or array. A new value has the type of its JSON: int, float, String, Array,
Dictionary.

https://jqlang.org has the manual of the language.`,
		Example: `  gdvar query player.save '.bag[] | select(.count > 1) | .id'
  gdvar query --write player.save '.bag |= map(select(.id != 7)) | .hp += 10'
  gdvar query -r player.save .name
  gdvar query -c --slurp *.save 'map(.gold) | add'
  gdvar query --arg who Tia party.save '.heroes[] | select(.name == $who)'`,
		Args: program.Takes("FILE...", "PROGRAM"),
	}

	q.addFlags(c)
	c.Flags().BoolVarP(&q.write, "write", "w", false, "write the result to the file")
	c.Flags().BoolVarP(&q.raw, "raw", "r", false, "print text without quotes")

	c.Flags().BoolVarP(&q.compact, "compact", "c", false, "print each result in one line")
	c.Flags().BoolVarP(&q.slurp, "slurp", "s", false, "run the program for an array of all files")
	c.Flags().StringArrayVar(&q.variables, "arg", nil,
		"make text the `value` of a variable: --arg NAME VALUE is $NAME in the program")
	program.Exclusive(c, "write", "slurp")

	c.RunE = func(_ *cobra.Command, args []string) error {
		last := len(args) - 1
		return q.run(args[:last], args[last])
	}

	return c
}

// joinVariables changes each --arg NAME VALUE, which is the form of jq, to --arg=NAME=VALUE, which
// package cobra can read.
func joinVariables(args []string) (joined []string) {
	query := slices.Index(args, "query")

	for i := 0; i < len(args); i++ {
		if query < 0 || i < query || args[i] != "--arg" || i+2 >= len(args) ||
			strings.Contains(args[i+1], "=") {
			joined = append(joined, args[i])
			continue
		}

		joined = append(joined, "--arg="+args[i+1]+"="+args[i+2])
		i += 2
	}

	return joined
}

// A compiledQuery is a program of jq with the values of its variables.
type compiledQuery struct {
	code   *gojq.Code
	values []any
}

// run runs the program for a value.
func (c *compiledQuery) run(q *querier, v any) gojq.Iter {
	return c.code.RunWithContext(q.Context, v, c.values...)
}

// compile returns the program with the variables of --arg.
func (q *querier) compile(text string) (*compiledQuery, error) {
	var names []string
	c := &compiledQuery{}

	for _, variable := range q.variables {
		name, value, ok := strings.Cut(variable, "=")
		if !ok {
			return nil, fmt.Errorf("--arg %s: write --arg NAME VALUE", variable)
		}

		names = append(names, "$"+name)
		c.values = append(c.values, value)
	}

	parsed, err := gojq.Parse(text)
	if err == nil {
		c.code, err = gojq.Compile(parsed, gojq.WithVariables(names))
	}
	if err != nil {
		return nil, fmt.Errorf("the program: %w", err)
	}

	return c, nil
}

// run runs a program of jq over files.
func (q *querier) run(names []string, text string) error {
	code, err := q.compile(text)
	if err != nil {
		if _, missing := os.Stat(text); missing == nil {
			err = fmt.Errorf("%w (%s is a file, and PROGRAM comes last)", err, text)
		}
		return err
	}

	switch {
	case q.write:
		return q.all(q.app, names, func(name string) (*changed, error) {
			return q.result(code, name)
		})
	case q.slurp:
		return q.together(code, names)
	}

	q.Page()
	return q.each(names, func(name string) error {
		v, err := q.json(name)
		if err != nil {
			return err
		}
		return q.print(name, code.run(q, v), len(names) > 1)
	})
}

// json returns the values of a file as JSON. It reads the file record by record.
func (q *querier) json(name string) (any, error) {
	r, in, err := q.Open(name, codec.Default)
	if err != nil {
		return nil, err
	}
	defer in.Close()

	all := []any{}
	jq := view.JQ{}
	for record, err := range r.All() {
		if err == nil {
			err = record.Counted()
		}
		if err == nil {
			err = q.short(r)
		}
		if err != nil {
			return nil, q.Unread(name, err)
		}

		v, err := jq.Value(sourceOf(r, record))
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}

	if r.Single() {
		return all[0], nil
	}
	return all, nil
}

// short returns an error if the reader has read more bytes than --max-size allows.
func (q *querier) short(r *document.Reader) error {
	if _, length := r.Done(); length > q.Flags.MaxSize<<20 {
		return document.ErrLong
	}
	return nil
}

// together runs a program once, for an array of the values of all files.
func (q *querier) together(code *compiledQuery, names []string) error {
	var all []any
	for _, name := range names {
		v, err := q.json(name)
		if err != nil {
			return program.Named(name, err)
		}
		all = append(all, v)
	}

	q.Page()
	return q.print("", code.run(q, all), false)
}

// result runs a program for a file, and returns the file with the result as its new value. The file
// is changed only in memory.
func (q *querier) result(code *compiledQuery, name string) (*changed, error) {
	d, data, err := q.LoadToWrite(name)
	if err != nil {
		return nil, err
	}

	jq := view.JQ{}
	before, err := jq.Value(view.Value(d.Root(), d.Codec()))
	if err != nil {
		return nil, err
	}

	results := code.run(q, before)
	after, ok := results.Next()
	if !ok {
		return nil, errors.New("the program has no result to write")
	}

	if err, failed := after.(error); failed {
		return nil, err
	}
	if _, more := results.Next(); more {
		return nil, errors.New("the program has several results, and a file can have only one")
	}

	root, err := edit.FromJSON(d.Root(), before, after)
	if err != nil {
		return nil, err
	}

	return q.replaced(q.app, name, data, d, root)
}

// print prints the results for a file.
func (q *querier) print(name string, results gojq.Iter, several bool) error {
	for {
		v, ok := results.Next()
		if !ok {
			return nil
		}

		if err, failed := v.(error); failed {
			return err
		}

		out := q.Out
		text, isText := v.(string)

		if isText && q.raw {
			out = q.Raw
		} else {
			b, err := gojq.Marshal(v)
			if err != nil {
				return err
			}
			text = string(q.indented(view.PlainJSON(b)))
		}

		if _, err := fmt.Fprintln(front(out, name, several), text); err != nil {
			return err
		}
	}
}

// indented returns JSON on several lines, unless the flag -c is set.
func (q *querier) indented(b []byte) []byte {
	var out bytes.Buffer
	if q.compact || json.Indent(&out, b, "", "  ") != nil {
		return b
	}
	return out.Bytes()
}
