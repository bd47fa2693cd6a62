package websocket_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	ours "godotvariant/codec/transport/websocket"
	"godotvariant/variant"
)

// serve starts a server that sends each message back, and returns its address.
func serve(t *testing.T, s *transport.Server, o ours.Options) (url string) {
	if s.Receive == nil {
		s.Receive = func(p *transport.Peer, m transport.Message) error { return p.Send(m) }
	}
	l, err := ours.Listen("127.0.0.1:0", o)
	require.NoError(t, err)
	go s.Serve(l)
	t.Cleanup(func() { s.Shutdown(context.Background()) })
	return "ws://" + l.Addr().String() + "/play?ticket=7"
}

// dial connects a client of github.com/coder/websocket.
func dial(t *testing.T, url string, o *websocket.DialOptions) *websocket.Conn {
	ws, _, err := websocket.Dial(t.Context(), url, o)
	require.NoError(t, err)
	t.Cleanup(func() { ws.CloseNow() })
	ws.SetReadLimit(1 << 20)
	return ws
}

// TestMessages: a message is a binary message of at most MaxFrame bytes. Any other message ends the
// connection, and the other side gets the reason.
func TestMessages(t *testing.T) {
	for name, c := range map[string]struct {
		kind   websocket.MessageType
		length int
		status websocket.StatusCode
	}{
		"longest":  {websocket.MessageBinary, 1000, -1},
		"too long": {websocket.MessageBinary, 1001, websocket.StatusMessageTooBig},
		"text":     {websocket.MessageText, 4, websocket.StatusProtocolError},
	} {
		t.Run(name, func(t *testing.T) {
			left := make(chan error, 1)
			s := &transport.Server{Limits: transport.Limits{MaxFrame: 1000}}
			s.Leave = func(_ *transport.Peer, why error) { left <- why }
			ws := dial(t, serve(t, s, ours.Options{}), nil)
			require.NoError(t, ws.Write(t.Context(), c.kind, make([]byte, c.length)))
			_, data, err := ws.Read(t.Context())
			require.Equal(t, c.status, websocket.CloseStatus(err))
			if err == nil {
				require.Len(t, data, c.length)
				return
			}
			why := <-left
			require.True(t,
				errors.Is(why, variant.ErrLimit) || errors.Is(why, transport.ErrProtocol), why)
		})
	}
}

// TestOrigins: a page of another host may connect if its host is one of the origins. The function
// Refused is called for a page that may not connect.
func TestOrigins(t *testing.T) {
	options := &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {"https://game.example.com"}},
	}
	refused := make(chan error, 1)
	o := ours.Options{Refused: func(r *http.Request, why error) { refused <- why }}

	_, answer, err := websocket.Dial(t.Context(), serve(t, &transport.Server{}, o), options)
	require.Error(t, err)
	require.Equal(t, http.StatusForbidden, answer.StatusCode)
	require.ErrorContains(t, <-refused, "game.example.com")

	o.Origins = []string{"game.example.com"}
	dial(t, serve(t, &transport.Server{}, o), options)
	require.Empty(t, refused)
}

// TestAccept: a client without the right ticket can't connect. If a client has the ticket, the
// function Request returns its HTTP request.
func TestAccept(t *testing.T) {
	errTicket := errors.New("no ticket")
	refused := make(chan error, 1)
	path := make(chan string, 1)
	s := &transport.Server{Enter: func(p *transport.Peer) error {
		path <- ours.Request(p.Conn()).URL.Path
		return nil
	}}
	url := serve(t, s, ours.Options{
		Accept: func(r *http.Request) error {
			if r.URL.Query().Get("ticket") != "7" {
				return errTicket
			}
			return nil
		},
		Refused: func(_ *http.Request, why error) { refused <- why },
	})

	_, answer, err := websocket.Dial(t.Context(), strings.TrimSuffix(url, "7"), nil)
	require.Error(t, err)
	require.Equal(t, http.StatusForbidden, answer.StatusCode)
	require.Equal(t, errTicket, <-refused)
	dial(t, url, nil)
	require.Equal(t, "/play", <-path)
	near, _ := transport.Pipe()
	require.Nil(t, ours.Request(near))
}

// TestReceiveAfterClose: after Close of this side, Receive returns net.ErrClosed.
func TestReceiveAfterClose(t *testing.T) {
	l, err := ours.Listen("127.0.0.1:0", ours.Options{})
	require.NoError(t, err)
	defer l.Close()

	go func() {
		ws, _, err := websocket.Dial(t.Context(), "ws://"+l.Addr().String(), nil)
		if err == nil {
			_, _, _ = ws.Read(t.Context()) // answers the closing handshake
		}
	}()

	conn, err := l.Accept()
	require.NoError(t, err)
	require.NoError(t, conn.Close(nil))
	_, err = conn.Receive()
	require.Equal(t, net.ErrClosed, err)
}

// TestReasons: each side gets the reason why the other side has closed. An orderly end is io.EOF.
func TestReasons(t *testing.T) {
	for _, row := range []struct {
		why, want error
		code      websocket.StatusCode
	}{
		{nil, io.EOF, websocket.StatusNormalClosure},
		{transport.ErrEnded, io.EOF, websocket.StatusNormalClosure},
		{transport.ErrClosed, io.EOF, websocket.StatusGoingAway},
		{transport.ErrIdle, transport.ErrIdle, websocket.StatusPolicyViolation},
		{transport.ErrRate, transport.ErrRate, websocket.StatusPolicyViolation},
		{transport.ErrFull, transport.ErrFull, websocket.StatusTryAgainLater},
		{transport.ErrPanic, transport.ErrPanic, websocket.StatusInternalError},
		{transport.ErrProtocol, transport.ErrProtocol, websocket.StatusProtocolError},
		{errors.New(strings.Repeat("ü", 100)), transport.ErrLost, websocket.StatusPolicyViolation},
	} {
		l := ours.New(ours.Options{})
		site := httptest.NewServer(l)
		url := "ws" + strings.TrimPrefix(site.URL, "http")
		end := func() {
			c, err := l.Accept()
			require.NoError(t, err)
			_ = c.Close(row.why)
		}

		go end()
		ws := dial(t, url, nil)
		_, _, err := ws.Read(t.Context())
		require.Equal(t, row.code, websocket.CloseStatus(err), "%v", row.why)

		go end()
		c, err := ours.Dial(t.Context(), url)
		require.NoError(t, err)
		_, err = c.Receive()
		require.ErrorIs(t, err, row.want)
		site.Close()
	}
}

