package codec_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

func TestValueColumn(t *testing.T) {
	save := benchEntity(7)
	for _, c := range []*codec.Codec{nil, codec.MustNew(codec.Options{Dialect: codec.Godot3})} {
		column, err := codec.Value{V: save, Codec: c}.Value()
		require.NoError(t, err)
		blob, ok := column.([]byte)
		require.True(t, ok)
		for _, from := range []any{blob, string(blob)} {
			got := codec.Value{Codec: c}
			require.NoError(t, got.Scan(from))
			assert.True(t, variant.Equal(save, got.V))
		}
	}

	var x codec.Value
	column, err := x.Value()
	require.NoError(t, err)
	assert.Nil(t, column)
	x.V = save
	require.ErrorIs(t, x.Scan(12), codec.ErrType)
	require.ErrorIs(t, x.Scan([]byte{1, 2}), variant.ErrTruncated)
	assert.True(t, variant.Equal(save, x.V), "an error leaves the value")
	require.NoError(t, x.Scan(nil))
	assert.Nil(t, x.V)

	column, err = codec.Value{V: variant.Nil{}}.Value()
	require.NoError(t, err)
	assert.Equal(t, []byte{0, 0, 0, 0}, column, "Nil is not NULL")
	_, err = codec.Value{V: objects.NewObject("Node")}.Value()
	require.ErrorIs(t, err, variant.ErrObject)
}

func TestValueJSON(t *testing.T) {
	type row struct {
		Slot int
		Save codec.Value
		None codec.Value
	}
	in := row{Slot: 3, Save: codec.Value{V: variant.NewDictionary(
		variant.KV("hp", variant.Int(1<<62+1)),
		variant.KV("pos", math.Vector2{X: 0.1, Y: -2}),
	)}}
	text, err := json.Marshal(in)
	require.NoError(t, err)
	var out row
	require.NoError(t, json.Unmarshal(text, &out), "%s", text)
	assert.Equal(t, 3, out.Slot)
	assert.True(t, variant.Equal(in.Save.V, out.Save.V), "%s", text)
	assert.Nil(t, out.None.V)

	require.Error(t, json.Unmarshal([]byte(`{"Save": {"type": "Node", "props": []}}`), &out))
	require.Error(t, json.Unmarshal([]byte(`{"Save": {"type": "Nonsense"}}`), &out))
	assert.True(t, variant.Equal(in.Save.V, out.Save.V), "an error leaves the value")
}
