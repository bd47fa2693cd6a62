package plan

import (
	"fmt"
	"reflect"
	"strings"

	"godotvariant/variant"
)

// A Field describes a field of a message.
type Field struct {
	Name     string // key of the field; in an Array, the key that a Dictionary would have
	Type     string // type as Godot writes it: "int", "Array of Vector2", `{"x": int, "y": int}`
	Required bool   // the field has the tag required
	Optional bool   // the field has the tag omitempty or omitzero
	Max      int    // limit of the tag max; 0 without the tag
}

// IsArray reports whether the message is an Array. Otherwise it is a Dictionary.
func (m *Message) IsArray() bool { return m.plan.elem.Type == variant.TypeArray }

// Fields returns descriptions of the message's fields in their order, without the name of the
// message.
func (m *Message) Fields() []Field {
	var all []Field
	for _, f := range m.structure.fields[1:] {
		all = append(all, Field{
			Name: f.name, Type: f.plan.describe(map[*plan]bool{}),
			Required: f.tag.required,
			Optional: f.tag.omitEmpty || f.tag.omitZero,
			Max:      int(f.tag.max),
		})
	}

	return all
}

// describe returns the type of the values as Godot writes it. The argument outer has the plans of
// the types that contain this type.
func (c *plan) describe(outer map[*plan]bool) string {
	if name := c.typ.Name(); name != "" { // only a type with a name can contain itself
		if outer[c] {
			return name
		}

		outer[c] = true
		defer delete(outer, c)
	}

	kind := c.typ.Kind()
	t := c.elem.Type
	switch {
	case c.hooked[toWrite] || c.hooked[toRead]:
		return typeName(t)
	case kind == reflect.Pointer && len(c.parts) == 1:
		return c.parts[0].plan.describe(outer) + " or null"
	case len(c.parts) == 1 && c.parts[0].step == "":
		return c.parts[0].plan.describe(outer)

	case kind == reflect.Map && len(c.parts) == 2:
		return fmt.Sprintf("Dictionary of %s to %s", c.parts[0].plan.describe(outer),
			c.parts[1].plan.describe(outer))

	case t == variant.TypeArray && kind != reflect.Struct && len(c.parts) == 1:
		return "Array of " + c.parts[0].plan.describe(outer)
	case kind == reflect.Struct && len(c.parts) > 0:
		return c.describeStruct(outer)
	default:
		return typeName(t)
	}
}

// describeStruct returns the fields in the notation of a Dictionary or Array.
func (c *plan) describeStruct(outer map[*plan]bool) string {
	texts := make([]string, len(c.parts))
	for i, p := range c.parts {
		texts[i] = p.plan.describe(outer)
		if c.elem.Type != variant.TypeArray {
			texts[i] = strings.Trim(p.step, "[]") + ": " + texts[i]
		}
	}

	list := strings.Join(texts, ", ")
	switch c.elem.Type {
	case variant.TypeArray:
		return "[" + list + "]"
	case variant.TypeObject:
		return c.elem.Class + " {" + list + "}"
	default:
		return "{" + list + "}"
	}
}

// typeName returns the name of a type. For TypeNil, which means a value of any type, it returns
// "Variant".
func typeName(t variant.Type) string {
	if t == variant.TypeNil {
		return "Variant"
	}
	return t.String()
}
