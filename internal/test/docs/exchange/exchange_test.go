package exchange

import (
	"bytes"
	_ "embed"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/inspect"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/generated"
)

// TestPicture: picture.svg shows the text that a live engine sends and prints.
func TestPicture(t *testing.T) {
	godot := enginetest.Godot4(t)
	dir := t.TempDir()
	game, err := filepath.Abs("game.gd")
	require.NoError(t, err)

	require.Empty(t, godot.Run(t, game, dir))
	packet, err := os.ReadFile(filepath.Join(dir, "packet"))
	require.NoError(t, err)
	answer, err := heal(packet)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "answer"), answer, 0o600))
	printed := godot.Run(t, game, dir)
	require.NotEmpty(t, printed)

	var dump bytes.Buffer
	require.NoError(t, inspect.Dump(&dump, packet, inspect.Options{}))

	got := draw(
		append(source(t, "game.gd", "func send():", "\tprint(player)"),
			append([]string{""}, printed...)...),
		source(t, "answer.go", "type Player", "\treturn codec.Marshal(p)\n}"),
		strings.Split(strings.TrimRight(dump.String(), "\n"), "\n"))

	require.NoError(t, xml.Unmarshal(got, new(struct{})))
	generated.File(t, "internal/test/docs/exchange/picture.svg", string(got))
}

// source returns lines of a file, and leaves out comments. The first of these lines begins with the
// text head. The last line ends with the text tail.
func source(t *testing.T, file, head, tail string) []string {
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	_, text, found := strings.Cut(string(b), "\n"+head)
	require.True(t, found, head)
	text, _, found = strings.Cut(head+text, tail)
	require.True(t, found, tail)

	var lines []string
	for _, line := range strings.Split(text+tail, "\n") {
		if !strings.HasPrefix(line, "//") {
			lines = append(lines, strings.ReplaceAll(line, "\t", "    "))
		}
	}

	return lines
}

// The picture has two columns of text, and below them the annotated bytes.
const (
	width, margin = 880, 16
	left, right   = 388, width - 3*margin - 388 // columns
	// The width of a character and the height of a line, for text of 12 px.
	advance, leading = 7.25, 18
)

//go:embed picture.css
var style string

// draw returns the picture. The picture has the script of the game with the lines that the game has
// printed, the Go program, and the bytes.
func draw(game, program, dump []string) []byte {
	var b bytes.Buffer
	columns := max(len(game), len(program))
	top := margin + 30
	bytesTop := top + columns*leading + 62
	height := bytesTop + len(dump)*leading + 34

	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" `+
		`width="%[1]d" height="%[2]d" role="img" aria-labelledby="title">`+"\n", width, height)
	fmt.Fprintf(&b, `<title id="title">A Godot game sends a Dictionary; `+
		`a Go program reads it as a struct and answers</title>`+"\n<style>%s</style>\n", style)

	box := func(x, y, w, h int, head string) {
		fmt.Fprintf(&b, `<rect class="box" x="%d" y="%d" width="%d" height="%d" rx="6"/>`+"\n",
			x, y, w, h)
		fmt.Fprintf(&b, `<text class="head" x="%d" y="%d">%s</text>`+"\n",
			x+12, y+22, escape(head))
	}

	line := func(x, y int, class, s string) {
		if s != "" {
			fmt.Fprintf(&b, `<text class="%s" x="%d" y="%d" xml:space="preserve">%s</text>`+"\n",
				class, x, y, escape(s))
		}
	}

	column := func(x, width int, head string, lines []string) {
		box(x, margin, width, columns*leading+44, head)
		class := "code"
		for i, s := range lines {
			if s == "" && i == len(lines)-2 {
				class = "out"
			}
			if limit := int(float64(width-24) / advance); utf8.RuneCountInString(s) > limit {
				panic("line is longer than its column: " + s)
			}
			line(x+12, top+16+i*leading, class, s)
		}
	}

	column(margin, left, "A game, in Godot 4", game)
	column(2*margin+left, right, "A server, in Go", program)

	box(margin, bytesTop-22, width-2*margin, len(dump)*leading+40,
		"The packet of the game, as inspect.Dump prints it")

	for i, s := range dump {
		y := bytesTop + 22 + i*leading
		line(margin+12, y, "offset", s[:10])
		line(margin+12+72, y, "bytes", strings.TrimRight(s[10:35], " "))
		line(margin+12+72+184, y, "code", strings.TrimRight(s[35:], " "))
	}

	b.WriteString("</svg>\n")
	return b.Bytes()
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder returns no error
	return b.String()
}
