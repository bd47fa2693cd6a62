package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/codec"
	"godotvariant/objects"
	"godotvariant/variant"
)

// secretOf returns the flag with the key or the password for a save of testdata.
func secretOf(name string) string {
	if path.Base(name) == "key.save" {
		return " --key-file key.hex "
	}
	return " --password-file password.txt "
}

// TestEveryContainer: a file in any container can be converted to every other container for the
// same engine. The values are the same: diff finds no change, and check finds no fault.
func TestEveryContainer(t *testing.T) {
	chdirSaves(t)
	for _, engine := range []string{"godot3", "godot4"} {
		want := fine(t, "gdvar json "+engine+"/plain.save")

		for _, from := range []string{"plain", "big", "fastlz", "deflate", "zstd", "gzip", "secret",
			"key"} {
			old := engine + "/" + from + ".save"
			secret := secretOf(old)
			require.Equal(t, want, fine(t, "gdvar json"+secret+old), old)

			for _, to := range []string{
				"same", "plain", "encrypted", "compressed --compression fastlz",
				"compressed --compression deflate", "compressed --compression zstd",
				"compressed --compression gzip",
			} {
				fine(t, "gdvar convert"+secret+"--force -o out.save "+old+" --container "+to)
				require.Empty(t, fine(t, "gdvar diff"+secret+old+" out.save"), "%s to %s", old, to)
				fine(t, "gdvar check"+secret+"out.save")
			}
		}
	}
}

// TestEveryText: gdvar prints an engine's save as flat lines and as JSON. The flat lines, used as
// edits, give the same values. The command from-json makes a save with the same values and the same
// length. Only the padding in a NodePath can differ, because engines do not set it.
func TestEveryText(t *testing.T) {
	chdirSaves(t)
	files := must(filepath.Glob("godot*/*"))
	require.Len(t, files, 23)

	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			secret := secretOf(file)
			a := testApp()
			require.NoError(t, a.root().ParseFlags(strings.Fields(secret)))
			d := must(a.Read(file))

			var root variant.Variant = variant.Nil{}
			for line := range strings.Lines(fine(t, "gdvar show --flat"+secret+file)) {
				plan := must(must(edit.ParseSet(line)).Plan(edit.NewReader(d.Codec()), root))
				root = must(plan.Patch.Apply(root))
			}
			require.True(t, variant.Equal(d.Root(), root), root)

			frame := map[string]string{".bin": "none"}[path.Ext(file)]
			if frame == "" {
				frame = "u32"
			}
			json := fine(t, "gdvar json"+secret+file)
			back := gdvar(t, json, "gdvar from-json --engine "+path.Dir(file)+" --frame "+frame)
			require.Zero(t, back.Code, back.Err)
			require.Len(t, back.Out, len(d.Plain))
			require.Zero(t, gdvar(t, back.Out, "gdvar diff"+secret+"- "+file).Code)
		})
	}
}

// TestFront: gdvar finds, reads and writes records that follow other data. The other data stay
// unchanged.
func TestFront(t *testing.T) {
	chdirSaves(t)
	for name, front := range map[string]string{
		"magic": "SAVE", "version": "\x03\x00\x00\x00", "line": "version 2\n",
		"text": "\x12\x00\x00\x00user's best savegame", "long": strings.Repeat("x", 200),
		"both": "GSAV\x01\x00\x00\x00\x02",
	} {
		for save, hp := range map[string]string{"godot3/plain.save": "hp",
			"godot4/plain.save": "hp", "godot4/two.save": "[0].hp", "godot3/big.save": "hp"} {
			programtest.Write(t, "front.save", front+programtest.Content(t, save))
			require.Equal(t, "10\n", fine(t, "gdvar get front.save "+hp), "%s %s", name, save)
			fine(t, "gdvar set front.save "+hp+"=77")
			require.Equal(t, "77\n", fine(t, "gdvar get front.save "+hp))
			require.True(t, strings.HasPrefix(programtest.Content(t, "front.save"), front))

			fine(t, "gdvar convert --to godot40 --container compressed front.save -o new.save "+
				"--force")
			fine(t, "gdvar convert --container plain --in-place new.save")
			require.Equal(t, "77\n", fine(t, "gdvar get new.save "+hp))
			require.True(t, strings.HasPrefix(programtest.Content(t, "new.save"), front))
		}
	}

	plain := programtest.Content(t, "godot4/plain.save")
	programtest.Write(t, "far.save", strings.Repeat("x", 1000)+plain)
	require.Equal(t, "10\n", fine(t, "gdvar get --at 1000 far.save hp"))
	require.Contains(t, fine(t, "gdvar show --at 1000 far.save"), "    1004  Dictionary\n")
	fine(t, "gdvar convert --at 1000 --to godot3 far.save -o new.save --force")
	require.Equal(t, "10\n", fine(t, "gdvar get --at 1000 new.save hp"))
}

