package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec/text"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func (a *app) setCommand() *cobra.Command {
	var dry, backup bool
	var deleted []string
	c := &cobra.Command{
		Use:   "set FILE PATH=VALUE...",
		Short: "Change values of a file",
		Long: `set changes values of a file and prints what they were and what they are. VALUE is GDScript text:
10, 1.5, "text", &"a StringName", true, null, [1, 2], {"a": 1}, Vector2(1, 2), Color(1, 0, 0).
gdvar help get says what PATH is.

A key that does not exist is added to its Dictionary. The index after the last item of an array
appends to it. An int becomes a float where only a float can be: in a vector, in an Array[float].
Everywhere else a value gets the type that it is written in, and set prints when that is another type.

The file keeps its container, engine, frame and precision, and its permissions. It is replaced at
once or not at all. If several engines fit the file and would write the change in different ways,
set asks for --engine and writes nothing; so it does for a damaged file.
With - for FILE the new file is standard output.`,
		Example: `  gdvar set player.save hp=100 'name="Tia"'
  gdvar set -n player.save 'bag[2]={"id": 7, "count": 1}'
  gdvar set --backup --delete bag[0] player.save pos.x=12.5`,
		Args: usage(func(c *cobra.Command, args []string) error {
			if len(deleted) > 0 {
				return cobra.MinimumNArgs(1)(c, args)
			}
			return cobra.MinimumNArgs(2)(c, args)
		}),
		ValidArgsFunction: a.completePath(true),
	}

	f := c.Flags()
	f.BoolVarP(&dry, "dry-run", "n", false, "print the changes and write nothing")
	f.BoolVar(&backup, "backup", false, "keep the old file as FILE~")
	f.StringArrayVar(&deleted, "delete", nil,
		"delete what is at this `path`, after values are set; may be repeated")

	c.RunE = func(c *cobra.Command, args []string) error {
		edits, err := parseEdits(args[1:], deleted)
		if err != nil {
			return err
		}
		return named(args[0], a.set(args[0], edits, dry, backup))
	}

	return c
}

// An edit sets or deletes what is at a path.
type edit struct {
	path  tree.Path
	value string // GDScript text
	del   bool
}

// parseEdits returns the edits of the command line.
func parseEdits(assignments, deleted []string) (edits []edit, err error) {
	for _, s := range assignments {
		path, value, ok := cutAssignment(s)
		if !ok {
			return nil, fmt.Errorf("%s: it is not PATH=VALUE", s)
		}

		p, err := tree.ParsePath(strings.TrimSpace(path))
		if err != nil {
			return nil, err
		}

		edits = append(edits, edit{path: p, value: strings.TrimSpace(value)})
	}

	for _, s := range deleted {
		p, err := tree.ParsePath(s)
		if err != nil {
			return nil, err
		}
		edits = append(edits, edit{path: p, del: true})
	}

	return edits, nil
}

// cutAssignment cuts PATH=VALUE at the first = that is not inside of brackets or quotes.
func cutAssignment(s string) (path, value string, ok bool) {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '(' || c == '{':
			depth++
		case c == ']' || c == ')' || c == '}':
			depth--
		case c == '=' && depth == 0:
			return s[:i], s[i+1:], true
		}
	}

	return "", "", false
}

// set makes the edits and writes the file.
func (a *app) set(name string, edits []edit, dry, backup bool) error {
	d, data, err := a.load(name)
	if err != nil {
		return err
	}

	root := d.Root()
	var report strings.Builder
	for _, e := range edits {
		after, err := e.apply(d, root)
		if err != nil {
			return err
		}
		fmt.Fprintf(&report, "%v: %s\n", e.path, e.change(d, root, after))
		root = after
	}

	if err := d.SetRoot(root); err != nil {
		return err
	}
	if err := a.write(name, data, d, dry, backup); err != nil {
		return err
	}

	w := a.out

	if name == stdin && !dry {
		w = a.err
	}

	_, err = io.WriteString(w, report.String())
	return err
}

// apply returns the root after the edit.
func (e edit) apply(d *document.Document, root variant.Variant) (variant.Variant, error) {
	if e.del {
		after, err := e.path.Delete(root)
		return after, lookedUp(d, e.path, err)
	}

	v, err := d.Parse(e.value)
	if err != nil {
		var at *text.Error
		if errors.As(err, &at) && isWords(e.value) {
			err = fmt.Errorf(`%w (text is written in quotes: "%s"; in a shell: '"%[2]s"')`, err,
				e.value)
		}
		return nil, fmt.Errorf("%v: %w", e.path, err)
	}

	after, err := e.path.Set(root, v)
	err = lookedUp(d, e.path, err)
	if i, ok := v.(variant.Int); ok &&
		(errors.Is(err, variant.ErrWrongType) || errors.Is(err, variant.ErrElementType)) {
		if whole, err := e.path.Set(root, variant.Float(i)); err == nil {
			return whole, nil
		}
	}

	return after, err
}

// isWords reports whether a value is text without its quotes.
func isWords(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '_' && r != ' '
	}) < 0
}

// change says what became of the value at the path.
func (e edit) change(d *document.Document, before, after variant.Variant) string {
	old, err := e.path.Lookup(before)
	was := textAt(d, before, e.path, old)

	if e.del {
		return was + " deleted"
	}

	v, missing := e.path.Lookup(after)
	if missing != nil { // a key that equals no other
		return e.value + " added"
	}

	is := textAt(d, after, e.path, v)
	switch {
	case err != nil:
		return is + " added"
	case variant.Equal(old, v):
		return is + " as before"
	case old.Type() != v.Type():
		return fmt.Sprintf("%s → %s (%v → %v)", was, is, old.Type(), v.Type())
	default:
		return was + " → " + is
	}
}

// textAt returns the text of the value at a path. A component that is stored in single precision
// has the digits of that.
func textAt(d *document.Document, root variant.Variant, path tree.Path, v variant.Variant) string {
	f, ok := v.(variant.Float)
	if !ok || len(path) == 0 || d.Precision() != variant.Single || variant.Float(float32(f)) != f {
		return d.Text(v)
	}

	around, err := path[:len(path)-1].Lookup(root)
	if _, double := around.(packed.PackedFloat64Array); err != nil || double ||
		isContainer(around) {
		return d.Text(v)
	}

	return variant.Text(v) // in the fewest digits of single precision
}
