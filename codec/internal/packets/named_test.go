package packets_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
	"godotvariant/variant/notation"
	"godotvariant/variant/tree"
)

// named is a type with a name and nothing else, that refuses to be written and read.
type named struct{ noJSON }

func (named) TypeName() string               { return "Named" }
func (named) Encode(w *variant.Writer) error { return w.Fail(variant.ErrRange) }

func (named) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, r.Fail(variant.ErrRange)
}

// hits is a named type made of arguments.
type hits struct {
	noJSON
	now, max int32
}

func (hits) TypeName() string                       { return "Hits" }
func (h hits) ToArgs(w notation.ArgsWriter)         { notation.PutInt32s(w, h.now, h.max) }
func (hits) FromArgs(notation.Args) variant.Variant { return nil }

// TestNamedTypesAreNamed: text, JSON and errors name a type of the program's own.
func TestNamedTypesAreNamed(t *testing.T) {
	v := variant.NewDictionary(variant.KV("hp", hits{now: 1, max: 2}), variant.KV("x", named{}))
	assert.Equal(t, `{"hp": Hits(1, 2), "x": Named(…)}`, fmt.Sprint(v))
	assert.Equal(t, "Hits(1, 2)", variant.Text(hits{now: 1, max: 2}))

	b, err := variant.JSON(variant.NewArray(hits{now: 1, max: 2}, one))
	require.NoError(t, err)
	assert.Equal(t, `[{"args":[1,2],"type":"Hits"},"i:1"]`, string(b))
	_, err = variant.JSON(v)
	assert.EqualError(t, err, "godot: encode $ (Named): not in this dialect: it has no JSON")

	_, err = tree.Get[variant.Int](v, "hp")
	assert.EqualError(t, err, `godot: look up $["hp"] (Hits): wrong type: Hits and not int`)

	f := format(t, everyType(func(_ *variant.Dialect, s *Settings) {
		s.Custom = map[variant.Type]uint8{variant.TypeCustom: 255}
		s.Prototypes = map[variant.Type]variant.Variant{variant.TypeCustom: named{},
			variant.TypeArray: variant.Array{}}
	}))

	_, err = f.Append(nil, variant.NewArray(named{}))
	assert.EqualError(t, err, "godot: encode $[0] (Named): out of range")
	_, err = f.Decode([]byte{255, 0, 0, 0})
	assert.EqualError(t, err, "godot: decode $ (Named) at offset 4: out of range")
}
