package message

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/internal/plan"
	"godotvariant/variant"
)

// A stream is the [Conn] of [NewConn]. Each of its frames has the length of the packet, 4 bytes in
// little-endian order, and the packet.
type stream struct {
	net.Conn
	reader *bufio.Reader
	frames *codec.Decoder
	begun  bool // the first bytes have been checked

	mu  sync.Mutex // held while a frame is written
	buf []byte     // reused for each written frame
}

// NewConn returns a [Conn] over a stream, such as a TCP or TLS connection or a Unix socket, with
// the frames of StreamPeer.put_var and PacketPeerStream: 4 bytes with the length of the packet in
// little-endian order, and the packet. A packet longer than Limits.MaxFrame of the codec is an
// error of kind variant.ErrLimit. A client that speaks HTTP or TLS is an error of kind
// [ErrProtocol]; an HTTP client gets the status 400.
//
// WritePacket calls conn.Write once.
func NewConn(conn net.Conn, c *codec.Codec) Conn {
	r := bufio.NewReader(conn)
	return &stream{Conn: conn, reader: r, frames: c.NewDecoder(r, codec.FrameU32)}
}

// ReadPacket reads a frame.
func (s *stream) ReadPacket() ([]byte, error) {
	if !s.begun {
		if err := s.greet(); err != nil {
			return nil, err
		}
		s.begun = true
	}

	var packet plan.Packet
	if err := s.frames.Unmarshal(&packet); err != nil {
		return nil, streamError(err)
	}

	return packet, nil
}

// streamError returns an error of reading frames as the error of a Conn: io.EOF, net.ErrClosed, or
// err.
func streamError(err error) error {
	var e *variant.Error
	switch {
	case errors.Is(err, variant.ErrLimit), !errors.As(err, &e):
		return err
	case errors.Is(err, variant.ErrTruncated):
		return fmt.Errorf("godot: the connection ended within a message: %w", e.Err)
	default:
		return fmt.Errorf("godot: the connection failed: %w", e.Err)
	}
}

// WritePacket writes a frame.
func (s *stream) WritePacket(packet []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.buf = binary.LittleEndian.AppendUint32(s.buf[:0], uint32(len(packet)))
	s.buf = append(s.buf, packet...)
	_, err := s.Write(s.buf)

	if cap(s.buf) > maxScratch {
		s.buf = nil
	}

	return err
}

// Close closes the stream. The client does not get the reason.
func (s *stream) Close(error) error { return s.Conn.Close() }

// finish closes the connection for writing. ReadPacket then fails when the other side has closed
// its end too, or after the time within.
//
// Closing a TCP connection that has unread bytes can make the other side lose the last messages.
func (s *stream) finish(within time.Duration) {
	half, ok := s.Conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		s.Conn.Close()
		return
	}
	s.SetReadDeadline(time.Now().Add(within))
}

// greet checks the first bytes of a connection. The error is of kind ErrProtocol.
func (s *stream) greet() error {
	head, err := s.reader.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil // ReadPacket gets the same error
	}

	if what := protocolOf(head); what != "" {
		if what == httpClient {
			s.refuseHTTP()
		}
		return because(ErrProtocol, "the first bytes are %q, those of %s", head, what)
	}

	return nil
}

// refuseHTTP answers an HTTP request in its own protocol.
func (s *stream) refuseHTTP() {
	const why = "This port takes Godot's packets, and no HTTP or WebSocket.\n"
	s.mu.Lock()
	defer s.mu.Unlock()

	_ = s.SetWriteDeadline(time.Now().Add(time.Second))
	_, _ = fmt.Fprintf(s, "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n"+
		"Connection: close\r\nContent-Length: %d\r\n\r\n%s", len(why), why)
	_ = s.SetWriteDeadline(time.Time{})
}

// httpClient is the result of protocolOf for HTTP.
const httpClient = "an HTTP or WebSocket client"

// methods has the first 4 bytes of HTTP requests. Read as the length of a packet, each is more than
// 500 MB.
var methods = []string{"GET ", "POST", "HEAD", "PUT ", "DELE", "CONN", "OPTI", "PATC", "PRI "}

// protocolOf returns the name of the protocol whose data begins with head, or "" if head may begin
// a frame.
//
// The length of a packet is a multiple of 4, and a TLS record begins with 22.
func protocolOf(head []byte) string {
	switch {
	case len(head) < 4:
		return ""
	case head[0] == 22 && head[1] == 3:
		return "a TLS client"
	case slices.Contains(methods, string(head)):
		return httpClient
	default:
		return ""
	}
}

// maxScratch is the greatest capacity in bytes of a buffer that is kept for the next packet.
const maxScratch = 64 << 10
