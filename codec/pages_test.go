package codec_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// The four published pages, type by type, in both precisions. Each field stands at the
// offset that its page's table gives; in double precision at (offset-4)*2+4
// where the field is a Float inside of a structure.

// field is one row of a page's table: an offset from the packet's first byte,
// the bytes there, and what they are.
type field struct {
	at   int
	hex  string
	what string
}

// pageRow is one type of a page.
type pageRow struct {
	id             int
	name           string // as the page writes it
	value          variant.Variant
	single, double []field // double nil: as single
	full           bool
	unsupported    bool // named without a form
}

func TestPages(t *testing.T) {
	for _, page := range []struct {
		dialect *variant.Dialect
		rows    []pageRow
	}{
		{codec.DocsGodot32, pageGodot32()},
		{codec.DocsGodot3, pageGodot3()},
		{codec.DocsGodot4, pageGodot4()},
		{codec.DocsPandemonium, pageGodot3()}, // the same text with another name in it
	} {
		seen := map[int]bool{}
		for _, row := range page.rows {
			seen[row.id] = true
			for _, p := range []variant.Precision{variant.Single, variant.Double} {
				t.Run(page.dialect.Name+"/"+row.name+"/"+p.String(), func(t *testing.T) {
					row.check(t, codec.Options{Dialect: page.dialect, Precision: p, FullObjects: row.full})
				})
			}
		}
		require.Len(t, seen, len(page.dialect.Types), "%s: a row for every type", page.dialect.Name)
	}
}

func (row *pageRow) check(t *testing.T, o codec.Options) {
	c := newCodec(t, o)
	fields := row.single
	if o.Precision == variant.Double && row.double != nil {
		fields = row.double
	}
	header := hex.EncodeToString([]byte{byte(row.id), 0, 0, 0})
	packet := header
	for _, f := range fields {
		if f.at == 0 { // the header itself, where flags are in it
			packet = f.hex
			continue
		}
		require.Equal(t, len(packet)/2, f.at, "offset of %s", f.what)
		packet += strings.ReplaceAll(f.hex, " ", "")
	}
	b := unhex(t, packet)
	if row.unsupported {
		_, err := c.Encode(row.value)
		require.ErrorIs(t, err, variant.ErrUnsupported)
		_, err = c.Decode(b)
		require.ErrorIs(t, err, variant.ErrUnsupported)
		return
	}
	got, err := c.Encode(row.value)
	require.NoError(t, err)
	require.Equal(t, packet, hex.EncodeToString(got))
	v, err := c.Decode(b)
	require.NoError(t, err)
	require.True(t, variant.Equal(row.value, v), "%#v", v)
	require.NoError(t, c.Valid(b))
}

const ( // components, in single and double precision
	f1, d1   = "0000803f", "000000000000f03f"
	f2, d2   = "00000040", "0000000000000040"
	f3, d3   = "00004040", "0000000000000840"
	f4, d4   = "00008040", "0000000000001040"
	f5, d5   = "0000a040", "0000000000001440"
	f6, d6   = "0000c040", "0000000000001840"
	f7, d7   = "0000e040", "0000000000001c40"
	f8, d8   = "00000041", "0000000000002040"
	f9, d9   = "00001041", "0000000000002240"
	f10, d10 = "00002041", "0000000000002440"
	f11, d11 = "00003041", "0000000000002640"
	f12, d12 = "00004041", "0000000000002840"
)

var (
	pageBasis  = gm.Basis{X: gm.Vector3{X: 1, Y: 2, Z: 3}, Y: gm.Vector3{X: 4, Y: 5, Z: 6}, Z: gm.Vector3{X: 7, Y: 8, Z: 9}}
	basisFloat = []field{
		{4, f1, "The X component of the X column vector"}, {8, f2, "Y of X"}, {12, f3, "Z of X"},
		{16, f4, "The X component of the Y column vector"}, {20, f5, "Y of Y"}, {24, f6, "Z of Y"},
		{28, f7, "The X component of the Z column vector"}, {32, f8, "Y of Z"}, {36, f9, "Z of Z"},
	}
	basisDouble = []field{
		{4, d1, "The X component of the X column vector"}, {12, d2, "Y of X"}, {20, d3, "Z of X"},
		{28, d4, "The X component of the Y column vector"}, {36, d5, "Y of Y"}, {44, d6, "Z of Y"},
		{52, d7, "The X component of the Z column vector"}, {60, d8, "Y of Z"}, {68, d9, "Z of Z"},
	}
)

