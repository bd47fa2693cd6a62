package wsconn

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

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
