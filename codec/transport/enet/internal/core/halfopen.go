package core

import (
	"net/netip"
	"slices"

	"godotvariant/codec/transport/enet/internal/command"
)

// A half is a connection whose client has not shown yet that it receives what is sent to its
// address. It takes a number and this struct, and nothing else.
//
// The time in the head of its datagrams is a random cookie. The client returns it in its
// acknowledgement, which proves the address. A datagram is sent only in answer to one that has
// come, and never more bytes than have come: a VERIFY_CONNECT for a CONNECT, or a PING for anything
// else, which shows that the client has received the VERIFY_CONNECT but that its acknowledgement
// is lost. If enough bytes have come, the PING goes twice. An engine pings and sends a
// BANDWIDTH_LIMIT in its first second, and repeats both; so it has as many tries as the
// VERIFY_CONNECT of an engine, which a timer repeats.
type half struct {
	from    netip.AddrPort
	host    netip.Addr        // udp.Host(from.Addr())
	connect command.Handshake // as the client has sent it
	verify  command.Handshake // the answer
	number  uint16
	cookie  uint16
	opener  opener

	began  uint32
	sent   uint32 // when the last answer was sent
	credit int    // bytes that have come, less those that were sent
	probes uint16
	wrong  int // answers with another cookie
}

// appendVerify appends a VERIFY_CONNECT to dst, if as many bytes have come.
func (h *half) appendVerify(dst []byte, now uint32) []byte {
	return h.appendAnswer(dst, now, command.Command{
		Kind: command.VerifyConnect, Number: 1, Body: h.verify.Body(command.VerifyConnect),
	})
}

// appendProbe appends a PING to dst.
func (h *half) appendProbe(dst []byte, now uint32) []byte {
	h.probes = 1
	return h.appendAnswer(dst, now, command.Command{Kind: command.Ping, Number: 1 + h.probes})
}

// probesOfOne is how many PINGs answer one datagram.
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

// halves has the connections of a server that are half open.
type halves struct {
	list []*half
}

// find returns the one of a repeated CONNECT, or nil.
func (t *halves) find(from netip.AddrPort, connectID uint32) *half {
	for _, h := range t.list {
		if h.from == from && h.connect.ConnectID == connectID {
			return h
		}
	}
	return nil
}

// admits reports whether there is room for another one of a host.
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