// TestResources: resources in text form and in binary form are printed.
func TestResources(t *testing.T) {
	files := must(filepath.Glob("../../testdata/resources/godot*/*.*s*"))
	count := 0

	for _, file := range files {
		switch filepath.Ext(file) {
		case ".tres", ".tscn", ".res", ".scn":
			count++
			for _, command := range []string{"show ", "show --flat ", "json --relaxed "} {
				require.NotEmpty(t, fine(t, "gdvar "+command+file), file)
			}
			require.Empty(t, fine(t, "gdvar diff "+file+" "+file))
		}
	}

	require.Greater(t, count, 20)
}

// TestTerminalIsSafe: the output has no control characters except those of colors.
func TestTerminalIsSafe(t *testing.T) {
	t.Chdir(t.TempDir())
	evil := "\x1b]0;title\x07\u0085\u202e\x7f\U000e0001"
	escaped := strings.NewReplacer("\x1b", `\u001b`, "\x07", `\u0007`).Replace(evil)
	programtest.Write(t, "in.json", "{\"k\u202e\":\"x\"}")
	programtest.Write(t, "a.json", `{"a": "`+escaped+`"}`)
	programtest.Write(t, "b"+evil+".save", "nothing")
	fine(t, "gdvar from-json --engine godot4 --relaxed a.json -o a.save")

	for _, line := range []string{
		"show a.save", "show --flat a.save", "show --str a.save", "get a.save a", "json a.save",
		"json --relaxed a.save", "dump a.save", "set -n a.save a=1", "diff a.save in.json",
		"show b" + evil + ".save", "scan .", "check a.save", "get a.save 'b" + evil + "'",
		"detect b" + evil + ".save", "query a.save .a", "show --color always a.save",
	} {
		r := gdvar(t, "", "gdvar "+line)
		for _, bad := range []string{"\x1b]", "\x07", "\u0085", "\u202e", "\x7f", "\U000e0001"} {
			require.NotContains(t, r.Out+r.Err, bad, line)
		}
	}

	require.Contains(t, fine(t, "gdvar get --raw a.save a"), evil)
	programtest.Write(t, "back.json", fine(t, "gdvar json --relaxed a.save"))
	require.Empty(t, fine(t, "gdvar diff a.save back.json"))
}

