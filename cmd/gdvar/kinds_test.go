package main

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/kinds"
	"godotvariant/codec/savefile"
)

// write writes a file of the working directory, and returns its name.
func write(t *testing.T, name, content string) string {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
	return name
}

// content returns the bytes of a file.
func content(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(b)
}

// fine runs a command that must succeed, and returns what it prints.
func fine(t *testing.T, line string) string {
	t.Helper()
	r := gdvar(t, "", line)
	require.Zero(t, r.code, "%s: %s", line, r.err)
	return r.out
}

const settingsText = `; made by hand
[audio]

volume=0.5 ; loud
bus="Master"

[keys]
jump={ "key": 32 }
`

// TestConfigFile: a ConfigFile is read and changed by path. Comments and the form of all else stay.
func TestConfigFile(t *testing.T) {
	t.Chdir(t.TempDir())
	name := write(t, "settings.cfg", settingsText)

	require.Equal(t, "0.5\n", fine(t, "gdvar get settings.cfg audio.volume"))
	require.Equal(t, "$.audio.volume: 0.5 → 1.0\n$.keys.jump.key: 32 → 33\n",
		fine(t, "gdvar set settings.cfg audio.volume=1 keys.jump.key+=1"))
	fine(t, "gdvar delete settings.cfg audio.bus")
	fine(t, "gdvar set -p settings.cfg video.size=Vector2.ONE")

	text := content(t, name)
	require.Contains(t, text, "; made by hand\n[audio]\n\nvolume=1.0 ; loud\n")
	require.NotContains(t, text, "bus")
	require.Contains(t, text, "[video]\n\nsize=Vector2(1, 1)\n")

	require.Contains(t, fine(t, "gdvar show settings.cfg"), "# config, godot4\n")
	require.Contains(t, fine(t, "gdvar json --relaxed settings.cfg"), `"volume":1`)
	write(t, "old.cfg", settingsText)
	require.Equal(t, codeFound, gdvar(t, "", "gdvar diff old.cfg settings.cfg").code)

	r := gdvar(t, "", "gdvar set settings.cfg audio=5")
	require.Equal(t, codeBad, r.code)
	require.Contains(t, r.err, "section.key=value")
}

// TestConfigFileContainers: what is around a ConfigFile stays.
func TestConfigFileContainers(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())

	for _, format := range []savefile.Format{savefile.Encrypted3, savefile.Encrypted4} {
		o := savefile.Options{Format: format, Password: "secret"}
		require.NoError(t, savefile.WriteFile("a.cfg", []byte(settingsText), o))
		fine(t, "GDVAR_PASSWORD=secret gdvar set a.cfg audio.volume=2.5")

		plain, info, err := savefile.ReadFile("a.cfg", savefile.Options{Password: "secret"})
		require.NoError(t, err)
		require.Equal(t, format, info.Format)
		require.Equal(t, strings.Replace(settingsText, "0.5", "2.5", 1), string(plain))
	}
}

// TestConvertConfigFile: another engine gets the text that it reads.
func TestConvertConfigFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.cfg", "; kept\n[a]\n\nb=PackedStringArray(\"x\")\nc=Vector2i(1, 2)\nd=1\n")
	r := gdvar(t, "", "gdvar convert --to godot3 a.cfg -o b.cfg")
	require.Zero(t, r.code, r.err)
	require.Contains(t, r.err, "Vector2i → Vector2")
	require.Equal(t, "; kept\n[a]\n\nb=PoolStringArray( \"x\" )\nc=Vector2( 1, 2 )\nd=1\n",
		content(t, "b.cfg"))
}

// TestProjectFiles: settings of project.godot and of project.binary are read and changed by path.
func TestProjectFiles(t *testing.T) {
	chdirSaves(t)
	for _, name := range []string{"projects/godot4.binary", "projects/godot4.godot",
		"projects/godot3.binary", "projects/godot3.godot"} {
		fine(t, `gdvar set `+name+` 'application["config/name"]="New"'`)
		require.Equal(t, "\"New\"\n", fine(t, `gdvar get `+name+` 'application["config/name"]'`))
	}
	require.Equal(t, "", fine(t, "gdvar diff projects/godot4.binary projects/godot4.godot"))
}

