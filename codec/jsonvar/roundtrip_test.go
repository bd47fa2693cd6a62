package jsonvar_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// TestUnknownTypesNameTheWay: the error for an unknown type names the function that reads it.
func TestUnknownTypesNameTheWay(t *testing.T) {
	for _, v := range []variant.Variant{math.V2(1, 2), packed.PackedByteArray{1},
		objects.NodePath{}, objects.NewObject("Node")} {
		b, err := json.Marshal(variant.NewArray(v))
		require.NoError(t, err)
		var a variant.Array
		err = json.Unmarshal(b, &a)
		assert.ErrorIs(t, err, variant.ErrUnsupported, "%s", b)
		assert.ErrorContains(t, err,
			v.Type().String()+" is read by codec.Value or jsonvar.Unmarshal")
		assert.Equal(t, variant.Array{}, a)

		value := codec.Value{Codec: codec.MustNew(codec.Options{FullObjects: true})}
		require.NoError(t, json.Unmarshal(b, &value))
		assert.True(t, variant.Equal(variant.NewArray(v), value.V))
	}

	b, err := json.Marshal(objects.NewObject("Node", objects.Prop("at", math.V2(1, 2))))
	require.NoError(t, err)
	var o objects.Object
	assert.ErrorIs(t, json.Unmarshal(b, &o), variant.ErrUnsupported)
	assert.Equal(t, objects.Object{}, o)
	var d variant.Dictionary
	err = json.Unmarshal([]byte(`{"type":"Health","args":[1]}`), &d)
	assert.ErrorIs(t, err, variant.ErrSyntax)
	var place *notation.Error
	require.ErrorAs(t, err, &place)
}