// pageCommon are the types that all pages describe in the same way, IDs 0, 1 and 4 to 15.
func pageCommon() []pageRow {
	return []pageRow{
		{id: 0, name: "null", value: variant.Nil{}},
		{id: 1, name: "bool", value: boolean(true), single: []field{{4, "01000000", "0 for False, 1 for True"}}},
		{id: 4, name: "string", value: str("Grün!"), single: []field{
			{4, "06000000", "String length (in bytes)"}, {8, "4772c3bc6e21 0000", "UTF-8 encoded string, padded to 4 bytes"},
		}},
		{
			id: 5, name: "vector2", value: gm.Vector2{X: 1, Y: 2},
			single: []field{{4, f1, "X coordinate"}, {8, f2, "Y coordinate"}},
			double: []field{{4, d1, "X coordinate"}, {12, d2, "Y coordinate"}},
		},
		{
			id: 6, name: "rect2", value: gm.Rect2{Position: gm.Vector2{X: 1, Y: 2}, Size: gm.Vector2{X: 3, Y: 4}},
			single: []field{{4, f1, "X coordinate"}, {8, f2, "Y coordinate"}, {12, f3, "X size"}, {16, f4, "Y size"}},
			double: []field{{4, d1, "X coordinate"}, {12, d2, "Y coordinate"}, {20, d3, "X size"}, {28, d4, "Y size"}},
		},
		{
			id: 7, name: "vector3", value: gm.Vector3{X: 1, Y: 2, Z: 3},
			single: []field{{4, f1, "X coordinate"}, {8, f2, "Y coordinate"}, {12, f3, "Z coordinate"}},
			double: []field{{4, d1, "X coordinate"}, {12, d2, "Y coordinate"}, {20, d3, "Z coordinate"}},
		},
		{
			id: 8, name: "transform2d", value: gm.Transform2D{X: gm.Vector2{X: 1, Y: 2}, Y: gm.Vector2{X: 3, Y: 4}, Origin: gm.Vector2{X: 5, Y: 6}},
			single: []field{
				{4, f1, "The X component of the X column vector, [0][0]"}, {8, f2, "[0][1]"},
				{12, f3, "The X component of the Y column vector, [1][0]"}, {16, f4, "[1][1]"},
				{20, f5, "The X component of the origin vector, [2][0]"}, {24, f6, "[2][1]"},
			},
			double: []field{
				{4, d1, "The X component of the X column vector, [0][0]"}, {12, d2, "[0][1]"},
				{20, d3, "The X component of the Y column vector, [1][0]"}, {28, d4, "[1][1]"},
				{36, d5, "The X component of the origin vector, [2][0]"}, {44, d6, "[2][1]"},
			},
		},
		{
			id: 9, name: "plane", value: gm.Plane{Normal: gm.Vector3{X: 1, Y: 2, Z: 3}, D: 4},
			single: []field{{4, f1, "Normal X"}, {8, f2, "Normal Y"}, {12, f3, "Normal Z"}, {16, f4, "Distance"}},
			double: []field{{4, d1, "Normal X"}, {12, d2, "Normal Y"}, {20, d3, "Normal Z"}, {28, d4, "Distance"}},
		},
		{
			id: 10, name: "quat", value: gm.Quaternion{X: 1, Y: 2, Z: 3, W: 4},
			single: []field{{4, f1, "Imaginary X"}, {8, f2, "Imaginary Y"}, {12, f3, "Imaginary Z"}, {16, f4, "Real W"}},
			double: []field{{4, d1, "Imaginary X"}, {12, d2, "Imaginary Y"}, {20, d3, "Imaginary Z"}, {28, d4, "Real W"}},
		},
		{
			id: 11, name: "aabb", value: gm.AABB{Position: gm.Vector3{X: 1, Y: 2, Z: 3}, Size: gm.Vector3{X: 4, Y: 5, Z: 6}},
			single: []field{
				{4, f1, "X coordinate"}, {8, f2, "Y coordinate"}, {12, f3, "Z coordinate"},
				{16, f4, "X size"}, {20, f5, "Y size"}, {24, f6, "Z size"},
			},
			double: []field{
				{4, d1, "X coordinate"}, {12, d2, "Y coordinate"}, {20, d3, "Z coordinate"},
				{28, d4, "X size"}, {36, d5, "Y size"}, {44, d6, "Z size"},
			},
		},
		{id: 12, name: "basis", value: pageBasis, single: basisFloat, double: basisDouble},
		{
			id: 13, name: "transform", value: gm.Transform3D{Basis: pageBasis, Origin: gm.Vector3{X: 10, Y: 11, Z: 12}},
			single: append(basisFloat[:9:9], field{40, f10, "The X component of the origin vector, [3][0]"}, field{44, f11, "[3][1]"}, field{48, f12, "[3][2]"}),
			double: append(basisDouble[:9:9], field{76, d10, "The X component of the origin vector, [3][0]"}, field{84, d11, "[3][1]"}, field{92, d12, "[3][2]"}),
		},
		{
			id: 14, name: "color", value: gm.Color{R: 1, G: 2, B: 3, A: 4},
			single: []field{{4, f1, "Red"}, {8, f2, "Green"}, {12, f3, "Blue"}, {16, f4, "Alpha (0..1)"}},
			double: []field{{4, d1, "Red"}, {12, d2, "Green"}, {20, d3, "Blue"}, {28, d4, "Alpha (0..1)"}},
		},
		{id: 15, name: "node path", value: path("/a/b:c"), single: []field{
			{4, "02000080", "new format (val&0x80000000!=0 and NameCount=val&0x7FFFFFFF)"},
			{8, "01000000", "Sub-name count"},
			{12, "01000000", "Flags (absolute: val&1 != 0)"},
			{16, "01000000", "String length"}, {20, "61 000000", "UTF-8 encoded string, padded"},
			{24, "01000000", "String length"}, {28, "62 000000", "UTF-8 encoded string, padded"},
			{32, "01000000", "String length"}, {36, "63 000000", "UTF-8 encoded string, padded"},
		}},
	}
}

