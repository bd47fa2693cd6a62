package core

import (
	"net/netip"

	"godotvariant/codec/transport/enet/internal/command"
)

// A state is the state of a Peer. At a client a Peer begins with the state connecting. At a server
// a connection is half-open first, and its Peer begins with the state connected.
type state uint8

const (
	connecting       state = iota
	connected              // both sides may send packets
	leavingLater           // disconnects after everything was sent; drops arriving packets
	leaving                // the DISCONNECT waits for its acknowledgement
	leavingNow             // the DISCONNECT is to be sent once, without acknowledgement
	acknowledgingEnd       // the other side has disconnected
	gone                   // the connection has ended
)

// A Peer is one connection.
type Peer struct {
	// Value is for the caller. The Host does not use it.
	Value any

	agenda *agenda
	number uint16 // number that this side has given the connection
	remote uint16 // number that the other side has given the connection
	addr   netip.AddrPort

	state            state
	toPeer, fromPeer uint8 // sessions of the datagrams to the other side, and from it
	connectID, data  uint32
	bandwidth        Bandwidth // bandwidth of the other side
	ownOutgoing      uint32    // bandwidth of this side
	reason           uint32
	throttle         command.Throttle
	opener           opener
	sender           sender
	receiver         receiver
	acks             []ack
	trip             roundTrip
	handshakes       uint16 // number of control commands sent while the connection was half-open
	heard            uint32 // time of the last acknowledgement
	blocked          bool   // the window has no space for the queued packets
	touched          bool   // the Peer is already in the agenda
	due              uint32 // time when Poll has to serve the Peer again
}

// An ack is an acknowledgement that has to be sent.
type ack struct {
	kind    command.Kind
	channel uint8
	command.Ack
}

// An agenda has the Peers that the next Poll has to serve, and the events of Peers.
type agenda struct {
	peers   []*Peer
	urgent  bool // the other side of one of the Peers waits for a datagram
	limited bool // one of the sides has sent a limit of its bandwidth
	changed bool // a Peer was added or removed
	events  []Event
}

// An EventKind is the kind of an [Event].
type EventKind uint8

const (
	Connected EventKind = iota
	Disconnected
	Arrived  // there are packets for Next, or a packet for TooLong
	Answered // a ping was acknowledged
)

// An Event says what has happened to a Peer.
type Event struct {
	Kind EventKind
	Peer *Peer
	// Data is the data in the CONNECT or DISCONNECT of the other side.
	Data uint32
	// Lost is true if the connection has timed out, and false after a DISCONNECT.
	Lost bool
}

// touch adds the Peer to the agenda, so that the next Poll serves it.
func (p *Peer) touch() {
	if !p.touched {
		p.touched = true
		p.agenda.peers = append(p.agenda.peers, p)
	}
}

// hurry makes Demand return Now, so that the caller calls Poll immediately.
func (p *Peer) hurry() {
	p.touch()
	p.agenda.urgent = true
}

func (p *Peer) report(e Event) {
	e.Peer = p
	p.agenda.events = append(p.agenda.events, e)
}

// arrived reports an Arrived event for the first packet in an empty inbox. Next then returns this
// packet and all later packets.
func (p *Peer) arrived() {
	if len(p.receiver.inbox) <= 1 {
		p.report(Event{Kind: Arrived})
	}
}

// newPeer returns a Peer with a number. The Handshake h has the values that both sides use.
func newPeer(a *agenda, number uint16, addr netip.AddrPort, h command.Handshake, l *Limits) *Peer {
	p := &Peer{
		agenda: a, number: number, remote: command.NoPeer, addr: addr,
		connectID: h.ConnectID, data: h.Data, throttle: h.Throttle,
	}

	p.trip.mean = firstMean
	p.sender = sender{
		channels: make([]outbound, h.Channels), mtu: int(h.MTU), window: int(h.Window),
		flight: newFlight(int(h.Channels)), throttle: newThrottle(),
	}

	p.receiver = receiver{
		channels:  make([]inbound, h.Channels),
		maxPacket: l.MaxPacket, maxWaiting: l.MaxWaiting,
		delivered: p.arrived,
	}

	return p
}

