package text_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// script has Godot 3 read our texts, one a line in hexadecimal, and answer with
// the bytes of what it has read and the text that it prints for it.
const script = `extends SceneTree
func _init():
	var f = File.new()
	f.open(OS.get_environment("TEXTS"), File.READ)
	while not f.eof_reached():
		var line = f.get_line()
		if line == "":
			continue
		var raw = PoolByteArray()
		for i in range(0, line.length(), 2):
			raw.append(("0x" + line.substr(i, 2)).hex_to_int())
		var v = str2var(raw.get_string_from_utf8())
		print("@", hex(var2bytes(v)), " ", hex(var2str(v).to_utf8()), " ", hex(str(v).to_utf8()))
	quit()

func hex(raw):
	return raw.hex_encode()
`

// TestLiveGodot3 has a Godot 3 on this machine read what Format prints for it,
// in the engine's form and in the lossless one, and reads what it prints.
func TestLiveGodot3(t *testing.T) {
	engine := os.Getenv("GODOT3")
	if engine == "" {
		engine = "godot3-server"
	}
	if _, err := exec.LookPath(engine); err != nil {
		t.Skip("needs godot3-server on the PATH, or another Godot 3 named by GODOT3")
	}
	c := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	var sent []variant.Variant
	var texts, input []string
	for _, v := range vectors.Load(t, "text-3.2-single.jsonl") {
		if hasRID3(v.Value, text.Godot3) {
			continue
		}
		for _, o := range []text.Options{{Version: text.Godot3}, {Version: text.Godot3, Lossless: true}} {
			s, err := text.Format(v.Value, o)
			require.NoError(t, err)
			if strings.Contains(s, "nan") || strings.Contains(s, "inf") {
				continue // str2var can't read them inside of a Vector2 and the like
			}
			sent, texts = append(sent, v.Value), append(texts, s)
			input = append(input, hex.EncodeToString([]byte(s)))
		}
	}
	require.Greater(t, len(sent), 1000)

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "t.gd"), []byte(script), 0o600))
	list := filepath.Join(dir, "texts")
	require.NoError(t, os.WriteFile(list, []byte(strings.Join(input, "\n")), 0o600))
	cmd := exec.Command(engine, "--no-window", "-s", "t.gd")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LANG=en_US.UTF-8", "TEXTS="+list)
	out, err := cmd.Output()
	require.NoError(t, err, "%s", out)

	var answers []string
	for line := range strings.SplitSeq(string(out), "\n") {
		if answer, ok := strings.CutPrefix(line, "@"); ok {
			answers = append(answers, answer)
		}
	}
	require.Len(t, answers, len(sent))
	same := 0
	for i, answer := range answers {
		var raw, shown, str string
		_, err := fmt.Sscan(answer, &raw, &shown, &str)
		if err != nil { // an empty str
			str = ""
		}
		read, err := c.Decode(unhex(t, raw))
		require.NoError(t, err)
		back, err := text.Parse(texts[i], text.ParseOptions{Single: true})
		require.NoError(t, err)
		// The engine's own reading of doubles is off by a unit in the last place at times.
		require.True(t, variant.Equal(digits15(read), digits15(back)), "%s\nthe engine reads %#v\nParse reads      %#v", texts[i], read, back)

		want, err := text.Format(read, text.Options{Version: text.Godot3})
		require.NoError(t, err)
		require.Equal(t, string(unhex(t, shown)), want)
		want, err = text.Format(read, text.Options{Version: text.Godot3, Str: true})
		require.NoError(t, err)
		require.Equal(t, string(unhex(t, str)), want)
		if variant.Equal(digits15(read), digits15(sent[i])) {
			same++
		}
	}
	require.Greater(t, same, len(sent)/2) // all of the lossless ones
}

func unhex(t *testing.T, s string) []byte {
	b, err := hex.DecodeString(s)
	require.NoError(t, err)
	return b
}

func digits15(v variant.Variant) variant.Variant {
	return changed(v, text.Options{Version: text.Godot3}, func(f float64) float64 {
		f, _ = strconv.ParseFloat(strconv.FormatFloat(f, 'g', 15, 64), 64)
		return f
	})
}
