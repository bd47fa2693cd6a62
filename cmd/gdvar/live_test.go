package main

import (
	"path/filepath"
	"strings"
	"testing"

	"godotvariant/cmd/internal/programtest"

	"github.com/stretchr/testify/require"
)

// A liveFile is a save that an engine has just written, with the path of the player in the save.
type liveFile struct {
	name, flags string
	player      string // path of the player, with the dot after it
	query       string // path of the player in the language of jq
}

// liveFiles has a file of every kind that commands change.
var liveFiles = []liveFile{
	{"plain.save", "", "", "."},
	{"two.save", "", "[0].", ".[0]."},
	{"big.save", "", "", "."},
	{"fastlz.save", "", "", "."},
	{"deflate.save", "", "", "."},
	{"zstd.save", "", "", "."},
	{"gzip.save", "", "", "."},
	{"secret.save", "--password-file password.txt", "", "."},
	{"key.save", "--key-file key.hex", "", "."},
	{"plain.cfg", "", "player.", ".player."},
	{"secret.cfg", "--password-file password.txt", "player.", ".player."},
	{"project.godot", "", "player.", ".player."},
	{"json.dat", "--password-file password.txt", "", "."},
	{"raw.plain", "--frame none", "", "."},
}

// TestLiveEveryKind: an engine writes saves of every kind, and every command that changes files
// changes them. Then the engine finds the values that its script expects.
func TestLiveEveryKind(t *testing.T) {
	folder := must(filepath.Abs("testdata"))

	for _, e := range engines {
		t.Run("godot"+e.name, func(t *testing.T) {
			engine := e.find(t)
			t.Chdir(t.TempDir())
			programtest.Write(t, "password.txt", "secret\n")
			key := programtest.Content(t, filepath.Join(folder, "saves/key.hex"))
			programtest.Write(t, "key.hex", key)

			script := filepath.Join(folder, "live"+e.name+".gd")
			first := engine.Run(t, script, ".", "DO=write")
			require.Len(t, first, 1)
			hp, name, _ := strings.Cut(first[0], " ")

			fine(t, "gdvar unpack --layer fastlz raw.bin -o raw.plain")
			fine(t, "gdvar unpack --layer fastlz wide.bin -o wide.unpacked")
			plain := programtest.Content(t, "wide.plain")
			require.Equal(t, plain, programtest.Content(t, "wide.unpacked"))

			at := map[string]string{"3": "__meta__.player", "4": `["metadata/player"]`}[e.name]
			for _, resource := range []string{"player.tres", "player.res"} {
				path := strings.ReplaceAll("'resource."+at+".hp'", ".[", "[")
				require.Equal(t, hp+"\n", fine(t, "gdvar get "+resource+" "+path))
			}

			for _, f := range liveFiles {
				f.flags += " --engine godot" + e.name
				throughAll(t, f, hp, name)
			}

			fine(t, "gdvar pack --layer fastlz raw.plain --force -o raw.bin")

			var want []string
			for _, f := range liveFiles {
				name := strings.Replace(f.name, "raw.plain", "raw.bin", 1)
				want = append(want, strings.TrimSuffix(name, ".save")+" true")
			}

			got := engine.Run(t, script, ".", "DO=read")
			for i := range got {
				got[i] = strings.ToLower(got[i]) // Godot 3 prints True
			}
			require.Equal(t, want, got)
		})
	}
}

// throughAll makes the changes that the scripts expect. It uses a different command for each kind
// of change.
func throughAll(t *testing.T, f liveFile, hp, name string) {
	t.Helper()
	with := func(command, args string) string {
		return "gdvar " + command + " " + f.flags + " " + f.name + " " + args
	}

	require.Equal(t, hp+"\n", fine(t, with("get", f.player+"hp")), f.name)
	require.Equal(t, name+"\n", fine(t, with("get --raw", f.player+"name")), f.name)

	fine(t, with("set", f.player+"hp=11 "+f.player+"bag[*].count+=1"))
	fine(t, with("delete", f.player+"tags"))
	fine(t, with("rename", f.player+"speed pace"))
	fine(t, with("query --write", "'"+f.query+`name = "Bo"'`))

	r := gdvar(t, "@ "+f.player+"fresh\n+ [1, 2]\n", with("patch", ""))
	require.Zero(t, r.Code, r.Err)
	if strings.Contains(f.name, ".plain") {
		return
	}

	fine(t, with("unpack", "--force -o content"))
	fine(t, "gdvar pack content "+f.flags+" --force --like "+f.name+" -o "+f.name)
}
