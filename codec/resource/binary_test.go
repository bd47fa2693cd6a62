package resource_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestSharedOffset: two entries of the table may have the same offset. They are still two
// resources.
func TestSharedOffset(t *testing.T) {
	w := header(1, "a").table("local://x", "local://y").at(0).at(1)
	w.text("Resource").words(1, 0, 3, 7)
	f := parse(t, w.b, resource.Options{})

	require.Len(t, f.Resources, 2)
	assert.Equal(t, f.Resources[0].Properties, f.Resources[1].Properties)
	assert.Equal(t, []resource.Note{{Path: "$.resource", Text: "it has the offset of x"}}, f.Notes)
}

// TestResourcesEndAtTheNext: a resource ends where the next one begins, so no byte is read twice.
func TestResourcesEndAtTheNext(t *testing.T) {
	w := header(1, "a").table("local://x", "local://y").at(0)
	w.text("Resource").words(1, 0, 30).at(1).words(1).text("Resource").words(0)
	_, err := resource.Decode(w.b, resource.Options{})
	assert.ErrorIs(t, err, variant.ErrTruncated)
}

// TestRepeatedProperties: the method Value returns a value in which the path of each part leads to
// that part. This is true even if a property occurs more than once, with a different array each
// time.
func TestRepeatedProperties(t *testing.T) {
	w := header(1, "a", "a#0").table("local://x", "local://main")
	for i := range 2 {
		w.at(i).text("Resource").words(4)
		w.words(0, 30, 1, 3, 7).words(1, 3, 5).words(0, 30, 2, 3, 8, 3, 9).words(0, 3, 1)
	}
	binary := parse(t, w.b, resource.Options{})
	text := parse(t, []byte("[gd_scene]\n[node name=\"A\"]\na=[7]\na=[8, 9]\na=1\n"),
		resource.Options{})

	for _, f := range []*resource.File{binary, text} {
		for path, part := range tree.Walk(f.Value()) {
			found, err := f.Lookup(path.String())
			require.NoError(t, err)
			require.True(t, variant.Equal(part, found), "%v: %v, not %v", path, found, part)
		}
	}

	last, err := binary.Lookup("resource.a")
	require.NoError(t, err)
	require.Equal(t, variant.Int(1), last)
	first, err := binary.Lookup(`sub.x."a#0#0"[0]`)
	require.NoError(t, err)
	require.Equal(t, variant.Int(7), first)
	_, err = text.Lookup(`nodes["."].properties["a#0"][0]`)
	require.NoError(t, err)
}

// TestReferencesByNumber: without flagNamedIDs, a reference to local://N is the number N. With the
// flag, it is the position of the resource in the table.
func TestReferencesByNumber(t *testing.T) {
	for flags, class := range map[uint32]string{0: "A", 1: "B"} {
		w := header(flags, "a").table("local://1", "local://2", "res://main.res")
		w.at(0).text("A").words(0).at(1).text("B").words(0)
		w.at(2).text("Resource").words(1, 0, 24, 2, 1)
		f := parse(t, w.b, resource.Options{})

		v, _ := f.Main().Get("a")
		require.IsType(t, resource.SubResource(""), v)
		assert.Equal(t, class, f.Resource(v.(resource.SubResource)).Class)
		assert.Empty(t, f.Notes)
	}
}

// TestDoublePrecision: with flagDouble, each number of a vector and each short float has 8 bytes.
// Each number of a color still has 4 bytes.
func TestDoublePrecision(t *testing.T) {
	w := header(5, "v", "f", "c", "p").table("").at(0).text("Resource").words(4)
	w.words(0, 10, 0, 0x3ff00000, 0, 0x40000000) // Vector2(1, 2)
	w.words(1, 4, 0x9999999a, 0x3fb99999)        // 0.1
	w.words(2, 20, 0x3f800000, 0, 0, 0x3f800000) // Color(1, 0, 0)
	w.words(3, 37, 1, 0, 0x3ff00000, 0, 0x40000000)
	f := parse(t, w.b, resource.Options{})
	assert.Equal(t, variant.Double, f.Precision)
	assert.Equal(t, `Object(Resource,"v":Vector2(1, 2),"f":0.1,"c":Color(1, 0, 0, 1),`+
		`"p":PackedVector2Array(1, 2))`, f.Main().Object().String())
}

