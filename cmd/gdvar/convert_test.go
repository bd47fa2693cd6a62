package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/enginetest"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

func TestConvert(t *testing.T) {
	goldenAfter(t, "convert", func() {
		store(t, "ints.save", variant.NewArray(variant.Int(1)))
		require.NoError(t, os.Mkdir("folder", 0o777))
	},
		"gdvar convert --to godot3 godot4/plain.save -o out.save",
		"gdvar convert --to godot4 godot3/two.save -o out.save", // which is there
		"gdvar show out.save",
		"gdvar convert --to godot4 godot3/two.save --force -o out.save",
		"gdvar show --flat out.save",
		"gdvar convert --to godot4 godot3/objects.save --force -o out.save",
		"gdvar show --flat out.save",
		"gdvar convert -v --to godot3 godot4/two.save --force -o out.save",
		"gdvar convert --to godot40 godot4/packet.bin --force -o out.save",
		"gdvar convert --to godot3 godot4/zstd.save --force -o out.save",
		"gdvar diff -v godot3/zstd.save out.save",
		"gdvar convert --container compressed --compression gzip godot4/zstd.save --force -o out.save",
		"gdvar diff -v godot4/zstd.save out.save",
		"GDVAR_PASSWORD=secret gdvar convert --to godot3 godot4/secret.save --force -o out.save",
		"GDVAR_PASSWORD=secret gdvar diff -v godot3/secret.save out.save",
		"gdvar convert --key-file key.hex --container plain godot3/key.save --force -o out.save",
		"gdvar diff -v godot3/plain.save out.save",
		"GDVAR_PASSWORD=new gdvar convert --container encrypted godot4/plain.save --force -o out.save",
		"GDVAR_PASSWORD=new gdvar diff -v godot4/plain.save out.save",
		"gdvar convert --to godot3 --in-place ints.save",
		"gdvar show ints.save",
		"gdvar convert --to godot3 godot4/plain.save -o ./godot4/plain.save",
		"gdvar convert --to godot3 godot4/plain.save",
		"gdvar convert --to godot5 godot4/plain.save --force -o out.save",
		"gdvar convert --container zip godot4/plain.save --force -o out.save",
		"gdvar convert --compression gzip godot4/plain.save --force -o out.save",
		"gdvar convert --container encrypted godot4/plain.save --force -o out.save",
		"gdvar convert --in-place -",
		"gdvar convert --in-place none.save",
		"gdvar convert --to godot3 godot4/plain.save -o folder",
		"gdvar convert --to godot3 none.save --force -o out.save",
	)
}

// TestEveryContainer: a file in any container becomes one in every other, for the same engine, with
// the same values: diff finds none that differ, check finds it fine, and json prints the same.
func TestEveryContainer(t *testing.T) {
	chdirSaves(t)
	for _, name := range []string{"godot3", "godot4"} {
		want := gdvar(t, "", "gdvar json "+name+"/plain.save")
		require.Zero(t, want.code)
		for _, from := range []string{"plain", "big", "fastlz", "deflate", "zstd", "gzip",
			"secret", "key"} {
			secret := "--password-file password.txt "
			if from == "key" {
				secret = "--key-file key.hex "
			}

			old := name + "/" + from + ".save"
			require.Equal(t, want, gdvar(t, "", "gdvar json "+secret+old), old)
			for _, to := range []string{
				"same", "plain", "encrypted", "compressed --compression fastlz",
				"compressed --compression deflate",
				"compressed --compression zstd", "compressed --compression gzip",
			} {
				r := gdvar(t, "", "gdvar convert "+secret+"--container "+to+" "+old+
					" --force -o out.save")
				require.Zero(t, r.code, r.err)
				require.Equal(t, result{}, gdvar(t, "", "gdvar diff "+secret+old+" out.save"),
					"%s to %s", old, to)
				r = gdvar(t, "", "gdvar check "+secret+"out.save")
				require.Zero(t, r.code, "%s to %s: %s", old, to, r.out)
			}
		}
	}
}