// TestTerminalIsSafeOfCode: the output and the errors of gdvar have no control characters. The test
// has files with objects, resources, ConfigFiles and captures that contain such characters.
func TestTerminalIsSafeOfCode(t *testing.T) {
	t.Chdir(t.TempDir())
	const evil = "E\x1b]0;pwn\x07\x1b[2K\r\u009b31m\u202eX\u2028\u0085\x7fY"
	c := codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Lenient})

	for name, v := range map[string]variant.Variant{
		"object.save": objects.NewObject("Node", objects.Prop(evil, variant.String(evil)),
			objects.Prop("script", variant.String("res://"+evil))),
		"class.save": variant.NewArray(objects.NewObject(evil)),
		"items.save": variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject,
			Class: evil, Script: evil}),
		"other.save": variant.NewDictionary(variant.KV(evil, variant.StringName(evil)),
			variant.KV("path", objects.NodePath{Names: []string{evil}, SubNames: []string{evil}}),
			variant.KV("signal", objects.Signal{Name: evil})),
	} {
		packet, err := c.Encode(v)
		require.NoError(t, err)
		programtest.Write(t, name, string(packet))
		programtest.Write(t, "cut."+name, string(packet[:len(packet)-9]))
	}

	programtest.Write(t, "a.cfg", "["+evil+"]\nx=Object(Timer,\""+evil+"\":1)\n\""+evil+"\"=1\n")
	programtest.Write(t, "bad.cfg", "[a]\nx=\""+evil+"\" bla "+evil)
	programtest.Write(t, "a.tres",
		"[gd_resource type=\"Re"+evil+"\" script_class=\""+evil+"\" format=3]\n"+
			"[ext_resource type=\"Script\" path=\"res://"+evil+".gd\" id=\"1\"]\n"+
			"[sub_resource type=\"GDScript\" id=\""+evil+"\"]\nscript/source=\""+evil+"\"\n"+
			"[resource]\n\""+evil+"\"=\""+evil+"\"\nx=Object(Node,\"a\":1)")
	programtest.Write(t, "bad.tres", "[gd_resource type=\"R\" "+evil+"=1]\n[resource]\n"+evil+
		"=SubResource(\""+evil+"\")")

	var capture bytes.Buffer
	records := codec.MustNew(codec.Options{}).NewEncoder(&capture, codec.FrameU32)
	require.NoError(t, records.Marshal(map[string]any{
		"tap": 1, "transport": "ws", "dialect": "Godot4", "started": time.Unix(1, 0),
	}))
	for _, kind := range []string{"open", "packet", "text", "bytes", "note", "end", evil} {
		for _, from := range []string{"client", evil} {
			require.NoError(t, records.Marshal(map[string]any{
				"t": 1, "conn": 1, "from": from, "kind": kind, "packet": []byte(evil), "note": evil,
				"path": "/" + evil, "protocols": []string{evil},
			}))
		}
	}
	programtest.Write(t, "a.cap", capture.String())

	capture.Reset()
	require.NoError(t, records.Marshal(map[string]any{
		"tap": 1, "transport": evil, "dialect": evil, "started": time.Unix(1, 0),
	}))
	programtest.Write(t, "header.cap", capture.String())

	lines := []string{
		"scan .", "scan --all --json .", "diff object.save other.save", "diff a.cfg bad.cfg",
		"diff a.tres bad.tres", "tail a.cap", "tail header.cap", "replay --to :1 header.cap",
	}
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, f := range files {
		for _, command := range []string{"show", "check", "detect", "dump", "json"} {
			lines = append(lines, command+" "+f.Name())
		}
	}

	for _, line := range lines {
		r := gdvar(t, "", "gdvar "+line)
		for _, bad := range []string{"\x1b]", "\x1b[2K", "\x07", "\r", "\u0085", "\u009b", "\u202e",
			"\x7f"} {
			require.NotContains(t, r.Out+r.Err, bad, line)
		}
	}
}

// TestDamagedFiles: gdvar reads or refuses a damaged file of any kind. No command panics, and no
// command that only reads writes the file.
func TestDamagedFiles(t *testing.T) {
	chdirSaves(t)
	programtest.Write(t, "a.cfg", "; text\n[audio]\n\nvolume=0.5\n\n[keys]\njump={ \"key\": 32 }\n")
	programtest.Write(t, "a.json", `{"hp": 10, "bag": [1, 2.5, "x", {"a": null}]}`)
	programtest.Write(t, "a.tres", "[gd_resource type=\"Resource\" load_steps=2 format=3]\n\n"+
		"[sub_resource type=\"GDScript\" id=\"1\"]\nscript/source = \"extends Node\"\n\n"+
		"[resource]\nscript = SubResource(\"1\")\nhp = 5\n")
	fine(t, "gdvar unpack godot4/gzip.save -o plain.save")
	fine(t, "gdvar pack --layer gzip plain.save -o c.save")
	fine(t, "gdvar pack --layer base64 plain.save -o d.save")
	programtest.Write(t, "e.save", "SAVE"+programtest.Content(t, "godot3/plain.save"))

	rounds := 100
	if testing.Short() {
		rounds = 25
	}
	random := rand.New(rand.NewPCG(1, 2))

	for _, name := range []string{"a.cfg", "a.json", "a.tres", "godot4/gzip.save", "c.save",
		"d.save", "e.save", "projects/godot4.binary"} {
		whole := programtest.Content(t, name)

		for range rounds {
			b := []byte(whole)
			for range 1 + random.IntN(3) {
				b[random.IntN(len(b))] = byte(random.Uint32())
			}
			damaged := string(b[:len(b)-random.IntN(2)])
			programtest.Write(t, "damaged.file", damaged)

			for _, command := range []string{"show", "show --flat", "json --relaxed", "check",
				"detect", "unpack", "set -n"} {
				args := append(strings.Fields(command), "damaged.file")
				if command == "set -n" {
					args = append(args, "hp=1")
				}
				runArgs(t, args...)
			}

			require.True(t, damaged == programtest.Content(t, "damaged.file"))
		}
	}
}
