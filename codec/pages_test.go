package codec_test

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// The tables of the four published pages, type by type, in both precisions. Each field
// stands at the offset that the page gives. The pages give offsets for single precision;
// in double precision a field stands 4 bytes later for each Float before it.

// field is one row of a page's table.
type field struct {
	at   int     // offset from the packet's first byte
	hex  string  // the bytes there, or
	real float64 // the number there, of the page's type Float
	what string  // what the page calls it
}

// floats are fields of the type Float that follow each other, with the numbers 1, 2, 3 …
func floats(at int, what ...string) (fields []field) {
	for i, w := range what {
		fields = append(fields, field{at: at + 4*i, real: float64(i + 1), what: w})
	}
	return fields
}

// counted are the elements of an array after their number.
func counted(n byte, what string, elements ...field) []field {
	return append([]field{{at: 4, hex: hex.EncodeToString([]byte{n, 0, 0, 0}), what: what}},
		elements...)
}

// pageRow is one type of a page.
type pageRow struct {
	id          int
	name        string // as the page writes it
	value       variant.Variant
	fields      []field
	full        bool // with full objects
	unsupported bool // the page names the type and gives no form
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
					row.check(t, codec.Options{Dialect: page.dialect, Precision: p,
						FullObjects: row.full})
				})
			}
		}

		require.Len(t, seen, len(page.dialect.Types), "%s: a row for every type", page.dialect.Name)
	}
}

// packet joins the fields.
func (row *pageRow) packet(t *testing.T, p variant.Precision) []byte {
	packet, later := []byte{byte(row.id), 0, 0, 0}, 0
	for _, f := range row.fields {
		b := testkit.Unhex(t, f.hex)
		switch {
		case f.at == 0: // the header itself, where flags are in it
			packet = b
			continue

		case f.real != 0 && p == variant.Double:
			b = binary.LittleEndian.AppendUint64(nil, math.Float64bits(f.real))
		case f.real != 0:
			b = binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(f.real)))
		}

		require.Equal(t, f.at+later, len(packet), "offset of %s", f.what)
		packet = append(packet, b...)
		if f.real != 0 && p == variant.Double {
			later += 4
		}
	}

	return packet
}

func (row *pageRow) check(t *testing.T, o codec.Options) {
	c := codec.MustNew(o)
	packet := row.packet(t, o.Precision)
	if row.unsupported {
		testkit.RefuseEncode(t, c, row.value, variant.ErrUnsupported)
		testkit.RefuseDecode(t, c, packet, variant.ErrUnsupported)
		return
	}
	checkPacket(t, c, row.value, row.value, packet, nil)
}

var pageBasis = gm.Basis{X: gm.Vector3{X: 1, Y: 2, Z: 3}, Y: gm.Vector3{X: 4, Y: 5, Z: 6},
	Z: gm.Vector3{X: 7, Y: 8, Z: 9}}

var basisFields = []string{
	"The X component of the X column vector", "Y of X", "Z of X",
	"The X component of the Y column vector", "Y of Y", "Z of Y",
	"The X component of the Z column vector", "Y of Z", "Z of Z",
}