// TestConvertDamaged: after an error the old files are as they were, and there are no others.
func TestConvertDamaged(t *testing.T) {
	golden(t, "convert-damaged",
		"gdvar convert --to godot4 --in-place damaged/cut.save",
		"gdvar convert --to godot3 damaged/type.save --force -o godot4/plain.save",
		"gdvar convert --to godot4 damaged/first.save --force -o out.save",
		"gdvar convert --to godot3 damaged/length.save --force -o out.save",
		"gdvar convert --to godot3 damaged/packet.bin --force -o out.save",
		"gdvar convert --to godot3 damaged/trailing.bin --force -o out.save",
		"gdvar convert --to godot3 damaged/compressed.save --force -o out.save",
		"GDVAR_PASSWORD=secret gdvar convert --to godot3 damaged/encrypted.save --force -o out.save",
		"gdvar convert --to godot3 damaged/empty.save --force -o out.save",
		"gdvar convert --to godot3 damaged/text.save --force -o out.save",
	)

	require.NoFileExists(t, "out.save")
	left, err := filepath.Glob("*/.save-*")
	require.NoError(t, err)
	require.Empty(t, left)
	same := gdvar(t, "", "gdvar diff godot4/plain.save godot4/deflate.save")
	require.Zero(t, same.code)
	require.Equal(t, 200, size(t, "damaged/cut.save"))
}

func size(t *testing.T, name string) int {
	t.Helper()
	info, err := os.Stat(name)
	require.NoError(t, err)
	return int(info.Size())
}

// TestMaxSize: all commands that read record by record have a limit for a record.
func TestMaxSize(t *testing.T) {
	t.Chdir(t.TempDir())
	store(t, "long.save", variant.Int(1), make(packed.PackedByteArray, 2<<20))
	for _, command := range []string{"convert --force -o out.save", "check", "scan", "json"} {
		line := "gdvar --max-size 1 " + command + " long.save"
		r := gdvar(t, "", line)
		require.NotZero(t, r.code, line)
		require.Contains(t, r.out+r.err, "record 1, which begins at 12: ", line)
		require.Contains(t, r.out+r.err, "(--max-size is 1)", line)
		require.Zero(t, gdvar(t, "", strings.Replace(line, "--max-size 1", "--max-size 3",
			1)).code, line)
	}
}

// TestConvertStream: standard input and standard output.
func TestConvertStream(t *testing.T) {
	b, err := os.ReadFile("testdata/saves/godot3/plain.save")
	require.NoError(t, err)
	r := gdvar(t, string(b), "gdvar convert --to godot4 - -o -")
	require.Zero(t, r.code, r.err)
	back := gdvar(t, r.out, "gdvar convert --to godot3 - -o -")
	require.Zero(t, back.code, back.err)
	require.True(t, bytes.Equal(b, []byte(back.out)))
}

// TestConvertTie: what the file does not say is asked for if it makes a difference.
func TestConvertTie(t *testing.T) {
	t.Chdir(t.TempDir())
	store(t, "tie.save", math.Transform2DIdentity) // in Godot 3 the packet is an AABB
	r := gdvar(t, "", "gdvar convert --to godot4 tie.save -o out.save")
	require.Equal(t, codeBad, r.code)
	require.Contains(t, r.err,
		"tie.save: the file does not say which engine wrote it: these would give different files: "+
			"godot4 (frame u32), ")
	require.NoFileExists(t, "out.save")
	require.Zero(t, gdvar(t, "",
		"gdvar convert --to godot4 --engine godot3 tie.save -o out.save").code)
	require.Contains(t, gdvar(t, "", "gdvar show --engine godot4 --flat out.save").out,
		"$ = AABB(1, 0, 0, 1, 0, 0)\n")
}

// TestLiveConvert: what one engine wrote and the command converted, the other engine reads, value
// by value. The scripts are those of package codec/convert.
func TestLiveConvert(t *testing.T) {
	const scripts = "../../codec/convert/testdata/live"
	engines := []struct {
		*enginetest.Engine
		script, to string
		dir        string
	}{
		{enginetest.Godot3(t), scripts + "3.gd", "godot4", t.TempDir()},
		{enginetest.Godot4(t), scripts + "4.gd", "godot3", t.TempDir()},
	}

	for i, from := range engines {
		other := engines[1-i]
		from.Run(t, from.script, from.dir, "DO=write")
		for _, form := range []string{"plain", "compressed", "encrypted"} {
			r := gdvar(t, "", "GDVAR_PASSWORD=pässword gdvar convert --to "+from.to+" "+
				filepath.Join(from.dir, "engine-"+form)+" -o "+filepath.Join(other.dir, "go-"+form))
			require.Zero(t, r.code, r.err)
		}

		lines := other.Run(t, other.script, other.dir, "DO=read")
		require.Equal(t, []string{"plain same same same", "compressed same same same",
			"encrypted same same same"}, lines)
	}
}
