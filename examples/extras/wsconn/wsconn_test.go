package wsconn

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/sockets"
	"godotvariant/codec/transport"
)

// echo starts a server that sends each packet back.
func echo(t *testing.T, origins ...string) (url string) {
	site := httptest.NewServer(Handler(func(c transport.Conn) error {
		for {
			m, err := c.Receive()
			if err != nil {
				return c.Close(err)
			}
			if err := c.Send(m); err != nil {
				return err
			}
		}
	}, origins...))

	t.Cleanup(site.Close)
	return site.URL
}

// TestPackets: a packet is a binary message of at most 128 KiB. Any other message ends the
// connection, and the other side reads why.
func TestPackets(t *testing.T) {
	for name, c := range map[string]struct {
		kind   websocket.MessageType
		length int
		status websocket.StatusCode
		why    string
	}{
		"longest":  {websocket.MessageBinary, 128 << 10, -1, ""},
		"too long": {websocket.MessageBinary, 128<<10 + 1, websocket.StatusMessageTooBig, ""},
		"text":     {websocket.MessageText, 4, websocket.StatusPolicyViolation, "a text message"},
	} {
		t.Run(name, func(t *testing.T) {
			ws, _, err := websocket.Dial(t.Context(), echo(t), nil)
			require.NoError(t, err)
			defer ws.CloseNow()
			ws.SetReadLimit(1 << 20)

			require.NoError(t, ws.Write(t.Context(), c.kind, make([]byte, c.length)))
			_, packet, err := ws.Read(t.Context())
			require.Equal(t, c.status, websocket.CloseStatus(err))
			if err == nil {
				require.Len(t, packet, c.length)
			} else {
				require.ErrorContains(t, err, c.why)
			}
		})
	}
}

// TestOrigins: a page of another host may connect if its host is one of the origins.
func TestOrigins(t *testing.T) {
	header := http.Header{"Origin": {"https://game.example.com"}}
	options := &websocket.DialOptions{HTTPHeader: header}

	_, answer, err := websocket.Dial(t.Context(), echo(t), options)
	require.Error(t, err)
	require.Equal(t, http.StatusForbidden, answer.StatusCode)

	ws, _, err := websocket.Dial(t.Context(), echo(t, "game.example.com"), options)
	require.NoError(t, err)
	require.NoError(t, ws.CloseNow())
}

// A stuck is the connection of a game that neither sends nor reads.
type stuck struct {
	context.Context
	end context.CancelCauseFunc
}

func newStuck() stuck {
	ctx, end := context.WithCancelCause(context.Background())
	return stuck{ctx, end}
}

func (c stuck) Receive() (transport.Message, error) {
	<-c.Done()
	return transport.Message{}, io.EOF
}

func (c stuck) Send(transport.Message) error {
	<-c.Done()
	return net.ErrClosed
}

func (c stuck) Close(why error) error {
	c.end(why)
	return nil
}

func (c stuck) RemoteAddr() net.Addr { return &net.TCPAddr{} }

// TestGate: a game that does not read is disconnected, and Close disconnects the others. Games of
// two servers have different IDs.
func TestGate(t *testing.T) {
	came, left := make(chan int32, 9), make(chan int32, 9)
	gate := &Gate{Take: func(events []multiplayer.Event, err error) {
		for _, event := range events {
			switch event := event.(type) {
			case multiplayer.Connected:
				came <- event.Peer.ID()
			case multiplayer.Disconnected:
				left <- event.Peer.ID()
			}
		}
	}}

	var games []stuck
	var servers []*sockets.Server
	for id := range int32(3) {
		game, server := newStuck(), sockets.New(multiplayer.Options{})
		games, servers = append(games, game), append(servers, server)
		go gate.Serve(server, game)
		require.Equal(t, id+2, <-came)
	}

	sent := 0
	gate.Do(func() ([]multiplayer.Event, error) {
		var err error
		for ; err == nil; sent++ {
			err = servers[1].World().SendBytes(3, []byte{1}, multiplayer.Reliable, 0)
		}
		require.ErrorIs(t, err, transport.ErrSlow)
		return nil, nil
	})
	require.Equal(t, int32(3), <-left)
	require.InDelta(t, 1024, sent, 3) // one message is being written, and the first was the ID
	require.ErrorIs(t, context.Cause(games[1]), transport.ErrSlow)
	require.NoError(t, games[0].Err())

	gate.Close()
	for _, game := range games {
		require.Eventually(t, func() bool { return game.Err() != nil }, time.Minute, time.Millisecond)
	}
}
