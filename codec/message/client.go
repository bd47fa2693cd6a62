package message

import (
	"context"
	"errors"
	"fmt"
	"io"

	"godotvariant/codec/transport"
)

// A Client is a connection to a server, for bots, tests and servers that talk to each other. Its
// [Mux] mirrors the server's Mux: it has handlers for the messages that the server sends, and names
// for the messages that the client sends. The client uses the codec of the Mux (Options.Codec).
//
// Any goroutine may call Send and Close. Only one at a time may call Receive.
type Client[S any] struct {
	mux  *Mux[S]
	conn transport.Conn
	free func() bool // stops watching the context

	// sending is used as a mutex. It has an item while a message is written. A sync.Mutex would
	// stop the clock of testing/synctest.
	sending chan struct{}
	packet  []byte // buffer for the next packet
}

// NewClient returns a client over a connection, such as one of transport.Dial. When ctx is done,
// the connection closes.
func NewClient[S any](ctx context.Context, c transport.Conn, mux *Mux[S]) *Client[S] {
	if framed, ok := c.(interface{ SetMaxFrame(n int) }); ok {
		framed.SetMaxFrame(mux.options.Codec.Limits().MaxFrame)
	}

	free := context.AfterFunc(ctx, func() { c.Close(context.Cause(ctx)) })
	return &Client[S]{mux: mux, conn: c, free: free, sending: make(chan struct{}, 1)}
}

// Conn returns the connection.
func (c *Client[S]) Conn() transport.Conn { return c.conn }

// Send sends a message and waits until it is written. The errors are those of [Mux.Append],
// variant.ErrLimit for a packet that is too long, and the errors of the connection.
func (c *Client[S]) Send(m any) error {
	c.sending <- struct{}{}
	defer func() { <-c.sending }()

	packet, err := c.mux.Append(c.packet[:0], m)
	if err != nil {
		return err
	}
	if cap(packet) <= maxScratch {
		c.packet = packet
	}

	if most := c.mux.options.Codec.Limits().MaxFrame; len(packet) > most {
		return tooLong(len(packet), most)
	}

	return c.conn.Send(transport.Message{Data: packet})
}

// Receive waits for one message and calls its handler with the given sender. If the message has an
// error, Receive returns the error of [Mux.Dispatch], and the next call reads the next message. If
// the connection has an error, Receive returns a [*ConnError].
func (c *Client[S]) Receive(sender S) error {
	m, err := c.conn.Receive()
	if err != nil {
		return &ConnError{err}
	}
	return c.mux.Dispatch(sender, m.Data)
}

// Serve calls [Client.Receive] until the first error and returns it. Over every transport it
// returns nil if the server closes the connection normally.
func (c *Client[S]) Serve(sender S) error {
	for {
		err := c.Receive(sender)
		var lost *ConnError
		if errors.As(err, &lost) && lost.Err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Close closes the connection. Its argument is the reason, or nil. Over a WebSocket the server gets
// the reason.
func (c *Client[S]) Close(why error) error {
	c.free()
	return c.conn.Close(why)
}

// A ConnError is an error of the connection of a [Client], not of a message.
type ConnError struct{ Err error } // io.EOF if the server has closed the connection

// Error returns "godot: connection: " and the text of Err.
func (e *ConnError) Error() string { return fmt.Sprint("godot: connection: ", e.Err) }

// Unwrap returns Err.
func (e *ConnError) Unwrap() error { return e.Err }
