package core

import (
	"net/netip"

	"godotvariant/codec/transport/enet/internal/command"
	"godotvariant/codec/transport/internal/udp"
)

// defaultThrottle is the throttle of engines.
var defaultThrottle = command.Throttle{Interval: 5000, Acceleration: 2, Deceleration: 2}

// Connect begins a connection to a server. The argument data is sent in the CONNECT. Connect
// returns nil if there are already Limits.MaxPeers connections.
func (h *Host) Connect(to netip.AddrPort, channels int, data, now uint32) *Peer {
	number, ok := h.number()
	if !ok || h.peers >= h.limits.MaxPeers {
		return nil
	}

	own := h.config.Bandwidth
	connect := command.Handshake{
		Peer: number, ToClient: noSession, ToServer: noSession,
		MTU: uint32(h.config.MTU), Window: uint32(windowFor(0, own.Outgoing)),
		Channels: uint32(min(max(channels, 1), maxChannels)),
		Incoming: own.Incoming, Outgoing: own.Outgoing,
		Throttle: defaultThrottle, ConnectID: h.config.Random(), Data: data,
	}

	p := newPeer(&h.agenda, number, to, connect, &h.limits)
	p.heard = now - pingTime
	p.ownOutgoing = own.Outgoing
	p.sender.queueControl(command.Connect, true, connect.Body(command.Connect))
	h.add(p)
	return p
}

// meet handles the CONNECT of a client that has no number yet.
func (h *Host) meet(from netip.AddrPort, c command.Handshake, o opener, size int, now uint32) {
	if h.byID[identity{from, c.ConnectID}] != nil {
		return // the CONNECT is repeated
	}

	if c.Channels < 1 || c.Channels > maxChannels {
		return
	}

	half := h.halves.find(from, c.ConnectID)
	if half == nil {
		half = h.begin(from, c, o, now)
	}

	if half == nil {
		h.stats.Refused++
		return
	}

	half.credit += size
	h.answer(half, half.appendVerify(h.out.bytes, now))
}

// answer adds a datagram for a client to the outbox. The argument bytes has the bytes of the
// outbox, h.out.bytes, and after them the datagram.
func (h *Host) answer(o *half, bytes []byte) { h.out.add(o.from, bytes, len(h.out.bytes)) }

// begin makes a half-open connection. It returns nil if there is no room for it.
func (h *Host) begin(from netip.AddrPort, c command.Handshake, o opener, now uint32) *half {
	host := udp.Host(from.Addr())
	if h.peers >= h.limits.MaxPeers || !h.halves.admits(host, &h.limits) {
		return nil
	}

	if len(h.halves.list) >= h.limits.MaxHalfOpen {
		// The oldest half-open connection is probably not of a real client, because real clients
		// prove their address quickly.
		h.drop(h.halves.list[0])
	}

	number, ok := h.number()
	if !ok {
		return nil
	}

	s := &h.slots[number]
	s.toClient = nextSession(c.ToClient, s.toClient)
	s.toServer = nextSession(c.ToServer, s.toServer)

	own := h.config.Bandwidth
	verify := c
	verify.Peer = number
	verify.ToClient = s.toClient
	verify.ToServer = s.toServer
	verify.MTU = uint32(min(h.config.MTU, clampMTU(c.MTU)))
	verify.Window = uint32(windowFor(own.Incoming, c.Outgoing))
	verify.Channels = min(c.Channels, uint32(h.config.Channels))
	verify.Incoming = own.Incoming
	verify.Outgoing = own.Outgoing

	half := &half{
		from: from, host: host, connect: c, verify: verify, number: number, opener: o,
		cookie: uint16(h.config.Random()), began: now,
	}

	s.half = half
	h.halves.list = append(h.halves.list, half)
	return half
}

// nextSession returns the session of a new connection. The argument clientSession is the session
// that the client names. The argument lastSession is the session of the last connection with the
// same connection number. The result differs from lastSession, so that the two connections cannot
// be confused.
func nextSession(clientSession, lastSession uint8) uint8 {
	if clientSession == noSession {
		clientSession = lastSession
	}

	next := (clientSession + 1) & 3
	if next == lastSession {
		next = (next + 1) & 3
	}

	return next
}

// promote turns a half-open connection into a Peer after its client has proven its address.
func (h *Host) promote(o *half, now uint32) *Peer {
	h.drop(o)

	agreed := o.verify
	agreed.Data = o.connect.Data
	p := newPeer(&h.agenda, o.number, o.from, agreed, &h.limits)
	p.opener = o.opener
	p.ownOutgoing = h.config.Bandwidth.Outgoing
	p.takeBandwidth(Bandwidth{o.connect.Incoming, o.connect.Outgoing})
	p.remote = o.connect.Peer
	p.toPeer = o.verify.ToClient
	p.fromPeer = o.verify.ToServer
	p.sender.control = 1 + o.probes
	p.handshakes = 1 + o.probes
	p.trip.add(since(o.sent, now))
	p.heard = now

	full := h.peers >= h.limits.MaxPeers
	p.state = connected
	h.add(p)
	if full { // meanwhile MaxPeers other clients have connected
		p.DisconnectNow(0)
		return p
	}

	p.report(Event{Kind: Connected, Data: p.data})
	return p
}