// pageCommon are the types that all pages describe in the same way, IDs 0, 1 and 4 to 15.
func pageCommon() []pageRow {
	return []pageRow{
		{id: 0, name: "null", value: variant.Nil{}},
		{id: 1, name: "bool", value: variant.Bool(true),
			fields: []field{{4, "01000000", 0, "0 for False, 1 for True"}}},
		{id: 4, name: "string", value: variant.String("Grün!"), fields: []field{
			{4, "06000000", 0, "String length (in bytes)"},
			{8, "4772c3bc6e21 0000", 0, "UTF-8 encoded string, padded to 4 bytes"},
		}},
		{id: 5, name: "vector2", value: gm.Vector2{X: 1, Y: 2},
			fields: floats(4, "X coordinate", "Y coordinate")},
		{
			id: 6, name: "rect2",
			value:  gm.Rect2{Position: gm.Vector2{X: 1, Y: 2}, Size: gm.Vector2{X: 3, Y: 4}},
			fields: floats(4, "X coordinate", "Y coordinate", "X size", "Y size"),
		},
		{
			id: 7, name: "vector3", value: gm.Vector3{X: 1, Y: 2, Z: 3},
			fields: floats(4, "X coordinate", "Y coordinate", "Z coordinate"),
		},
		{
			id: 8, name: "transform2d",
			value: gm.Transform2D{X: gm.Vector2{X: 1, Y: 2}, Y: gm.Vector2{X: 3, Y: 4},
				Origin: gm.Vector2{X: 5, Y: 6}},
			fields: floats(4, "The X component of the X column vector, [0][0]", "[0][1]",
				"The X component of the Y column vector, [1][0]", "[1][1]",
				"The X component of the origin vector, [2][0]", "[2][1]"),
		},
		{
			id: 9, name: "plane", value: gm.Plane{Normal: gm.Vector3{X: 1, Y: 2, Z: 3}, D: 4},
			fields: floats(4, "Normal X", "Normal Y", "Normal Z", "Distance"),
		},
		{
			id: 10, name: "quat", value: gm.Quaternion{X: 1, Y: 2, Z: 3, W: 4},
			fields: floats(4, "Imaginary X", "Imaginary Y", "Imaginary Z", "Real W"),
		},
		{
			id: 11, name: "aabb", value: gm.AABB{Position: gm.Vector3{X: 1, Y: 2, Z: 3},
				Size: gm.Vector3{X: 4, Y: 5, Z: 6}},
			fields: floats(4, "X coordinate", "Y coordinate", "Z coordinate", "X size", "Y size",
				"Z size"),
		},
		{id: 12, name: "basis", value: pageBasis, fields: floats(4, basisFields...)},
		{
			id: 13, name: "transform",
			value: gm.Transform3D{Basis: pageBasis, Origin: gm.Vector3{X: 10, Y: 11, Z: 12}},
			fields: floats(4, append(basisFields[:9:9],
				"The X component of the origin vector, [3][0]", "[3][1]", "[3][2]")...),
		},
		{
			id: 14, name: "color", value: gm.Color{R: 1, G: 2, B: 3, A: 4},
			fields: floats(4, "Red", "Green", "Blue", "Alpha (0..1)"),
		},
		{id: 15, name: "node path", value: objects.MustParseNodePath("/a/b:c"), fields: []field{
			{4, "02000080", 0, "new format (val&0x80000000!=0 and NameCount=val&0x7FFFFFFF)"},
			{8, "01000000", 0, "Sub-name count"},
			{12, "01000000", 0, "Flags (absolute: val&1 != 0)"},
			{16, "01000000", 0, "String length"},
			{20, "61 000000", 0, "UTF-8 encoded string, padded"},
			{24, "01000000", 0, "String length"},
			{28, "62 000000", 0, "UTF-8 encoded string, padded"},
			{32, "01000000", 0, "String length"},
			{36, "63 000000", 0, "UTF-8 encoded string, padded"},
		}},
	}
}

// pageContainers are dictionary, array and raw array, whose IDs are 18, 19 and 20.
func pageContainers() []pageRow {
	const count = "val&0x7FFFFFFF = elements, val&0x80000000 = shared (bool)"

	return []pageRow{
		{
			id: 18, name: "dictionary",
			value: variant.NewDictionary(variant.Pair{Key: variant.Bool(true),
				Value: variant.Nil{}}),
			fields: counted(1, count, field{8, "01000000 01000000", 0, "key"},
				field{16, "00000000", 0, "value"}),
		},
		{id: 18, name: "dictionary shared", value: variant.Dictionary{Shared: true},
			fields: []field{{4, "00000080", 0, count}}},
		{
			id: 19, name: "array", value: variant.NewArray(variant.Bool(false), variant.Nil{}),
			fields: counted(2, count, field{8, "01000000 00000000", 0, "value"},
				field{16, "00000000", 0, "value"}),
		},
		{
			id: 19, name: "array shared",
			value:  variant.Array{Items: []variant.Variant{variant.Nil{}}, Shared: true},
			fields: []field{{4, "01000080", 0, count}, {8, "00000000", 0, "value"}},
		},
		{
			id: 20, name: "raw array", value: packed.PackedByteArray{1, 2, 255},
			fields: counted(3, "Array length (Bytes)",
				field{8, "0102ff 00", 0, "Byte (0..255), padded to 4 bytes"}),
		},
	}
}

// pageNumbers are the arrays of 32-bit numbers.
func pageNumbers(ints int, intName string, floats int, floatName string) []pageRow {
	return []pageRow{
		{
			id: ints, name: intName, value: packed.PackedInt32Array{1, -1},
			fields: counted(2, "Array length (Integers)",
				field{8, "01000000", 0, "32-bit signed integer"},
				field{12, "ffffffff", 0, "32-bit signed integer"}),
		},
		{
			id: floats, name: floatName, value: packed.PackedFloat32Array{1, 2},
			fields: counted(2, "Array length (Floats)",
				field{8, "0000803f", 0, "32-bit IEEE 754 single-precision float"},
				field{12, "00000040", 0, "the same"}),
		},
	}
}

