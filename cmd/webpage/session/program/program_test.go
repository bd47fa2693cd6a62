package program_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/webpage/session/program"
	"godotvariant/codec/text"
)

// TestGoTypes: dictionaries with keys of text are structs, and arrays of one type are slices.
func TestGoTypes(t *testing.T) {
	v, err := text.Parse(`{"max_hp": 10, "name": &"Tia", "bag": [{"id": 7}], "odd": [1, "a"],
		"at": Vector2(1, 2), "ids": PackedInt32Array(), "none": {}}`, nil)
	require.NoError(t, err)

	require.Equal(t, `package save

import (
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

type Save struct {
	MaxHp int64 `+"`godot:\"max_hp\"`"+`
	Name variant.StringName `+"`godot:\"name\"`"+`
	Bag []Bag `+"`godot:\"bag\"`"+`
	Odd []variant.Variant `+"`godot:\"odd\"`"+`
	At math.Vector2 `+"`godot:\"at\"`"+`
	Ids packed.PackedInt32Array `+"`godot:\"ids\"`"+`
	None variant.Dictionary `+"`godot:\"none\"`"+`
}

type Bag struct {
	Id int64 `+"`godot:\"id\"`"+`
}
`, program.GoTypes(v))

	v, err = text.Parse("[1, 2]", nil)
	require.NoError(t, err)
	require.Equal(t, "package save\n\ntype Save = []int64\n", program.GoTypes(v))
}

// TestSchema: a schema names the types of all keys.
func TestSchema(t *testing.T) {
	v, err := text.Parse(`{"hp": 10, "bag": [1.5], "odd": [1, "a"], "at": Vector2(1, 2)}`, nil)
	require.NoError(t, err)
	schema, err := program.Schema(v)
	require.NoError(t, err)

	require.JSONEq(t, `{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"type": "object",
		"required": ["hp", "bag", "odd", "at"],
		"properties": {
			"hp": {"type": "integer"},
			"bag": {"type": "array", "items": {"type": "number"}},
			"odd": {"type": "array"},
			"at": {"description": "Vector2"}
		}
	}`, schema)
}
