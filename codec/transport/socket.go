package transport

import (
	"fmt"
	"net"
	"net/netip"
)

// A socket reads and writes datagrams with the addresses of a packet connection.
type socket struct {
	net.PacketConn
	udp *net.UDPConn // the PacketConn if it is one, or nil
}

func newSocket(c net.PacketConn) *socket {
	udp, _ := c.(*net.UDPConn)
	return &socket{c, udp}
}

// read reads a datagram. A UDP socket does it without allocation.
func (s *socket) read(buf []byte) (n int, from netip.AddrPort, err error) {
	if s.udp != nil {
		return s.udp.ReadFromUDPAddrPort(buf)
	}

	n, addr, err := s.ReadFrom(buf)
	if err != nil {
		return n, netip.AddrPort{}, err
	}

	from, err = netip.ParseAddrPort(addr.String())
	if err != nil {
		return 0, from, fmt.Errorf("godot: the address of a datagram: %w", err)
	}

	return n, from, nil
}

// write sends a datagram.
func (s *socket) write(datagram []byte, to netip.AddrPort) (err error) {
	if s.udp != nil {
		_, err = s.udp.WriteToUDPAddrPort(datagram, to)
	} else {
		_, err = s.WriteTo(datagram, net.UDPAddrFromAddrPort(to))
	}
	return err
}
