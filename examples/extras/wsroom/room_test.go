package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	gm "godotvariant/math"
	"godotvariant/variant"
)

// open starts a room, which pages from this machine may enter, and returns its URL.
func open(t *testing.T) string {
	t.Helper()
	r, err := newRoom([]string{"127.0.0.1:*"})
	require.NoError(t, err)
	server := httptest.NewUnstartedServer(r)
	server.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		assert.NoError(t, conn.(*net.TCPConn).SetWriteBuffer(buffer))
		return ctx
	}
	server.Start()
	t.Cleanup(server.Close)
	return "ws" + strings.TrimPrefix(server.URL, "http")
}

// buffer is what the system keeps of a connection at either end. Its own choice is some MB: to
// fill that takes a busy machine longer than a member has for one message.
const buffer = 64 << 10

// client connects with that buffer.
var client = &http.Client{Transport: &http.Transport{
	DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(buffer)
		}
		return conn, err
	},
}}

// guest is a client in Go.
type guest struct {
	t     *testing.T
	conn  *websocket.Conn
	codec *codec.Codec
}

// visit opens a connection for a dialect; "" offers no sub-protocol.
func visit(t *testing.T, url, dialect string) *guest {
	t.Helper()
	options := websocket.DialOptions{HTTPClient: client}
	if dialect != "" {
		options.Subprotocols = []string{protocol + dialect}
	}
	conn, _, err := websocket.Dial(t.Context(), url, &options)
	require.NoError(t, err)
	t.Cleanup(func() { conn.CloseNow() })
	conn.SetReadLimit(1 << 20)
	return &guest{t, conn, codecOf(t, dialect)}
}

func codecOf(t *testing.T, dialect string) *codec.Codec {
	t.Helper()
	c, err := codec.New(codec.Options{Dialect: codec.DialectByName(dialect)})
	require.NoError(t, err)
	return c
}

// join is visit and the first message of a guest, who hears that there are so many members.
func join(t *testing.T, url, dialect, name string, members int) *guest {
	t.Helper()
	g := visit(t, url, dialect)
	g.send("join", variant.String(name))
	g.hears(fmt.Sprintf(`{"event": "joined", "name": "%s", "members": %d}`, name, members))
	return g
}

func (g *guest) send(key string, value variant.Variant) {
	g.t.Helper()
	require.NoError(g.t, g.put(key, value))
}

func (g *guest) put(key string, value variant.Variant) error {
	packet, err := g.codec.Encode(variant.NewDictionary(variant.KV(key, value)))
	if err != nil {
		return err
	}
	return g.conn.Write(g.t.Context(), websocket.MessageBinary, packet)
}

func (g *guest) write(kind websocket.MessageType, message string) {
	g.t.Helper()
	require.NoError(g.t, g.conn.Write(g.t.Context(), kind, []byte(message)))
}

func (g *guest) receive() (variant.Variant, error) {
	// A browser needs long to start.
	ctx, cancel := context.WithTimeout(g.t.Context(), time.Minute)
	defer cancel()
	_, packet, err := g.conn.Read(ctx)
	if err != nil {
		return nil, err
	}
	return g.codec.Decode(packet)
}

// hears checks the next event, in Godot's text.
func (g *guest) hears(want string) {
	g.t.Helper()
	v, err := g.receive()
	require.NoError(g.t, err)
	assert.Equal(g.t, want, variant.Text(v))
}

// isSentAway checks that the room ends the connection, and says why.
func (g *guest) isSentAway(status websocket.StatusCode, why string) {
	g.t.Helper()
	_, err := g.receive()
	assert.Equal(g.t, status, websocket.CloseStatus(err), "%v", err)
	assert.ErrorContains(g.t, err, why)
}

func TestRoom(t *testing.T) {
	url := open(t)
	ada, bob := join(t, url, "godot3", "Ada", 1), join(t, url, "godot3", "Bob", 2)
	ada.hears(`{"event": "joined", "name": "Bob", "members": 2}`)
	ada.send("say", variant.String("hi"))
	ada.hears(`{"event": "said", "name": "Ada", "value": "hi"}`)
	bob.hears(`{"event": "said", "name": "Ada", "value": "hi"}`)
	require.NoError(t, ada.conn.Close(websocket.StatusNormalClosure, ""))
	bob.hears(`{"event": "left", "name": "Ada"}`)
}

func TestValueOfOneDialect(t *testing.T) {
	url := open(t)
	ada, bob := join(t, url, "godot3", "Ada", 1), join(t, url, "Godot4", "Bob", 2)
	eve := join(t, url, "godot3", "Eve", 3)

	for _, g := range []*guest{ada, bob} {
		if g == ada {
			g.hears(`{"event": "joined", "name": "Bob", "members": 2}`)
		}
		g.hears(`{"event": "joined", "name": "Eve", "members": 3}`)
	}

	bob.send("say", gm.Vector2i{X: 1, Y: 2})
	bob.send("say", variant.StringName("a name"))
	bob.hears(`{"event": "said", "name": "Bob", "value": Vector2i(1, 2)}`)
	bob.hears(`{"event": "refused", "name": "godot3", "members": 2, ` +
		`"why": "godot: encode $[\"value\"] (Vector2i): not in this dialect: ` +
		`Godot3 has no Vector2i; a Vector2 comes nearest"}`)
	bob.hears(`{"event": "said", "name": "Bob", "value": &"a name"}`)

	for _, g := range []*guest{ada, eve} { // a StringName is a String for Godot 3
		g.hears(`{"event": "said", "name": "Bob", "value": "a name"}`)
	}
}