// pageContainers are Dictionary, Array and raw array, whose IDs are first and the two behind it.
func pageContainers(first int, dictionary, array, bytes string) []pageRow {
	return []pageRow{
		{id: first, name: dictionary, value: variant.Dictionary{Pairs: []variant.Pair{{Key: boolean(true), Value: variant.Nil{}}}}, single: []field{
			{4, "01000000", "val&0x7FFFFFFF = elements, val&0x80000000 = shared (bool)"},
			{8, "01000000 01000000", "key"}, {16, "00000000", "value"},
		}},
		{id: first, name: dictionary + " shared", value: variant.Dictionary{Shared: true}, single: []field{
			{4, "00000080", "val&0x7FFFFFFF = elements, val&0x80000000 = shared (bool)"},
		}},
		{id: first + 1, name: array, value: variant.NewArray(boolean(false), variant.Nil{}), single: []field{
			{4, "02000000", "val&0x7FFFFFFF = elements, val&0x80000000 = shared (bool)"},
			{8, "01000000 00000000", "value"}, {16, "00000000", "value"},
		}},
		{id: first + 1, name: array + " shared", value: variant.Array{Items: []variant.Variant{variant.Nil{}}, Shared: true}, single: []field{
			{4, "01000080", "val&0x7FFFFFFF = elements, val&0x80000000 = shared (bool)"}, {8, "00000000", "value"},
		}},
		{id: first + 2, name: bytes, value: packed.PackedByteArray{1, 2, 255}, single: []field{
			{4, "03000000", "Array length (Bytes)"}, {8, "0102ff 00", "Byte (0..255), padded to 4 bytes"},
		}},
	}
}

