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
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/enginetest"
	"godotvariant/variant"
)

// common are values that Godot 3 and Godot 4 have, in Godot 4's text. Package codec compares all
// types with engines.
var common = []string{
	"null", "true", "2147483648", "-0.0", "nan", `"Grüße, 世界 🙂"`, "Vector2(-0.0, inf)",
	"Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)", `NodePath("a/b:c:d")`,
	`{"a": 1, 2: "b", Vector2(1, 2): [null], 0.5: {}}`,
	`[1, "two", [Vector3(1, 2, 3), {"deep": [[[]]]}]]`, "PackedByteArray(0, 1, 254, 255)",
	`PackedStringArray("", "a", "世界")`, "[PackedByteArray(1), PackedVector3Array()]",
}

// only4 are values that Godot 3 has no type for.
var only4 = []string{
	"Vector2i(1, -2)", "Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
	"PackedInt64Array(9223372036854775807)",
}

// parsed returns values as an array.
func parsed(t *testing.T, texts ...string) variant.Array {
	t.Helper()
	var values variant.Array
	for _, s := range texts {
		v, err := text.Parse(s, text.ParseOptions{})
		require.NoError(t, err)
		values.Items = append(values.Items, v)
	}
	return values
}

// packet4 returns the packet of a value for Godot 4.
func packet4(t *testing.T, v variant.Variant) string {
	t.Helper()
	packet, err := codec.Encode(v)
	require.NoError(t, err)
	return string(packet)
}

// A player is a bot in an engine.
type player struct {
	name    string
	dialect string
	engine  *enginetest.Engine
	says    variant.Array
	hears   int // how many values, with those that are refused
	guests  int // the members to wait for
}

// start returns a function that waits for what the player has printed.
func (p player) start(t *testing.T, url string, env ...string) func() []string {
	dir := t.TempDir()
	values := filepath.Join(dir, "values")
	var file bytes.Buffer
	require.NoError(t, codecOf(t, p.dialect).NewEncoder(&file, codec.FrameU32).Encode(p.says))
	require.NoError(t, os.WriteFile(values, file.Bytes(), 0o644))

	env = append(env,
		"ROOM="+url,
		"NAME="+p.name,
		"VALUES="+filepath.ToSlash(values),
		fmt.Sprintf("GUESTS=%d", p.guests),
		fmt.Sprintf("HEAR=%d", p.hears))
	return p.engine.Start(t, strings.Replace(p.dialect, "godot", "bot", 1)+".gd", dir, env).Wait
}

// A saying is a value that a player heard, as a packet of Godot 4.
type saying struct{ name, value string }

// said returns who said which value according to a player's lines, in order.
func (p player) said(t *testing.T, lines []string) (said []saying) {
	t.Helper()
	c := codecOf(t, p.dialect)
	for _, line := range lines {
		name, value, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(line, "refused") {
			continue
		}

		packet, err := base64.StdEncoding.DecodeString(value)
		require.NoError(t, err, line)
		v, err := c.Decode(packet)
		require.NoError(t, err, line)
		said = append(said, saying{name, packet4(t, v)})
	}

	return said
}

// TestLive: engines of both dialects hear each other, to the bit and in one order.
func TestLive(t *testing.T) {
	godot3 := enginetest.Godot3(t)
	node := enginetest.Godot4(t)
	browser := enginetest.Browser(t)

	players := []player{
		{name: "Ada", dialect: "godot3", engine: godot3},
		{name: "Bob", dialect: "godot4", engine: node},
		{name: "Cid", dialect: "godot4", engine: browser},
	}

	common, only4 := parsed(t, common...), parsed(t, only4...)
	isOnly4 := map[string]bool{} // the packets
	for _, v := range only4.Items {
		isOnly4[packet4(t, v)] = true
	}

	url := open(t)
	var waits []func() []string
	for i := range players {
		p := &players[i]
		p.guests = len(players)
		p.says = common
		p.hears = len(players) * len(common.Items)

		if p.dialect == "godot4" {
			p.says.Items = slices.Concat(only4.Items, common.Items)
			p.hears += (2 + 1) * len(only4.Items) // of two players; and one's own are refused
		}

		waits = append(waits, p.start(t, url))
	}

	var order []saying // of what all hear
	for i, p := range players {
		lines := waits[i]()
		said := p.said(t, lines)
		for _, speaker := range players {
			var want []saying
			for _, v := range speaker.says.Items {
				s := saying{speaker.name, packet4(t, v)}
				if p.dialect == "godot4" || !isOnly4[s.value] {
					want = append(want, s)
				}
			}

			got := slices.DeleteFunc(slices.Clone(said), func(s saying) bool {
				return s.name != speaker.name
			})

			require.Equal(t, want, got, "what %s heard of %s", p.name, speaker.name)
		}

		said = slices.DeleteFunc(said, func(s saying) bool { return isOnly4[s.value] })
		if i == 0 {
			order = said
		}

		require.Equal(t, order, said, "the order for %s", p.name)

		refused := slices.DeleteFunc(lines, func(line string) bool {
			return !strings.HasPrefix(line, "refused")
		})

		require.Len(t, refused, len(p.says.Items)-len(common.Items), p.name)
		for j, line := range refused {
			assert.Contains(t, line, "refused by 1 of godot3: ")
			assert.Contains(t, line, "Godot3 has no "+only4.Items[j].Type().String())
		}
	}
}

