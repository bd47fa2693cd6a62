package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

func TestCheck(t *testing.T) {
	goldenAfter(t, "check", func() {
		change := func(of, name string, do func(b []byte) []byte) {
			b, err := os.ReadFile(of)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(name, do(b), 0o666))
		}
		change("godot4/plain.save", "padding.save", func(b []byte) []byte { b[35] = 1; return b })
		change("godot4/deflate.save", "after.save", func(b []byte) []byte { return append(b, 1) })
		store(t, "long.save", variant.Nil{}, make(packed.PackedByteArray, 8<<20))
	},
		"gdvar check godot3/plain.save godot3/two.save godot3/objects.save godot3/packet.bin godot3/big.save",
		"gdvar check godot4/plain.save godot4/two.save godot4/objects.save godot4/packet.bin godot4/big.save",
		"gdvar check godot4/fastlz.save godot4/deflate.save godot4/zstd.save godot4/gzip.save",
		"GDVAR_PASSWORD=secret gdvar check godot3/secret.save godot4/secret.save",
		"gdvar check --key-file key.hex godot3/key.save godot4/key.save",
		"gdvar check padding.save after.save long.save godot4/plain.save",
		"gdvar check --color always padding.save godot4/plain.save damaged/cut.save",
		"gdvar check godot4/plain.save damaged/cut.save damaged/type.save damaged/first.save damaged/length.save",
		"gdvar check damaged/packet.bin damaged/trailing.bin damaged/compressed.save damaged/empty.save damaged/text.save",
		"GDVAR_PASSWORD=secret gdvar check damaged/encrypted.save",
		"gdvar check --engine godot3 godot4/plain.save",
		"gdvar check none.save godot4/plain.save",
		"gdvar check godot4/secret.save",
	)

	b, err := os.ReadFile("padding.save")
	require.NoError(t, err)
	r := gdvar(t, string(b), "gdvar check")
	require.Equal(t, codeFound, r.code)
	require.Contains(t, r.out, "-: not canonical: ")
}

// TestCheckChance: the padding in a NodePath is fine, whatever it is, and no other.
func TestCheckChance(t *testing.T) {
	chdirSaves(t)
	path := objects.MustParseNodePath("a/bc:d")

	store(t, "chance.save", variant.NewArray(path, variant.String("a"), path))
	b, err := os.ReadFile("chance.save")
	require.NoError(t, err)

	changed := 0
	for i := range b { // after one letter
		if i > 0 && b[i-1] == 'a' && b[i] == 0 && b[i+1] == 0 && b[i-2] == 0 && i < 40 {
			b[i+1] = 7
			changed++
		}
	}
	require.Positive(t, changed)

	require.NoError(t, os.WriteFile("chance.save", b, 0o666))
	require.Contains(t, fine(t, "gdvar check --engine godot4 chance.save"), "fine")

	at := bytes.LastIndex(b, []byte("\x01\x00\x00\x00a\x00\x00\x00\x16")) // of the String
	require.Positive(t, at)
	b[at+6] = 7
	require.NoError(t, os.WriteFile("chance.save", b, 0o666))
	require.Equal(t, codeFound, gdvar(t, "", "gdvar check --engine godot4 chance.save").code)
}
