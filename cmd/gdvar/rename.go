package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func (a *app) renameCommand() *cobra.Command {
	var change change

	c := &cobra.Command{
		Use:   "rename FILE PATH NAME",
		Short: "Give a key or property another name",
		Long: `rename gives the key or property at a path another name. Its value and its place
stay. NAME is a word, or a key in GDScript: "a key", &"a StringName", 7. A word is a key of the
type that the old one had.`,
		Example: `  gdvar rename player.save player.hp health
  gdvar rename player.save 'slots[3]' 4`,
		Args:              usage(cobra.ExactArgs(3)),
		ValidArgsFunction: a.completePath(true),
	}

	change.addFlags(c)

	c.RunE = func(_ *cobra.Command, args []string) error {
		path, err := tree.ParsePath(args[1])
		if err != nil {
			return err
		}

		if len(path) == 0 {
			return errors.New("the root has no name")
		}

		return change.files(a, args[:1], []edit{&renaming{path, args[2]}})
	}

	return c
}

// A renaming gives a key or property another name.
type renaming struct {
	path tree.Path
	name string
}

func (e *renaming) apply(
	d *document.Document, root variant.Variant, report *strings.Builder,
) (variant.Variant, error) {
	if _, err := e.path.Lookup(root); err != nil {
		return nil, lookedUp(d, e.path, err)
	}

	last := len(e.path) - 1
	around, err := e.path[:last].Lookup(root)
	if err != nil {
		return nil, err
	}

	var is variant.Variant
	var name variant.Variant

	switch v := around.(type) {
	case variant.Dictionary:
		is, name, err = e.key(d, v)
	case objects.Object:
		is, name, err = e.property(v)

	default:
		return nil, fmt.Errorf("%v: %w: what is in %v has no name", e.path, variant.ErrWrongType,
			around.Type())
	}

	if err != nil {
		return nil, err
	}

	fmt.Fprintf(report, "%v: now %s\n", e.path, d.Text(name))
	return e.path[:last].Set(root, is)
}

// key returns the Dictionary with the new key.
func (e *renaming) key(
	d *document.Document, v variant.Dictionary,
) (variant.Variant, variant.Variant, error) {
	at := -1
	for i := range v.Pairs {
		one := variant.Dictionary{Pairs: v.Pairs[i : i+1]}
		if _, err := e.path[len(e.path)-1:].Lookup(one); err == nil {
			at = i
		}
	}

	if at < 0 {
		return nil, nil, variant.ErrNotFound
	}

	key := e.newKey(d, v.Pairs[at].Key)
	for i, p := range v.Pairs {
		if i != at && variant.Equal(p.Key, key) {
			return nil, nil, fmt.Errorf("%v: there is a key %s already", e.path, d.Text(key))
		}
	}

	v.Pairs = slices.Clone(v.Pairs)
	v.Pairs[at].Key = key

	return v, key, nil
}

// newKey returns the new key in the place of an old one.
func (e *renaming) newKey(d *document.Document, old variant.Variant) variant.Variant {
	_, isText := old.(variant.String)
	_, isStringName := old.(variant.StringName)

	if v, err := d.Parse(e.name); err == nil &&
		(!isName.MatchString(e.name) || !isText && !isStringName) {
		return v
	}

	if isStringName {
		return variant.StringName(e.name)
	}

	return variant.String(e.name)
}

// property returns the object with the new name of a property.
func (e *renaming) property(o objects.Object) (variant.Variant, variant.Variant, error) {
	old := e.path[len(e.path)-1].Name

	if _, ok := o.Get(e.name); ok {
		return nil, nil, fmt.Errorf("%v: there is a property %s already", e.path, e.name)
	}

	o.Properties = slices.Clone(o.Properties)
	for i := range o.Properties {
		if o.Properties[i].Name == old {
			o.Properties[i].Name = e.name
		}
	}

	return o, variant.String(e.name), nil
}
