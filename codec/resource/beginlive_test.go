package resource_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/resource"
	"godotvariant/internal/test/live"
)

// TestLiveBeginnings: this package reads a text with an odd beginning if the engine reads it. Like
// the engines, this package refuses a byte order mark and UTF-16.
func TestLiveBeginnings(t *testing.T) {
	const mark = "\xEF\xBB\xBF"

	live.Each(t, func(t *testing.T, e live.Engine) {
		format := 3
		if e.Dialect != codec.Godot4 {
			format = 2
		}
		scene := fmt.Sprintf("[gd_scene format=%d]\n\n[node name=\"A\" type=\"Node\"]\n", format)

		texts := map[string]string{"utf16": utf16Of(scene)}
		for name, head := range map[string]string{
			"plain": "", "space": " \t\n", "crlf": "\r\n", "control": "\x01\f", "comment": "; c\n",
			"mark": mark, "marks": mark + mark, "spacemark": " " + mark, "markspace": mark + "\n",
			"markcomment": mark + "; c\n",
		} {
			texts[name] = head + scene
		}

		dir := t.TempDir()
		list := ""
		for name, text := range texts {
			file := filepath.Join(dir, name+".tscn")
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			list += name + ".tscn\n"
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, "list"), []byte(list), 0o600))

		loads := loadAll(t, e, dir, "SEED=1", "SAVES=0")
		require.Len(t, loads, len(texts))
		read := 0

		for name, text := range texts {
			loaded := loads[name+".tscn"].loaded
			_, err := resource.Decode([]byte(text), resource.Options{})
			assert.Equal(t, loaded, err == nil, "%s: %v", name, err)
			if loaded {
				read++
			}
		}
		assert.Equal(t, 5, read)
	})
}

// utf16Of returns a text as a Windows editor saves it in UTF-16.
func utf16Of(text string) string {
	var b strings.Builder
	for _, unit := range append([]uint16{0xFEFF}, utf16.Encode([]rune(text))...) {
		b.WriteByte(byte(unit))
		b.WriteByte(byte(unit >> 8))
	}
	return b.String()
}
