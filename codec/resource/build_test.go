package resource_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/savefile"
)

// A builder writes binary files, right and wrong ones.
type builder struct {
	b       []byte
	offsets []int // where the table has the offsets of resources
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

// table writes no external resources and the table of resources, whose offsets come later.
func (w *builder) table(paths ...string) *builder {
	w.words(0, uint32(len(paths)))
	for _, path := range paths {
		w.text(path)
		w.offsets = append(w.offsets, len(w.b))
		w.words(0, 0)
	}
	return w
}

// at makes the end of the file the offset of resource i.
func (w *builder) at(i int) *builder {
	binary.LittleEndian.PutUint64(w.b[w.offsets[i]:], uint64(len(w.b)))
	return w
}

// withoutMagic returns the bytes as they are in a compressed file.
func (w *builder) withoutMagic() []byte {
	for _, at := range w.offsets {
		binary.LittleEndian.PutUint64(w.b[at:], binary.LittleEndian.Uint64(w.b[at:])-4)
	}
	return w.b[4:]
}

// compressed returns the file with zeros up to a size, as Deflate in blocks.
func (w *builder) compressed(t testing.TB, size int) []byte {
	plain := w.withoutMagic()
	plain = append(plain, make([]byte, max(0, size-len(plain)))...)
	packed, err := savefile.Pack(plain, savefile.Options{Format: savefile.Compressed,
		Compression: savefile.Deflate})
	require.NoError(t, err)
	copy(packed, "RSCC")
	return packed
}

// one returns a file with one resource, which has one property with a value of these words.
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
