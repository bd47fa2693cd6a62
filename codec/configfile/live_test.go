package configfile

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A setting is a value that the scripts of the engines also set.
type setting struct {
	section, key string
	value        variant.Variant
	only4        bool // Godot 3 can't read the text that it writes for this setting
}

var settings = []setting{
	{"", "top", variant.Int(1), true}, // Godot 3 writes it after the heading []
	{"player", "name", variant.String("Tia \"x\"\nnew\\"), false},
	{"player", "at", math.V2(1.5, 2), false},
	{"world/1", "seen", variant.NewDictionary(
		variant.KV("a", variant.NewArray(variant.Int(1), variant.Int(2))),
		variant.KV("b", variant.Nil{})), false},
	{"world/1", "bytes", packed.PackedByteArray{1, 2}, false},
	{"world/1", "deep/key", variant.Float(0.1), false},
	{"player", "a b=\"c", variant.StringName("ü"), true},
	{"we]ird ;", "ü\\", variant.NewArray(), true},
	{"player", "last", variant.Bool(true), false},
}

// edited is a file with comments. The test changes it in every way, and then engines read it.
const edited = "; top\nfirst=1 ; one\n\n" +
	"[s]\n\na = Vector2( 1, 2 )\nb={\n; inside\n\"x\": [1, 2,],\n}\n" +
	"[t]\nc=\"gone\"\n\n[gone]\n\nx=1\n"

// TestEnginesWriteTheSameFile: a File that was made with Set has the same bytes as the file that
// the engine's ConfigFile writes. The engine can read a file that this package has edited. If an
// engine writes the same settings as project.godot and as project.binary, this package reads the
// same values from both files.
func TestEnginesWriteTheSameFile(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		three := e.Dialect == codec.Godot3
		c := e.Codec(true)

		dir := t.TempDir()
		write := func(name, data string) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
		}

		read := func(name string) string {
			b, err := os.ReadFile(filepath.Join(dir, name))
			require.NoError(t, err)
			return string(b)
		}

		edit := mustParse(t, edited, c)
		require.NoError(t, edit.Set("s", "a", math.V2(3, 4)))
		require.NoError(t, edit.Set("s", "d e", packed.PackedStringArray{"f", "\""}))
		require.NoError(t, edit.Set("new", "f", variant.Int(5)))
		require.True(t, edit.Delete("t", "c"))
		require.True(t, edit.DeleteSection("gone"))
		write("go.cfg", edit.String())

		project := New(c)
		require.NoError(t, project.Set("application", "config/name", variant.String("Näme")))
		require.NoError(t, project.Set("", "lone", math.V2(1, 2)))
		require.NoError(t, project.Set("my", "own",
			variant.NewArray(variant.Int(1), variant.String("a"))))
		binary, err := project.AppendProject(nil)
		require.NoError(t, err)
		write("project.binary", string(binary))

		want := append([]string{"0"}, lines(t, edit, "|", c)...)

		if three {
			for _, key := range []string{"application/config/name", "lone", "my/own"} {
				section, key := split(key)
				want = append(want, line(t, project, section, key, "/", c))
			}
		}

		require.Equal(t, want, e.Run(t, e.Script("testdata/live"), dir))

		config := New(c)
		for _, s := range settings {
			if !s.only4 || !three {
				require.NoError(t, config.Set(s.section, s.key, s.value))
			}
		}

		require.Equal(t, read("engine.cfg"), config.String())
		require.Equal(t, read("engine.cfg"), mustParse(t, read("engine.cfg"), c).String())

		godot := mustParse(t, read("engine.godot"), c)
		require.Equal(t, read("engine.godot"), godot.String())
		data, err := godot.AppendProject(nil)
		require.NoError(t, err)
		require.Equal(t, read("engine.binary"), string(data),
			"project.binary of the engine's project.godot")
		back, err := DecodeProject([]byte(read("engine.binary")), c)
		require.NoError(t, err)
		require.Equal(t, values(godot), values(back))
		_, body, _ := strings.Cut(read("engine.godot"), "config_version")
		require.Equal(t, "config_version"+body, back.String(),
			"the engine's project.godot without its first comment")
	})
}

// lines returns the lines that the script of the test prints for all values of f. In each line the
// separator is between the section and the key.
func lines(t *testing.T, f *File, separator string, c *codec.Codec) (all []string) {
	for _, s := range f.Sections() {
		for _, k := range f.Keys(s) {
			all = append(all, line(t, f, s, k, separator, c))
		}
	}
	return slices.Clip(all)
}

func line(t *testing.T, f *File, section, key, separator string, c *codec.Codec) string {
	v, _ := f.Get(section, key)
	s, err := text.Format(v, c)
	require.NoError(t, err)
	quoted, err := json.Marshal(s)
	require.NoError(t, err)
	if section == "" && separator == "/" {
		separator = ""
	}
	return section + separator + key + "|" + string(quoted)
}

// TestEnginesRunNothing: an engine loads files with hostile text as a section, a key or a value.
// The engine runs no code, and finds the same settings as this package.
func TestEnginesRunNothing(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		c := e.Codec(true)

		dir := t.TempDir()
		var want [][]string
		var titles []string

		for _, place := range slices.Sorted(maps.Keys(places)) {
			for _, s := range hostile {
				section, key, v := places[place](s)
				f := New(c)
				if f.Set(section, key, v) != nil || testkit.HoldsObject(v) {
					continue
				}

				require.NoError(t, f.Set("last", "after", variant.Int(2)))
				value, err := text.Format(v, c)
				require.NoError(t, err)

				n := filepath.Join(dir, fmt.Sprint(len(want)))
				require.NoError(t, os.WriteFile(n+".cfg", []byte(f.String()), 0o600))
				require.NoError(t, os.WriteFile(n+".txt", []byte(value), 0o600))
				lines := engineLines(t, len(want), f, value)
				switch {
				case strings.HasPrefix(place, "class"):
					lines = lines[:1] // an unknown class makes the container untyped
				case strings.HasPrefix(place, "script"):
					lines = lines[:0] // a script that does not exist makes loading fail
				}

				want = append(want, lines)
				titles = append(titles, fmt.Sprintf("%s %q\n%s", place, s, f))
			}
		}

		require.Greater(t, len(want), 250)
		printed := e.Run(t, e.Script("testdata/hostile"), dir)
		require.NotContains(t, strings.Join(printed, "\n"), "CODE RAN")

		got := make([][]string, len(want))
		for _, line := range printed {
			n := 0
			if _, err := fmt.Sscanf(line, "%d|", &n); err == nil && n < len(got) {
				got[n] = append(got[n], line)
			}
		}

		for i := range want {
			require.GreaterOrEqual(t, len(got[i]), len(want[i]), titles[i])
			assert.Equal(t, want[i], got[i][:len(want[i])], titles[i])
		}
	})
}

// engineLines returns the lines that an engine prints for f, which is file number i. The last line
// has the number of the file and the given text.
func engineLines(t *testing.T, i int, f *File, value string) []string {
	back := mustParse(t, f.String(), f.codec)
	printed := []string{fmt.Sprintf("%d|0", i)}

	for _, s := range back.Sections() {
		for _, k := range back.Keys(s) {
			v, _ := back.Get(s, k)
			again, err := text.Format(v, f.codec)
			require.NoError(t, err)
			line := fmt.Sprintf("%d|%s|%s|%s", i, toHex(s), toHex(k), toHex(again))
			printed = append(printed, line)
		}
	}

	return append(printed, fmt.Sprintf("%d|%s", i, toHex(value)))
}

func toHex(s string) string { return hex.EncodeToString([]byte(s)) }