// pageVectors are the arrays of vectors and colours, from ID first on. Their count
// keeps its 4 bytes in double precision; the Float fields behind it have 8.
func pageVectors(first int) []pageRow {
	return []pageRow{
		{id: first, name: "string array", value: packed.PackedStringArray{"ab", ""}, single: []field{
			{4, "02000000", "Array length (Strings)"},
			{8, "02000000", "String length"}, {12, "6162 0000", "UTF-8 encoded string, padded"},
			{16, "00000000", "String length"},
		}},
		{
			id: first + 1, name: "vector2 array", value: packed.PackedVector2Array{{X: 1, Y: 2}, {X: 3, Y: 4}},
			single: []field{{4, "02000000", "Array length"}, {8, f1, "X coordinate"}, {12, f2, "Y coordinate"}, {16, f3, "X"}, {20, f4, "Y"}},
			double: []field{{4, "02000000", "Array length"}, {8, d1, "X coordinate"}, {16, d2, "Y coordinate"}, {24, d3, "X"}, {32, d4, "Y"}},
		},
		{
			id: first + 2, name: "vector3 array", value: packed.PackedVector3Array{{X: 1, Y: 2, Z: 3}},
			single: []field{{4, "01000000", "Array length"}, {8, f1, "X coordinate"}, {12, f2, "Y coordinate"}, {16, f3, "Z coordinate"}},
			double: []field{{4, "01000000", "Array length"}, {8, d1, "X coordinate"}, {16, d2, "Y coordinate"}, {24, d3, "Z coordinate"}},
		},
		{
			id: first + 3, name: "color array", value: packed.PackedColorArray{{R: 1, G: 2, B: 3, A: 4}},
			single: []field{{4, "01000000", "Array length"}, {8, f1, "Red"}, {12, f2, "Green"}, {16, f3, "Blue"}, {20, f4, "Alpha (0..1)"}},
			double: []field{{4, "01000000", "Array length"}, {8, d1, "Red"}, {16, d2, "Green"}, {24, d3, "Blue"}, {32, d4, "Alpha (0..1)"}},
		},
	}
}

// pageGodot3Rest is what the pages of Godot 3.2, Godot 3.5 and Pandemonium say of
// IDs 0, 1 and from 4 on.
func pageGodot3Rest() []pageRow {
	rows := append(pageCommon(),
		pageRow{id: 16, name: "rid (unsupported)", value: objects.RID(0), unsupported: true},
		pageRow{id: 17, name: "object (unsupported)", value: objects.Object{ID: 5}, unsupported: true},
	)
	rows = append(rows, pageContainers(18, "dictionary", "array", "raw array")...)
	rows = append(rows,
		pageRow{id: 21, name: "int array", value: packed.PackedInt32Array{1, -1}, single: []field{
			{4, "02000000", "Array length (Integers)"}, {8, "01000000", "32-bit signed integer"}, {12, "ffffffff", "32-bit signed integer"},
		}},
		pageRow{id: 22, name: "real array", value: packed.PackedFloat32Array{1, 2}, single: []field{
			{4, "02000000", "Array length (Floats)"}, {8, f1, "Integer: 32-bits IEEE 754 float"}, {12, f2, "the same"},
		}},
	)
	return append(rows, pageVectors(23)...)
}

