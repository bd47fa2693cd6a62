package udp

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
)

// maxErrors is the number of errors in a row after which a socket has failed. Single errors are
// normal: some systems return an error from the next read if a datagram was sent to an address
// where nobody listens.
const maxErrors = 100

// A Reader reads the datagrams of a socket, and calls a function for each. The datagram is valid
// during the call.
type Reader struct {
	// Err is the reason why nothing more can be read: the socket is closed, or has failed
	// permanently.
	Err error

	socket  *Socket
	receive func(from netip.AddrPort, datagram []byte)
	buf     []byte
	failed  int // number of errors in a row
}

// Reader returns a Reader of the socket.
func (s *Socket) Reader(receive func(from netip.AddrPort, datagram []byte)) *Reader {
	return &Reader{socket: s, receive: receive, buf: make([]byte, 64<<10)}
}

// Read waits for a datagram. It returns false after an error, or if no datagram has arrived before
// the read deadline.
func (r *Reader) Read() bool {
	n, from, err := r.socket.Read(r.buf)
	switch {
	case err == nil:
		r.failed = 0
		r.receive(from, r.buf[:n])
		return true
	case errors.Is(err, os.ErrDeadlineExceeded):
		return false
	case errors.Is(err, net.ErrClosed), errors.Is(err, io.EOF), r.failed >= maxErrors:
		r.Err = err
		return false
	default:
		r.failed++
		return false
	}
}

// ReadAll reads until the socket is closed or fails permanently. It returns the error.
func (s *Socket) ReadAll(receive func(from netip.AddrPort, datagram []byte)) error {
	r := s.Reader(receive)
	for r.Err == nil {
		r.Read()
	}

	return r.Err
}
