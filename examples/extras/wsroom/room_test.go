package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/text"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
	"godotvariant/variant"
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// serve starts a room and returns its URL. Pages from this machine may enter. Each function in the
// argument change modifies the server of the room.
func serve(t *testing.T, change ...func(*message.Server[*member])) string {
	t.Helper()
	server := new(room).server()
	server.Limits.Idle = 10 * time.Minute // engines may start slowly
	for _, f := range change {
		f(server)
	}

	members := websocket.New(websocket.Options{Origins: []string{"127.0.0.1:*"}})
	go server.Serve(members)
	site := httptest.NewServer(members)
	t.Cleanup(site.Close)
	return "ws" + strings.TrimPrefix(site.URL, "http")
}

// A guest is a client in Go that visits the room.
type guest struct {
	t     *testing.T
	conn  transport.Conn
	codec *codec.Codec
}

func visit(t *testing.T, url, dialect string) *guest {
	t.Helper()
	conn, err := websocket.Dial(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(transport.ErrSlow) }) // closes without waiting
	return &guest{t, conn, codecOf(t, dialect)}
}

func codecOf(t *testing.T, dialect string) *codec.Codec {
	t.Helper()
	c, err := codec.New(codec.Options{Dialect: codec.DialectByName(dialect)})
	require.NoError(t, err)
	return c
}

// join connects a guest and sends its first message. It requires that the guest receives "joined"
// with the number of members.
func join(t *testing.T, url, dialect, name string, members int) *guest {
	t.Helper()
	g := visit(t, url, dialect)
	g.sends(fmt.Sprintf(`{"type": "join", "name": "%s"}`, name))
	g.hears(joined(name, members))
	return g
}

func joined(name string, members int) string {
	return fmt.Sprintf(`{"type": "joined", "name": "%s", "members": %d}`, name, members)
}

func said(name, value string) string {
	return fmt.Sprintf(`{"type": "said", "name": "%s", "value": %s}`, name, value)
}

// sends sends a message. The argument s is the message in Godot's text.
func (g *guest) sends(s string) {
	g.t.Helper()
	require.NoError(g.t, g.conn.Send(transport.Message{Data: g.packet(s)}))
}

// packet returns the packet of a message in the dialect of the guest. The argument s is the message
// in Godot's text.
func (g *guest) packet(s string) []byte {
	g.t.Helper()
	v, err := text.Parse(s, nil)
	require.NoError(g.t, err)
	packet, err := g.codec.Encode(v)
	require.NoError(g.t, err)
	return packet
}

func (g *guest) says(value string) {
	g.t.Helper()
	g.sends(`{"type": "say", "value": ` + value + `}`)
}

// receive waits for a message.
func (g *guest) receive() variant.Variant {
	g.t.Helper()
	m, err := g.conn.Receive()
	require.NoError(g.t, err)
	v, err := g.codec.Decode(m.Data)
	require.NoError(g.t, err)
	return v
}

// hears requires that the next messages to the guest equal the given messages, which are in Godot's
// text.
func (g *guest) hears(messages ...string) {
	g.t.Helper()
	for _, wanted := range messages {
		require.Equal(g.t, wanted, variant.Text(g.receive()))
	}
}

// isSentAway requires that the room ends the connection. The argument reason is the reason, which
// the error must contain.
func (g *guest) isSentAway(reason string) {
	g.t.Helper()
	for {
		if _, err := g.conn.Receive(); err != nil {
			require.ErrorContains(g.t, err, strings.ReplaceAll(reason, `"`, `\"`))
			return
		}
	}
}

func TestRoom(t *testing.T) {
	url := serve(t)
	ada, bob := join(t, url, "godot3", "Ada", 1), join(t, url, "godot3", "Bob", 2)
	ada.hears(joined("Bob", 2))
	ada.sends(`{"type": "here"}`)
	ada.says(`"hi"`)
	ada.hears(said("Ada", `"hi"`))
	bob.hears(said("Ada", `"hi"`))
	require.NoError(t, ada.conn.Close(nil))
	bob.hears(`{"type": "left", "name": "Ada"}`)
}

