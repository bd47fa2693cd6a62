package codec_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

func TestValueColumn(t *testing.T) {
	save := workloads.Entity(7)
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
	require.ErrorIs(t, x.Scan(12), variant.ErrWrongType)
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
	require.Error(t, out.Save.UnmarshalJSON([]byte("null ?")))
	assert.True(t, variant.Equal(in.Save.V, out.Save.V), "an error leaves the value")
}

// TestValueBinary: the three methods of package encoding agree, and gob takes them.
func TestValueBinary(t *testing.T) {
	old := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	for _, c := range []*codec.Codec{nil, old} {
		for _, v := range []variant.Variant{
			nil, variant.Nil{}, variant.String(""),
			variant.NewDictionary(variant.KV("a", variant.Int(1))),
		} {
			x := codec.Value{V: v, Codec: c}
			b, err := x.MarshalBinary()
			require.NoError(t, err)
			appended, err := x.AppendBinary([]byte("before"))
			require.NoError(t, err)
			require.Equal(t, "before"+string(b), string(appended))
			got := codec.Value{V: variant.Int(1), Codec: c}
			require.NoError(t, got.UnmarshalBinary(b))
			require.Equal(t, x, got)
		}
	}

	kept := codec.Value{V: variant.Int(1)}
	require.ErrorIs(t, kept.UnmarshalBinary([]byte{4, 0, 0, 0}), variant.ErrTruncated)
	require.Equal(t, variant.Int(1), kept.V)
	b, err := codec.Value{V: variant.String("\xff")}.AppendBinary([]byte("kept"))
	require.ErrorIs(t, err, variant.ErrUTF8)
	require.Equal(t, "kept", string(b))

	type row struct{ A, B codec.Value }
	var file bytes.Buffer
	in := row{A: codec.Value{V: variant.NewArray(variant.Int(1))}}
	require.NoError(t, gob.NewEncoder(&file).Encode(in))
	var out row
	require.NoError(t, gob.NewDecoder(&file).Decode(&out))
	require.Equal(t, in, out)
}
