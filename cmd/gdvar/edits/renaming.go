package edits

import (
	"fmt"
	"slices"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Renaming gives a key or property a new name.
type Renaming struct {
	Path variant.Path
	Name string
}

func (e *Renaming) Apply(
	d *document.Document, root variant.Variant, report *strings.Builder,
) (variant.Variant, error) {
	if _, err := tree.Lookup(root, e.Path); err != nil {
		return nil, LookedUp(d, e.Path, err)
	}

	last := len(e.Path) - 1
	around, err := tree.Lookup(root, e.Path[:last])
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
		return nil, fmt.Errorf("%v: %w: the parts of %v have no names", e.Path, variant.ErrWrongType,
			around.Type())
	}

	if err != nil {
		return nil, err
	}

	fmt.Fprintf(report, "%v: now %s\n", e.Path, d.Text(name))
	return tree.Set(root, e.Path[:last], is)
}

// key returns a Dictionary in which a key has the new name.
func (e *Renaming) key(
	d *document.Document, v variant.Dictionary,
) (variant.Variant, variant.Variant, error) {
	at := -1
	for i := range v.Pairs {
		one := variant.Dictionary{Pairs: v.Pairs[i : i+1]}
		if _, err := tree.Lookup(one, e.Path[len(e.Path)-1:]); err == nil {
			at = i
		}
	}

	if at < 0 {
		return nil, nil, variant.ErrNotFound
	}

	key := e.newKey(d, v.Pairs[at].Key)
	for i, p := range v.Pairs {
		if i != at && variant.Equal(p.Key, key) {
			return nil, nil, fmt.Errorf("%v: there is a key %s already", e.Path, d.Text(key))
		}
	}

	v.Pairs = slices.Clone(v.Pairs)
	v.Pairs[at].Key = key

	return v, key, nil
}

// newKey returns the new key. It has the type of the old key if possible.
func (e *Renaming) newKey(d *document.Document, old variant.Variant) variant.Variant {
	_, isText := old.(variant.String)
	_, isStringName := old.(variant.StringName)

	if v, err := d.Parse(e.Name); err == nil &&
		(!IsName(e.Name) || !isText && !isStringName) {
		return v
	}

	if isStringName {
		return variant.StringName(e.Name)
	}

	return variant.String(e.Name)
}

// property returns an object in which a property has the new name.
func (e *Renaming) property(o objects.Object) (variant.Variant, variant.Variant, error) {
	old := e.Path[len(e.Path)-1].Name

	if _, ok := o.Get(e.Name); ok {
		return nil, nil, fmt.Errorf("%v: there is a property %s already", e.Path, e.Name)
	}

	o.Properties = slices.Clone(o.Properties)
	for i := range o.Properties {
		if o.Properties[i].Name == old {
			o.Properties[i].Name = e.Name
		}
	}

	return o, variant.String(e.Name), nil
}

// IsName reports whether a path can have a text key without quotes.
func IsName(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
}
