package text_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Health is a type that a program defines. Its name and the arguments of its constructor give it
// text and JSON.
type Health struct{ Now, Max int32 }

func (Health) Type() variant.Type { return variant.TypeCustom }

func (h Health) Encode(w *variant.Writer) error {
	w.Int32(h.Now)
	w.Int32(h.Max)
	return w.Err()
}

func (Health) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Health{Now: r.Int32(), Max: r.Int32()})
}

func (Health) TypeName() string { return "Health" }

func (h Health) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, h.Now, h.Max) }

func (Health) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 2)
	return Health{Now: c[0], Max: c[1]}
}

func ExampleParse_ownType() {
	v, err := text.Parse("[Health(3, 10), 5]",
		text.ParseOptions{Types: []variant.Constructible{Health{}}})
	fmt.Println(v, err)
	// Output: [Health(3, 10), 5] <nil>
}

// TestOwnTypesHaveTextAndJSON writes and reads a type that a program defines in every form of text
// and JSON.
func TestOwnTypesHaveTextAndJSON(t *testing.T) {
	v := variant.NewArray(Health{3, 10}, variant.Int(1))
	types := []variant.Constructible{Health{}}
	assert.Equal(t, "[Health(3, 10), 1]", fmt.Sprint(v))

	for _, o := range []text.Options{{}, {Lossless: true}} {
		s := mustFormat(t, v, o)
		assert.Equal(t, "[Health(3, 10), 1]", s)
		back := mustParse(t, s, text.ParseOptions{Types: types})
		assert.Equal(t, v, back)
	}

	_, err := text.Parse("Health(3, 10)", text.ParseOptions{})
	assert.ErrorIs(t, err, variant.ErrSyntax, "an unknown name")
	_, err = text.Parse("Health(3)", text.ParseOptions{Types: types})
	assert.ErrorIs(t, err, variant.ErrSyntax)
	_, err = text.Format(v, text.Options{Version: text.Version3})
	assert.EqualError(t, err,
		"godot: format $ (Health): not in this dialect: Godot 3 has no Health")

	data, err := jsonvar.Marshal(v)
	require.NoError(t, err)
	assert.Equal(t, `[{"args":[3,10],"type":"Health"},"i:1"]`, string(data))
	back, err := jsonvar.Unmarshal(data, jsonvar.Options{Types: types})
	require.NoError(t, err)
	assert.Equal(t, v, back)
	_, err = jsonvar.Unmarshal(data, jsonvar.Options{})
	assert.ErrorIs(t, err, variant.ErrSyntax)

	registry := codec.NewRegistry()
	require.NoError(t, registry.Register(Health{}, 100))
	column := codec.Value{V: v, Codec: codec.MustNew(codec.Options{Registry: registry})}
	data, err = json.Marshal(column)
	require.NoError(t, err)
	column.V = nil
	require.NoError(t, json.Unmarshal(data, &column))
	assert.Equal(t, v, column.V, "registered types are read")
}