// numbersWithFlags are int and float of the pages that know flags.
func numbersWithFlags() []pageRow {
	return []pageRow{
		{id: 2, name: "integer", value: integer(-2), single: []field{{4, "feffffff", "32-bit signed integer"}}},
		{id: 2, name: "integer, flags&1", value: integer(1 << 33), single: []field{
			{0, "02000100", "base_type = val & 0xFFFF, flags = val >> 16"}, {4, "0000000002000000", "64-bit signed integer"},
		}},
		{id: 3, name: "float", value: float(1), single: []field{{4, f1, "IEEE 754 single-precision float"}}},
		{id: 3, name: "float, flags&1", value: float(0.1), single: []field{
			{0, "03000100", "base_type = val & 0xFFFF, flags = val >> 16"}, {4, "9a9999999999b93f", "IEEE 754 double-precision float"},
		}},
	}
}

func pageGodot32() []pageRow {
	return append(pageGodot3Rest(),
		pageRow{id: 2, name: "integer", value: integer(-2), single: []field{{4, "feffffffffffffff", "64-bit signed integer"}}},
		pageRow{id: 3, name: "float", value: float(1), single: []field{{4, f1, "IEE 754 32-Bits Float"}}},
	)
}

func pageGodot3() []pageRow { return append(pageGodot3Rest(), numbersWithFlags()...) }

func pageGodot4() []pageRow {
	rows := append(pageCommon(), numbersWithFlags()...)
	rows = append(rows,
		pageRow{id: 16, name: "rid (unsupported)", value: objects.RID(0), unsupported: true},
		pageRow{id: 17, name: "object, null", value: objects.Object{}, single: []field{{4, "00000000", "Zero (32-bit signed integer)"}}},
		pageRow{id: 17, name: "object, full_objects disabled", value: objects.Object{ID: 0x0102030405060708}, single: []field{
			{4, "0807060504030201", "The Object instance ID (64-bit signed integer)"},
		}},
		pageRow{id: 17, name: "object, full_objects enabled", full: true, value: object("Door", prop("open", boolean(true))), single: []field{
			{4, "04000000", "Class name (String length)"}, {8, "446f6f72", "Class name (UTF-8 encoded string)"},
			{12, "01000000", "The number of properties that are serialized"},
			{16, "04000000", "Property name (String length)"}, {20, "6f70656e", "Property name (UTF-8 encoded string)"},
			{24, "01000000 01000000", "Property value, using this same format"},
		}},
		pageRow{id: 17, name: "object, null, full_objects enabled", full: true, value: objects.Object{}, single: []field{{4, "00000000", "Zero (32-bit signed integer)"}}},
	)
	rows = append(rows, pageContainers(18, "dictionary", "array", "raw array")...)
	rows = append(rows,
		pageRow{id: 21, name: "int32 array", value: packed.PackedInt32Array{1, -1}, single: []field{
			{4, "02000000", "Array length (Integers)"}, {8, "01000000", "32-bit signed integer"}, {12, "ffffffff", "32-bit signed integer"},
		}},
		pageRow{id: 22, name: "int64 array", value: packed.PackedInt64Array{1}, single: []field{
			{4, "0100000000000000", "Array length (Integers), 8 bytes"}, {12, "0100000000000000", "64-bit signed integer"},
		}},
		pageRow{id: 23, name: "float32 array", value: packed.PackedFloat32Array{1, 2}, single: []field{
			{4, "02000000", "Array length (Floats)"}, {8, f1, "32-bit IEEE 754 single-precision float"}, {12, f2, "the same"},
		}},
		pageRow{id: 24, name: "float64 array", value: packed.PackedFloat64Array{1, 2}, single: []field{
			{4, "02000000", "Array length (Floats)"}, {8, d1, "64-bit IEEE 754 double-precision float"}, {16, d2, "the same"},
		}},
	)
	return append(rows, pageVectors(25)...)
}

// TestPagesOldNodePath: the pages give the old form, so their dialects read it.
func TestPagesOldNodePath(t *testing.T) {
	for _, d := range []*variant.Dialect{codec.DocsGodot32, codec.DocsGodot3, codec.DocsGodot4, codec.DocsPandemonium} {
		v, err := newCodec(t, codec.Options{Dialect: d}).Decode(unhex(t, "0f000000"+"06000000"+"2f612f623a63"+"0000"))
		require.NoError(t, err)
		require.True(t, variant.Equal(path("/a/b:c"), v))
	}
}

