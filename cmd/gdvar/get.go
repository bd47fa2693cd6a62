package main

import (
	"errors"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/packed"
	"godotvariant/variant"
)

func (a *app) getCommand() *cobra.Command {
	var raw bool
	var asJSON string

	c := &cobra.Command{
		Use:   "get FILE... PATH",
		Short: "Print one value",
		Long: `get prints the value at a path, as GDScript text in one line.

A path is a list of names and of indices in brackets: player.bag[0].id. The last item is [-1]. A
name is a text key, a property, or a component of a vector. Other keys are written in brackets: ["a
key"], [&"a StringName"], [1.5], [Vector2i(1, 2)]. show --flat prints the paths of all values. In a
file of several records [0] is the first record.

If there are several files, the name of each stands before its value. The exit code is 1 if there is
nothing at the path.`,
		Example: `  gdvar get player.save bag[0].id
  gdvar get --raw player.save name
  gdvar get --json=relaxed player.save pos`,
		Args:              program.Takes("FILE...", "PATH"),
		ValidArgsFunction: a.completePath(onePath),
	}

	f := c.Flags()
	f.BoolVar(&raw, "raw", false, "print text without quotes, and bytes as they are")
	addJSONFlag(c, &asJSON)
	program.Exclusive(c, "raw", "json")

	c.RunE = func(c *cobra.Command, args []string) error {
		if err := checkJSONFlag(c, asJSON); err != nil {
			return err
		}

		path, err := variant.ParsePath(args[len(args)-1])
		if err != nil {
			return err
		}

		g := &getter{app: a, path: path, raw: raw, json: asJSON, several: len(args) > 2}
		a.Page()
		return a.each(args[:len(args)-1], g.get)
	}

	return c
}

// A getter prints the values at a path in files.
type getter struct {
	*app
	path    variant.Path
	raw     bool
	json    string // the form of JSON, or ""
	several bool   // whether there are several files
}

// get prints the value in a file.
func (g *getter) get(name string) error {
	b, err := g.ToRead(name)
	if err != nil {
		return err
	}

	if v, text, err := inPlace(b, g.path); err == nil {
		return g.print(name, v, text)
	}

	d, damage := b.Document()
	if d == nil {
		return damage
	}

	v, err := d.Lookup(g.path)
	switch {
	case err != nil && damage != nil:
		return damage
	case errors.Is(err, variant.ErrNotFound), errors.Is(err, variant.ErrWrongType):
		return &program.Exit{Code: program.CodeFound, Err: nearestTo(d, err)}
	case err != nil:
		return err
	}

	around, err := d.Lookup(g.path[:max(0, len(g.path)-1)])
	if err != nil || len(g.path) == 0 {
		around = nil
	}

	text := edit.NewReader(d.Codec()).TextAt(around, v)
	if err := g.print(name, v, text); err != nil {
		return err
	}

	return damage
}

// inPlace returns the value at a path in a long file, and its text. After any error the caller
// reads the whole file.
func inPlace(b *files.Bytes, at variant.Path) (v variant.Variant, text string, err error) {
	f, err := b.InPlace()
	if err != nil {
		return nil, "", err
	}

	place, err := f.File.Find(at)
	if err != nil {
		return nil, "", err
	}

	inner, err := edit.Find(place.Around(), place.Rest[0])
	if err != nil {
		return nil, "", err
	}

	v = inner.Value
	return v, edit.NewReader(f.Codec()).TextAt(inner.Around, v), nil
}

// print prints the value of a file in the form that the flags choose. text is the text of the
// value.
func (g *getter) print(name string, v variant.Variant, text string) error {
	out, err := formatted(v, text, g.raw, g.json)
	if err != nil {
		return err
	}

	w := g.Out
	if g.raw {
		w = g.Raw
	}

	_, err = front(w, name, g.several).Write(out)
	return err
}

// formatted returns what get prints for a value. text is the text of the value.
func formatted(v variant.Variant, text string, raw bool, asJSON string) ([]byte, error) {
	if asJSON != "" {
		b, err := view.MarshalJSON(v, asJSON)
		return append(b, '\n'), err
	}

	if raw {
		switch v := v.(type) {
		case variant.String:
			return []byte(v + "\n"), nil
		case variant.StringName:
			return []byte(v + "\n"), nil
		case packed.PackedByteArray:
			return v, nil
		}
	}

	return []byte(text + "\n"), nil
}
