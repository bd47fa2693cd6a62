package program_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/webpage/session/program"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/codec/text"
	"godotvariant/objects"
	"godotvariant/variant"
)

// parse returns the value of a text.
func parse(s string) (variant.Variant, error) { return text.Parse(s, nil) }

// TestGoTypes: dictionaries with keys of text are structs, and arrays of one type are slices.
func TestGoTypes(t *testing.T) {
	v, err := parse(`{"max_hp": 10, "name": &"Tia", "bag": [{"id": 7}], "odd": [1, "a"],
		"at": Vector2(1, 2), "ids": PackedInt32Array(), "none": {}}`)
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

	v, err = parse("[1, 2]")
	require.NoError(t, err)
	require.Equal(t, "package save\n\ntype Save = []int64\n", program.GoTypes(v))
}

// TestGoTypesOfKeys: a dictionary does not become a struct if a key gives no name for a field, or
// if two keys give the same name. Structs with the same name are numbered.
func TestGoTypesOfKeys(t *testing.T) {
	for text, want := range map[string]string{
		`{"x": {"a_b": 1, "a b": 2}}`:                  "X variant.Dictionary",
		`{"x": {"_": 1}}`:                              "X variant.Dictionary",
		`{"x": {7: 1}}`:                                "X variant.Dictionary",
		`{"a": {"bag": {"id": 7}}}`:                    "Bag Bag",
		`{"a": {"bag": {"id": 7}}, "bag": {"n": 1}}`:   "Bag Bag2",
		`{"a": {"b": 1}, "c": {"a": {"d": 2}}, "d":0}`: "A A2",
	} {
		v, err := parse(text)
		require.NoError(t, err)
		require.Contains(t, program.GoTypes(v), "\t"+want+" `", text)
	}
}