// TestJSONFile: JSON keeps its layout, numbers and order but for what was changed.
func TestJSONFile(t *testing.T) {
	t.Chdir(t.TempDir())
	source := "{\n  \"b\": 1.50,\n  \"a\": [1, 2e3, \"\\u00e9\"],\n  \"c\": {}\n}\n"
	name := write(t, "a.json", source)

	require.Equal(t, "1.5\n", fine(t, "gdvar get a.json b"))
	fine(t, "gdvar set a.json a[0]=7")
	require.Equal(t, strings.Replace(source, "[1,", "[7,", 1), content(t, name))

	fine(t, "gdvar set a.json c.new=true a[3]=5")
	require.Equal(t, "{\n  \"b\": 1.50,\n  \"a\": [\n    7,\n    2e3,\n    \"\\u00e9\",\n    5\n  ],\n"+
		"  \"c\": {\n    \"new\": true\n  }\n}\n", content(t, name))

	r := gdvar(t, "", "gdvar set a.json b=Vector2(1,2)")
	require.Equal(t, codeBad, r.code)
	require.Contains(t, r.err, "JSON has no Vector2")

	write(t, "list.json", "[1,2]")
	fine(t, "gdvar set list.json [2]=3")
	require.Equal(t, "[1,2,3]", content(t, "list.json"))
}

// TestJSONDamage: what is no JSON is refused with its place.
func TestJSONDamage(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, text := range []string{"{", `{"a":`, `{"a":1}}`, `{"a":1e999}`,
		strings.Repeat(`{"a":`, 2000)} {
		write(t, "a.json", text)
		r := gdvar(t, "", "gdvar get a.json a")
		require.Equal(t, codeBad, r.code, text)
		require.Contains(t, r.err, "JSON at byte")
	}
}

// TestUnpackPack: any bytes come out of a container, and go into one that is like it.
func TestUnpackPack(t *testing.T) {
	chdirSaves(t)
	text := `{"gold": 10}` + "\n"
	o := savefile.Options{Format: savefile.Encrypted4, Password: "secret"}
	require.NoError(t, savefile.WriteFile("secret.json", []byte(text), o))

	require.Equal(t, text, fine(t, "gdvar unpack --password-file password.txt secret.json"))
	require.Equal(t, "10\n", fine(t, "gdvar get --password-file password.txt secret.json gold"))

	write(t, "plain.json", `{"gold": 11}`)
	fine(t, "gdvar pack plain.json --like secret.json --password-file password.txt --force "+
		"-o secret.json")
	plain, info, err := savefile.ReadFile("secret.json", savefile.Options{Password: "secret"})
	require.NoError(t, err)
	require.Equal(t, savefile.Encrypted4, info.Format)
	require.Equal(t, `{"gold": 11}`, string(plain))

	fine(t, "gdvar pack --container compressed --compression gzip plain.json -o packed.bin")
	require.Equal(t, `{"gold": 11}`, fine(t, "gdvar unpack packed.bin"))
}

// TestLayers: saves in gzip, zlib, zstd and base64 are read, and written in the same form.
func TestLayers(t *testing.T) {
	chdirSaves(t)
	plain := content(t, "godot4/packet.bin")

	for _, l := range kinds.Layers() {
		b, err := l.Close([]byte(plain), nil)
		require.NoError(t, err)
		write(t, "layer.save", string(b))

		require.Equal(t, "10\n", fine(t, "gdvar get layer.save hp"), l.Name)
		require.Equal(t, string(b), content(t, "layer.save"))
		fine(t, "gdvar set layer.save hp=77")
		require.Equal(t, "77\n", fine(t, "gdvar get layer.save hp"), l.Name)
		require.True(t, l.Is([]byte(content(t, "layer.save"))), l.Name)
		require.Contains(t, fine(t, "gdvar detect layer.save"), l.Name)
	}

	write(t, "text.b64", base64.StdEncoding.EncodeToString([]byte(plain))+"\n")
	require.Equal(t, "10\n", fine(t, "gdvar get text.b64 hp"))
}

// TestFront: records behind other data are found, read and written, and the data stay.
func TestFront(t *testing.T) {
	chdirSaves(t)
	for name, front := range map[string]string{
		"magic": "SAVE", "version": "\x03\x00\x00\x00",
		"text": "\x12\x00\x00\x00user's best savegame",
		"line": "version 2\n", "both": "GSAV\x01\x00\x00\x00\x02", "long": strings.Repeat("x", 200),
	} {
		for _, save := range []string{"godot3/plain.save", "godot4/plain.save", "godot4/two.save",
			"godot3/big.save"} {
			write(t, "front.save", front+content(t, save))
			path := "hp"
			if strings.Contains(save, "two") {
				path = "[0].hp"
			}

			require.Equal(t, "10\n", fine(t, "gdvar get front.save "+path), "%s %s", name, save)
			fine(t, "gdvar set front.save "+path+"=77")
			require.Equal(t, "77\n", fine(t, "gdvar get front.save "+path))
			require.True(t, strings.HasPrefix(content(t, "front.save"), front))
		}
	}

	write(t, "far.save", strings.Repeat("x", 1000)+content(t, "godot4/plain.save"))
	require.Equal(t, "10\n", fine(t, "gdvar get --at 1000 far.save hp"))
	require.Contains(t, fine(t, "gdvar show --at 1000 far.save"), "    1004  Dictionary\n")
}