// TestLiveLimit: a client that has not touched its buffers takes and sends messages up to the
// limit, and hears when it was over it.
func TestLiveLimit(t *testing.T) {
	for _, c := range []struct {
		dialect string
		find    func(testing.TB) *enginetest.Engine
	}{
		{"godot3", enginetest.Godot3},
		{"godot4", enginetest.Godot4},
	} {
		event := newEvent("said", "Ada", variant.KV("value", variant.String("")))
		longest := strings.Repeat("x", maxMessage-len(packet4(t, event)))
		for _, more := range []string{"", "x"} {
			p := player{name: "Ada", dialect: c.dialect, engine: c.find(t), guests: 1, hears: 1}
			p.says.Items = []variant.Variant{variant.String(longest + more)}
			lines := p.start(t, open(t), "BUFFERS=default")()
			require.Len(t, lines, 2)

			if more == "" {
				assert.Equal(t, []saying{{"Ada", packet4(t, p.says.Items[0])}}, p.said(t, lines))
			} else {
				assert.Contains(t, lines[1], "over the limit")
			}
		}
	}
}

// typist is a page that types on the page of the room what the server tells it to.
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

// shown is what the page prints.
type shown struct {
	lines chan string
}

func (s shown) Print(line string) { s.lines <- line }
func (s shown) Error(line string) { s.lines <- "error: " + line }
func (s shown) Exit(code int)     { s.lines <- fmt.Sprintf("exit %d", code) }

// shows waits for a line.
func (s shown) shows(t *testing.T, want string) {
	t.Helper()
	var other []string
	for {
		select {
		case line := <-s.lines:
			if line == want {
				return
			}
			other = append(other, line)

		case <-time.After(time.Minute):
			t.Fatalf("the page does not show %q, but\n%s", want, strings.Join(other, "\n"))
		}
	}
}

// TestPage: somebody opens the page in a browser, types a name and two lines, and reads what a
// program in Go says.
func TestPage(t *testing.T) {
	r, err := newRoom(nil)
	require.NoError(t, err)
	page := shown{make(chan string, 1000)}

	site, err := newSite(r, page)
	if err != nil {
		enginetest.Missing(t, err)
	}

	typed := make(chan string, 10)
	mux := http.NewServeMux()
	mux.Handle("/", site)

	mux.HandleFunc("/typist", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, typist)
	})

	mux.HandleFunc("/typed", func(w http.ResponseWriter, req *http.Request) {
		select {
		case text := <-typed:
			_, _ = io.WriteString(w, text)
		case <-req.Context().Done():
		}
	})

	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	ada := join(t, "ws"+strings.TrimPrefix(server.URL, "http")+"/room", "godot3", "Ada", 1)
	enginetest.Open(t, server.URL+"/typist")

	page.shows(t, "Welcome. A line that begins with = is a value, such as =Vector2(1, 2).")
	typed <- "Eve"
	ada.hears(`{"event": "joined", "name": "Eve", "members": 2}`)
	page.shows(t, "Eve is here; there are 2")
	typed <- "hello"
	ada.hears(`{"event": "said", "name": "Eve", "value": "hello"}`)
	page.shows(t, "Eve: hello")
	typed <- "=Vector2(1, 2)"
	ada.hears(`{"event": "said", "name": "Eve", "value": Vector2(1, 2)}`)
	page.shows(t, "Eve: Vector2(1, 2)")
	typed <- "=Vector2i(1, 2)"
	page.shows(t, `1 with godot3 did not hear that: godot: encode $["value"] (Vector2i): `+
		`not in this dialect: Godot3 has no Vector2i; a Vector2 comes nearest`)
	ada.send("say", parsed(t, "PackedInt32Array(1, 2)", "Color(1, 0.5, 0, 1)"))
	page.shows(t, "Ada: [PackedInt32Array(1, 2), Color(1, 0.5, 0, 1)]")
	require.NoError(t, ada.conn.Close(websocket.StatusNormalClosure, ""))
	page.shows(t, "Ada has left")
}

// TestNoPage: without the web build the room is open, and the page says how to get the build.
func TestNoPage(t *testing.T) {
	t.Setenv("GODOT4_WEB", "")
	for _, variable := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} { // os.UserCacheDir
		t.Setenv(variable, t.TempDir())
	}

	r, err := newRoom(nil)
	require.NoError(t, err)
	site, err := newSite(r, nil)
	require.Error(t, err)
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	answer, err := http.Get(server.URL)
	require.NoError(t, err)
	defer answer.Body.Close()
	assert.Equal(t, http.StatusServiceUnavailable, answer.StatusCode)
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Contains(t, string(body), "go run ./internal/enginetest/fetch")
	join(t, "ws"+strings.TrimPrefix(server.URL, "http")+"/room", "godot4", "Ada", 1)
}