// TestSchema: a schema names the types of all keys.
func TestSchema(t *testing.T) {
	v, err := parse(`{"hp": 10, "bag": [1.5], "odd": [1, "a"], "at": Vector2(1, 2)}`)
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

// TestDeepSchema: a schema describes values up to a depth of 20.
func TestDeepSchema(t *testing.T) {
	for depth, described := range map[int]bool{20: true, 21: false} {
		v, err := parse(strings.Repeat("[", depth) + "1" + strings.Repeat("]", depth))
		require.NoError(t, err)
		schema, err := program.Schema(v)
		require.NoError(t, err)
		require.Equal(t, described, strings.Contains(schema, "integer"), depth)
	}
}

// script returns the script for a file.
func script(t *testing.T, data []byte, o probe.Options) string {
	d, err := document.Read(data, document.Options{
		Kinds: kinds.All(kinds.Settings{}), Options: o,
	})
	require.NoError(t, err)
	plain := savefile.Info{Container: savefile.Plain}
	return program.Script{Name: "a.save", Doc: d, Container: plain, Value: d.Root()}.Text()
}

// saved returns the packet of a value, as an engine with the dialect d writes it.
func saved(t *testing.T, d *variant.Dialect, v variant.Variant) []byte {
	packet, err := codec.MustNew(codec.Options{Dialect: d, FullObjects: true}).Encode(v)
	require.NoError(t, err)
	return packet
}

// TestScript: a script reads each kind of file, for the engine that wrote it.
func TestScript(t *testing.T) {
	const open = `func load_save() -> Dictionary:
	var file := FileAccess.open("user://a.save", FileAccess.READ)
	if file == null:
		push_error(error_string(FileAccess.get_open_error()))
		return {}
`
	const open3 = `func load_save():
	var file = File.new()
	if file.open("user://a.save", File.READ) != OK:
		push_error("can't be opened")
		return null
`
	const hp3 = "\tvar hp = save[\"hp\"]\n\treturn save\n"
	const trust = "\t# true runs the scripts of objects: only for files that you trust\n"
	const vars = "\tvar hp: int = save[\"hp\"]\n\tvar _file: Variant = save[\"file\"]\n" +
		"\tvar two_words: Vector2 = save[\"two words\"]\n\tvar _1st: String = save[\"1st\"]\n" +
		"\tvar _: bool = save[\"\"]\n\tvar _x: int = save[\"_x\"]\n\treturn save\n"

	v, err := parse(`{"hp": 1, "file": null, "two words": Vector2(1, 2), "1st": "x", 7: 1, "": true,
		"_x": 5}`)
	require.NoError(t, err)
	node := variant.NewDictionary(variant.KV("bag", variant.NewArray(objects.NewObject("Node"))),
		variant.KV("node", objects.NewObject("Node")))
	const nodes = "\tvar bag: Array = save[\"bag\"]\n\tvar node: Variant = save[\"node\"]\n" +
		"\treturn save\n"

	for _, c := range []struct {
		data   []byte
		engine *variant.Dialect
		want   string
	}{
		{frame.U32.Append(nil, saved(t, codec.Godot4, v)), codec.Godot4,
			open + "\tvar save = file.get_var()\n" + vars},
		{frame.U32BE.Append(nil, saved(t, codec.Godot4, v)), codec.Godot4,
			open + "\tfile.big_endian = true\n\tvar save = file.get_var()\n" + vars},
		{saved(t, codec.Godot4, v), codec.Godot4, open +
			"\tvar save = bytes_to_var(file.get_buffer(file.get_length()))\n" + vars},
		{frame.U32.Append(nil, saved(t, codec.Godot4, node)), codec.Godot4,
			open + trust + "\tvar save = file.get_var(true)\n" + nodes},
		{saved(t, codec.Godot4, node), codec.Godot4, open + trust +
			"\tvar save = bytes_to_var_with_objects(file.get_buffer(file.get_length()))\n" + nodes},
		{frame.U32.Append(nil, saved(t, codec.Godot3, variant.NewDictionary(
			variant.KV("hp", variant.Int(1))))), codec.Godot3,
			open3 + "\tvar save = file.get_var()\n" + hp3},
		{saved(t, codec.Godot3, variant.NewDictionary(variant.KV("hp", variant.Int(1)))),
			codec.Godot3, open3 +
				"\tvar save = bytes2var(file.get_buffer(file.get_len()))\n" + hp3},
		{saved(t, codec.Godot3, variant.NewDictionary(
			variant.KV("hp", objects.NewObject("Node")))), codec.Godot3, open3 + trust +
			"\tvar save = bytes2var(file.get_buffer(file.get_len()), true)\n" + hp3},
		{[]byte(`{"hp": 1}`), nil, open + "\treturn JSON.parse_string(file.get_as_text())\n"},
		{[]byte("[gd_resource type=\"A\" format=3]\n[resource]\nx = 1\n"), nil,
			open + trust + "\treturn file.get_as_text()\n"},
		{[]byte("[player]\nhp=1\n[b]\nmax-hp=2\n"), nil, `func load_save() -> ConfigFile:
	var config := ConfigFile.new()
	if config.load("user://a.save") != OK:
		push_error("can't be read")
	var hp = config.get_value("player", "hp")
	var max_hp = config.get_value("b", "max-hp")
	return config
`},
	} {
		require.Equal(t, c.want, script(t, c.data, probe.Options{Dialect: c.engine}))
	}
}

// TestScriptOfManyKeys: a script has variables for the first 40 pairs.
func TestScriptOfManyKeys(t *testing.T) {
	var many variant.Dictionary
	for i := range 50 {
		many.Pairs = append(many.Pairs, variant.KV(fmt.Sprint("key", i), variant.Int(i)))
	}

	o := probe.Options{Dialect: codec.Godot4}
	text := script(t, frame.U32.Append(nil, saved(t, codec.Godot4, many)), o)
	require.Contains(t, text, "\tvar key39: int = save[\"key39\"]\n\treturn save\n")
}
