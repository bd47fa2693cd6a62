package codec_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A recording is a file of packets and texts that an engine wrote. It has the dialect and the
// precision to read it.
type recording struct {
	file      string
	dialect   *variant.Dialect
	precision variant.Precision
}

// recorded are the files of random values.
var recorded = []recording{
	{"godot-3.2-single.jsonl", codec.Godot3, variant.Single},
	{"godot-4.2-single.jsonl", codec.Godot40, variant.Single},
	{"godot-4.6-single.jsonl", codec.Godot4, variant.Single},
	{"godot-4.6-double.jsonl", codec.Godot4, variant.Double},
	{"pandemonium-5.3-single.jsonl", codec.Pandemonium5, variant.Single},
}

// examples are recordings of values that were chosen by hand and have a name.
var examples = []recording{
	{"wire-3.2-single.jsonl", codec.Godot3, variant.Single},
	{"wire-4.6-single.jsonl", codec.Godot4, variant.Single},
	{"wire-4.6-double.jsonl", codec.Godot4, variant.Double},
}

// TestVectors checks every recorded value, see checkPacket.
func TestVectors(t *testing.T) {
	for _, r := range slices.Concat(recorded, examples) {
		t.Run(r.file, func(t *testing.T) {
			all := vectors.Load(t, r.file)
			for _, v := range all {
				if !t.Run(fmt.Sprintf("line %d %s", v.Line, v.Name), func(t *testing.T) {
					c := settings{Dialect: r.dialect, Precision: r.precision,
						Full: v.Full}.In(codec.Default)
					checkPacket(t, c, v.Value, asWritten(v.Value, v.Full, r.dialect), v.Hex,
						v.Dirty)
				}) {
					t.Logf("%s", v.V)
				}
			}
			assert.True(t, len(all) > 1000 || r.file[:4] == "wire")
		})
	}
}

// checkPacket requires that v encodes to the packet, that the packet decodes to the value want,
// that this value encodes to the packet, and that Valid accepts the packet. If variation is not
// empty, it is another packet that must decode to the value want.
func checkPacket(t *testing.T, c *codec.Codec, v, want variant.Variant, packet, variation []byte) {
	require.Equal(t, packet, testkit.Encode(t, c, v))
	got := testkit.Decode(t, c, packet)
	testkit.RequireEqual(t, want, got)
	require.Equal(t, packet, testkit.Encode(t, c, got))
	require.NoError(t, c.Valid(packet))
	if len(variation) > 0 {
		testkit.RequireEqual(t, want, testkit.Decode(t, c, variation))
		require.NoError(t, c.Valid(variation))
	}
}

// asWritten returns the value that is decoded from the packet of v: a null object becomes a Nil,
// and without full objects, containers of objects get the element class EncodedObjectAsID.
func asWritten(v variant.Variant, full bool, d *variant.Dialect) variant.Variant {
	elem := func(e *variant.ElementType, typed bool) *variant.ElementType {
		switch {
		case !typed:
			return nil
		case e == nil || e.Type != variant.TypeObject || full:
			return e
		}
		class := objectElem("EncodedObjectAsID")
		return &class
	}

	switch v := v.(type) {
	case objects.Object:
		if v.IsNull() {
			return variant.Nil{}
		}

		out := objects.Object{Class: v.Class, ID: v.ID}
		for _, p := range v.Properties {
			out.Properties = append(out.Properties,
				objects.Prop(p.Name, asWritten(p.Value, full, d)))
		}

		return out

	case variant.Array:
		out := variant.Array{Elem: elem(v.Elem, d.Spec().TypedArrays)}
		for _, item := range v.Items {
			out.Items = append(out.Items, asWritten(item, full, d))
		}
		return out

	case variant.Dictionary:
		typed := d.Spec().TypedDictionaries
		out := variant.Dictionary{Key: elem(v.Key, typed), Value: elem(v.Value, typed)}
		for _, p := range v.Pairs {
			out.Pairs = append(out.Pairs, pair(asWritten(p.Key, full, d),
				asWritten(p.Value, full, d)))
		}
		return out
	}

	return v
}

