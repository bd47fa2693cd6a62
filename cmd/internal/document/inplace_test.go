package document_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/variant"
)

// TestDeleteInPlace: Do deletes one value in the bytes of a save. For several values it returns
// ErrWhole and does not change the bytes, because the whole file has to be read.
func TestDeleteInPlace(t *testing.T) {
	hp, mp, xp := variant.KV("hp", variant.Int(1)), variant.KV("mp", variant.Int(2)),
		variant.KV("xp", variant.Int(3))
	data := packet(t, codec.Godot4, variant.NewDictionary(hp, mp, xp))

	for _, test := range []struct {
		paths []string
		want  variant.Dictionary
		err   error
	}{
		{[]string{"mp"}, variant.NewDictionary(hp, xp), nil},
		{[]string{"mp", "xp"}, variant.NewDictionary(hp, mp, xp), span.ErrWhole},
	} {
		f := must(document.ReadInPlace(bytes.Clone(data), document.Options{}))
		err := f.Do(must(edit.ParseDelete(test.paths)), func([]edit.Done) {})
		require.ErrorIs(t, err, test.err)

		var out bytes.Buffer
		must(must(f.Writer()).WriteTo(&out))
		require.Equal(t, packet(t, codec.Godot4, test.want), out.Bytes())
	}
}