// TestRoomRefuses: whoever does not keep to the protocol is sent away, and reads why.
func TestRoomRefuses(t *testing.T) {
	long := strings.Repeat("x", maxMessage)
	for name, c := range map[string]struct {
		dialect string
		do      func(g *guest)
		status  websocket.StatusCode
		why     string
	}{
		"no sub-protocol": {"", func(*guest) {}, websocket.StatusPolicyViolation,
			"no such sub-protocol: offer godot-room.v1.godot4"},
		"another sub-protocol": {"godot5", func(*guest) {}, websocket.StatusPolicyViolation,
			"no such sub-protocol"},
		"no name": {"godot3", func(g *guest) { g.send("say", variant.String("hi")) },
			websocket.StatusPolicyViolation, "the first message has the form"},
		"a text message": {"godot3", func(g *guest) { g.write(websocket.MessageText, "hi") },
			websocket.StatusPolicyViolation, "a text message"},
		"no packet": {"godot3", func(g *guest) { g.write(websocket.MessageBinary, "hi") },
			websocket.StatusPolicyViolation, "unexpected end of data"},
		"too long": {"godot3", func(g *guest) { g.send("say", variant.String(long)) },
			websocket.StatusMessageTooBig, ""},
	} {
		t.Run(name, func(t *testing.T) {
			g := visit(t, open(t), c.dialect)
			c.do(g)
			g.isSentAway(c.status, c.why)
		})
	}

	g := join(t, open(t), "godot3", "Eve", 1)
	g.send("say", variant.String(long[50:])) // with the name before it, it is over the limit
	g.hears(`{"event": "refused", "name": "godot3", "members": 1, ` +
		`"why": "godot: encode $[\"value\"] (String): over the limit: ` +
		`the packet is longer than Limits.MaxSize"}`)
}

// A member reads why it is sent away even if the room is sending it something.
func TestRoomRefusesWhileItSends(t *testing.T) {
	url := open(t)
	bob, eve := join(t, url, "godot3", "Bob", 1), join(t, url, "godot4", "Eve", 2)
	bob.hears(`{"event": "joined", "name": "Eve", "members": 2}`)

	const texts = 20 // more than the system buffers for Eve, fewer than may wait
	for range texts {
		bob.send("say", variant.String(strings.Repeat("x", maxMessage-100)))
		_, err := bob.receive()
		require.NoError(t, err)
	}

	eve.write(websocket.MessageText, "hi")
	bob.hears(`{"event": "left", "name": "Eve"}`)

	var err error
	for n := 0; err == nil; n++ {
		require.Less(t, n, texts, "all texts were sent: the room was not busy")
		_, err = eve.receive()
	}

	assert.Equal(t, websocket.StatusPolicyViolation, websocket.CloseStatus(err), "%v", err)
	assert.ErrorContains(t, err, "a text message")
}

// A member that reads nothing is sent away, and the others do not wait for it.
func TestSlowMemberIsSentAway(t *testing.T) {
	r, err := newRoom(nil)
	require.NoError(t, err)

	kicked := false
	slow := &member{name: "slow", dialect: r.dialects[0], out: make(chan []byte, maxWaiting),
		kick: func() {
			kicked = true
		}}

	r.join(slow)
	for range maxWaiting - 1 {
		r.say(slow, variant.String("hi"))
	}

	assert.False(t, kicked)
	r.say(slow, variant.String("hi"))
	assert.True(t, kicked)
}

// A member that says a lot at once is read at the pace at which the others can hear it.
func TestFlood(t *testing.T) {
	g := join(t, open(t), "godot4", "Eve", 1)
	const more = 10
	began := time.Now()
	for i := range maxBurst + more {
		g.send("say", variant.Int(i))
	}
	for i := range maxBurst + more {
		g.hears(fmt.Sprintf(`{"event": "said", "name": "Eve", "value": %d}`, i))
	}
	assert.GreaterOrEqual(t, time.Since(began), (more-1)*sayTime)
}

func TestPace(t *testing.T) {
	var p pace
	now := time.Now()
	for range maxBurst {
		require.LessOrEqual(t, p.next(now), time.Duration(0))
	}

	assert.Equal(t, sayTime, p.next(now))
	assert.Equal(t, 2*sayTime, p.next(now))
	assert.Equal(t, sayTime, p.next(now.Add(2*sayTime)))

	now = now.Add(time.Hour)
	for range maxBurst {
		require.LessOrEqual(t, p.next(now), time.Duration(0), "the silence counts")
	}

	assert.Equal(t, sayTime, p.next(now), "but no more than maxBurst")
}