func TestValueOfOneDialect(t *testing.T) {
	url := serve(t)
	ada, bob := join(t, url, "godot3", "Ada", 1), join(t, url, "godot4", "Bob", 2)
	ada.hears(joined("Bob", 2))

	bob.says("Vector2i(1, 2)")
	bob.says(`&"a name"`)
	bob.hears(said("Bob", "Vector2i(1, 2)"))
	bob.hears(`{"type": "refused", "why": "godot: message \"said\": encode $[\"value\"] ` +
		`(Vector2i): unsupported: Godot3 has no Vector2i; a Vector2 comes nearest"}`)
	bob.hears(said("Bob", `&"a name"`))
	ada.hears(said("Bob", `"a name"`)) // a StringName is a String for Godot 3
}

// TestRoomRefuses: the room disconnects a client that breaks the protocol, and gives it the reason.
func TestRoomRefuses(t *testing.T) {
	long := strings.Repeat("x", maxMessage)
	const eve = `{"type": "join", "name": "Eve"}`
	for why, messages := range map[string][]string{
		`unknown message "fly"`:                {`{"type": "fly"}`},
		"the first message is join":            {`{"type": "say", "value": 1}`},
		"a member joins once, with a name":     {`{"type": "join", "name": ""}`},
		"a member joins once":                  {eve, eve},
		"the tag max allows 64":                {`{"type": "join", "name": "` + long[:65] + `"}`},
		`the key "value" is required`:          {eve, `{"type": "say"}`},
		fmt.Sprint("MaxFrame is ", maxMessage): {`{"type": "join", "name": "` + long + `"}`},
	} {
		t.Run(why, func(t *testing.T) {
			g := visit(t, serve(t), "godot3")
			for _, m := range messages {
				g.sends(m)
			}
			g.isSentAway(why)
		})
	}

	t.Run("no packet", func(t *testing.T) {
		g := visit(t, serve(t), "godot3")
		require.NoError(t, g.conn.Send(transport.Message{Data: []byte("hi")}))
		g.isSentAway("unexpected end of data")
	})

	t.Run("silence", func(t *testing.T) {
		url := serve(t, func(s *message.Server[*member]) { s.Limits.Idle = 100 * time.Millisecond })
		visit(t, url, "godot3").isSentAway("nothing came for 100ms")
	})

	t.Run("too many", func(t *testing.T) {
		g := join(t, serve(t), "godot4", "Eve", 1)
		here := g.packet(`{"type": "here"}`)
		for range 500 {
			// Send fails when the room has ended the connection.
			_ = g.conn.Send(transport.Message{Data: here})
		}
		g.isSentAway("more than 100 in a second")
	})
}

// TestLongValue: the room refuses a value that is too long for the other members, and the sender
// stays connected.
func TestLongValue(t *testing.T) {
	g := join(t, serve(t), "godot3", "Eve", 1)
	g.says(`"` + strings.Repeat("x", maxMessage-70) + `"`) // too long together with the name "Eve"
	v, ok := variant.As[variant.Dictionary](g.receive())
	require.True(t, ok)
	why, _ := v.Get(variant.String("why"))
	require.Contains(t, variant.Text(why), fmt.Sprint("MaxFrame is ", maxMessage))
	g.says("1")
	g.hears(said("Eve", "1"))
}

// TestSlowMemberIsSentAway: the room disconnects a member that reads nothing. The other members do
// not wait for it.
func TestSlowMemberIsSentAway(t *testing.T) {
	whys := make(chan error, 2)
	url := serve(t, func(s *message.Server[*member]) {
		s.Limits.MaxRate = -1
		s.Limits.MaxByteRate = -1
		s.Limits.Patience = 100 * time.Millisecond
		s.Leave = func(_ *member, why error) { whys <- why }
	})
	bob := join(t, url, "godot3", "Bob", 1)
	join(t, url, "godot3", "Eve", 2)
	bob.hears(joined("Eve", 2))

	long := bob.packet(`{"type": "say", "value": "` + strings.Repeat("x", maxMessage-100) + `"}`)
	for len(whys) == 0 {
		require.NoError(t, bob.conn.Send(transport.Message{Data: long}))
		_, err := bob.conn.Receive()
		require.NoError(t, err)
	}
	require.ErrorIs(t, <-whys, transport.ErrSlow)
}

// TestNoPage: without the web build the page says how to get the build.
func TestNoPage(t *testing.T) {
	t.Setenv("GODOT4_WEB", "")
	for _, variable := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} { // os.UserCacheDir
		t.Setenv(variable, t.TempDir())
	}

	answer := httptest.NewRecorder()
	page(nil).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
	require.Equal(t, http.StatusServiceUnavailable, answer.Code)
	require.Contains(t, answer.Body.String(), "go run ./internal/test/enginetest/fetch")
}
