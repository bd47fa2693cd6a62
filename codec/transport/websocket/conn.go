package websocket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/coder/websocket"

	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A conn implements transport.Conn for a WebSocket.
type conn struct {
	ws      *websocket.Conn
	most    int           // length of the longest message that Receive accepts
	request *http.Request // nil at a client
	addr    net.Addr
	ctx     context.Context // ends with the connection
	end     context.CancelFunc
}

// longest is the length of the longest message that Receive accepts, unless SetMaxFrame changes it.
const longest = 128 << 10

func newConn(ws *websocket.Conn, addr net.Addr) *conn {
	ws.SetReadLimit(-1) // Receive checks the length itself, so that its error names MaxFrame
	ctx, end := context.WithCancel(context.Background())
	return &conn{ws: ws, most: longest, addr: addr, ctx: ctx, end: end}
}

// Dial connects to a server, at an address such as "ws://127.0.0.1:9001/play".
func Dial(ctx context.Context, url string) (transport.Conn, error) {
	ws, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		return nil, err
	}
	return newConn(ws, address(url)), nil
}

// An address is the URL that a client has dialed.
type address string

// Network returns "websocket".
func (address) Network() string { return "websocket" }

func (a address) String() string { return string(a) }

// Request returns the request of a client's connection: its path, its query, its header. It returns
// nil for a connection that a [Listener] has not accepted.
func Request(c transport.Conn) *http.Request {
	if c, ok := c.(*conn); ok {
		return c.request
	}
	return nil
}

// remote returns the address of the client of a request.
func remote(r *http.Request) net.Addr {
	addr, _ := netip.ParseAddrPort(r.RemoteAddr)
	return net.TCPAddrFromAddrPort(addr)
}

// Receive waits for a binary message.
func (c *conn) Receive() (transport.Message, error) {
	kind, data, err := c.read()
	if err != nil {
		return transport.Message{}, c.fault(err)
	}

	if len(data) > c.most {
		why := fmt.Sprintf("the message has more than %d bytes, Limits.MaxFrame is %[1]d", c.most)
		return transport.Message{}, variant.Because(variant.ErrLimit, why)
	}
	if kind != websocket.MessageBinary {
		why := "a text message (Godot 3: set_write_mode(WRITE_MODE_BINARY))"
		return transport.Message{}, variant.Because(transport.ErrProtocol, why)
	}

	return transport.Message{Data: data}, nil
}

// fault returns the error of Receive for an error of reading.
func (c *conn) fault(err error) error {
	if c.ctx.Err() != nil {
		return net.ErrClosed
	}

	var end websocket.CloseError
	if errors.As(err, &end) {
		return closed(end)
	}
	return err
}

// read returns the next message. If the message is longer than the limit, read returns only its
// first bytes: one byte more than the limit.
func (c *conn) read() (websocket.MessageType, []byte, error) {
	kind, r, err := c.ws.Reader(c.ctx)
	if err != nil {
		return 0, nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(c.most)+1))
	return kind, data, err
}

// Send sends a binary message.
func (c *conn) Send(m transport.Message) error {
	return c.ws.Write(c.ctx, websocket.MessageBinary, m.Data)
}

// SetMaxFrame sets the length, in bytes, of the longest message that Receive accepts. For a longer
// message Receive returns an error of kind variant.ErrLimit.
func (c *conn) SetMaxFrame(n int) { c.most = n }

// Ping waits for a pong.
func (c *conn) Ping(ctx context.Context) error { return c.ws.Ping(ctx) }

// Close tells the other side the reason, and waits until that side confirms the end. After ErrSlow
// it does not wait.
func (c *conn) Close(why error) error {
	if errors.Is(why, transport.ErrSlow) {
		c.end()
		go c.ws.CloseNow() // in a goroutine, because CloseNow waits for another Close
		return nil
	}

	code, text := closeFrame(why)
	err := c.ws.Close(code, text)
	c.end()
	return err
}

// Linger returns the time for which the connection stays open after its last message: Godot 3 and 4
// lose a message that arrives in the same read as the end.
func (c *conn) Linger() time.Duration { return 200 * time.Millisecond }

// RemoteAddr returns the address of the other side.
func (c *conn) RemoteAddr() net.Addr { return c.addr }

// Name returns "websocket".
func (c *conn) Name() string { return "websocket" }
