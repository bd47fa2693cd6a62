package core

import (
	"net/netip"
	"slices"

	"godotvariant/codec/transport/enet/internal/command"
)

// A half is a connection whose client has not proven yet that it receives the datagrams to its
// address. It needs a number and this struct, but no Peer.
//
// The Host puts a random cookie into the datagrams to the client, as the time in the head. The
// client returns the cookie in its acknowledgement, which proves the address. The Host sends
// datagrams only in answer to datagrams of the client, and never more bytes than the client has
// sent. The answer to a CONNECT is a VERIFY_CONNECT. The answer to any other command is a PING:
// such a command shows that the client has received the VERIFY_CONNECT, but that its
// acknowledgement was lost. If the client has sent enough bytes, the Host sends the PING twice. A
// client of an engine sends a PING and a BANDWIDTH_LIMIT in its first second, and repeats both. So
// it gets as many answers as from a server of an engine, which repeats its VERIFY_CONNECT by a
// timer.
type half struct {
	from    netip.AddrPort
	host    netip.Addr        // udp.Host(from.Addr())
	connect command.Handshake // Handshake that the client has sent
	verify  command.Handshake // Handshake of the answer
	number  uint16
	cookie  uint16
	opener  opener

	began  uint32
	sent   uint32 // time when the last answer was sent
	credit int    // bytes that the client has sent, minus the bytes that were sent to it
	probes uint16
	wrong  int // number of acknowledgements with a wrong cookie
}

// appendVerify appends a VERIFY_CONNECT to dst, if the credit allows it.
func (h *half) appendVerify(dst []byte, now uint32) []byte {
	return h.appendAnswer(dst, now, command.Command{
		Kind: command.VerifyConnect, Number: 1, Body: h.verify.Body(command.VerifyConnect),
	})
}

// appendProbe appends a PING to dst, if the credit allows it.
func (h *half) appendProbe(dst []byte, now uint32) []byte {
	h.probes = 1
	return h.appendAnswer(dst, now, command.Command{Kind: command.Ping, Number: 1 + h.probes})
}

// probesOfOne is the greatest number of PINGs that answer one datagram.
const probesOfOne = 2

func (h *half) appendAnswer(dst []byte, now uint32, c command.Command) []byte {
	size := command.MaxHead + c.Len()
	if h.credit < size {
		return dst
	}
	h.credit -= size
	h.sent = now

	c.Acknowledged = true
	c.Channel = command.ControlChannel
	head := command.Head{
		Peer: h.connect.Peer, Session: h.verify.ToClient, Timed: true, Time: h.cookie,
	}
	return c.Append(head.Append(dst))
}

// proves reports whether an acknowledgement proves the address.
func (h *half) proves(c command.Command) bool {
	a := command.ParseAck(c.Body)
	known := a.Number >= 1 && a.Number <= 1+h.probes
	if c.Channel == command.ControlChannel && known && a.Time == h.cookie {
		return true
	}
	h.wrong++
	return false
}

// halves has the half-open connections of a server.
type halves struct {
	list []*half
}

// find returns the half to which a repeated CONNECT belongs, or nil.
func (t *halves) find(from netip.AddrPort, connectID uint32) *half {
	for _, h := range t.list {
		if h.from == from && h.connect.ConnectID == connectID {
			return h
		}
	}
	return nil
}

// admits reports whether there is room for another half-open connection of a host.
func (t *halves) admits(host netip.Addr, l *Limits) bool {
	same := 0
	for _, h := range t.list {
		if h.host == host {
			same++
		}
	}
	return same < l.MaxHalfOpenPerHost
}

func (t *halves) remove(h *half) {
	t.list = slices.DeleteFunc(t.list, func(other *half) bool { return other == h })
}
