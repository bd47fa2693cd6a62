package udp

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
)

// maxErrors is how many errors of a socket may follow each other. Some systems report that nobody
// listens at an address as an error of the next read.
const maxErrors = 100

// A Reader reads the datagrams of a socket, and calls a function for each. The datagram is valid
// during the call.
type Reader struct {
	// Err is why nothing can be read any more: the socket is closed, or has failed for good.
	Err error

	socket  *Socket
	receive func(from netip.AddrPort, datagram []byte)
	buf     []byte
	failed  int // errors that have followed each other
}

// Reader returns a Reader of the socket.
func (s *Socket) Reader(receive func(from netip.AddrPort, datagram []byte)) *Reader {
	return &Reader{socket: s, receive: receive, buf: make([]byte, 64<<10)}
}

// Read waits for a datagram. It returns false if none has come before the read deadline, or after
// an error.
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

// ReadAll reads until the socket is closed or fails for good. It returns the error.
func (s *Socket) ReadAll(receive func(from netip.AddrPort, datagram []byte)) error {
	r := s.Reader(receive)
	for r.Err == nil {
		r.Read()
	}

	return r.Err
}
