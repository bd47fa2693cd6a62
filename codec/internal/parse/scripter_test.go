package parse_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/parse"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// A link is a type of the caller that refers to an object.
type link struct{ variant.String }

func (link) Type() variant.Type { return variant.TypeCustom }

func (link) TypeName() string { return "Link" }

func (l link) ToArgs(w notation.ArgsWriter) { w.Text(string(l.String)) }

func (link) FromArgs(a notation.Args) variant.Variant {
	a.More()
	l := link{variant.String(a.Text())}
	a.More()
	return l
}

func (l link) Script(a notation.Args) string {
	return "res://" + string(l.FromArgs(a).(link).String)
}

// TestOwnTypeNamesScript: a type of the caller names the script of a typed container, and its
// values are items of the container.
func TestOwnTypeNamesScript(t *testing.T) {
	o := parse.Options{Types: []variant.Constructible{link{}}}
	v, err := parse.Text(`Array[Link("a.gd")]([Link("b"), null])`, o)
	require.NoError(t, err)
	assert.Equal(t, variant.Array{
		Items: []variant.Variant{link{"b"}, variant.Nil{}},
		Elem:  &variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"},
	}, v)

	_, err = parse.Text(`Array[int]([Link("b")])`, o)
	assert.ErrorIs(t, err, variant.ErrElementType)
	_, err = parse.Text(`Array[Link("a.gd")]([1])`, o)
	assert.ErrorIs(t, err, variant.ErrElementType)
}
