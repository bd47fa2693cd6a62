package plan

import (
	"reflect"
	"slices"
)

// A collector lists the fields of a struct and of the structs embedded in it. Several of these
// fields may have the same name, see fieldsOf.
type collector struct {
	naming    Naming
	fields    []field
	inlineMap int  // index of the inline map, -1 if there is none
	hidden    bool // a part of the struct is not in the list of fields

	// around has the struct that is being listed, and the structs that embed it. So a struct that
	// embeds itself is listed only once.
	around map[reflect.Type]bool
}

// addFields lists the fields of t. The argument index is the path from the outermost struct to t.
func (c *collector) addFields(t reflect.Type, index []int) error {
	c.around[t] = true
	defer delete(c.around, t)

	for i := range t.NumField() {
		if t.Field(i).Name == "_" {
			continue // see blankOptions
		}
		if err := c.addField(t, append(slices.Clone(index), i)); err != nil {
			return err
		}
	}

	return nil
}

// addField lists one field of t or, if the field is an embedded struct, the fields of that struct.
// The argument index is the path from the outermost struct to the field.
func (c *collector) addField(t reflect.Type, index []int) error {
	f := t.Field(index[len(index)-1])
	text := f.Tag.Get("godot")
	inner, embedded := embeddable(f)

	if text == "-" || !f.IsExported() && !embedded {
		c.hidden = true
		return nil
	}

	o, err := parseTag(text)
	if err != nil {
		return badField(t, f.Name, err.Error())
	}

	switch {
	case o.inline && f.Type.Kind() == reflect.Map:
		return c.addInlineMap(t, index)
	case o.inline && inner == nil:
		return badField(t, f.Name, "inline is for structs and maps")
	case o.inline, embedded && !o.given:
		return c.addEmbedded(f.Type, inner, index)

	case !f.IsExported():
		c.hidden = true
		return nil
	}

	if !o.given {
		o.name = c.naming.key(f.Name)
	}

	c.fields = append(c.fields, field{name: o.name, index: index, typ: f.Type, tag: o})
	return nil
}

// addInlineMap stores the index of the inline map. This map gets all keys for which there is no
// field.
func (c *collector) addInlineMap(t reflect.Type, index []int) error {
	f := t.Field(index[len(index)-1])
	if c.inlineMap >= 0 || f.Type.Key().Kind() != reflect.String || len(index) > 1 {
		return badField(t, f.Name,
			"inline is for one map with keys of text in the outermost struct")
	}

	c.inlineMap = index[0]
	c.hidden = true
	return nil
}

// addEmbedded lists the fields of the embedded struct inner. The type t of the embedding field is
// inner or a pointer to it.
func (c *collector) addEmbedded(t, inner reflect.Type, index []int) error {
	if t.Kind() == reflect.Pointer {
		c.hidden = true
	}

	if c.around[inner] {
		return nil
	}

	return c.addFields(inner, index)
}

// embeddable returns the type of the struct that the field sf holds or points at, and whether sf
// embeds it. It returns nil for other fields.
func embeddable(sf reflect.StructField) (inner reflect.Type, embedded bool) {
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}

	if t.Kind() != reflect.Struct {
		return nil, false
	}

	return t, sf.Anonymous
}

// blankOptions returns the options in the tags of the blank fields of t. They apply to t, and not
// to a struct that embeds t.
func blankOptions(t reflect.Type) (tag, error) {
	var o tag
	for i := range t.NumField() {
		f := t.Field(i)
		text, tagged := f.Tag.Lookup("godot")
		if f.Name != "_" || !tagged {
			continue
		}

		if err := parseBlank(text, &o); err != nil {
			return tag{}, badField(t, "_", err.Error())
		}
	}

	return o, nil
}
