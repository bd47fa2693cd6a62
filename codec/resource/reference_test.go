package resource_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/resource"
	"godotvariant/codec/text"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestReferenceForms: references go through text, JSON and copies like other values, and no dialect
// encodes them.
func TestReferenceForms(t *testing.T) {
	v := variant.NewArray(resource.SubResource(`a "b"`),
		resource.ExtResource{ID: "1", Path: "res://x.png"})
	types := []variant.Constructible{resource.SubResource(""), resource.ExtResource{}}

	s, err := text.Format(v, text.Options{Lossless: true})
	require.NoError(t, err)
	assert.Equal(t, `[SubResource("a \"b\""), ExtResource("1", "res://x.png")]`, s)
	assert.Equal(t, s, v.String())
	back, err := text.Parse(s, text.ParseOptions{Types: types})
	require.NoError(t, err)
	assert.True(t, variant.Equal(v, back))

	data, err := jsonvar.Marshal(v)
	require.NoError(t, err)
	back, err = jsonvar.Unmarshal(data, jsonvar.Options{Types: types})
	require.NoError(t, err)
	assert.True(t, variant.Equal(v, back))

	back, err = tree.Clone(v)
	require.NoError(t, err)
	assert.Equal(t, v, back)
	assert.False(t, variant.Equal(resource.SubResource("a"), resource.SubResource("b")))

	_, err = codec.Encode(v)
	assert.ErrorIs(t, err, variant.ErrUnsupported)
	for _, wrong := range []string{"SubResource()", `SubResource("a", 1)`, `ExtResource(1.5)`} {
		_, err = text.Parse(wrong, text.ParseOptions{Types: types})
		assert.Error(t, err, wrong)
	}
}
