package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/variant"
)

// setting returns a project.binary of one setting.
func setting(t *testing.T, name string, v variant.Variant) []byte {
	t.Helper()
	packet, err := codec.Encode(v)
	require.NoError(t, err)
	b := append([]byte("ECFG"), 1, 0, 0, 0)
	for _, part := range [][]byte{[]byte(name), packet} {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(part)))
		b = append(b, part...)
	}
	return b
}

func TestProject(t *testing.T) {
	goldenAfter(t, "project", func() {
		require.NoError(t, os.WriteFile("tie.binary", setting(t, "a/b", variant.Int(1)), 0o666))
		b := setting(t, "a/b", variant.String("text"))
		require.NoError(t, os.WriteFile("cut.binary", b[:len(b)-2], 0o666))
		require.NoError(t, os.WriteFile("bad.godot",
			[]byte("config_version=5\n[a]\nb=Vector2(1\n"), 0o666))
		require.NoError(t, os.WriteFile("none.godot", []byte("[a]\nb=1\n"), 0o666))
	},
		"gdvar project projects/godot3.binary",
		"gdvar project projects/godot4.binary",
		"gdvar project projects/godot4.binary -o out.godot",
		"gdvar project out.godot -o out.binary",
		"gdvar project out.binary --to text",
		"gdvar project out.godot --to text",
		"gdvar project tie.binary",
		"gdvar project tie.binary --engine godot3",
		"gdvar project cut.binary",
		"gdvar project bad.godot --to text",
		"gdvar project none.godot --force -o out.binary",
		"gdvar project none.godot --engine godot4 --force -o out.binary",
		"gdvar project out.binary --engine godot4",
		"gdvar project out.binary -o ./out.binary",
		"gdvar project out.binary --to json",
		"gdvar project godot3/plain.save",
		"gdvar project none",
	)
}

// TestLiveProject: the engines write the files of the golden tests, and each form becomes the
// other as the engine writes it.
func TestLiveProject(t *testing.T) {
	for name, e := range map[string]struct {
		find   func(testing.TB) *enginetest.Engine
		script string
	}{
		"godot3": {enginetest.Godot3, "testdata/projects3.gd"},
		"godot4": {enginetest.Godot4, "testdata/projects4.gd"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			e.find(t).Run(t, e.script, dir)
			read := func(file string) string {
				b, err := os.ReadFile(filepath.Join(dir, file))
				require.NoError(t, err)
				return string(b)
			}

			for _, form := range []string{".binary", ".godot"} {
				if *record {
					err := os.WriteFile("testdata/saves/projects/"+name+form,
						[]byte(read(name+form)), 0o666)
					require.NoError(t, err)
				}

				have, err := os.ReadFile("testdata/saves/projects/" + name + form)
				require.NoError(t, err)
				require.Equal(t, string(have), read(name+form))
			}

			file := filepath.Join(dir, name)
			r := gdvar(t, "", "gdvar project "+file+".godot")
			require.Equal(t, result{read(name + ".binary"), "", 0}, r)
			r = gdvar(t, "", "gdvar project "+file+".binary")
			require.Zero(t, r.code, r.err)
			require.Contains(t, read(name+".godot"), r.out) // the engine begins with a comment
			r = gdvar(t, read(name+".binary"), "gdvar project -")
			require.Zero(t, r.code, r.err)
		})
	}
}
