package transport

import (
	"context"
	"fmt"
	"net"
	"time"

	"godotvariant/variant"
)

// A Conn carries messages between two sides. One goroutine may receive while another sends. Close
// may be called at any time, from several goroutines, and more than once.
//
// A Conn may have additional methods. A [Server] calls them if they exist:
//
//	MaxPacket() int                 the length in bytes of the longest message that Send takes
//	SetMaxFrame(n int)              called before the first Receive: a longer message is a
//	                                variant.ErrLimit
//	SendAll(ms []Message) error     sends several messages, by one system call if it can
//	TrySend(m Message) bool         sends a message if this is possible without waiting, and reports
//	                                whether it has sent the message. It does not keep Data. The
//	                                Server then needs no goroutine that waits for the connection
//	Ping(ctx context.Context) error waits for an answer of the other side's transport
//	Finish()                        ends the sending direction; the other side may still send (TCP)
//	Linger() time.Duration          how long to keep the connection open after the last message
//	PeerID() int32                  the ID of the other side, if clients choose their IDs (ENet)
//	LocalID() int32                 the ID of this side, if it has chosen its ID as a client (ENet)
//	CarryFrames()                   called before the first Receive, for games of Godot 3: from now
//	                                on a message is a packet.Frame of package multiplayer/packet
//	Name() string                   the transport: "tcp", "udp", "websocket"
type Conn interface {
	// Receive waits for the next message. Its Data is valid until the next call. The error is
	// io.EOF if the other side has closed the connection without an error, and net.ErrClosed after
	// Close. After an error of kind variant.ErrLimit or ErrProtocol the connection can still send.
	Receive() (Message, error)
	// Send sends a message. It does not change or keep Data. It may block as long as the other side
	// does not read. Close makes a blocked Send return.
	Send(m Message) error
	// Close closes the connection, and makes blocked calls of Receive and Send return. A transport
	// such as WebSocket tells the other side the reason. Close may wait for the answer of the other
	// side. If the reason is ErrSlow, Close does not wait, and ends another call of Close that
	// waits. The reason may be nil.
	Close(why error) error
	// RemoteAddr returns the address of the other side. Limits.MaxPerHost holds only for addresses
	// of the form "host:port".
	RemoteAddr() net.Addr
}

// A Listener accepts connections.
type Listener interface {
	// Accept waits for the next connection. A [Server] calls Accept again after a temporary error.
	// Any other error means the end of the listener.
	Accept() (Conn, error)
	// Close makes Accept return. Connections that were accepted stay open.
	Close() error
	Addr() net.Addr
}

// These interfaces have the additional methods of a Conn.
type (
	limiter interface{ MaxPacket() int }
	framer  interface{ SetMaxFrame(n int) }
	batcher interface{ SendAll(ms []Message) error }
	passer  interface{ TrySend(m Message) bool }
	pinger  interface {
		Ping(ctx context.Context) error
	}
	finisher interface{ Finish() }
	lingerer interface{ Linger() time.Duration }
)

// checkLength returns an error of kind variant.ErrLimit if a message is too long for a connection.
func checkLength(conn Conn, data []byte) error {
	limited, ok := conn.(limiter)
	if !ok || len(data) <= limited.MaxPacket() {
		return nil
	}
	return tooLong(variant.OpEncode, len(data), limited.MaxPacket(), "the transport's limit")
}

// tooLong returns the error for a message of n bytes. The argument limit is the greatest number of
// bytes, and the argument name is the name of this limit.
func tooLong(op variant.Op, n, limit int, name string) error {
	return &variant.Error{Op: op, Err: variant.Because(variant.ErrLimit,
		fmt.Sprintf("the message has %d bytes, %s is %d", n, name, limit))}
}

// hostOf returns the host of an address, or "" if it has none.
func hostOf(addr net.Addr) string {
	if addr == nil {
		return ""
	}

	host, _, err := net.SplitHostPort(addr.String())
	if err != nil {
		return "" // a Unix socket, or a pipe
	}

	return host
}
