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

// hostile are names that are not identifiers. Some end the text around them.
var hostile = []string{
	"Node]([]), " + script + ", Array[Node", `a":null,"script":` + script + `,"b`,
	`a")]([]), ` + script + `, Array[Resource("`, "A B", "A,", "A)", "A\n", "A\"", "A\x00", "1A",
	"A-B", "A;", "A:", "res://a.gd", "A\u2028", "A\u202e", "\xff", `a\`,
}

// withoutQuotes returns values with a name where text has no quotes.
func withoutQuotes(name string) []variant.Variant {
	elem := variant.ElementType{Type: variant.TypeObject, Class: name}
	return []variant.Variant{variant.NewTypedArray(elem), variant.Dictionary{Key: &elem},
		variant.Dictionary{Value: &elem}, objects.NewObject(name)}
}

// TestClassesAreIdentifiers: Format refuses a class that is not an identifier wherever text has no
// quotes.
func TestClassesAreIdentifiers(t *testing.T) {
	for _, name := range hostile {
		for _, v := range withoutQuotes(name) {
			for _, o := range []text.Options{{}, {Lossless: true}} {
				_, err := text.Format(v, o)
				require.ErrorIs(t, err, variant.ErrUnsupported, "%q", name)
			}
		}
	}

	for _, name := range []string{"Node", "_Own2", "Élan"} {
		for _, v := range withoutQuotes(name) {
			assert.Contains(t, mustFormat(t, v, text.Options{}), name)
		}
	}

	_, err := text.Format(objects.NewObject("A B"), text.Options{})
	assert.EqualError(t, err,
		`godot: format $ (Object): not in this dialect: the class "A B" is no identifier`)
}

// TestNamesInQuotes: a name in quotes ends only there. Engines load no text with a NUL, and escape
// nothing in the name of a property, so only the lossless form has those.
func TestNamesInQuotes(t *testing.T) {
	for _, name := range hostile {
		elem := variant.ElementType{Type: variant.TypeObject, Script: name}
		property := objects.NewObject("Node", objects.Prop(name, variant.Nil{}))
		for _, v := range []variant.Variant{
			variant.String(name), variant.StringName(name), packed.PackedStringArray{"", name},
			objects.NodePath{Names: []string{name}}, variant.NewTypedArray(elem), property,
		} {
			_, err := text.Format(v, text.Options{})
			if strings.Contains(name, "\x00") {
				require.ErrorIs(t, err, variant.ErrNUL, "%#v", v)
			} else if v.Type() == variant.TypeObject && strings.ContainsAny(name, `"\`) {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
			}

			s, err := text.Format(v, text.Options{Lossless: true})
			if name == "\xff" {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
				continue
			}

			require.NoError(t, err)
			assert.NotContains(t, s, "\x00")
			testkit.RequireEqual(t, v, mustParse(t, s, text.ParseOptions{Objects: true}))
		}
	}
}
