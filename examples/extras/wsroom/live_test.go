package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/transport/websocket"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/enginetest/web"
	"godotvariant/internal/test/parsed"
	"godotvariant/variant"
)

// common has values of types that Godot 3 and Godot 4 have, and only4 has values of types that only
// Godot 4 has, in Godot 4's text. Package codec compares all types with engines.
const (
	common = `[null, true, 2147483648, -0.0, nan, "Grüße, 世界 🙂", Vector2(-0.0, inf),
		Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), NodePath("a/b:c:d"),
		{"a": 1, 2: "b", Vector2(1, 2): [null], 0.5: {}}, PackedByteArray(0, 1, 254, 255),
		PackedStringArray("", "a", "世界"), [PackedByteArray(1), PackedVector3Array()]]`
	only4 = `[Vector2i(1, -2), PackedInt64Array(9223372036854775807),
		Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)]`
)

// items returns the values of an array in Godot's text.
func items(t *testing.T, s string) []variant.Variant {
	t.Helper()
	return parsed.Value(t, s).(variant.Array).Items
}

// A bot is a member in an engine, with the values that it sends.
type bot struct {
	name, dialect string
	engine        *enginetest.Engine
	says          []variant.Variant
	hears         int // number of messages "said" and "refused" for which the bot waits
	guests        int // number of members for which the bot waits before it says something
}

// start starts the bot in its engine. The result is a function that waits for the end of the bot,
// and returns the lines that it has printed.
func (b bot) start(t *testing.T, url string, env ...string) func() []string {
	t.Helper()
	dir := t.TempDir()
	values := filepath.Join(dir, "values")
	var file bytes.Buffer
	encoder := codecOf(t, b.dialect).NewEncoder(&file, codec.FrameU32)
	require.NoError(t, encoder.Encode(variant.NewArray(b.says...)))
	require.NoError(t, os.WriteFile(values, file.Bytes(), 0o644))

	env = append(env, "ROOM="+url, "NAME="+b.name, "VALUES="+filepath.ToSlash(values),
		fmt.Sprintf("GUESTS=%d", b.guests), fmt.Sprintf("HEAR=%d", b.hears))
	return b.engine.Start(t, strings.Replace(b.dialect, "godot", "bot", 1)+".gd", dir, env).Wait
}

// line returns the line that a bot prints for a value: the text in the argument name, and the
// packet of the value. If the bot's dialect does not have the type of the value, it returns false.
func (b bot) line(t *testing.T, name string, v variant.Variant) (line string, ok bool) {
	packet, err := codecOf(t, b.dialect).Encode(v)
	return name + ": " + base64.StdEncoding.EncodeToString(packet), err == nil
}

// canonical returns a line of a bot with the packet as this module encodes it, because engines
// write random bytes between the names of a NodePath.
func (b bot) canonical(t *testing.T, line string) string {
	name, value, _ := strings.Cut(line, ": ")
	packet, err := base64.StdEncoding.DecodeString(value)
	require.NoError(t, err, line)
	v, err := codecOf(t, b.dialect).Decode(packet)
	require.NoError(t, err, line)
	line, _ = b.line(t, name, v)
	return line
}

// TestLive: engines of both dialects receive each other's values unchanged, and all in the same
// order.
func TestLive(t *testing.T) {
	common, only4 := items(t, common), items(t, only4)
	all := append(only4, common...)
	bots := []bot{
		{"Ada", "godot3", enginetest.Godot3(t), common, 3 * len(common), 4},
		{"Bob", "godot4", enginetest.Godot4(t), all, 3 * len(all), 4},
		{"Cid", "godot4", enginetest.Browser(t), all, 3 * len(all), 4},
	}

	url := serve(t)
	dan := join(t, url, "godot4", "Dan", 1)
	var waits []func() []string
	for _, b := range bots {
		waits = append(waits, b.start(t, url))
	}

	want := make([][]string, len(bots)) // lines of each bot
	said := map[string][]variant.Variant{}
	for n := 0; n < len(all)+len(all)+len(common); {
		event := dan.receive().(variant.Dictionary)
		name, _ := event.Get(variant.String("name"))
		value, ok := event.Get(variant.String("value"))
		if !ok {
			continue // joined or left
		}

		n++
		speaker := string(name.(variant.String))
		said[speaker] = append(said[speaker], value)
		for i, b := range bots {
			if line, ok := b.line(t, speaker, value); ok {
				want[i] = append(want[i], line)
			}
		}
	}

	for i, b := range bots {
		require.Equal(t, variant.Text(variant.NewArray(b.says...)),
			variant.Text(variant.NewArray(said[b.name]...)))

		var heard, refused []string
		for _, line := range waits[i]() {
			if strings.HasPrefix(line, "refused: ") {
				refused = append(refused, line)
			} else if strings.Contains(line, ": ") {
				heard = append(heard, b.canonical(t, line))
			}
		}

		require.Equal(t, want[i], heard, b.name)
		require.Len(t, refused, len(b.says)-len(common))
		for j, line := range refused {
			require.Contains(t, line, "Godot3 has no "+only4[j].Type().String())
		}
	}
}