// pageVectors are the arrays of texts, vectors and colors, from ID first on. Their count
// has 4 bytes in double precision too; the Float fields after it have 8.
func pageVectors(first int) []pageRow {
	return []pageRow{
		{
			id: first, name: "string array", value: packed.PackedStringArray{"ab", ""},
			fields: counted(2, "Array length (Strings)",
				field{8, "02000000", 0, "String length"},
				field{12, "6162 0000", 0, "UTF-8 encoded string, padded"},
				field{16, "00000000", 0, "String length"}),
		},
		{
			id: first + 1, name: "vector2 array",
			value: packed.PackedVector2Array{{X: 1, Y: 2}, {X: 3, Y: 4}},
			fields: counted(2, "Array length", floats(8, "X coordinate", "Y coordinate", "X",
				"Y")...),
		},
		{
			id: first + 2, name: "vector3 array",
			value: packed.PackedVector3Array{{X: 1, Y: 2, Z: 3}},
			fields: counted(1, "Array length", floats(8, "X coordinate", "Y coordinate",
				"Z coordinate")...),
		},
		{
			id: first + 3, name: "color array",
			value: packed.PackedColorArray{{R: 1, G: 2, B: 3, A: 4}},
			fields: counted(1, "Array length",
				floats(8, "Red", "Green", "Blue", "Alpha (0..1)")...),
		},
	}
}

// pageGodot3Rest is what the pages of Godot 3.2, Godot 3.5 and Pandemonium say about
// IDs 0, 1 and from 4 on.
func pageGodot3Rest() []pageRow {
	return slices.Concat(pageCommon(), []pageRow{
		{id: 16, name: "rid (unsupported)", value: objects.RID(0), unsupported: true},
		{id: 17, name: "object (unsupported)", value: objects.Object{ID: 5}, unsupported: true},
	}, pageContainers(), pageNumbers(21, "int array", 22, "real array"), pageVectors(23))
}

// numbersWithFlags are int and float of the pages that know flags.
func numbersWithFlags() []pageRow {
	const flags = "base_type = val & 0xFFFF, flags = val >> 16"

	return []pageRow{
		{id: 2, name: "integer", value: variant.Int(-2),
			fields: []field{{4, "feffffff", 0, "32-bit signed integer"}}},
		{id: 2, name: "integer, flags&1", value: variant.Int(1 << 33), fields: []field{
			{0, "02000100", 0, flags}, {4, "0000000002000000", 0, "64-bit signed integer"},
		}},
		{id: 3, name: "float", value: variant.Float(1),
			fields: []field{{4, "0000803f", 0, "IEEE 754 single-precision float"}}},
		{id: 3, name: "float, flags&1", value: variant.Float(0.1), fields: []field{
			{0, "03000100", 0, flags},
			{4, "9a9999999999b93f", 0, "IEEE 754 double-precision float"},
		}},
	}
}

func pageGodot32() []pageRow {
	return append(pageGodot3Rest(),
		pageRow{id: 2, name: "integer", value: variant.Int(-2),
			fields: []field{{4, "feffffffffffffff", 0, "64-bit signed integer"}}},
		pageRow{id: 3, name: "float", value: variant.Float(1),
			fields: []field{{4, "0000803f", 0, "IEE 754 32-Bits Float"}}},
	)
}

func pageGodot3() []pageRow { return append(pageGodot3Rest(), numbersWithFlags()...) }

