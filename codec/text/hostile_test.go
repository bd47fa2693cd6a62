package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/text"
	"godotvariant/internal/testkit"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// script is an object that runs code when an engine makes it.
const script = `Object(Node,"script":Object(GDScript,"script/source":"extends Node"))`

// typedBy returns values with a name wherever text writes names without quotes.
var typedBy = map[string]func(name string) variant.Variant{
	"items": func(name string) variant.Variant {
		return variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Class: name})
	},
	"keys": func(name string) variant.Variant {
		return variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeObject, Class: name}}
	},
	"values": func(name string) variant.Variant {
		return variant.Dictionary{Value: &variant.ElementType{Type: variant.TypeObject,
			Class: name}}
	},
	"object": func(name string) variant.Variant { return objects.NewObject(name) },
}

// TestClassesAreIdentifiers: Format refuses a class that is not an identifier wherever text has no
// quotes.
func TestClassesAreIdentifiers(t *testing.T) {
	for where, value := range typedBy {
		for _, name := range []string{
			"Node]([]), " + script + ", Array[Node", "A B", "A,", "A)", "A\n", "A\"", "A\x00", "1A",
			"A-B", "A;", "A:", "res://a.gd", "A\u2028", "A\u202e", "\xff",
		} {
			for _, o := range []text.Options{{}, {Lossless: true}} {
				_, err := text.Format(value(name), o)
				require.ErrorIs(t, err, variant.ErrUnsupported, "%s %q", where, name)
			}
		}

		for _, name := range []string{"Node", "_Own2", "Élan"} {
			s := mustFormat(t, value(name), text.Options{})
			assert.Contains(t, s, name)
		}
	}

	_, err := text.Format(objects.NewObject("A B"), text.Options{})
	assert.EqualError(t, err,
		`godot: format $ (Object): not in this dialect: the class "A B" is no identifier`)
}

// TestNamesOfPropertiesEndTheirText: engines escape nothing in the name of a property.
func TestNamesOfPropertiesEndTheirText(t *testing.T) {
	for _, name := range []string{`a":null,"script":` + script + `,"b`, `a\`} {
		o := objects.NewObject("Node", objects.Prop(name, variant.Nil{}))
		_, err := text.Format(o, text.Options{})
		require.ErrorIs(t, err, variant.ErrUnsupported, name)

		s := mustFormat(t, o, text.Options{Lossless: true})
		back := mustParse(t, s, text.ParseOptions{Objects: true})
		testkit.RequireEqual(t, o, back)
	}
}

// TestScriptsAreQuoted: the path of a script can't end the text around it.
func TestScriptsAreQuoted(t *testing.T) {
	v := variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject,
		Script: `a")]([]), ` + script + `, Array[Resource("`})
	s := mustFormat(t, v, text.Options{})
	back := mustParse(t, s, text.ParseOptions{})
	testkit.RequireEqual(t, v, back)
}

// TestNULIsRefused: engines load no text with a NUL, so only the lossless form has it, escaped.
func TestNULIsRefused(t *testing.T) {
	for _, v := range []variant.Variant{
		variant.String("a\x00b"), variant.StringName("\x00"), packed.PackedStringArray{"", "\x00"},
		objects.NodePath{Names: []string{"\x00"}},
		objects.NewObject("Node", objects.Prop("\x00", variant.Nil{})),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Script: "\x00"}),
	} {
		_, err := text.Format(v, text.Options{})
		require.ErrorIs(t, err, variant.ErrNUL, "%#v", v)

		s := mustFormat(t, v, text.Options{Lossless: true})
		assert.False(t, strings.Contains(s, "\x00"))
	}
}
