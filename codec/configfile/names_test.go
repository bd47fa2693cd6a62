package configfile

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/live"
	"godotvariant/packed"
	"godotvariant/variant"
)

// stricter lists the kinds of files that Parse refuses, although engines load them at least in
// part. Each kind has a pattern that matches the error of Parse.
var stricter = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"a value that text.Parse refuses", regexp.MustCompile(` parse \$\[`)},
	{"the end inside of a key", regexp.MustCompile(`unexpected end of data: expected '='`)},
	{"a key of several lines, or with a comment", regexp.MustCompile(`expected '=' after a key$`)},
	{"a string inside of a key", regexp.MustCompile(`expected '=' after a key, found '"'$`)},
	{"a key goes on after its string", regexp.MustCompile(`syntax error: expected '=', found`)},
	{"a value without a key", regexp.MustCompile(`a value without a key$`)},
}

// lax lists the kinds of files whose values an engine and Parse read differently, because Parse
// reads the values of all versions in the same way.
var lax = []struct {
	name    string
	three   bool // only Godot 3 differs
	pattern *regexp.Regexp
}{
	{"a comma after the last argument", false, regexp.MustCompile(`,[\x00-\x20]*\)`)},
	{`\U of Godot 3 is the letter`, true, regexp.MustCompile(`\\U`)},
	{"Godot 3 refuses a StringName", true, regexp.MustCompile(`[&@]"`)},
}

// TestEnginesReadHostileNames makes engines load files with odd names, headings, comments, spaces
// and byte order marks. Parse must find the same values under the same names, or the engine and
// Parse must both refuse the text. Every other difference must be one of the known differences,
// which have names.
func TestEnginesReadHostileNames(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		w := live.NewTexter(t)
		counts := map[string]int{}

		const part = 5000 // a part takes less than a minute, even on a busy machine
		for begin := 0; begin < live.HostileCount(); begin += part {
			var texts []string
			for range min(part, live.HostileCount()-begin) {
				texts = append(texts, w.Config())
			}

			for i, answer := range loadInEngine(t, e, texts) {
				counts[compareNames(t, e, texts[i], answer)]++
			}
		}

		for _, name := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("%6d %s", counts[name], name)
		}

		require.Greater(t, counts[bothRead], live.HostileCount()/2)
		require.Greater(t, counts[bothRefuse], live.HostileCount()/30)
	})
}

const (
	bothRead   = "both find the same"
	bothRefuse = "both refuse"
)

// loadInEngine returns the result of an engine for each text: an error number, and Arrays of
// section, key and value.
func loadInEngine(t *testing.T, e live.Engine, texts []string) (all [][]variant.Variant) {
	var in []byte
	for _, s := range texts {
		in = live.Frame(in, []byte(s))
	}

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in"), in, 0o600))
	e.Run(t, e.Script("testdata/hostilenames"), dir)

	for _, packet := range live.Frames(t, filepath.Join(dir, "out")) {
		v, err := e.Codec(false).Decode(packet)
		require.NoError(t, err)
		all = append(all, v.(variant.Array).Items)
	}

	require.Len(t, all, len(texts))
	return all
}

// compareNames compares what an engine and Parse find in the text s. The argument answer is the
// result of the engine, see loadInEngine. compareNames returns bothRead, bothRefuse, or the name of
// a known difference. If the difference is not known, the test fails.
func compareNames(t *testing.T, e live.Engine, s string, answer []variant.Variant) string {
	f := New(e.Codec(false))
	how := f.reading()
	err := f.parse(s, how)
	loaded := variant.Equal(answer[0], variant.Int(0))
	engine, own := engineFinds(answer[1:]), finds(f)

	switch {
	case err != nil && !loaded:
		return bothRefuse
	case err == nil && loaded && assert.ObjectsAreEqual(engine, own):
		return bothRead
	case err == nil:
		for _, d := range lax {
			if (how.godot3 || !d.three) && d.pattern.MatchString(s) {
				return d.name
			}
		}
	case err != nil:
		for _, d := range stricter {
			if d.pattern.MatchString(err.Error()) {
				return "Parse refuses " + d.name
			}
		}
	}

	t.Errorf("%v: %q\nthe engine finds %q (loaded: %v)\nParse finds      %q, %v", e, s, engine,
		loaded, own, err)
	return "no name"
}

// engineFinds returns the values that an engine has found, each with its section and key. The list
// is sorted.
func engineFinds(items []variant.Variant) (all []string) {
	for _, v := range items {
		parts := v.(variant.Array).Items
		section := string(parts[0].(packed.PackedByteArray))
		key := string(parts[1].(packed.PackedByteArray))
		all = append(all, fmt.Sprintf("[%s] %s=%#v", section, key, parts[2]))
	}
	slices.Sort(all)
	return all
}

// finds returns the values of a File in the form of engineFinds, without null values, because
// engines do not keep these.
func finds(f *File) (all []string) {
	for _, s := range f.Sections() {
		for _, k := range f.Keys(s) {
			v, _ := f.Get(s, k)
			if v.Type() != variant.TypeNil {
				all = append(all, fmt.Sprintf("[%s] %s=%#v", s, k, v))
			}
		}
	}
	slices.Sort(all)
	return all
}

// TestHeadingWithoutName: as in engines, a heading without a name does not end the section before
// it. Set adds new keys to that section.
func TestHeadingWithoutName(t *testing.T) {
	for _, heading := range []string{"[]", "[ ]", "[\x01]"} {
		f := mustParse(t, "[a]\nx=1\n"+heading+"\ny=2\n", nil)
		assert.Equal(t, []string{"x", "y"}, f.Keys("a"), heading)
		require.NoError(t, f.Set("a", "z", variant.Int(3)))
		assert.Equal(t, "[a]\nx=1\n"+heading+"\ny=2\nz=3\n", f.String())
	}
}