// end ends the connection without another datagram.
func (p *Peer) end(data uint32, lost bool) {
	if p.state == gone {
		return
	}

	p.state = gone
	p.sender.clear()
	p.receiver.drop()
	p.acks = nil
	p.touch() // Poll frees the number
	p.report(Event{Kind: Disconnected, Data: data, Lost: lost})
}

// clear drops the queued commands and the waiting packets. It does not drop packets that Next can
// return already.
func (p *Peer) clear() {
	p.sender.clear()
	p.receiver.drop()
}

// Addr returns the address of the other side.
func (p *Peer) Addr() netip.AddrPort { return p.addr }

// Data returns the data of the CONNECT.
func (p *Peer) Data() uint32 { return p.data }

// Channels returns the number of channels.
func (p *Peer) Channels() int { return len(p.sender.channels) }

// Gone reports whether the connection has ended.
func (p *Peer) Gone() bool { return p.state == gone }

// RoundTrip returns the mean round trip in milliseconds.
func (p *Peer) RoundTrip() uint32 { return p.trip.mean }

// Resent returns the number of times that commands were sent again.
func (p *Peer) Resent() int { return p.sender.flight.resent }

// Queued returns the number of bytes in packets that were not sent yet.
func (p *Peer) Queued() int { return p.sender.queued }

// SetMaxPacket sets the length, in bytes, of the longest packet that the Peer accepts. TooLong
// returns the length of a longer packet.
func (p *Peer) SetMaxPacket(n int) { p.receiver.maxPacket = n }

// Next returns the next packet that has arrived.
func (p *Peer) Next() (Packet, bool) { return p.receiver.next() }

// TooLong returns the length of a packet that exceeds the limit. It returns 0 if no such packet has
// arrived since the last call.
func (p *Peer) TooLong() int {
	n := p.receiver.tooLong
	p.receiver.tooLong = 0
	return n
}

// Send queues a packet, and keeps its Data. It returns false if the Peer is not connected or has
// no such channel.
func (p *Peer) Send(packet Packet) bool {
	if p.state != connected || int(packet.Channel) >= len(p.sender.channels) {
		return false
	}

	p.sender.queuePacket(packet)
	p.touch()
	return true
}

// Disconnect drops the queued packets, and disconnects. Godot: ENetPacketPeer.peer_disconnect.
func (p *Peer) Disconnect(reason uint32) {
	switch p.state {
	case connected, leavingLater:
		p.clear()
		p.state = leaving
		p.sender.queueControl(command.Disconnect, true, command.Uint32Body(reason))
		p.touch()
	case connecting:
		p.DisconnectNow(reason)
	}
}

// DisconnectNow drops the queued packets, sends one DISCONNECT, and forgets the Peer without an
// event. Godot: ENetPacketPeer.peer_disconnect_now.
func (p *Peer) DisconnectNow(reason uint32) {
	if p.state == gone || p.state == leavingNow {
		return
	}

	p.clear()
	p.acks = nil
	p.state = leavingNow
	p.sender.queueControl(command.Disconnect, false, command.Uint32Body(reason))
	p.touch()
}

// DisconnectLater disconnects after everything was sent and acknowledged. Godot:
// ENetPacketPeer.peer_disconnect_later.
func (p *Peer) DisconnectLater(reason uint32) {
	if p.state == connected && !p.sender.idle() {
		p.reason = reason
		p.state = leavingLater
		return
	}

	p.Disconnect(reason)
}

// Forget forgets the Peer without a datagram or an event. Godot: ENetPacketPeer.reset.
func (p *Peer) Forget() {
	p.clear()
	p.acks = nil
	p.state = gone
	p.touch()
}

// Ping asks the other side for an acknowledgement. When the acknowledgement arrives, there is an
// event of the kind Answered.
func (p *Peer) Ping() {
	if p.state == connected {
		p.sender.queueControl(command.Ping, true, nil)
		p.touch()
	}
}

// ConfigureThrottle sets the rule by which both sides change the share of unreliable packets that
// they send. Godot: ENetPacketPeer.throttle_configure.
func (p *Peer) ConfigureThrottle(rule command.Throttle) {
	if p.state != connected {
		return
	}

	p.sender.throttle.configure(rule)
	p.sender.queueControl(command.ThrottleConfigure, true, rule.Body())
	p.touch()
}
