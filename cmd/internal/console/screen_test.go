package console_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/console"
)

// always and never tell NewScreen that the output has colors, or has none.
func always() bool { return true }
func never() bool  { return false }

// shown returns what a Screen writes for a text that it gets in pieces.
func shown(t *testing.T, colored func() bool, pieces ...string) string {
	t.Helper()
	var out bytes.Buffer
	s := console.NewScreen(&out, colored)

	for _, piece := range pieces {
		n, err := io.WriteString(s, piece)
		require.NoError(t, err)
		require.Equal(t, len(piece), n)
	}

	require.NoError(t, s.Flush())
	return out.String()
}

// TestScreen: control characters become escapes. Line breaks and tabs stay. In a coloured output,
// the colours stay, too.
func TestScreen(t *testing.T) {
	const red = "\x1b[31mred\x1b[0m"

	for _, c := range []struct {
		text    string
		colored func() bool
		want    string
	}{
		{"plain, Tía, 日本\n\tindented", never, "plain, Tía, 日本\n\tindented"},
		{red, always, red},
		{red, never, `\x1b[31mred\x1b[0m`},
		{"\x1b]0;title\a", always, `\x1b]0;title\a`},
		{"\x1b[2J\x1b[1;31m", always, "\\x1b[2J\x1b[1;31m"},
		{"\x1b[" + strings.Repeat("1", 40) + "m", always, `\x1b[` + strings.Repeat("1", 40) + "m"},
		{"back\b\r\x7f\x00", never, `back\b\r\x7f\x00`},
		{"12345678abc\x7fdefg", never, `12345678abc\x7fdefg`},
		{"\u202eevil", never, `\u202eevil`},
		{"a\xffb", never, `a\xffb`},
		{"cut \xe6\x97", never, `cut \xe6\x97`},
		{"cut \x1b[3", always, `cut \x1b[3`},
	} {
		require.Equal(t, c.want, shown(t, c.colored, c.text), "%q", c.text)
	}
}

// TestScreenPieces: the output does not depend on where the text is cut into pieces.
func TestScreenPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"text", "12345678", "í", "日", "\x1b[31m", "\x1b[", "\x1b", "\xff", "\n",
		"\u202e"}

	for range 500 {
		var text strings.Builder
		for range 1 + random.IntN(8) {
			text.WriteString(parts[random.IntN(len(parts))])
		}

		all := text.String()
		cut := random.IntN(len(all) + 1)
		for _, colored := range []func() bool{always, never} {
			want := shown(t, colored, all)
			require.Equal(t, want, shown(t, colored, all[:cut], all[cut:]), "%q at %d", all, cut)
			require.Equal(t, want, shown(t, colored, strings.Split(all, "")...), "%q", all)
		}
	}
}

// TestOutput: after the first error an Output writes nothing, and Err returns this error.
func TestOutput(t *testing.T) {
	var out bytes.Buffer
	calls := 0
	o := console.NewOutput(&out, func() { calls++ })
	_, err := io.WriteString(o, "a")
	require.NoError(t, err)

	r, w := io.Pipe()
	require.NoError(t, r.Close())
	o.Redirect(w)
	for range 2 {
		_, err = io.WriteString(o, "b")
		require.ErrorIs(t, err, io.ErrClosedPipe)
	}

	require.ErrorIs(t, o.Err(), io.ErrClosedPipe)
	require.Equal(t, "a", out.String())
	require.Equal(t, 2, calls)
	require.Equal(t, io.Writer(&out), o.Unwrap())
}

// TestTerminal: Terminal returns nil for a buffer and for an ordinary file, even if they are inside
// a Screen.
func TestTerminal(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/f")
	require.NoError(t, err)
	defer f.Close()

	require.Nil(t, console.Terminal(f))
	require.Nil(t, console.Terminal(console.NewScreen(console.NewOutput(f, func() {}), never)))
	require.Nil(t, console.Terminal(&bytes.Buffer{}))
}
