package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
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

		last := args[len(args)-1]
		path, err := variant.ParsePath(last)
		if err != nil {
			return notPattern(last, err)
		}

		g := &getter{app: a, path: path, raw: raw, json: asJSON, several: len(args) > 2}
		a.Page()
		return a.each(args[:len(args)-1], g.get)
	}

	return c
}

// notPattern returns the error for a path that is not valid. If the path is a pattern, the error
// names the commands that accept patterns.
func notPattern(path string, err error) error {
	if _, wrong := edit.ParsePattern(path); wrong != nil {
		return err
	}
	return fmt.Errorf("%s is a pattern, and get prints one value: gdvar query prints several, "+
		"with a program such as '.bag[].id'", path)
}

// A getter prints the values at a path in files.
type getter struct {
	*app
	path    variant.Path
	raw     bool
	json    string // "canonical" or "relaxed"; "" for no JSON
	several bool   // whether there are several files
}

// get prints the value at the path in a file.
func (g *getter) get(name string) error {
	b, err := g.ToRead(name)
	if err != nil {
		return err
	}

	if found, err := inPlace(b, g.path); err == nil {
		return g.print(name, found)
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

	if err := g.print(name, foundIn(d.Codec(), around, v)); err != nil {
		return err
	}

	return damage
}

// A foundValue is a value that the command get prints.
type foundValue struct {
	value     variant.Variant
	text      string
	precision variant.Precision // precision of the file
}

// foundIn returns the value v for the command get. The argument container is the container of v, or
// nil if v is the root of the file.
func foundIn(c *codec.Codec, container, v variant.Variant) foundValue {
	return foundValue{v, edit.NewReader(c).TextAt(container, v), c.Options().Precision}
}

// inPlace returns the value at a path in a long file. After any error the caller reads the whole
// file.
func inPlace(b *files.Bytes, at variant.Path) (foundValue, error) {
	f, err := b.InPlace()
	if err != nil {
		return foundValue{}, err
	}

	place, err := f.File.Find(at)
	if err != nil {
		return foundValue{}, err
	}

	around, err := f.File.Around(place)
	if err != nil {
		return foundValue{}, err
	}

	inner, err := edit.Find(around, place.Rest[0])
	if err != nil {
		return foundValue{}, err
	}

	return foundIn(f.Codec(), inner.Around, inner.Value), nil
}

// print prints the value of a file in the form that the flags choose.
func (g *getter) print(name string, f foundValue) error {
	out, err := f.formatted(g.raw, g.json)
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

// formatted returns the output of get for a value.
func (f foundValue) formatted(raw bool, asJSON string) ([]byte, error) {
	if asJSON != "" {
		b, err := view.MarshalJSON(f.value, asJSON, f.precision)
		return append(b, '\n'), err
	}

	if raw {
		switch v := f.value.(type) {
		case variant.String:
			return []byte(v + "\n"), nil
		case variant.StringName:
			return []byte(v + "\n"), nil
		case packed.PackedByteArray:
			return v, nil
		}
	}

	return []byte(f.text + "\n"), nil
}
