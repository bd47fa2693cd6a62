package message

import (
	"fmt"
	"net"

	"godotvariant/variant"
)

// A Conn carries packets between a server and one client. [Server.Serve] creates a Conn for each
// TCP connection, [Server.ServePacket] for each address that sends datagrams. [Server.ServeConn]
// takes the Conn of any other transport, such as a WebSocket. [NewConn] returns a Conn for a
// stream.
//
// One goroutine may read while another writes. Close may be called at any time, from several
// goroutines, and more than once.
//
// A Conn may also have the method MaxPacket() int, with the length of the longest packet that
// WritePacket can send. [Peer.Send] refuses longer messages with variant.ErrLimit.
type Conn interface {
	// ReadPacket waits for the next packet. The packet is valid until the next call. The error is
	// io.EOF if the other side has closed the connection, and net.ErrClosed after Close.
	ReadPacket() ([]byte, error)
	// WritePacket sends a packet. It must not change or keep the packet. It may block as long as
	// the other side does not read. Close makes it return.
	WritePacket(packet []byte) error
	// Close closes the connection, and makes blocked calls of ReadPacket and WritePacket return. A
	// transport that can tell the other side the reason, such as a WebSocket, does. If the reason
	// is ErrSlow, the other side does not read, and Close must not wait for it. Any reason may be
	// nil.
	Close(why error) error
	// RemoteAddr returns the address of the other side. Server.MaxPerHost counts the hosts of
	// addresses that are "host:port".
	RemoteAddr() net.Addr
}

// checkTransport returns an error if a packet is longer than a Conn can send.
func checkTransport(conn Conn, packet []byte) error {
	limited, ok := conn.(interface{ MaxPacket() int })
	if !ok || len(packet) <= limited.MaxPacket() {
		return nil
	}
	return tooLong("encode", len(packet), limited.MaxPacket(), "the transport's limit")
}

// tooLong returns the error for a packet of n bytes over a limit of most bytes.
func tooLong(op string, n, most int, limit string) error {
	return &variant.Error{Op: op, Path: "$", Err: variant.Because(variant.ErrLimit,
		fmt.Sprintf("the packet has %d bytes, %s is %d", n, limit, most))}
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
