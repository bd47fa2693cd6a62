package transport

import (
	"fmt"
	"net"
	"slices"
	"time"

	"godotvariant/codec"
)

// StreamOptions say how messages are written to a stream.
type StreamOptions struct {
	// Framing separates the messages. FrameU32, the zero value, is the framing of
	// StreamPeer.put_var and PacketPeerStream.
	Framing codec.Framing
	// SendBuffer is the size in bytes of the operating system's buffer. With a small buffer a
	// server notices sooner that a client is slow. Default: the system's size.
	SendBuffer int
}

// Stream returns a listener that accepts the connections of l and carries messages as frames. The
// listener l can be for TCP or for a Unix socket, or the result of tls.NewListener.
func Stream(l net.Listener, o StreamOptions) Listener { return &streams{l, o} }

type streams struct {
	net.Listener
	options StreamOptions
}

// Accept implements Listener.
func (s *streams) Accept() (Conn, error) {
	c, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return NewStream(c, s.options), nil
}

// NewStream returns a [Conn] over a stream, such as a TCP or TLS connection or a Unix socket: each
// message is a frame, which is the length of the message and then the message. It ignores Delivery
// and Channel of a message.
//
// Receive returns an error of kind variant.ErrLimit for a message that exceeds the server's
// Limits.MaxFrame, before it reads the message. It returns an error of kind [ErrProtocol] for a
// client that speaks HTTP or TLS. An HTTP client gets the status 400.
//
// One system call writes up to 64 KiB of waiting messages. TLS makes a system call for each of its
// records, see DynamicRecordSizingDisabled of tls.Config.
func NewStream(c net.Conn, o StreamOptions) Conn {
	sized, ok := c.(interface{ SetWriteBuffer(int) error })
	if ok && o.SendBuffer > 0 {
		_ = sized.SetWriteBuffer(o.SendBuffer) // only a hint: errors do not matter
	}

	in := frameReader{from: c, framing: o.Framing, most: longestFrame}
	return &stream{conn: c, in: in, framing: o.Framing, writing: newTurn()}
}

// A stream is the [Conn] of [NewStream].
type stream struct {
	conn    net.Conn
	in      frameReader
	framing codec.Framing
	begun   bool // the first bytes have been checked
	writing turn // held while frames are written
}

// Receive reads a frame.
func (s *stream) Receive() (Message, error) {
	if !s.begun {
		s.begun = true
		if err := s.greet(); err != nil {
			return Message{}, err
		}
	}

	packet, err := s.in.next()
	return Message{Data: packet}, err
}

// Send writes a frame.
func (s *stream) Send(m Message) error { return s.SendAll([]Message{m}) }

// SendAll writes frames.
func (s *stream) SendAll(ms []Message) error {
	s.writing.take()
	defer s.writing.give()
	return writeFrames(s.conn, s.framing, ms)
}

// SetMaxFrame sets the length, in bytes, of the longest message that Receive returns. For a longer
// message Receive returns an error of kind variant.ErrLimit.
func (s *stream) SetMaxFrame(n int) { s.in.most = n }

// Close closes the stream. The client does not get the reason.
func (s *stream) Close(error) error { return s.conn.Close() }

// Finish closes the sending direction of the connection. The other side may still send.
func (s *stream) Finish() {
	half, ok := s.conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		s.conn.Close()
	}
}

// Linger returns the time for which a stream stays open after its last message. Godot 3 and 4 lose
// a message that arrives in the same read as the end of the connection. A game reads once in each
// of its frames.
func (s *stream) Linger() time.Duration { return 200 * time.Millisecond }

// RemoteAddr returns the address of the other side.
func (s *stream) RemoteAddr() net.Addr { return s.conn.RemoteAddr() }

// Name returns the network of the address: "tcp" or "unix".
func (s *stream) Name() string { return s.conn.RemoteAddr().Network() }

// greet checks the first bytes of a connection. If they are HTTP or TLS, the error is of kind
// ErrProtocol.
func (s *stream) greet() error {
	head, err := s.in.peek(4)
	if err != nil {
		return nil // Receive returns the same error later
	}

	what := protocolOf(head)
	if what == "" {
		return nil
	}

	if what == httpClient {
		s.refuseHTTP()
	}
	return because(ErrProtocol, "the first bytes are %q, those of %s", head, what)
}

// refuseHTTP answers an HTTP request in its own protocol.
func (s *stream) refuseHTTP() {
	const why = "This port takes Godot's packets, and no HTTP or WebSocket.\n"
	s.writing.take()
	defer s.writing.give()

	_ = s.conn.SetWriteDeadline(time.Now().Add(time.Second))
	_, _ = fmt.Fprintf(s.conn, "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n"+
		"Connection: close\r\nContent-Length: %d\r\n\r\n%s", len(why), why)
	_ = s.conn.SetWriteDeadline(time.Time{})
}

// httpClient is the result of protocolOf for HTTP.
const httpClient = "an HTTP or WebSocket client"

// methods has the first 4 bytes of HTTP requests. As the length of a message, each of them would
// mean more than 500 MB.
var methods = []string{"GET ", "POST", "HEAD", "PUT ", "DELE", "CONN", "OPTI", "PATC", "PRI "}

// protocolOf returns the name of the protocol whose data begins with head. It returns "" if head
// may begin a frame. A TLS record begins with the bytes 22 and 3, and no frame of Godot does: a
// little-endian length with these bytes is not a multiple of 4, and a big-endian length is about
// 369 MB.
func protocolOf(head []byte) string {
	switch {
	case head[0] == 22 && head[1] == 3:
		return "a TLS client"
	case slices.Contains(methods, string(head)):
		return httpClient
	default:
		return ""
	}
}