// TestHints: a file of another kind is named.
func TestHints(t *testing.T) {
	t.Chdir(t.TempDir())
	for magic, want := range map[string]string{
		"\x89PNG\r\n\x1a\n": "PNG image", "GDPC": "GDRE tools", "PK\x03\x04": "unzip",
		"SQLite format 3\x00": "sqlite3", "GDSC": "compiled script", "\xff\xfea\x00": "UTF-16",
	} {
		write(t, "x", magic+strings.Repeat("\x00\x01\x02\xfe", 50))
		r := gdvar(t, "", "gdvar show x")
		require.Equal(t, codeBad, r.code)
		require.Contains(t, r.err, want)
	}
}

// TestResources: resources of both forms are printed, and their values found through references.
func TestResources(t *testing.T) {
	files, err := filepath.Glob("../../testdata/resources/godot*/*.*")
	require.NoError(t, err)

	count := 0

	for _, file := range files {
		switch filepath.Ext(file) {
		case ".tres", ".tscn", ".res", ".scn":
			count++
			for _, command := range []string{"show ", "show --flat ", "json --relaxed "} {
				r := gdvar(t, "", "gdvar "+command+file)
				require.Zero(t, r.code, "%s %s: %s", command, file, r.err)
				require.NotEmpty(t, r.out)
			}

			require.Equal(t, "", fine(t, "gdvar diff "+file+" "+file))
		}
	}

	require.Greater(t, count, 20)
}

const scriptTres = `[gd_resource type="Resource" load_steps=2 format=3]

[sub_resource type="GDScript" id="1"]
script/source = "extends Resource
func _init(): print(1)
"

[resource]
script = SubResource("1")
hp = 5
`

// TestScanResources: scan says which resources would run code, and a resource is not written.
func TestScanResources(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "evil.tres", scriptTres)
	write(t, "good.tres", "[gd_resource type=\"Resource\" format=3]\n\n[resource]\nhp = 5\n")

	r := gdvar(t, "", "gdvar scan .")
	require.Equal(t, codeFound, r.code)
	require.Contains(t, r.out, "evil.tres: code: ")
	require.NotContains(t, r.out, "good.tres")

	require.Equal(t, "5\n", fine(t, "gdvar get good.tres resource.hp"))
	r = gdvar(t, "", "gdvar set good.tres resource.hp=6")
	require.Equal(t, codeBad, r.code)
	require.Contains(t, r.err, "does not write them")
}

// TestTerminalIsSafe: no character that a terminal obeys reaches the output, but for colors.
func TestTerminalIsSafe(t *testing.T) {
	t.Chdir(t.TempDir())
	evil := "\x1b]0;title\x07\u0085\u202e\x7f\U000e0001"
	write(t, "in.json", `{"`+"k\u202e"+`":"x"}`)
	var j bytes.Buffer
	j.WriteString(`{"a": "` +
		strings.NewReplacer("\x1b", `\u001b`, "\x07", `\u0007`).Replace(evil) + `"}`)
	write(t, "a.json", j.String())
	fine(t, "gdvar from-json --engine godot4 --relaxed a.json -o a.save")
	write(t, "b"+evil+".save", "nothing")

	for _, line := range []string{
		"gdvar show a.save", "gdvar show --flat a.save", "gdvar show --str a.save",
		"gdvar get a.save a", "gdvar json a.save", "gdvar json --relaxed a.save",
		"gdvar dump a.save", "gdvar set -n a.save a=1", "gdvar diff a.save in.json",
		"gdvar show b" + evil + ".save", "gdvar scan .", "gdvar check a.save",
		"gdvar get a.save 'b" + evil + "'", "gdvar detect b" + evil + ".save",
		"gdvar query a.save .a", "gdvar show --color always a.save",
	} {
		r := gdvar(t, "", line)
		for _, bad := range []string{"\x1b]", "\x07", "\u0085", "\u202e", "\x7f", "\U000e0001"} {
			require.NotContains(t, r.out+r.err, bad, line)
		}
	}

	require.Contains(t, fine(t, "gdvar get --raw a.save a"), evil)
	write(t, "back.json", fine(t, "gdvar json --relaxed a.save"))
	require.Equal(t, "", fine(t, "gdvar diff a.save back.json"))
}
