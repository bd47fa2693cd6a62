// Package udp reads and writes the datagrams of packet connections.
package udp

import (
	"fmt"
	"net"
	"net/netip"
)

// A Socket reads and writes datagrams with the addresses of a packet connection, which have the
// form "IP:port".
type Socket struct {
	net.PacketConn
	udp *net.UDPConn // the PacketConn if it is one, or nil
}

// Listen returns a socket at an address such as ":7000", with buffers for the windows of some clients
// of ENet at once.
func Listen(address string) (net.PacketConn, error) {
	c, err := net.ListenPacket("udp", address)
	if err != nil {
		return nil, err
	}

	if sized, ok := c.(*net.UDPConn); ok {
		_ = sized.SetReadBuffer(buffer) // a hint
		_ = sized.SetWriteBuffer(buffer)
	}
	return c, nil
}

// buffer is for some windows of 64 KiB.
const buffer = 4 << 20

// New returns the Socket of a packet connection.
func New(c net.PacketConn) *Socket {
	udp, _ := c.(*net.UDPConn)
	return &Socket{c, udp}
}

// Read reads a datagram. A UDP socket does it without allocation. An address of IPv4 is one, also
// at a socket for IPv4 and IPv6.
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

// Unmapped returns an address of IPv4 for one that is mapped to IPv6.
func Unmapped(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}

// Host returns what one host has of addresses: one of IPv4, or 64 bits of IPv6.
func Host(a netip.Addr) netip.Addr {
	a = a.Unmap()
	if a.Is4() {
		return a
	}
	prefix, _ := a.Prefix(64) // there are as many bits
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