// TestEndWithinPatience: a client that does not answer the closing frame is disconnected after
// Patience.
func TestEndWithinPatience(t *testing.T) {
	left := make(chan time.Time, 1)
	s := &transport.Server{Limits: transport.Limits{Patience: 300 * time.Millisecond}}
	s.Leave = func(*transport.Peer, error) { left <- time.Now() }
	s.Enter = func(p *transport.Peer) error {
		time.AfterFunc(10*time.Millisecond, func() { p.End(nil) })
		return nil
	}
	began := time.Now()
	dial(t, serve(t, s, ours.Options{}), nil) // the client reads nothing
	require.Less(t, (<-left).Sub(began), 3*time.Second)
}

// TestQuietGames: a game that has sent a message stays connected while its WebSocket answers pings.
// A stranger that has sent nothing is disconnected.
func TestQuietGames(t *testing.T) {
	s := &transport.Server{Limits: transport.Limits{Idle: 300 * time.Millisecond}}
	url := serve(t, s, ours.Options{})
	ends := make([]chan error, 2)
	for i := range ends {
		ws := dial(t, url, nil)
		if i == 0 {
			require.NoError(t, ws.Write(t.Context(), websocket.MessageBinary, []byte{1}))
		}
		ends[i] = make(chan error, 1)
		go func() {
			for {
				if _, _, err := ws.Read(context.Background()); err != nil {
					ends[i] <- err
					return
				}
			}
		}()
	}
	require.ErrorContains(t, <-ends[1], "idle: ")
	select {
	case err := <-ends[0]:
		t.Fatal(err)
	case <-time.After(time.Second):
	}
	require.NoError(t, s.Shutdown(t.Context()))
	require.Equal(t, websocket.StatusGoingAway, websocket.CloseStatus(<-ends[0]))
}

// TestHalfHeaders: a connection that sends half a request ends.
func TestHalfHeaders(t *testing.T) {
	l, err := ours.ListenFor(50 * time.Millisecond)
	require.NoError(t, err)
	defer l.Close()

	c, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	_, err = c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n"))
	require.NoError(t, err)
	require.NoError(t, c.SetReadDeadline(time.Now().Add(time.Minute)))
	_, err = io.ReadAll(c)
	require.NoError(t, err, "the server has closed it")
}

// TestListenerCloses: after Close a waiting Accept returns, and a client that connects is
// disconnected.
func TestListenerCloses(t *testing.T) {
	l := ours.New(ours.Options{})
	site := httptest.NewServer(l)
	defer site.Close()
	accepted := make(chan error, 1)
	go func() {
		_, err := l.Accept()
		accepted <- err
	}()
	require.NoError(t, l.Close())
	require.ErrorIs(t, <-accepted, net.ErrClosed)
	c, err := ours.Dial(t.Context(), "ws"+strings.TrimPrefix(site.URL, "http"))
	require.NoError(t, err)
	_, err = c.Receive()
	require.ErrorIs(t, err, io.EOF)
}

// TestBothFamilies: games of Godot 4 and Godot 3 play at one address, and a restart of the server
// is an orderly end for them.
func TestBothFamilies(t *testing.T) {
	server := multiplayer.NewServer(
		multiplayer.Options{}, multiplayer.Options{Protocol: packet.Godot3})
	server.Choose = func(c transport.Conn) *multiplayer.World {
		if ours.Request(c).URL.Path == "/godot3" {
			return server.Worlds()[1]
		}
		return server.World()
	}
	for _, w := range server.Worlds() {
		chat := w.Node("Chat")
		chat.Declare(multiplayer.Method{Name: "heard"})
		chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
			func(p *multiplayer.Peer, text string) error {
				return chat.Call(p.ID(), "heard", text)
			})
	}
	l, err := ours.Listen("127.0.0.1:0", ours.Options{})
	require.NoError(t, err)
	go server.Serve(l)

	ends := make(chan error, 2)
	for path, p := range map[string]*packet.Protocol{
		"/godot4": packet.Godot4, "/godot3": packet.Godot3,
	} {
		conn, err := ours.Dial(t.Context(), "ws://"+l.Addr().String()+path)
		require.NoError(t, err)
		c := multiplayer.NewClient(conn, multiplayer.Options{Protocol: p})
		heard := make(chan string, 1)
		chat := c.World().Node("Chat")
		chat.Declare(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer})
		chat.Handle(multiplayer.Method{Name: "heard"}, func(text string) { heard <- text })
		c.Event = func(e multiplayer.Event) {
			if _, ok := e.(multiplayer.Connected); ok {
				require.NoError(t, chat.Call(1, "say", path))
			}
		}
		go func() { ends <- c.Run(context.Background()) }()
		require.Equal(t, path, <-heard)
	}
	require.NoError(t, server.Shutdown(context.Background()))
	require.NoError(t, <-ends)
	require.NoError(t, <-ends)
}