func pageGodot4() []pageRow {
	return slices.Concat(pageCommon(), numbersWithFlags(), []pageRow{
		{id: 16, name: "rid (unsupported)", value: objects.RID(0), unsupported: true},
		{id: 17, name: "object, null", value: objects.Object{},
			fields: []field{{4, "00000000", 0, "Zero (32-bit signed integer)"}}},
		{id: 17, name: "object, full_objects disabled",
			value: objects.Object{ID: 0x0102030405060708}, fields: []field{
				{4, "0807060504030201", 0, "The Object instance ID (64-bit signed integer)"},
			}},
		{
			id: 17, name: "object, full_objects enabled", full: true,
			value: objects.NewObject("Door", objects.Prop("open", variant.Bool(true))),
			fields: []field{
				{4, "04000000", 0, "Class name (String length)"},
				{8, "446f6f72", 0, "Class name (UTF-8 encoded string)"},
				{12, "01000000", 0, "The number of properties that are serialized"},
				{16, "04000000", 0, "Property name (String length)"},
				{20, "6f70656e", 0, "Property name (UTF-8 encoded string)"},
				{24, "01000000 01000000", 0, "Property value, using this same format"},
			},
		},
		{id: 17, name: "object, null, full_objects enabled", full: true, value: objects.Object{},
			fields: []field{
				{4, "00000000", 0, "Zero (32-bit signed integer)"},
			}},
		{id: 22, name: "int64 array", value: packed.PackedInt64Array{1}, fields: []field{
			{4, "0100000000000000", 0, "Array length (Integers), 8 bytes"},
			{12, "0100000000000000", 0, "64-bit signed integer"},
		}},
		{
			id: 24, name: "float64 array", value: packed.PackedFloat64Array{1, 2},
			fields: counted(2, "Array length (Floats)",
				field{8, "000000000000f03f", 0, "64-bit IEEE 754 double-precision float"},
				field{16, "0000000000000040", 0, "the same"}),
		},
	}, pageContainers(), pageNumbers(21, "int32 array", 23, "float32 array"), pageVectors(25))
}

// TestPagesOldNodePath: the pages describe the old form, so their dialects read it.
func TestPagesOldNodePath(t *testing.T) {
	for _, d := range []*variant.Dialect{codec.DocsGodot32, codec.DocsGodot3, codec.DocsGodot4,
		codec.DocsPandemonium} {
		v := testkit.Decode(t, codec.MustNew(codec.Options{Dialect: d}),
			testkit.Unhex(t, "0f000000 06000000 2f612f623a63 0000"))
		testkit.RequireEqual(t, objects.MustParseNodePath("/a/b:c"), v)
	}
}

// TestPagesRefuse encodes what the pages have no form for.
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
		testkit.RefuseEncode(t, codec.MustNew(codec.Options{Dialect: row.dialect,
			FullObjects: row.full}), row.value, row.err)
	}

	// A page's type is the lower half of the header.
	testkit.RefuseDecode(t, codec.MustNew(codec.Options{Dialect: codec.DocsGodot3}),
		words(2|1<<8, 5), variant.ErrUnknownType)
	// On a page without flags it is the whole header.
	testkit.RefuseDecode(t, codec.MustNew(codec.Options{Dialect: codec.DocsGodot32}),
		words(2|1<<16, 5, 0), variant.ErrUnknownType)
}