// TestEngineReads decodes packets that are damaged or unusual. The files have the engine's result
// for each packet, and the value or error of this library.
func TestEngineReads(t *testing.T) {
	for file, d := range map[string]*variant.Dialect{
		"reads-3.2-single.jsonl": codec.Godot3, "reads-4.6-single.jsonl": codec.Godot4,
	} {
		vectors.Lines(t, file, func(line int, data []byte) {
			var row struct {
				Name string
				Hex  vectors.Bytes
				Full bool
				V    json.RawMessage
				Err  string // the name in kinds
				At   int
			}

			require.NoError(t, json.Unmarshal(data, &row))
			if line == 1 {
				return
			}

			t.Run(file+"/"+row.Name, func(t *testing.T) {
				c := codec.MustNew(codec.Options{Dialect: d, FullObjects: row.Full})
				v, _, err := c.DecodeFirst(row.Hex)
				if row.Err != "" {
					requireKind(t, err, outcome{Error: row.Err, Offset: &row.At}, row.Name)
					return
				}

				require.NoError(t, err)
				want, err := vectors.Build(row.V)
				require.NoError(t, err)
				testkit.RequireEqual(t, want, v)
			})
		})
	}
}

// godot2 is a dialect that a user can make for Godot 1.0 to 2.1. A dialect.Spec cannot describe the
// payloads of Image and InputEvent in these versions.
var godot2 = dialect.MustNew(dialect.Spec{
	Name: "Godot2",
	Types: typesNamed("Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane " +
		"Quaternion AABB Basis Transform3D Color Image NodePath RID Object InputEvent Dictionary " +
		"Array PackedByteArray PackedInt32Array PackedFloat32Array PackedStringArray " +
		"PackedVector2Array PackedVector3Array PackedColorArray"),
	IDMask:         0xFFFFFFFF,
	Float:          dialect.FloatPlain32,
	StringArrayNUL: true,
	SharedBit:      true,
})

// typesNamed returns types by their names in Godot 4. Object, and names that Godot 4 does not have,
// become an unsupported type.
func typesNamed(names string) (all []variant.Type) {
	for name := range strings.FieldsSeq(names) {
		typ, ok := dialect.ByName(name)
		if !ok || typ == variant.TypeObject {
			typ = variant.TypeUnsupported
		}
		all = append(all, typ)
	}
	return all
}

// The options of wireRows.
var (
	in2     = codec.Options{Dialect: godot2}
	in30    = codec.Options{Dialect: codec.Godot30}
	in32    = codec.Options{Dialect: codec.Godot3, Mode: codec.Lenient}
	in38    = codec.Options{Dialect: codec.Pandemonium38}
	in5     = codec.Options{Dialect: codec.Pandemonium5}
	in5Full = codec.Options{Dialect: codec.Pandemonium5, FullObjects: true}
)

var (
	intElem = variant.ElementType{Type: variant.TypeInt}
	five    = variant.TypedArray{Elem: intElem, Items: []variant.Variant{variant.Int(5)}}
	shared  = variant.Array{Items: []variant.Variant{variant.Int(1)}, Shared: true}
	idArray = variant.TypedArray{Elem: objectElem("EncodedObjectAsID")}
)

func objectElem(class string) variant.ElementType {
	return variant.ElementType{Type: variant.TypeObject, Class: class}
}