// TestPagesRefuse what they have no form for.
func TestPagesRefuse(t *testing.T) {
	for _, row := range []struct {
		dialect *variant.Dialect
		value   variant.Variant
		full    bool
		err     error
	}{
		{codec.DocsGodot4, objects.Object{ID: 1 << 32}, false, variant.ErrRange},
		{codec.DocsGodot4, objects.Object{ID: 1}, true, variant.ErrUnsupported},
		{codec.DocsGodot4, gm.Vector2i{}, false, variant.ErrUnsupported},
		{codec.DocsGodot3, packed.PackedInt64Array{}, false, variant.ErrUnsupported},
	} {
		_, err := newCodec(t, codec.Options{Dialect: row.dialect, FullObjects: row.full}).Encode(row.value)
		require.ErrorIs(t, err, row.err, "%#v", row.value)
	}
	// A page's type is all of the lower half of the header.
	_, err := newCodec(t, codec.Options{Dialect: codec.DocsGodot3}).Decode(unhex(t, "0201000005000000"))
	require.ErrorIs(t, err, variant.ErrUnknownType)
	// And on a page without flags, the whole.
	_, err = newCodec(t, codec.Options{Dialect: codec.DocsGodot32}).Decode(unhex(t, "020001000500000000000000"))
	require.True(t, errors.Is(err, variant.ErrUnknownType))
}

