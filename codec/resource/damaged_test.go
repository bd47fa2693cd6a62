package resource_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/resource"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

var damagedFiles = flag.Int("damaged", 3000, "how many damaged resource files to read")

// use decodes a file, and calls the methods of the File. It reports whether Decode accepted the
// data.
func use(t testing.TB, data []byte, o resource.Options) bool {
	f, err := resource.Decode(data, o)
	if err != nil {
		checkError(t, data, err)
		return false
	}

	v := f.Value()
	for range tree.Walk(v) {
	}
	_ = fmt.Sprint(f, f.Notes, f.Scan(), f.Classes())
	if scene, err := f.Scene(); err == nil && scene != nil {
		for _, n := range scene.Nodes {
			_, _ = f.Lookup(fmt.Sprintf("nodes[%q].properties.script", n.Path))
		}
	}

	for _, r := range f.Resources {
		require.NotNil(t, f.Resource(resource.SubResource(r.ID)))
		for _, p := range r.Properties {
			require.True(t, p.Value != nil, p.Name)
		}
	}
	return true
}

// checkError requires that an error has an offset in the file, or a line and a column.
func checkError(t testing.TB, data []byte, err error) {
	var binary *variant.Error
	var text *variant.Error
	switch {
	case errors.As(err, &binary):
		// In a compressed file the offset may count from the start of the inflated bytes.
		compressed := bytes.HasPrefix(data, []byte("RSCC"))
		require.True(t, binary.Offset >= 0 && (binary.Offset <= len(data) || compressed), "%v", err)
	case errors.As(err, &text):
		require.True(t, text.Line > 0 && text.Offset >= 0 && text.Offset <= len(data), "%v", err)
	default:
		t.Fatalf("%T %v", err, err)
	}
}

// samples returns files to damage: files of the engines, odd files, and a compressed file.
func samples(t testing.TB) (all [][]byte) {
	names, err := filepath.Glob(odd + "/g*/*.*")
	require.NoError(t, err)
	for _, name := range append(fixtures(t), names...) {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		all = append(all, data)
	}

	w := header(1, "a").table("local://1").at(0).text("Resource").words(1, 0, 30, 2, 1, 1)
	return append(all, w.compressed(t, 0))
}

// damage returns a copy of a file with some changes: another value of a byte or a word, a missing
// end, or an inserted piece of another file.
func damage(r *rand.Rand, data []byte, all [][]byte) []byte {
	out := bytes.Clone(data)
	for range 1 + r.IntN(4) {
		at := r.IntN(len(out) + 1)
		rest := out[min(len(out), at+1+r.IntN(16)):]
		out = out[:at:at]

		switch r.IntN(8) {
		case 0:
			return out
		case 1, 2:
			words := []uint32{0, 1, 2, 3, 24, 26, 30, 31, 1 << 31, 1<<32 - 1, 1<<31 - 1, r.Uint32()}
			out = binary.LittleEndian.AppendUint32(out, words[r.IntN(len(words))])
			rest = data[min(len(data), at+4):]
		case 3, 4:
			const signs = "[](){}=\",;\\/&#\n 0-.e"
			out = append(out, signs[r.IntN(len(signs))])
			rest = data[min(len(data), at+1):]
		case 5, 6:
			from := all[r.IntN(len(all))]
			start := r.IntN(len(from) + 1)
			out = append(out, from[start:min(start+r.IntN(128), len(from))]...)
		}
		out = append(out, rest...)
	}
	return out
}

// TestDamagedFiles: no damaged file makes Decode, or a method of File, panic.
func TestDamagedFiles(t *testing.T) {
	all := samples(t)
	r := rand.New(rand.NewPCG(1, 2))
	readable := 0

	for i := range *damagedFiles {
		from := all[i%len(all)]
		if i%4 > 0 {
			from = all[i%80] // most files are files of an engine, which are the first 80
		}
		data := damage(r, from, all)
		if use(t, data, limited(codec.Limits{MaxSize: 1 << 20})) {
			readable++
		}
	}

	assert.Greater(t, readable, *damagedFiles/100)
}

// FuzzText reads any text as a file.
func FuzzText(f *testing.F) { fuzz(f, false) }

// FuzzBinary reads any bytes as a file.
func FuzzBinary(f *testing.F) { fuzz(f, true) }

func fuzz(f *testing.F, binary bool) {
	for _, data := range samples(f) {
		if bytes.HasPrefix(data, []byte("RS")) == binary {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		use(t, data, limited(codec.Limits{MaxSize: 1 << 20}))
	})
}

