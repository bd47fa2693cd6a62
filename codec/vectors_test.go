package codec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/objects"
	"godotvariant/variant"
)

// recorded are the files of what engines wrote, and how to read them.
var recorded = []struct {
	file      string
	dialect   *variant.Dialect
	precision variant.Precision
}{
	{"godot-3.2-single.jsonl", codec.Godot3, variant.Single},
	{"godot-4.2-single.jsonl", codec.Godot40, variant.Single},
	{"godot-4.6-single.jsonl", codec.Godot4, variant.Single},
	{"godot-4.6-double.jsonl", codec.Godot4, variant.Double},
	{"pandemonium-5.3-single.jsonl", codec.Pandemonium5, variant.Single},
}

// TestVectors holds every recorded value four ways: its description encodes to
// the engine's bytes, the bytes decode to the description, that encodes to the
// bytes again, and Valid agrees.
func TestVectors(t *testing.T) {
	for _, r := range recorded {
		t.Run(r.file, func(t *testing.T) {
			n := 0
			for _, v := range vectors.Load(t, r.file) {
				c, err := codec.New(codec.Options{Dialect: r.dialect, Precision: r.precision, FullObjects: v.Full})
				require.NoError(t, err)

				got, err := c.Encode(v.Value)
				require.NoError(t, err, "line %d", v.Line)
				require.Equal(t, []byte(v.Hex), got, "line %d: %s", v.Line, v.V)

				decoded, err := c.Decode(v.Hex)
				require.NoError(t, err, "line %d", v.Line)
				want := asWritten(v.Value, v.Full, r.dialect)
				require.True(t, variant.Equal(want, decoded), "line %d\nwant %#v\ngot  %#v", v.Line, want, decoded)

				again, err := c.Encode(decoded)
				require.NoError(t, err, "line %d", v.Line)
				require.Equal(t, []byte(v.Hex), again, "line %d", v.Line)
				require.NoError(t, c.Valid(v.Hex), "line %d", v.Line)
				n++
			}
			assert.Greater(t, n, 1000)
		})
	}
}

// asWritten is what can be left of v on the wire: a null object is a Nil, and
// without full objects the class of an object container is EncodedObjectAsID.
func asWritten(v variant.Variant, full bool, d *variant.Dialect) variant.Variant {
	elem := func(e *variant.ElementType, typed bool) *variant.ElementType {
		switch {
		case !typed:
			return nil
		case e == nil || e.Type != variant.TypeObject || full:
			return e
		default:
			return &variant.ElementType{Type: variant.TypeObject, Class: "EncodedObjectAsID"}
		}
	}
	switch v := v.(type) {
	case objects.Object:
		if v.IsNull() {
			return variant.Nil{}
		}
		out := objects.Object{Class: v.Class, ID: v.ID}
		for _, p := range v.Properties {
			out.Properties = append(out.Properties, objects.Prop(p.Name, asWritten(p.Value, full, d)))
		}
		return out
	case variant.Array:
		out := variant.Array{Elem: elem(v.Elem, d.TypedArrays)}
		for _, item := range v.Items {
			out.Items = append(out.Items, asWritten(item, full, d))
		}
		return out
	case variant.Dictionary:
		out := variant.Dictionary{Key: elem(v.Key, d.TypedDictionaries), Value: elem(v.Value, d.TypedDictionaries)}
		for _, p := range v.Pairs {
			out.Pairs = append(out.Pairs, variant.Pair{Key: asWritten(p.Key, full, d), Value: asWritten(p.Value, full, d)})
		}
		return out
	default:
		return v
	}
}