// TestPagesAgainstEngines names what the dialects of the pages and of the engines
// disagree in. The numbers are those of the documentation's table of errors.
func TestPagesAgainstEngines(t *testing.T) {
	id := func(d *variant.Dialect, typ variant.Type) int {
		for i, x := range d.Types {
			if x == typ {
				return i
			}
		}
		return -1
	}
	agree := func(a, b *variant.Dialect) (ids []int) {
		for i := range min(len(a.Types), len(b.Types)) {
			if a.Types[i] == b.Types[i] {
				ids = append(ids, i)
			}
		}
		return ids
	}
	encode := func(d *variant.Dialect, v variant.Variant) string {
		b, err := newCodec(t, codec.Options{Dialect: d}).Encode(v)
		require.NoError(t, err)
		return hex.EncodeToString(b)
	}
	docs := []*variant.Dialect{codec.DocsGodot32, codec.DocsGodot3, codec.DocsPandemonium}

	require.Equal(t, []int{0, 1, 2, 3, 4, 9, 10, 13}[:5], agree(codec.DocsPandemonium, codec.Pandemonium38)[:5], "1: only 0 to 4 agree from v3.8 on")
	require.NotContains(t, agree(codec.DocsPandemonium, codec.Pandemonium38), 5)
	require.Equal(t, []int{0, 1, 2, 3, 4, 5}, agree(codec.DocsGodot4, codec.Godot4), "2: only 0 to 5 agree")
	require.Len(t, codec.DocsGodot4.Types, 29, "2: maximum 29")
	require.Equal(t, 14, id(codec.DocsGodot4, variant.TypeColor), "3: the unnamed 14 is Color")
	require.Equal(t, 20, id(codec.Godot4, variant.TypeColor), "3")
	for _, d := range []*variant.Dialect{codec.DocsGodot3, codec.DocsGodot4, codec.DocsPandemonium} {
		require.EqualValues(t, 0xFFFF, d.IDMask, "4: base_type = val & 0xFFFF")
	}
	require.Zero(t, codec.Godot4.IDMask&^0xFF, "4: the engines take 8 bits")
	require.Equal(t, "020000000500000000000000", encode(codec.DocsGodot32, integer(5)), "5, 6: a plain header and 8 bytes")
	require.Equal(t, "0200000005000000", encode(codec.Godot3, integer(5)), "6")
	require.Equal(t, "020001000500000000000000", encode(codec.Godot30, integer(5)), "6: with the flag in 3.0")
	require.Equal(t, "03000000cdcccc3d", encode(codec.DocsGodot32, float(0.1)), "7: always 4 bytes")
	require.Equal(t, "030001009a9999999999b93f", encode(codec.Godot3, float(0.1)), "7, 8: by value")
	for _, d := range append(docs, codec.DocsGodot4) {
		b, err := newCodec(t, codec.Options{Dialect: d, Precision: variant.Double}).Encode(gm.Color{R: 1})
		require.NoError(t, err)
		require.Len(t, b, 36, "9: colours are widened, and no header says so")
		require.Zero(t, b[2], "9, 10")
	}
	_, err := codec.New(codec.Options{Dialect: codec.Godot3, Precision: variant.Double})
	require.Error(t, err, "9: Godot 3 has no double precision")
	require.NotEqual(t, encode(codec.DocsGodot3, pageBasis), encode(codec.Godot3, pageBasis), "11: transposed")
	require.Equal(t, encode(codec.DocsGodot3, path("/a:b")), encode(codec.Godot3, path("/a:b")), "12: the fields of a NodePath lie in the same places once they follow each other")
	old := unhex(t, "0f0000000100000061000000")
	require.NoError(t, newCodec(t, codec.Options{Dialect: codec.DocsGodot3}).Valid(old), "13: the old form is read")
	require.ErrorIs(t, newCodec(t, codec.Options{Dialect: codec.Godot3}).Valid(old), variant.ErrNodePath, "13")
	require.Equal(t, -1, id(codec.DocsGodot4, variant.TypeRID), "16: RID unsupported")
	require.True(t, codec.Godot4.RIDPayload, "16")
	for _, d := range docs {
		require.Equal(t, -1, id(d, variant.TypeObject), "17, 33: Object unsupported")
	}
	require.Equal(t, "1100000000000000", encode(codec.DocsGodot4, objects.Object{}), "18: null is 4 zero bytes")
	require.Equal(t, "00000000", encode(codec.Godot4, objects.Object{}), "18: null is Nil")
	require.Equal(t, "110000000500000000000000", encode(codec.DocsGodot4, objects.Object{ID: 5}), "19: no flag")
	require.Equal(t, "180001000500000000000000", encode(codec.Godot4, objects.Object{ID: 5}), "19")
	require.True(t, codec.DocsGodot3.SharedBit && !codec.Godot3.SharedBit, "23")
	require.False(t, codec.DocsGodot4.TypedArrays || codec.DocsGodot4.TypedDictionaries, "24")
	require.Equal(t, "160000000000000000000000", encode(codec.DocsGodot4, packed.PackedInt64Array{}), "25: a count of 8 bytes")
	require.Equal(t, "1f00000000000000", encode(codec.Godot4, packed.PackedInt64Array{}), "25")
	require.Equal(t, "17000000010000000100000061000000", encode(codec.DocsGodot3, packed.PackedStringArray{"a"}), "27: no NUL")
	require.Equal(t, "17000000010000000200000061000000", encode(codec.Godot3, packed.PackedStringArray{"a"}), "27")
	for _, typ := range []variant.Type{
		variant.TypeVector2i, variant.TypeRect2i, variant.TypeVector3i, variant.TypeVector4, variant.TypeVector4i, variant.TypeProjection,
		variant.TypeStringName, variant.TypeCallable, variant.TypeSignal, variant.TypePackedVector4Array,
	} {
		require.Equal(t, -1, id(codec.DocsGodot4, typ), "29: %v", typ)
		require.NotEqual(t, -1, id(codec.Godot4, typ), "29: %v", typ)
	}
	for _, typ := range []variant.Type{variant.TypeStringName, variant.TypeVector2i, variant.TypePackedVector2iArray, variant.TypeTypedArray} {
		require.Equal(t, -1, id(codec.DocsPandemonium, typ), "32: %v", typ)
		require.NotEqual(t, -1, id(codec.Pandemonium5, typ), "32: %v", typ)
	}
}