// hostile returns small files that claim to have many parts, and files that really have as many
// parts as possible.
func hostile() map[string][]byte {
	const n = 20_000

	return map[string][]byte{
		"names":         manyNames(n),
		"array":         one(append([]uint32{30, n}, repeated(n, 1)...)...),
		"arrays":        one(append([]uint32{30, n}, repeated(n, 30, 0)...)...),
		"dictionaries":  one(append([]uint32{30, n}, repeated(n, 26, 0)...)...),
		"node paths":    one(append([]uint32{30, n}, repeated(n, 22, 0)...)...),
		"null objects":  one(append([]uint32{30, n}, repeated(n, 24, 0)...)...),
		"self":          one(append([]uint32{30, n}, repeated(n, 24, 2, 0)...)...),
		"strings":       one(append([]uint32{34, n}, repeated(n, 0)...)...),
		"bytes":         one(append([]uint32{30, n}, repeated(n, 31, 0)...)...),
		"vectors":       one(append([]uint32{30, n}, repeated(n, 35, 0)...)...),
		"deep":          one(repeated(n, 30, 1)...),
		"deep keys":     one(repeated(n, 26, 1)...),
		"deep claims":   one(repeated(90, 30, 1<<31|n)...),
		"array claim":   one(30, 1<<31-1, 1, 1),
		"bytes claim":   one(31, 1<<32-1),
		"vectors claim": one(53, 1<<28, 0, 0),
		"text claim":    one(5, 1<<32-1),
		"name claim":    one(22, 0xFFFF|0x7FFF<<16),
		"inline name":   header(1).table("").at(0).text("R").words(1, 1<<32-1).b,
		"same offset":   sameOffset(n),
		"overlap":       overlapping(n),
		"externals":     append(header(1).words(n, 0, 0).b, make([]byte, 8*n)...),
		"resources":     append(header(1).words(0, n).b, make([]byte, 12*n)...),
		"headings":      []byte("[gd_scene]" + strings.Repeat("[node]", n)),
		"attributes":    []byte("[gd_scene" + strings.Repeat(" a=1", n) + "][node]"),
		"ids":           []byte(resourceText(strings.Repeat("[sub_resource type=\"\" id=1]", n))),
		"values":        []byte(resourceText("[resource]" + strings.Repeat("a=1 ", n))),
		"forward": []byte(resourceText("[resource]" +
			strings.Repeat("a=SubResource(1)", n))),
		"text arrays":    []byte(resourceText("[resource]a=[" + strings.Repeat("[],", n) + "]")),
		"text deep":      []byte(resourceText("[resource]a=" + strings.Repeat("[", n))),
		"text deep keys": []byte(resourceText("[resource]a=" + strings.Repeat("{", n))),
		"objects": []byte(resourceText("[resource]a=[" + strings.Repeat("Object(A),", n) +
			"]")),
		"paths":      bundled(n, "a", 0),
		"long paths": bundled(n, strings.Repeat("a", 1000), 0),
	}
}

// manyNames returns a file with a table of n empty names.
func manyNames(n int) []byte {
	w := header(1)
	w.b = w.b[:len(w.b)-4]
	return w.words(uint32(n)).words(repeated(n+2, 0)...).b
}

func resourceText(rest string) string { return "[gd_resource type=\"R\"]" + rest }

// sameOffset returns a file whose table has n resources, all with the same offset. At this offset
// there is one resource with n properties.
func sameOffset(n int) []byte {
	w := header(1, "a").table(make([]string, n)...)
	for i := range n {
		w.at(i)
	}
	return w.text("R").words(uint32(n)).words(repeated(n, 0, 1)...).b
}

// overlapping returns a file with n entries in the table. Each resource begins inside the resource
// before it.
func overlapping(n int) []byte {
	w := header(1, "a").table(make([]string, n)...)
	for i := range n {
		w.at(i).text("R").words(1, 0, 30, uint32(n-i))
	}
	return w.words(repeated(n, 1)...).b
}

// bundled returns a file with a scene of n nodes. All nodes have the same name. Each node is the
// child of the previous node.
func bundled(n int, name string, group uint32) []byte {
	w := header(1, "_bundled").table("local://1").at(0).text("PackedScene").words(1, 0, 26, 3)
	w.words(5).text("names").words(34, 1).text(name)
	w.words(5).text("node_count").words(3, uint32(n))
	w.words(5).text("nodes").words(32, uint32(n*7))
	for i := range n {
		w.words(uint32(i-1), 1<<32-1, 1<<31-1, 0, 1<<32-1, 0, group)
	}
	return w.b
}

// TestNodesAreInTheirList: if a scene claims more nodes than its list can hold, the error is about
// the number of nodes.
func TestNodesAreInTheirList(t *testing.T) {
	f := parse(t, []byte(`[gd_resource type="PackedScene"]
[resource]
_bundled = {"names": PackedStringArray("a"), "node_count": 2,
"nodes": PackedInt32Array(-1, -1, 2147483647, 0, -1, 0, 0)}
`), resource.Options{})
	_, err := f.Scene()
	require.ErrorIs(t, err, variant.ErrTruncated)
	require.ErrorContains(t, err, "node_count")
}

// TestHostileMemory: reading, printing and scanning a file allocates at most a fixed number of
// bytes for each byte of the file.
func TestHostileMemory(t *testing.T) {
	for name, data := range hostile() {
		var f *resource.File
		var err error
		limit := uint64(200 * len(data))
		parse := testkit.Allocated(func() { f, err = resource.Decode(data, resource.Options{}) })
		assert.Less(t, parse, limit, "%s: %v", name, err)
		if err == nil {
			rest := testkit.Allocated(func() {
				f.Value()
				f.Scan()
				_, _ = f.Lookup("resource.a")
			})
			assert.Less(t, rest, limit, name)
		}
	}
}

// TestCompressedBomb: a compressed file inflates to at most 1024 times its size, and to at most
// MaxSize.
func TestCompressedBomb(t *testing.T) {
	w := header(1, "a").table("local://1").at(0).text("Resource").words(1, 0, 1)
	packed := w.compressed(t, 16<<20)
	assert.True(t, parse(t, packed, resource.Options{}).Compressed)

	_, err := resource.Decode(packed, limited(codec.Limits{MaxSize: 1 << 20}))
	assert.ErrorIs(t, err, variant.ErrLimit)

	head := packed[:2048]
	allocated := testkit.Allocated(func() { _, err = resource.Decode(head, resource.Options{}) })
	assert.ErrorIs(t, err, variant.ErrLimit)
	assert.Less(t, allocated, uint64(1<<20))
}