// TestLiveLimit: a client with the default buffers can receive and send messages up to the limit.
// If a message is longer, the client gets the reason.
func TestLiveLimit(t *testing.T) {
	for dialect, find := range map[string]func(testing.TB) *enginetest.Engine{
		"godot3": enginetest.Godot3, "godot4": enginetest.Godot4,
	} {
		t.Run(dialect, func(t *testing.T) {
			engine := find(t)
			empty, err := codecOf(t, dialect).Marshal(map[string]string{
				"type": "said", "name": "Ada", "value": "",
			})
			require.NoError(t, err)
			longest := variant.String(strings.Repeat("x", maxMessage-len(empty)))

			b := bot{"Ada", dialect, engine, []variant.Variant{longest}, 1, 1}
			want, _ := b.line(t, "Ada", longest)
			lines := b.start(t, serve(t), "BUFFERS=default")()
			require.Equal(t, []string{"joined Ada", want}, lines)

			b.says[0] = longest + "x"
			lines = b.start(t, serve(t), "BUFFERS=default")()
			require.Len(t, lines, 2)
			require.Contains(t, lines[1], fmt.Sprint("MaxFrame is ", maxMessage))
		})
	}
}

// typist is a page with a script. The server of the test sends lines to the script, and the script
// types them on the page of the room.
const typist = `<!doctype html>
<iframe id="frame" src="/" style="width: 800px; height: 500px"></iframe>
<script>
(async () => {
	for (;;) {
		const text = await (await fetch("/typed")).text();
		const canvas = document.getElementById("frame").contentDocument.getElementById("canvas");
		for (const key of [...text, "Enter"]) {
			const code = key == "Enter" ? key : "";
			for (const type of ["keydown", "keyup"])
				canvas.dispatchEvent(new KeyboardEvent(type, { key, code, bubbles: true }));
		}
	}
})();
</script>`

// shown gets the lines that the script of the page prints.
type shown chan string

func (s shown) Print(line string) { s <- line }
func (s shown) Error(line string) { s <- "error: " + line }
func (s shown) Exit(code int)     { s <- fmt.Sprintf("exit %d", code) }

// shows waits until the page prints the wanted line. It ignores other lines.
func (s shown) shows(t *testing.T, wanted string) {
	t.Helper()
	var other []string
	for {
		select {
		case line := <-s:
			if line == wanted {
				return
			}
			other = append(other, line)

		case <-time.After(time.Minute):
			t.Fatalf("the page does not show %q, but\n%s", wanted, strings.Join(other, "\n"))
		}
	}
}

// TestPage: the page in a browser can join with a name, send two lines, and show a line from a
// program in Go.
func TestPage(t *testing.T) {
	_, err := web.Folder()
	if err != nil {
		enginetest.Missing(t, err)
	}
	shows, typed := make(shown, 1000), make(chan string, 10)

	site := http.NewServeMux()
	members := websocket.New(websocket.Options{})
	go new(room).server().Serve(members)
	site.Handle("/room", members)
	site.Handle("/", page(shows))
	site.HandleFunc("/typist", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, typist)
	})
	site.HandleFunc("/typed", func(w http.ResponseWriter, req *http.Request) {
		select {
		case text := <-typed:
			_, _ = io.WriteString(w, text)
		case <-req.Context().Done():
		}
	})

	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	enginetest.Open(t, server.URL+"/typist")
	shows.shows(t, "Welcome. A line that begins with = is a value, such as =Vector2(1, 2).")
	url := "ws" + strings.TrimPrefix(server.URL, "http") + "/room"
	ada := join(t, url, "godot3", "Ada", 1)

	typed <- "Eve"
	ada.hears(joined("Eve", 2))
	shows.shows(t, "Eve is here; there are 2")
	typed <- "hello"
	ada.hears(said("Eve", `"hello"`))
	shows.shows(t, "Eve: hello")
	typed <- "=Vector2(1, 2)"
	ada.hears(said("Eve", "Vector2(1, 2)"))
	shows.shows(t, "Eve: Vector2(1, 2)")
	typed <- "=Vector2i(1, 2)"
	shows.shows(t, `Not all heard that: godot: message "said": encode $["value"] (Vector2i): `+
		`unsupported: Godot3 has no Vector2i; a Vector2 comes nearest`)
	ada.says("[PackedInt32Array(1, 2), Color(1, 0.5, 0, 1)]")
	shows.shows(t, "Ada: [PackedInt32Array(1, 2), Color(1, 0.5, 0, 1)]")
	require.NoError(t, ada.conn.Close(nil))
	shows.shows(t, "Ada has left")
}
