package codec_test

import (
	"encoding/hex"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	vartext "godotvariant/codec/text"
	"godotvariant/internal/testkit"
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestPages: the four published pages have the packets of testdata/pages.txt, in both precisions.
// In double precision a field stands 4 bytes later for each number before it than the page says.
func TestPages(t *testing.T) {
	data, err := os.ReadFile("testdata/pages.txt")
	require.NoError(t, err)
	seen := map[string]map[byte]bool{}

	for _, row := range strings.Split(string(data), "\n== ")[1:] {
		lines := strings.Split(strings.TrimSpace(row), "\n")
		dialects, name, _ := strings.Cut(lines[0], ": ")
		v, err := vartext.Parse(lines[1], vartext.ParseOptions{Objects: true})
		require.NoError(t, err, name)

		for dialect := range strings.FieldsSeq(dialects) {
			for _, p := range []variant.Precision{variant.Single, variant.Double} {
				packet := pagePacket(t, lines[2:], p)
				c := codec.MustNew(codec.Options{Dialect: codec.DialectByName(dialect), Precision: p,
					FullObjects: strings.HasSuffix(name, " full")})

				if strings.HasSuffix(name, " unsupported") {
					testkit.RefuseEncode(t, c, v, variant.ErrUnsupported)
					testkit.RefuseDecode(t, c, packet, variant.ErrUnsupported)
				} else {
					checkPacket(t, c, v, v, packet, nil)
				}

				if seen[dialect] == nil {
					seen[dialect] = map[byte]bool{}
				}
				seen[dialect][packet[0]] = true
			}
		}
	}

	for name, ids := range seen {
		require.Len(t, ids, len(codec.DialectByName(name).Types), "%s: a row for every type", name)
	}
	require.Len(t, seen, 4)
}

// pagePacket joins fields, which are lines with an offset, bytes, those in double precision if
// they are others, and a name.
func pagePacket(t *testing.T, lines []string, p variant.Precision) (packet []byte) {
	later := 0
	for _, line := range lines {
		field, name, _ := strings.Cut(line, "  ")
		parts := strings.Fields(field)
		at, err := strconv.Atoi(parts[0])
		require.NoError(t, err)
		require.Equal(t, at+later, len(packet), "offset of %s", name)

		b := parts[1]
		if len(parts) > 2 && p == variant.Double {
			b = parts[2]
			later += 4
		}
		packet = append(packet, testkit.Unhex(t, b)...)
	}

	return packet
}

var pageBasis = gm.Basis{X: gm.Vector3{X: 1, Y: 2, Z: 3}, Y: gm.Vector3{X: 4, Y: 5, Z: 6},
	Z: gm.Vector3{X: 7, Y: 8, Z: 9}}

// TestPagesShared: a bit of the count says that a container is shared. Text has no form for it.
func TestPagesShared(t *testing.T) {
	array := variant.Array{Items: []variant.Variant{variant.Nil{}}, Shared: true}
	for _, d := range []*variant.Dialect{codec.DocsGodot32, codec.DocsGodot3, codec.DocsGodot4,
		codec.DocsPandemonium} {
		c := codec.MustNew(codec.Options{Dialect: d})
		checkPacket(t, c, array, array, words(19, 1<<31|1, 0), nil)
		checkPacket(t, c, variant.Dictionary{Shared: true}, variant.Dictionary{Shared: true},
			words(18, 1<<31), nil)
	}
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

	docs := []*variant.Dialect{codec.DocsGodot32, codec.DocsGodot3, codec.DocsPandemonium}
	path := objects.MustParseNodePath("/a:b")
	const pathPacket = "0f00000001000080010000000100000001000000610000000100000062000000"
	columns := gm.Basis{X: gm.Vector3{Y: 1}}
	const one, zero = "0000803f", "00000000"

	for _, row := range []struct {
		numbers string
		dialect *variant.Dialect
		value   variant.Variant
		packet  string
	}{
		{"5, 6: a plain header and 8 bytes", codec.DocsGodot32, variant.Int(5),
			"020000000500000000000000"},
		{"6", codec.Godot3, variant.Int(5), "0200000005000000"},
		{"6: with the flag in 3.0", codec.Godot30, variant.Int(5), "020001000500000000000000"},
		{"7: always 4 bytes", codec.DocsGodot32, variant.Float(0.1), "03000000cdcccc3d"},
		{"7, 8: by value", codec.Godot3, variant.Float(0.1), "030001009a9999999999b93f"},
		{"11: transposed", codec.DocsGodot3, columns,
			"0c000000" + zero + one + strings.Repeat(zero, 7)},
		{"11", codec.Godot3, columns, "0c000000" + strings.Repeat(zero, 3) + one +
			strings.Repeat(zero, 5)},
		{"12: the fields of a NodePath follow each other", codec.DocsGodot3, path, pathPacket},
		{"12", codec.Godot3, path, pathPacket},
		{"18: null is 4 zero bytes", codec.DocsGodot4, objects.Object{}, "1100000000000000"},
		{"18: null is Nil", codec.Godot4, objects.Object{}, "00000000"},
		{"19: no flag", codec.DocsGodot4, objects.Object{ID: 5}, "110000000500000000000000"},
		{"19", codec.Godot4, objects.Object{ID: 5}, "180001000500000000000000"},
		{"25: a count of 8 bytes", codec.DocsGodot4, packed.PackedInt64Array{},
			"160000000000000000000000"},
		{"25", codec.Godot4, packed.PackedInt64Array{}, "1f00000000000000"},
		{"27: no NUL", codec.DocsGodot3, packed.PackedStringArray{"a"},
			"17000000010000000100000061000000"},
		{"27", codec.Godot3, packed.PackedStringArray{"a"}, "17000000010000000200000061000000"},
	} {
		packet := testkit.Encode(t, codec.MustNew(codec.Options{Dialect: row.dialect}), row.value)
		require.Equal(t, row.packet, hex.EncodeToString(packet), row.numbers)
	}

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

	for _, d := range append(docs, codec.DocsGodot4) {
		b := testkit.Encode(t, codec.MustNew(codec.Options{Dialect: d, Precision: variant.Double}),
			gm.Color{R: 1})
		require.Len(t, b, 36, "9: colours are widened, and no header says so")
		require.Zero(t, b[2], "9, 10")
	}

	_, err := codec.New(codec.Options{Dialect: codec.Godot3, Precision: variant.Double})
	require.Error(t, err, "9: Godot 3 has no double precision")
	old := testkit.Unhex(t, "0f0000000100000061000000")
	require.NoError(t, codec.MustNew(codec.Options{Dialect: codec.DocsGodot3}).Valid(old),
		"13: the old form is read")
	require.ErrorIs(t, codec.MustNew(codec.Options{Dialect: codec.Godot3}).Valid(old),
		variant.ErrNodePath, "13")
	require.True(t, codec.Godot4.RIDPayload, "16")
	require.True(t, codec.DocsGodot3.SharedBit && !codec.Godot3.SharedBit, "23")
	require.False(t, codec.DocsGodot4.TypedArrays || codec.DocsGodot4.TypedDictionaries, "24")

	for typ := variant.TypeNil; typ <= variant.TypePackedTypedArray; typ++ {
		on4, on3 := id(codec.DocsGodot4, typ) >= 0, id(codec.DocsPandemonium, typ) >= 0
		switch typ {
		case variant.TypeRID, variant.TypeCallable, variant.TypeSignal,
			variant.TypePackedVector4Array: // 16, 29: unsupported, or not there
			require.False(t, on4 || on3, "%v", typ)
		case variant.TypeObject: // 17, 33: unsupported
			require.True(t, on4 && !on3, "%v", typ)
		case variant.TypeVector2i, variant.TypeRect2i, variant.TypeVector3i, variant.TypeVector4,
			variant.TypeVector4i, variant.TypeProjection, variant.TypeStringName: // 29, 32
			require.False(t, on4 || on3, "%v", typ)
			require.NotEqual(t, -1, id(codec.Pandemonium5, typ), "%v", typ)
		}
	}
}
