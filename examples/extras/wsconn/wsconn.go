// Package wsconn is WebSocket as a transport: one message is one packet. [Handler] is for
// message.Server.ServeConn, and a [Gate] for games that use @rpc. It is short, to be copied.
package wsconn

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/coder/websocket"

	"godotvariant/codec/transport"
)

// Handler serves each WebSocket with a function, such as Server.ServeConn. Games that are not web
// pages may connect, web pages of the server's host, and those of more hosts, the origins, such as
// "game.example.com".
func Handler(serve func(transport.Conn) error, origins ...string) http.Handler {
	options := &websocket.AcceptOptions{OriginPatterns: origins}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, options)
		if err != nil {
			return // Accept has answered
		}

		ws.SetReadLimit(longest)
		addr, _ := netip.ParseAddrPort(r.RemoteAddr)
		_ = serve(conn{ws, net.TCPAddrFromAddrPort(addr)}) // Leave gets the reason
	})
}

// Dial connects to a server, for message.NewClient.
func Dial(ctx context.Context, url string) (transport.Conn, error) {
	ws, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(longest)
	return conn{ws, &net.TCPAddr{}}, nil
}

// longest is the longest packet that is read, in bytes. The other side is a stranger, but calls of
// a game may have 64 KiB and more.
const longest = 128 << 10

type conn struct {
	*websocket.Conn
	addr net.Addr
}

func (c conn) Receive() (transport.Message, error) {
	kind, packet, err := c.Read(context.Background())
	switch status := websocket.CloseStatus(err); {
	case status == websocket.StatusNormalClosure, status == websocket.StatusGoingAway:
		return transport.Message{}, io.EOF
	case err == nil && kind != websocket.MessageBinary:
		return transport.Message{},
			errors.New("a text message (Godot 3: set_write_mode(WRITE_MODE_BINARY))")
	}
	return transport.Message{Data: packet}, err
}

func (c conn) Send(m transport.Message) error {
	return c.Write(context.Background(), websocket.MessageBinary, m.Data)
}

// Close tells the other side the reason. Godot has it in WebSocketPeer.get_close_reason.
func (c conn) Close(why error) error {
	status := websocket.StatusPolicyViolation
	switch {
	case why == nil:
		return c.Conn.Close(websocket.StatusNormalClosure, "")
	case errors.Is(why, transport.ErrSlow):
		return c.CloseNow()
	case errors.Is(why, transport.ErrClosed):
		status = websocket.StatusGoingAway
	}

	reason := why.Error()
	reason = reason[:min(len(reason), 120)] // 123 bytes are allowed
	return c.Conn.Close(status, strings.ToValidUTF8(reason, ""))
}

// Linger is how long the connection stays open after its last message: a native Godot 4 loses a
// message that arrives in the same read as the end.
func (c conn) Linger() time.Duration { return 200 * time.Millisecond }

func (c conn) RemoteAddr() net.Addr { return c.addr }