// TestFormats reads the parts of a file that only some formats have.
func TestFormats(t *testing.T) {
	godot3 := func(format uint32, value ...uint32) []byte {
		w := &builder{b: []byte("RSRC")}
		w.words(0, 0, 3, 2, format).text("Resource").words(make([]uint32, 2+14)...)
		w.words(1).text("a").table("local://1").at(0).text("Resource").words(1, 0)
		return w.words(value...).b
	}

	// In formats 1 and 2, a NodePath has one subname more than its count says.
	path := []uint32{22, 1, 0, 0}
	for format, want := range map[uint32]objects.NodePath{
		2: {Names: []string{"a"}, SubNames: []string{"a"}},
		3: {Names: []string{"a"}},
	} {
		f := parse(t, godot3(format, path...), resource.Options{})
		assert.Equal(t, want, lookup(t, f, "resource.a"))
	}

	// The types with numbers from 42 on came with format 4. This file has format 3.
	_, err := resource.Decode(godot3(3, 45, 1, 2), resource.Options{})
	assert.ErrorIs(t, err, variant.ErrUnknownType)

	// An Image of Godot 2.
	image := godot3(3, 21, 1, 4, 2, 0, 5, 3, 0x00030201)
	f := parse(t, image, resource.Options{})
	assert.Equal(t, packed.PackedByteArray{1, 2, 3}, lookup(t, f, "resource.a.data"))
	_, err = resource.Decode(one(21, 0), resource.Options{})
	assert.ErrorIs(t, err, variant.ErrUnknownType)
}

// TestUnswappedArrays: packed arrays of a big-endian file are read as big-endian numbers. With the
// option UnswappedArrays they are read as little-endian numbers, as in engines.
func TestUnswappedArrays(t *testing.T) {
	for unswapped, want := range map[bool]packed.PackedInt32Array{
		false: {1<<31 - 1, 0, -1, 19319, -1 << 31},
		true:  {-129, 0, -1, 0x774B0000, 128},
	} {
		f, err := resource.ReadFile("../../testdata/resources/godot4/types.be.res",
			resource.Options{UnswappedArrays: unswapped})
		require.NoError(t, err)
		assert.Equal(t, want, lookup(t, f, "resource.v_PackedInt32Array"))
		assert.Equal(t, !unswapped, len(f.Notes) == 1)
	}
}

// A builder writes valid and invalid binary files.
type builder struct {
	b       []byte
	offsets []int // the positions in b at which the table of resources has its offsets
}

func (w *builder) words(words ...uint32) *builder {
	for _, word := range words {
		w.b = binary.LittleEndian.AppendUint32(w.b, word)
	}
	return w
}

func (w *builder) text(s string) *builder {
	w.words(uint32(len(s) + 1))
	w.b = append(append(w.b, s...), 0)
	return w
}

// header begins a file of Godot 4.6 with a table of names.
func header(flags uint32, names ...string) *builder {
	w := &builder{b: []byte("RSRC")}
	w.words(0, 0, 4, 6, 6).text("Resource").words(0, 0, flags, 0, 0)
	w.words(make([]uint32, 11)...)
	w.words(uint32(len(names)))
	for _, name := range names {
		w.text(name)
	}
	return w
}

// table writes an empty table of external resources, and the table of resources. The method at sets
// the offsets later.
func (w *builder) table(paths ...string) *builder {
	w.words(0, uint32(len(paths)))
	for _, path := range paths {
		w.text(path)
		w.offsets = append(w.offsets, len(w.b))
		w.words(0, 0)
	}
	return w
}

// at sets the offset of resource i to the end of the file.
func (w *builder) at(i int) *builder {
	binary.LittleEndian.PutUint64(w.b[w.offsets[i]:], uint64(len(w.b)))
	return w
}

// withoutMagic returns the file without its magic number. The offsets are 4 less, as in a
// compressed file.
func (w *builder) withoutMagic() []byte {
	for _, at := range w.offsets {
		binary.LittleEndian.PutUint64(w.b[at:], binary.LittleEndian.Uint64(w.b[at:])-4)
	}
	return w.b[4:]
}

// compressed returns the file compressed with Deflate. If the file is shorter than size bytes,
// compressed first appends zeros.
func (w *builder) compressed(t testing.TB, size int) []byte {
	plain := w.withoutMagic()
	plain = append(plain, make([]byte, max(0, size-len(plain)))...)
	packed, err := savefile.Encode(plain, savefile.Options{Container: savefile.Compressed,
		Compression: savefile.Deflate})
	require.NoError(t, err)
	copy(packed, "RSCC")
	return packed
}

// one returns a file with one resource, which has one property. The argument value has the words of
// the property's value.
func one(value ...uint32) []byte {
	w := header(1, "a").table("local://1").at(0).text("Resource").words(1, 0)
	return w.words(value...).b
}

func repeated(n int, words ...uint32) (all []uint32) {
	for range n {
		all = append(all, words...)
	}
	return all
}