// wireRows are values in dialects that have no file of recorded values. The field packet has the
// packet that an engine writes for the value. The field variation has a second packet of the value,
// with different padding or in an old form, which an engine also writes or reads. It is "" if there
// is no such packet.
var wireRows = []struct {
	name              string
	options           codec.Options
	value             variant.Variant
	packet, variation string
}{
	{"int 5", in2, variant.Int(5), "0200000005000000", ""},
	{"real 0.1", in2, variant.Float(float32(0.1)), "03000000cdcccc3d", ""},
	{"a literal array is shared", in2, shared, "15000000010000800200000001000000", ""},
	{"a literal dictionary too", in2, variant.Dictionary{Shared: true}, "1400000000000080", ""},
	{"a NodePath with the property apart", in2, objects.MustParseNodePath("a:p"),
		"1000000001000080010000000000000001000000610000000100000070000000",
		"1000000001000080000000000200000001000000610000000100000070000000"},

	{"int 1", in30, variant.Int(1), "020001000100000000000000", ""},
	{"int -1", in30, variant.Int(-1), "02000100ffffffffffffffff", ""},
	{"int 1 in the form of 3.1", in30, variant.Int(1), "020001000100000000000000",
		"0200000001000000"},

	// Godot 3 writes this text with a surrogate, which is not valid UTF-8.
	{"char(0xd800)", in32, variant.String("\xed\xa0\x80"), "0400000003000000eda08000", ""},
	{"char(0x110000)", in32, variant.String("\xf4\x90\x80\x80"), "0400000004000000f4908080", ""},
	{"char(0x7fffffff)", in32, variant.String("\xfd\xbf\xbf\xbf\xbf\xbf"),
		"0400000006000000fdbfbfbfbfbf0000", ""},

	{"Vector2", in38, gm.V2(1, 2), "070000000000803f00000040", ""},
	{"Vector4i", in38, gm.Vector4i{X: 1, Y: 2, Z: 3, W: 4},
		"0c00000001000000020000000300000004000000", ""},
	{"the engine itself writes 3 for W", in38, packed.PackedVector4iArray{{X: 1, Y: 2, Z: 3, W: 4}},
		"240000000100000001000000020000000300000004000000", ""},

	{"TypedArray", in5, five, "1b00000002000000010000000200000005000000", ""},
	{"TypedArray of IDs", in5, idArray, "1b0001001700000000000000", ""},
	{"PackedTypedArray", in5, variant.PackedTypedArray(five),
		"1c00000002000000010000000200000005000000", ""},
	{"TypedArray of Node", in5Full, variant.TypedArray{Elem: objectElem("Node")},
		"1b0000001700000018000000040000004e6f646500000000", ""},
}

// TestWireRows checks every row of wireRows, see checkPacket.
func TestWireRows(t *testing.T) {
	for _, row := range wireRows {
		t.Run(row.options.Dialect.Name()+"/"+row.name, func(t *testing.T) {
			checkPacket(t, codec.MustNew(row.options), row.value, row.value,
				testkit.Unhex(t, row.packet), testkit.Unhex(t, row.variation))
		})
	}
}

// TestDoubleWithoutFlag: builds of 4.0 and 4.1 in double precision omit the flag of Vector4. Then
// decoding reads only half of the bytes, and fails.
func TestDoubleWithoutFlag(t *testing.T) {
	c := codec.MustNew(codec.Options{Dialect: codec.Godot40, Precision: variant.Double})
	testkit.RefuseDecode(t, c, testkit.Unhex(t,
		"0c000000000000000000f03f000000000000004000000000000008400000000000001040"),
		variant.ErrTrailing)
}

// TestCrossPrecision: decoding follows the flag in the packet, and encoding follows the option
// Precision.
func TestCrossPrecision(t *testing.T) {
	single := codec.MustNew(codec.Options{})
	double := codec.MustNew(codec.Options{Precision: variant.Double})

	for _, row := range []struct {
		name      string
		codec     *codec.Codec
		packet    string
		value     variant.Variant
		reencoded string
	}{
		{"single read by double", double, "0c000000cdcccc3d0000803f000080bf00000040",
			gm.Vector4{X: float64(float32(0.1)), Y: 1, Z: -1, W: 2},
			"0c000100000000a09999b93f000000000000f03f000000000000f0bf0000000000000040"},
		{"double read by single", single,
			"0c000100000000000000f03f9a9999999999b93f00000000000008409c7500883ce4377e",
			gm.Vector4{X: 1, Y: 0.1, Z: 3, W: 1e300},
			"0c0000000000803fcdcccc3d000040400000807f"},
	} {
		t.Run(row.name, func(t *testing.T) {
			v := testkit.Decode(t, row.codec, testkit.Unhex(t, row.packet))
			require.Equal(t, row.value, v)
			require.Equal(t, testkit.Unhex(t, row.reencoded), testkit.Encode(t, row.codec, v))
		})
	}

	for _, c := range []*codec.Codec{single, double} { // NaN and infinity are converted too
		v := testkit.Decode(t, c, testkit.Unhex(t, "050000000000c07f0000807f"))
		require.Equal(t, testkit.Unhex(t, "05000100000000000000f87f000000000000f07f"),
			testkit.Encode(t, double, v))
	}
}
