package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/internal/test/enginetest"
	"godotvariant/packed"
	"godotvariant/variant"
)

// options returns the options for opening a save. The argument form is "key" or "password" if the
// save is encrypted with a key or a password.
func options(form string) (o savefile.Options) {
	switch form {
	case "key":
		o.Key = []byte("0123456789abcdef0123456789abcdef")
	case "password":
		o.Password = "secret"
	}
	return o
}

// TestGame lets the engine write saves, changes them, and lets the engine read them again.
func TestGame(t *testing.T) {
	godot := enginetest.Godot3(t)
	dir := t.TempDir()
	godot.Run(t, "game.gd", dir, "GDDO=write")

	forms := []string{"plain", "fastlz", "deflate", "gzip", "key", "password"}
	for _, form := range forms {
		path := filepath.Join(dir, "slot-"+form+".save")
		before := inspected(t, path)
		var out bytes.Buffer
		require.NoError(t, run(&out, path, "", options(form),
			edit{coins: 1 << 40, item: "Schild ß"}), form)
		require.True(t, strings.HasPrefix(out.String(), before.String()+", written by Godot3\n"),
			out.String())
		require.Contains(t, out.String(), `"coins": 1099511627776, "at": Vector2(1.5, -2)`)
		require.Contains(t, out.String(), `"items": ["sword", "Schild ß"]`)
		after := inspected(t, path)
		require.Equal(t, before.Container, after.Container)
		require.Equal(t, before.Compression, after.Compression)
	}

	var out bytes.Buffer
	err := run(&out, filepath.Join(dir, "slot-zstd.save"), "", savefile.Options{}, edit{coins: 1})
	require.ErrorIs(t, err, variant.ErrUnsupported)
	require.ErrorContains(t, err, "Zstandard")

	lines := godot.Run(t, "game.gd", dir, "GDDO=read")
	for _, form := range forms {
		require.Contains(t, lines, form+": {at:(1.5, -2), coins:1099511627776, name:Tia} "+
			"[sword, Schild ß] [1, 2, 3] 9000 {volume:0.8}")
	}

	require.Contains(t, lines,
		"zstd: {at:(1.5, -2), coins:5, name:Tia} [sword] [1, 2, 3] 9000 {volume:0.8}", "untouched")
}

func inspected(t *testing.T, path string) savefile.Info {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	info, err := savefile.Inspect(f)
	require.NoError(t, err)
	return info
}

// TestFaults: after any error the file is unchanged.
func TestFaults(t *testing.T) {
	record := "\x1c\x00\x00\x00" + // 28 bytes: {"a": 1}
		"\x12\x00\x00\x00\x01\x00\x00\x00" +
		"\x04\x00\x00\x00\x01\x00\x00\x00a\x00\x00\x00" +
		"\x02\x00\x00\x00\x01\x00\x00\x00"

	for name, c := range map[string]struct{ content, dialect, want string }{
		"empty":     {"", "", "does not hold what store_var writes"},
		"text":      {"name=Tia\ncoins=5\n", "", "does not hold what store_var writes"},
		"no player": {record, "", "the save has no player"},
		"no record": {"", "godot3", "the save is empty"},
		"an int": {"\x08\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x00", "godot3",
			"begins with int"},
		"cut": {record + "\x08\x00\x00", "godot3",
			"record at byte 32: godot: decode $ at offset 0: unexpected end of data"},
		"bad dialect": {record, "godot5", "no such dialect"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "slot.save")
			require.NoError(t, os.WriteFile(path, []byte(c.content), 0o600))
			err := run(&bytes.Buffer{}, path, c.dialect, savefile.Options{},
				edit{coins: 1, item: "x"})
			require.ErrorContains(t, err, c.want)
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, c.content, string(after))
		})
	}
}

// TestShow: without an edit, the program only prints the file.
func TestShow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slot.save")
	record := variant.NewArray(variant.Int(1), packed.PackedByteArray{1, 2})
	s := save{records: []variant.Variant{record}}
	s.info.Container = savefile.Compressed
	s.codec = codec.MustNew(codec.Options{})
	require.NoError(t, s.write(path, savefile.Options{}))
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, run(&out, path, "", savefile.Options{}, edit{coins: -1}))
	require.Equal(t, "GCPF (compressed): FastLZ, 32 bytes, blocks: 1, written by Godot4\n"+
		"[1, PackedByteArray(1, 2)]\n", out.String())

	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, before, after)
}
