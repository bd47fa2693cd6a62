package message

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

// A Client is a connection to a server, for bots, tests and servers that talk to each other. Its
// [Mux] mirrors the server's Mux: it has handlers for the messages that the server sends, and names
// for the messages that the client sends. The client uses the codec of the Mux (Options.Codec).
//
// Any goroutine may call Send and Close. Only one at a time may call Receive.
type Client[S any] struct {
	mux  *Mux[S]
	conn Conn
	free func() bool // stops watching the context

	mu sync.Mutex // held while a packet is written
}

// Dial connects to a server: over a stream such as "tcp" or "unix" with the frames of
// [Server.Serve], over "udp" with datagrams. When ctx is done, the connection closes.
func Dial[S any](ctx context.Context, network, address string, mux *Mux[S]) (*Client[S], error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}

	if strings.HasPrefix(network, "udp") {
		return NewClient(ctx, &datagramClient{Conn: conn}, mux), nil
	}

	return NewClient(ctx, NewConn(conn, mux.options.Codec), mux), nil
}

// NewClient returns a client over any transport, such as a WebSocket, or the [NewConn] of a TLS
// connection. When ctx is done, the connection closes.
func NewClient[S any](ctx context.Context, conn Conn, mux *Mux[S]) *Client[S] {
	free := context.AfterFunc(ctx, func() { conn.Close(context.Cause(ctx)) })
	return &Client[S]{mux: mux, conn: conn, free: free}
}

// Conn returns the connection.
func (c *Client[S]) Conn() Conn { return c.conn }

// Send sends a message and waits until it is written. The errors are those of [Mux.Append],
// variant.ErrLimit for a packet that is too long, and the errors of the connection.
func (c *Client[S]) Send(m any) error {
	packet, err := c.mux.Append(nil, m)
	if err != nil {
		return err
	}

	if most := c.mux.options.Codec.Limits().MaxFrame; len(packet) > most {
		return tooLong("encode", len(packet), most, "Limits.MaxFrame")
	}
	if err := checkTransport(c.conn, packet); err != nil {
		return err
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	return c.conn.WritePacket(packet)
}

// Receive waits for one message and calls its handler with the sender from. An error of the message
// is an error of [Mux.Dispatch]; the next call reads the next message. An error of the connection
// is a [*ConnError].
func (c *Client[S]) Receive(from S) error {
	packet, err := c.conn.ReadPacket()
	if err != nil {
		return &ConnError{err}
	}
	return c.mux.Dispatch(from, packet)
}

// Serve calls [Client.Receive] until the first error and returns it. It returns nil if the server
// closes the connection.
func (c *Client[S]) Serve(from S) error {
	for {
		err := c.Receive(from)
		var lost *ConnError
		if errors.As(err, &lost) && lost.Err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Close closes the connection. Over a WebSocket the server gets the reason why, which may be nil.
func (c *Client[S]) Close(why error) error {
	c.free()
	return c.conn.Close(why)
}

// A ConnError is an error of the connection of a [Client], not of a message.
type ConnError struct{ Err error } // io.EOF if the server has closed it

// Error returns the text of Err.
func (e *ConnError) Error() string { return fmt.Sprint("godot: connection: ", e.Err) }

// Unwrap returns Err.
func (e *ConnError) Unwrap() error { return e.Err }

// A datagramClient is the [Conn] of a UDP socket that is connected to a server.
type datagramClient struct {
	net.Conn
	buf []byte
}

// ReadPacket reads a datagram.
func (c *datagramClient) ReadPacket() ([]byte, error) {
	if c.buf == nil {
		c.buf = make([]byte, 64<<10)
	}
	n, err := c.Read(c.buf)
	return c.buf[:n], err
}

// WritePacket sends a datagram.
func (c *datagramClient) WritePacket(packet []byte) error {
	_, err := c.Write(packet)
	return err
}

// Close closes the socket. Nothing tells the server.
func (c *datagramClient) Close(error) error { return c.Conn.Close() }

// MaxPacket returns the length of the longest datagram in bytes.
func (c *datagramClient) MaxPacket() int { return maxDatagram }
