package configfile

import (
	"encoding/hex"
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
	"godotvariant/codec/internal/live"
	"godotvariant/codec/text"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

// TestEnginesRunNothing: an engine loads files with hostile text as a section, a key or a value. It
// runs no code, and finds the same settings as Go.
func TestEnginesRunNothing(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		o := Options{Parse: text.ParseOptions{Objects: true}}
		if e.Dialect == codec.Godot3 {
			o.Format.Version = text.Version3
		}

		dir := t.TempDir()
		var want [][]string
		var titles []string

		for _, place := range slices.Sorted(maps.Keys(places)) {
			for _, s := range hostile {
				section, key, v := places[place](s)
				f := New(o)
				if f.Set(section, key, v) != nil || testkit.HoldsObject(v) {
					continue
				}

				require.NoError(t, f.Set("last", "after", variant.Int(2)))
				value, err := text.Format(v, o.Format)
				require.NoError(t, err)

				n := filepath.Join(dir, fmt.Sprint(len(want)))
				require.NoError(t, os.WriteFile(n+".cfg", []byte(f.String()), 0o600))
				require.NoError(t, os.WriteFile(n+".txt", []byte(value), 0o600))
				lines := engineLines(t, len(want), f, value, o.Format)
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

// engineLines returns what an engine prints for file i, with f and the text of a value.
func engineLines(t *testing.T, i int, f *File, value string, o text.Options) []string {
	back := mustParse(t, f.String(), f.options)
	printed := []string{fmt.Sprintf("%d|0", i)}

	for _, s := range back.Sections() {
		for _, k := range back.Keys(s) {
			v, _ := back.Get(s, k)
			again, err := text.Format(v, o)
			require.NoError(t, err)
			line := fmt.Sprintf("%d|%s|%s|%s", i, toHex(s), toHex(k), toHex(again))
			printed = append(printed, line)
		}
	}

	return append(printed, fmt.Sprintf("%d|%s", i, toHex(value)))
}

func toHex(s string) string { return hex.EncodeToString([]byte(s)) }
