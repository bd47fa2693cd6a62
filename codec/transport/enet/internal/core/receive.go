package core

import (
	"net/netip"

	"godotvariant/codec/transport/enet/internal/command"
)

// Receive handles a datagram. It copies the parts that it keeps.
func (h *Host) Receive(from netip.AddrPort, datagram []byte, now uint32) {
	h.stats.In++
	h.stats.BytesIn += len(datagram)
	if !h.receive(from, datagram, now) {
		h.stats.Dropped++
	}
}

// receive handles a datagram. It returns false if it drops the datagram.
func (h *Host) receive(from netip.AddrPort, datagram []byte, now uint32) bool {
	head, body, ok := command.ParseHead(datagram)
	if !ok || len(datagram) > command.MaxDatagram {
		return false
	}

	if head.Peer == command.NoPeer {
		return h.receiveConnect(from, head, body, len(datagram), now)
	}

	if int(head.Peer) >= len(h.slots) {
		return false
	}

	s := &h.slots[head.Peer]
	switch {
	case s.half != nil:
		return h.receiveHalf(s.half, from, head, body, len(datagram), now)
	case s.peer != nil:
		return h.receivePeer(s.peer, from, head, body, now)
	default:
		return false
	}
}

// open returns the body of a datagram. If the body is compressed, it is decompressed first.
func (h *Host) open(o *opener, head command.Head, body []byte) ([]byte, bool) {
	if !head.Compressed {
		return body, true
	}

	return o.open(h.config.Decompress, h.buf[:command.MaxDatagram-head.Len()], body)
}

// openStranger is like open, for a client that has not proven its address. It opens at most
// maxOpenings datagrams in a second.
func (h *Host) openStranger(o *opener, head command.Head, body []byte, now uint32) ([]byte, bool) {
	if !head.Compressed {
		return body, true
	}

	if passed(h.openEnd, now) {
		h.openEnd = now + 1000
		h.opened = 0
	}

	if h.opened++; h.opened > maxOpenings {
		return nil, false
	}

	return h.open(o, head, body)
}

// receiveConnect handles a datagram whose head has NoPeer instead of a number. It drops the
// datagram unless its first command is a CONNECT.
func (h *Host) receiveConnect(
	from netip.AddrPort, head command.Head, body []byte, size int, now uint32,
) bool {
	if !h.config.Server {
		return false
	}

	var o opener
	body, ok := h.openStranger(&o, head, body, now)
	if !ok {
		return false
	}

	c, _, ok := command.Next(body)
	if !ok || c.Kind != command.Connect {
		return false
	}

	h.meet(from, command.ParseHandshake(c.Body), o, size, now)
	return true
}

// receiveHalf handles a datagram whose head has the number of a half-open connection.
func (h *Host) receiveHalf(
	o *half, from netip.AddrPort, head command.Head, body []byte, size int, now uint32,
) bool {
	if o.from != from || head.Session != o.verify.ToServer {
		return false
	}

	body, ok := h.openStranger(&o.opener, head, body, now)
	if !ok {
		return false
	}

	c, rest, ok := command.Next(body)
	switch {
	case !ok:
		return false
	case c.Kind == command.Acknowledge && o.proves(c):
		h.readCommands(h.promote(o, now), head, rest, now)
	case c.Kind == command.Disconnect || o.wrong > maxWrong:
		h.drop(o)
	default:
		o.credit += size
		for range probesOfOne {
			h.answer(o, o.appendProbe(h.out.bytes, now))
		}
	}

	return true
}

// receivePeer handles a datagram whose head has the number of a Peer.
func (h *Host) receivePeer(
	p *Peer, from netip.AddrPort, head command.Head, body []byte, now uint32,
) bool {
	if p.addr != from || p.remote != command.NoPeer && head.Session != p.fromPeer {
		return false
	}

	body, ok := h.open(&p.opener, head, body)
	if !ok {
		return false
	}

	h.readCommands(p, head, body, now)
	return true
}

// readCommands handles the commands of a datagram up to the first invalid command.
func (h *Host) readCommands(p *Peer, head command.Head, body []byte, now uint32) {
	unknown := 0
	for range maxCommands {
		c, rest, ok := command.Next(body)
		if !ok || c.Acknowledged && !head.Timed {
			return
		}

		before := len(p.sender.flight.byKey)
		if p.handle(c, now) == refused {
			return
		}
		if c.Acknowledged {
			p.acknowledge(c, head.Time)
		}
		if c.Kind == command.Acknowledge && len(p.sender.flight.byKey) == before {
			unknown++
		}
		if p.state == gone || unknown > maxUnknownAcks {
			return
		}
		body = rest
	}
}
