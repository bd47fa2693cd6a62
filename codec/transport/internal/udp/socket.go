// Package udp reads and writes the datagrams of packet connections.
package udp

import (
	"fmt"
	"net"
	"net/netip"
)

// A Socket reads and writes the datagrams of a packet connection whose addresses have the form
// "IP:port".
type Socket struct {
	net.PacketConn
	udp *net.UDPConn // the PacketConn if it is a UDP socket, or nil
}

// Listen returns a socket at an address such as ":7000". Its buffers hold the windows of several
// clients of ENet at the same time.
func Listen(address string) (net.PacketConn, error) {
	c, err := net.ListenPacket("udp", address)
	if err != nil {
		return nil, err
	}

	if sized, ok := c.(*net.UDPConn); ok {
		_ = sized.SetReadBuffer(buffer) // only a hint: errors do not matter
		_ = sized.SetWriteBuffer(buffer)
	}
	return c, nil
}

// buffer is the size of a socket's buffers in bytes. It is 64 times the largest window of an ENet
// connection, which is 64 KiB.
const buffer = 4 << 20

// New returns the Socket of a packet connection.
func New(c net.PacketConn) *Socket {
	udp, _ := c.(*net.UDPConn)
	return &Socket{c, udp}
}

// Read reads a datagram. A UDP socket does it without allocation. A sender over IPv4 has an IPv4
// address, even at a socket for IPv4 and IPv6.
func (s *Socket) Read(buf []byte) (n int, from netip.AddrPort, err error) {
	if s.udp != nil {
		n, from, err = s.udp.ReadFromUDPAddrPort(buf)
		return n, Unmapped(from), err
	}

	n, addr, err := s.ReadFrom(buf)
	if err != nil {
		return n, netip.AddrPort{}, err
	}

	from, err = netip.ParseAddrPort(addr.String())
	if err != nil {
		return 0, from, fmt.Errorf("godot: the address of a datagram: %w", err)
	}

	return n, Unmapped(from), nil
}

// Unmapped returns the IPv4 address for an IPv4 address that is mapped to IPv6. It returns other
// addresses unchanged.
func Unmapped(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}

// Host returns the part of an address that all addresses of one host share: a whole IPv4 address,
// or the first 64 bits of an IPv6 address.
func Host(a netip.Addr) netip.Addr {
	a = a.Unmap()
	if a.Is4() {
		return a
	}
	prefix, _ := a.Prefix(64) // an IPv6 address has at least 64 bits
	return prefix.Addr()
}

// Write sends a datagram.
func (s *Socket) Write(datagram []byte, to netip.AddrPort) (err error) {
	if s.udp != nil {
		_, err = s.udp.WriteToUDPAddrPort(datagram, to)
	} else {
		_, err = s.WriteTo(datagram, net.UDPAddrFromAddrPort(to))
	}

	return err
}
