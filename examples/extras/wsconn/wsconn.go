// Package wsconn carries packets over WebSockets: one message is one packet. [Handler] is for
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

	"github.com/coder/websocket"

	"godotvariant/codec/message"
)

// Handler serves each WebSocket with a function, such as Server.ServeConn. Games that are not web
// pages may connect, web pages of the server's host, and those of more hosts, the origins, such as
// "game.example.com".
func Handler(serve func(message.Conn) error, origins ...string) http.Handler {
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
func Dial(ctx context.Context, url string) (message.Conn, error) {
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

func (c conn) ReadPacket() ([]byte, error) {
	kind, packet, err := c.Read(context.Background())
	switch {
	case websocket.CloseStatus(err) == websocket.StatusNormalClosure:
		return nil, io.EOF
	case err == nil && kind != websocket.MessageBinary:
		return nil, errors.New("a text message (Godot 3: set_write_mode(WRITE_MODE_BINARY))")
	}
	return packet, err
}

func (c conn) WritePacket(packet []byte) error {
	return c.Write(context.Background(), websocket.MessageBinary, packet)
}

// Close tells the other side the reason. Godot has it in WebSocketPeer.get_close_reason.
func (c conn) Close(why error) error {
	if errors.Is(why, message.ErrSlow) {
		return c.CloseNow()
	}
	if why == nil {
		return c.Conn.Close(websocket.StatusNormalClosure, "")
	}

	reason := why.Error()
	reason = reason[:min(len(reason), 120)] // 123 bytes are allowed
	return c.Conn.Close(websocket.StatusPolicyViolation, strings.ToValidUTF8(reason, ""))
}

func (c conn) RemoteAddr() net.Addr { return c.addr }