// TestPagesAgainstEngines names the differences between the dialects of the pages and
// those of the engines. The numbers are those of the documentation's table of errors.
func TestPagesAgainstEngines(t *testing.T) {
	id := func(d *variant.Dialect, typ variant.Type) int { return slices.Index(d.Types, typ) }
	agree := func(a, b *variant.Dialect) (ids []int) {
		for i := range min(len(a.Types), len(b.Types)) {
			if a.Types[i] == b.Types[i] {
				ids = append(ids, i)
			}
		}
		return ids
	}

	encode := func(d *variant.Dialect, v variant.Variant) string {
		return hex.EncodeToString(testkit.Encode(t, codec.MustNew(codec.Options{Dialect: d}), v))
	}

	docs := []*variant.Dialect{codec.DocsGodot32, codec.DocsGodot3, codec.DocsPandemonium}

	require.Equal(t, []int{0, 1, 2, 3, 4}, agree(codec.DocsPandemonium, codec.Pandemonium38)[:5],
		"1: only 0 to 4 agree from v3.8 on")
	require.NotContains(t, agree(codec.DocsPandemonium, codec.Pandemonium38), 5)
	require.Equal(t, []int{0, 1, 2, 3, 4, 5}, agree(codec.DocsGodot4, codec.Godot4),
		"2: only 0 to 5 agree")
	require.Len(t, codec.DocsGodot4.Types, 29, "2: maximum 29")
	require.Equal(t, 14, id(codec.DocsGodot4, variant.TypeColor), "3: the unnamed 14 is Color")
	require.Equal(t, 20, id(codec.Godot4, variant.TypeColor), "3")

	for _, d := range []*variant.Dialect{codec.DocsGodot3, codec.DocsGodot4,
		codec.DocsPandemonium} {
		require.EqualValues(t, 0xFFFF, d.IDMask, "4: base_type = val & 0xFFFF")
	}

	require.Zero(t, codec.Godot4.IDMask&^0xFF, "4: the engines take 8 bits")
	require.Equal(t, "020000000500000000000000", encode(codec.DocsGodot32, variant.Int(5)),
		"5, 6: a plain header and 8 bytes")
	require.Equal(t, "0200000005000000", encode(codec.Godot3, variant.Int(5)), "6")
	require.Equal(t, "020001000500000000000000", encode(codec.Godot30, variant.Int(5)),
		"6: with the flag in 3.0")
	require.Equal(t, "03000000cdcccc3d", encode(codec.DocsGodot32, variant.Float(0.1)),
		"7: always 4 bytes")
	require.Equal(t, "030001009a9999999999b93f", encode(codec.Godot3, variant.Float(0.1)),
		"7, 8: by value")

	for _, d := range append(docs, codec.DocsGodot4) {
		b := testkit.Encode(t, codec.MustNew(codec.Options{Dialect: d, Precision: variant.Double}),
			gm.Color{R: 1})
		require.Len(t, b, 36, "9: colours are widened, and no header says so")
		require.Zero(t, b[2], "9, 10")
	}

	_, err := codec.New(codec.Options{Dialect: codec.Godot3, Precision: variant.Double})
	require.Error(t, err, "9: Godot 3 has no double precision")
	require.NotEqual(t, encode(codec.DocsGodot3, pageBasis), encode(codec.Godot3, pageBasis),
		"11: transposed")
	nodePath := objects.MustParseNodePath("/a:b")
	require.Equal(t, encode(codec.DocsGodot3, nodePath), encode(codec.Godot3, nodePath),
		"12: the fields of a NodePath follow each other")
	old := testkit.Unhex(t, "0f0000000100000061000000")
	require.NoError(t, codec.MustNew(codec.Options{Dialect: codec.DocsGodot3}).Valid(old),
		"13: the old form is read")
	require.ErrorIs(t, codec.MustNew(codec.Options{Dialect: codec.Godot3}).Valid(old),
		variant.ErrNodePath, "13")
	require.Equal(t, -1, id(codec.DocsGodot4, variant.TypeRID), "16: RID unsupported")
	require.True(t, codec.Godot4.RIDPayload, "16")

	for _, d := range docs {
		require.Equal(t, -1, id(d, variant.TypeObject), "17, 33: Object unsupported")
	}

	require.Equal(t, "1100000000000000", encode(codec.DocsGodot4, objects.Object{}),
		"18: null is 4 zero bytes")
	require.Equal(t, "00000000", encode(codec.Godot4, objects.Object{}), "18: null is Nil")
	require.Equal(t, "110000000500000000000000", encode(codec.DocsGodot4, objects.Object{ID: 5}),
		"19: no flag")
	require.Equal(t, "180001000500000000000000", encode(codec.Godot4, objects.Object{ID: 5}), "19")
	require.True(t, codec.DocsGodot3.SharedBit && !codec.Godot3.SharedBit, "23")
	require.False(t, codec.DocsGodot4.TypedArrays || codec.DocsGodot4.TypedDictionaries, "24")
	require.Equal(t, "160000000000000000000000",
		encode(codec.DocsGodot4, packed.PackedInt64Array{}), "25: a count of 8 bytes")
	require.Equal(t, "1f00000000000000", encode(codec.Godot4, packed.PackedInt64Array{}), "25")
	require.Equal(t, "17000000010000000100000061000000",
		encode(codec.DocsGodot3, packed.PackedStringArray{"a"}), "27: no NUL")
	require.Equal(t, "17000000010000000200000061000000",
		encode(codec.Godot3, packed.PackedStringArray{"a"}), "27")

	for _, typ := range []variant.Type{
		variant.TypeVector2i, variant.TypeRect2i, variant.TypeVector3i, variant.TypeVector4,
		variant.TypeVector4i, variant.TypeProjection,
		variant.TypeStringName, variant.TypeCallable, variant.TypeSignal,
		variant.TypePackedVector4Array,
	} {
		require.Equal(t, -1, id(codec.DocsGodot4, typ), "29: %v", typ)
		require.NotEqual(t, -1, id(codec.Godot4, typ), "29: %v", typ)
	}

	for _, typ := range []variant.Type{variant.TypeStringName, variant.TypeVector2i,
		variant.TypePackedVector2iArray, variant.TypeTypedArray} {
		require.Equal(t, -1, id(codec.DocsPandemonium, typ), "32: %v", typ)
		require.NotEqual(t, -1, id(codec.Pandemonium5, typ), "32: %v", typ)
	}
}
