package main

import (
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/savefile"
)

func TestSet(t *testing.T) {
	golden(t, "set",
		`gdvar set godot3/plain.save hp=11 'name="Bo"' pos.x=4 speed=2 'bag[2]={"id": 1}' xp=5 --delete home --delete bag[0]`,
		"gdvar show godot3/plain.save",
		"gdvar set -n godot4/plain.save hp=12",
		"gdvar get godot4/plain.save hp",
		"gdvar set godot4/two.save '[1][2][\"a = b\"] = [1, Vector2i(1, 2)]' '[0][&\"scores\"][2]=7'",
		"gdvar show --flat godot4/two.save",
		"gdvar set --delete [1] godot4/big.save",
		"gdvar set --backup godot3/big.save 'hp=13'",
		"gdvar get godot3/big.save~ hp",
		"gdvar set godot3/plain.save hp=11",
		"gdvar set godot3/plain.save 'hp=eleven'",
		"gdvar set godot3/plain.save 'hp=[1,'",
		"gdvar set godot3/plain.save hp",
		"gdvar set godot3/plain.save",
		"gdvar set godot3/plain.save nobody.hp=1",
		"gdvar set godot3/plain.save 'cell=Vector2i(1, 2)'",
		"gdvar set godot4/plain.save '[&\"scores\"][0]=\"a\"'",
		"gdvar set godot4/two.save hp=1",
		"gdvar set godot4/two.save [0].nobody.hp=1",
		"gdvar set godot4/two.save --delete hp",
		"gdvar set damaged/length.save [0].hp=1",
		"gdvar set nowhere.save hp=1",
	)
}

// TestSetContainers: a changed file has the container of the old one, and one that is refused is
// as it was.
func TestSetContainers(t *testing.T) {
	chdirSaves(t)
	for _, engine := range []string{"godot3", "godot4"} {
		for name, flags := range map[string]string{
			"fastlz": "", "deflate": "", "zstd": "", "gzip": "",
			"secret": " --password-file password.txt", "key": " --key-file key.hex",
		} {
			t.Run(engine+"/"+name, func(t *testing.T) {
				file := engine + "/" + name + ".save"
				inspect := func() savefile.Info {
					f, err := os.Open(file)
					require.NoError(t, err)
					defer f.Close()
					info, err := savefile.Inspect(f)
					require.NoError(t, err)
					return info
				}

				before := inspect()
				r := gdvar(t, "", "gdvar set"+flags+" "+file+" hp=77")
				require.Equal(t, result{out: "$.hp: 10 → 77\n"}, r)
				after := inspect()
				require.Equal(t, before.Format, after.Format)
				require.Equal(t, before.Compression, after.Compression)
				require.Equal(t, result{out: "77\n"},
					gdvar(t, "", "gdvar get"+flags+" "+file+" hp"))

				whole, err := os.ReadFile(file)
				require.NoError(t, err)
				r = gdvar(t, "", "gdvar set"+flags+" "+file+" hp=x")
				require.Equal(t, codeBad, r.code)
				same, err := os.ReadFile(file)
				require.NoError(t, err)
				require.Equal(t, whole, same)
			})
		}
	}
}

// TestSetTie: a change that the engines of a file would write in different ways needs --engine.
func TestSetTie(t *testing.T) {
	golden(t, "set-tie",
		"gdvar set godot3/packet.bin 'more=[1.5]'",
		"gdvar set --engine godot40 godot4/two.save '[1][0]=Array[int]([1])'",
		"gdvar detect godot4/small.bin",
		"gdvar set godot4/small.bin b=2",
		"gdvar set godot4/small.bin 'b=Array[int]([1])'",
		"gdvar get godot4/small.bin b",
		"gdvar set --engine godot4 godot4/small.bin 'b=Array[int]([1])'",
		"gdvar get godot4/small.bin b",
	)
}

// TestSetStreams: standard input is changed to standard output.
func TestSetStreams(t *testing.T) {
	chdirSaves(t)
	data, err := os.ReadFile("godot3/plain.save")
	require.NoError(t, err)
	r := gdvar(t, string(data), "gdvar set - hp=300")
	require.Equal(t, "$.hp: 10 → 300\n", r.err)
	require.Zero(t, r.code)
	require.Len(t, r.out, len(data))
	require.Equal(t, result{out: "300\n"}, gdvar(t, r.out, "gdvar get - hp"))
	r = gdvar(t, string(data), "gdvar set - hp=10")
	require.Equal(t, string(data), r.out, "without a change it is a copy")
}

// TestSetPermissions: a changed file keeps its permissions, a folder that can't be written to keeps
// its file, and nothing else is left there.
func TestSetPermissions(t *testing.T) {
	chdirSaves(t)
	require.NoError(t, os.Chmod("godot3/plain.save", 0o640))
	require.Zero(t, gdvar(t, "", "gdvar set --backup godot3/plain.save hp=1").code)

	for _, name := range []string{"godot3/plain.save", "godot3/plain.save~"} {
		stat, err := os.Stat(name)
		require.NoError(t, err)
		if runtime.GOOS != "windows" {
			require.Equal(t, os.FileMode(0o640), stat.Mode().Perm(), name)
		}
	}

	files, err := os.ReadDir("godot3")
	require.NoError(t, err)
	require.Len(t, files, 12) // with the backup

	// The bytes of an older backup are never overwritten: if the disk is full, it stays.
	require.NoError(t, os.Link("godot3/plain.save~", "older"))
	older, err := os.ReadFile("older")
	require.NoError(t, err)
	require.Zero(t, gdvar(t, "", "gdvar set --backup godot3/plain.save hp=2").code)
	same, err := os.ReadFile("older")
	require.NoError(t, err)
	require.Equal(t, older, same)
	require.Equal(t, "1\n", gdvar(t, "", "gdvar get godot3/plain.save~ hp").out)

	// A folder in the place of the backup can't be replaced, whoever runs the test.
	data, err := os.ReadFile("godot3/two.save")
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll("godot3/two.save~/x", 0o777))
	r := gdvar(t, "", "gdvar set --backup godot3/two.save [0].hp=1")
	require.Equal(t, codeBad, r.code)
	require.Contains(t, r.err, "two.save~")
	same, err = os.ReadFile("godot3/two.save")
	require.NoError(t, err)
	require.Equal(t, data, same)

	if os.Getuid() > 0 { // root may write anywhere
		require.NoError(t, os.Chmod("godot4", 0o555))
		defer os.Chmod("godot4", 0o777)
		r := gdvar(t, "", "gdvar set godot4/plain.save hp=1")
		require.Equal(t, codeBad, r.code)
		require.Contains(t, r.err, "permission denied")
	}
}
