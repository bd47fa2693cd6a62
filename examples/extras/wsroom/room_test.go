package main

import (
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/examples/engine"
	"godotvariant/variant"
)

// open starts a room of Godot 3 clients and returns its URL.
func open(t *testing.T) string {
	t.Helper()
	c, err := roomCodec("godot3")
	require.NoError(t, err)
	server := httptest.NewServer(newRoom(c, nil))
	t.Cleanup(server.Close)
	return "ws" + strings.TrimPrefix(server.URL, "http")
}

// guest is a client in Go.
type guest struct {
	t     *testing.T
	conn  *websocket.Conn
	codec *codec.Codec
}

func visit(t *testing.T, url string, protocols ...string) *guest {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{Subprotocols: protocols})
	require.NoError(t, err)
	t.Cleanup(func() { conn.CloseNow() })
	conn.SetReadLimit(1 << 20)
	c, err := codec.New(codec.Options{Dialect: codec.Godot3})
	require.NoError(t, err)
	return &guest{t, conn, c}
}

func (g *guest) send(key string, value variant.Variant) {
	g.t.Helper()
	packet, err := g.codec.Encode(variant.NewDictionary(variant.KV(key, value)))
	require.NoError(g.t, err)
	require.NoError(g.t, g.conn.Write(g.t.Context(), websocket.MessageBinary, packet))
}

func (g *guest) receive() (variant.Variant, error) {
	ctx, cancel := context.WithTimeout(g.t.Context(), 5*time.Second)
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
	ada, bob := visit(t, url, protocol), visit(t, url, protocol)
	ada.send("join", variant.String("Ada"))
	ada.hears(`{"event": "joined", "name": "Ada", "members": 1}`)
	bob.send("join", variant.String("Bob"))
	ada.hears(`{"event": "joined", "name": "Bob", "members": 2}`)
	bob.hears(`{"event": "joined", "name": "Bob", "members": 2}`)
	ada.send("say", variant.String("hi"))
	ada.hears(`{"event": "said", "name": "Ada", "text": "hi"}`)
	bob.hears(`{"event": "said", "name": "Ada", "text": "hi"}`)
	require.NoError(t, ada.conn.Close(websocket.StatusNormalClosure, ""))
	bob.hears(`{"event": "left", "name": "Ada"}`)
}

func TestRoomRefuses(t *testing.T) {
	join := func(t *testing.T) *guest {
		g := visit(t, open(t), protocol) // a room of its own: nobody else comes and goes
		g.send("join", variant.String("Eve"))
		_, err := g.receive()
		require.NoError(t, err)
		return g
	}
	t.Run("another sub-protocol", func(t *testing.T) {
		visit(t, open(t)).isSentAway(websocket.StatusPolicyViolation, "the sub-protocol is "+protocol)
	})
	t.Run("no name", func(t *testing.T) {
		g := visit(t, open(t), protocol)
		g.send("say", variant.String("hi"))
		g.isSentAway(websocket.StatusPolicyViolation, "the first message has the form")
	})
	t.Run("a text message", func(t *testing.T) {
		g := join(t)
		require.NoError(t, g.conn.Write(t.Context(), websocket.MessageText, []byte("hi")))
		g.isSentAway(websocket.StatusPolicyViolation, "a text message")
	})
	t.Run("no packet", func(t *testing.T) {
		g := join(t)
		require.NoError(t, g.conn.Write(t.Context(), websocket.MessageBinary, []byte("hi")))
		g.isSentAway(websocket.StatusPolicyViolation, "unexpected end of data")
	})
	t.Run("a message over the limit", func(t *testing.T) {
		g := join(t)
		g.send("say", variant.String(strings.Repeat("x", maxMessage)))
		g.isSentAway(websocket.StatusMessageTooBig, "")
	})
	t.Run("a message over the limit with the name before it", func(t *testing.T) {
		g := join(t)
		g.send("say", variant.String(strings.Repeat("x", maxMessage-50)))
		g.hears(`{"event": "refused", "name": "Eve", "why": "too long for the others"}`)
	})
}

// A member reads why it is sent away even if the room is sending it something.
func TestRoomRefusesWhileItSends(t *testing.T) {
	url := open(t)
	bob, eve := visit(t, url, protocol), visit(t, url, protocol)
	bob.send("join", variant.String("Bob"))
	bob.hears(`{"event": "joined", "name": "Bob", "members": 1}`)
	eve.send("join", variant.String("Eve"))
	bob.hears(`{"event": "joined", "name": "Eve", "members": 2}`)
	const texts = 200 // more than the system buffers for Eve, fewer than may wait
	for range texts {
		bob.send("say", variant.String(strings.Repeat("x", maxMessage-100)))
		_, err := bob.receive()
		require.NoError(t, err)
	}
	require.NoError(t, eve.conn.Write(t.Context(), websocket.MessageText, []byte("hi")))
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
	c, err := roomCodec("godot3")
	require.NoError(t, err)
	r := newRoom(c, nil)
	kicked := false
	slow := &member{name: "slow", out: make(chan []byte, maxWaiting), kick: func() { kicked = true }}
	require.NoError(t, r.join(slow))
	for range maxWaiting - 1 {
		require.NoError(t, r.say(slow, "hi"))
	}
	assert.False(t, kicked)
	require.NoError(t, r.say(slow, "hi"))
	assert.True(t, kicked)
}

// port starts a room and returns its port for the environment of a script, and
// how long a text of Ada's makes the message longest that the room sends.
func port(t *testing.T) (env string, longest int) {
	t.Helper()
	_, number, err := net.SplitHostPort(strings.TrimPrefix(open(t), "ws://"))
	require.NoError(t, err)
	packet, err := codec.Encode(newEvent("said", "Ada", variant.KV("text", variant.String(""))))
	require.NoError(t, err)
	return "GDPORT=" + number, maxMessage - len(packet)
}

func TestLive(t *testing.T) {
	godot := engine.Godot3(t)
	env, big := port(t)
	ada := godot.Start(t, "bot.gd", "", []string{env, "GUESTS=2", "NAME=Ada", "BIG=" + strconv.Itoa(big)})
	bob := godot.Start(t, "bot.gd", "", []string{env, "GUESTS=2", "NAME=Bob", "BIG=" + strconv.Itoa(big-100)})
	for _, lines := range [][]string{ada.Wait(), bob.Wait()} {
		heard := strings.Join(lines, "\n")
		assert.Contains(t, heard, "Ada: hello")
		assert.Contains(t, heard, "Bob: hello")
		assert.Contains(t, heard, fmt.Sprintf("Ada: %d letters", big))
		assert.Contains(t, heard, fmt.Sprintf("Bob: %d letters", big-100))
	}
}

// A client that has not touched its buffers takes and sends messages up to the
// limit, and hears when it was over it.
func TestLiveLimit(t *testing.T) {
	godot := engine.Godot3(t)
	env, big := port(t)
	for extra, want := range map[int]string{0: fmt.Sprintf("Ada: %d letters", big), 1: "refused: too long for the others"} {
		lines := godot.Run(t, "bot.gd", "", env, "NAME=Ada", "BUFFERS=default", "BIG="+strconv.Itoa(big+extra))
		assert.Contains(t, lines, want)
	}
}
