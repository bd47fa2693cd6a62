package resource_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/resource"
	"godotvariant/variant"
	"godotvariant/variant/notation"
	"godotvariant/variant/tree"
)

var damagedFiles = flag.Int("damaged", 3000, "how many damaged resource files to read")

// read uses a file in every way that a program can. It reports whether Parse accepted the file.
func read(t testing.TB, data []byte, o resource.Options) bool {
	f, err := resource.Parse(data, o)
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
	var text *notation.Error
	switch {
	case errors.As(err, &binary):
		compressed := bytes.HasPrefix(data, []byte("RSCC")) // then offsets are of what it holds
		require.True(t, binary.Offset >= 0 && (binary.Offset <= len(data) || compressed), "%v", err)
	case errors.As(err, &text):
		require.True(t, text.Line > 0 && text.Offset >= 0 && text.Offset <= len(data), "%v", err)
	default:
		t.Fatalf("%T %v", err, err)
	}
}

// samples are files to damage: files of the engines, odd files, and a compressed file.
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

// damage returns a copy of a file with some changes.
func damage(r *rand.Rand, data []byte, all [][]byte) []byte {
	out := bytes.Clone(data)
	for range 1 + r.IntN(4) {
		if len(out) == 0 {
			return out
		}

		at := r.IntN(len(out))
		n := min(1+r.IntN(16), len(out)-at)
		switch r.IntN(8) {
		case 0:
			out[at] ^= 1 << r.IntN(8)
		case 1:
			out[at] = byte(r.Uint32())
		case 2: // a word
			words := []uint32{0, 1, 2, 3, 24, 26, 30, 31, 1 << 31, 1<<32 - 1, 1<<31 - 1, r.Uint32()}
			word := words[r.IntN(len(words))]
			for i := range min(4, len(out)-at) {
				out[at+i] = byte(word >> (8 * i))
			}
		case 3:
			out = out[:at]
		case 4:
			out = append(out[:at], out[at+n:]...)
		case 5: // twice
			out = append(out[:at+n], out[at:]...)
		case 6:
			const signs = "[](){}=\",;\\/&#\n 0-.e"
			out[at] = signs[r.IntN(len(signs))]
		case 7: // a piece of another file
			from := all[r.IntN(len(all))]
			start := r.IntN(len(from) + 1)
			piece := from[start:min(start+n*8, len(from))]
			out = append(bytes.Clone(out[:at]), append(bytes.Clone(piece), out[at:]...)...)
		}
	}
	return out
}

// TestDamagedFiles: no damaged file makes Parse, or a method of File, panic.
func TestDamagedFiles(t *testing.T) {
	all := samples(t)
	r := rand.New(rand.NewPCG(1, 2))
	readable := 0

	for i := range *damagedFiles {
		from := all[i%len(all)]
		if i%4 > 0 {
			from = all[i%80] // what an engine wrote
		}
		data := damage(r, from, all)
		if read(t, data, resource.Options{MaxSize: 1 << 20}) {
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
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data, resource.Options{MaxSize: 1 << 20}) })
}
