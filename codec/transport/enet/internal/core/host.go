package core

import (
	"net/netip"

	"godotvariant/codec/transport/enet/internal/command"
)

// A Config configures a Host. Zero fields have defaults.
type Config struct {
	// Server makes the Host accept connections.
	Server bool
	// MTU is the length of the longest datagram that is sent. Default: 1,392, as in engines.
	MTU int
	// Channels is the greatest number of channels of a client. Default: 255.
	Channels int
	// Bandwidth is the bandwidth of this Host.
	Bandwidth Bandwidth
	// Decompress are the functions that open compressed datagrams.
	Decompress []Decompress
	// Random returns random bits.
	Random func() uint32
	Limits Limits
}

// A Datagram is a datagram to send.
type Datagram struct {
	To   netip.AddrPort
	Data []byte
}

// Stats counts datagrams, and the calls of Poll.
type Stats struct {
	In, Out, BytesIn, BytesOut int
	Polls                      int
	Dropped                    int // datagrams of no connection, or with a wrong session
	Refused                    int // CONNECTs for which there was no space
}

// A Host has connections.
type Host struct {
	config Config
	limits Limits
	agenda agenda
	spare  []Event // reused by the next call of Events
	served []*Peer // empty list; agenda.peers uses its memory in the next Poll

	slots  []slot // slots by number
	byID   map[identity]*Peer
	peers  int
	halves halves

	out      outbox
	sent     outbox // datagrams that the last Poll has returned
	buf      []byte // buffer for decompression
	next     uint32 // time when the next Peer is due, or an earlier time
	balanced uint32 // time when the bandwidths were last divided
	opened   int    // compressed datagrams of strangers that were opened in this second
	openEnd  uint32
	stats    Stats
}

// A slot belongs to a connection number. It has the connection with this number: a Peer, or a half
// before the client has proven its address. Both are nil if no connection has the number.
type slot struct {
	peer *Peer
	half *half
	// The session numbers of the latest connection with this number: in datagrams to the client,
	// and in datagrams to the server. The next connection with this number gets others.
	toClient, toServer uint8
}

// An identity is the key by which the Host finds the Peer of a repeated CONNECT.
type identity struct {
	from      netip.AddrPort
	connectID uint32
}

// An outbox has datagrams to send.
type outbox struct {
	bytes []byte
	list  []Datagram
}

func (o *outbox) reset() {
	o.bytes = o.bytes[:0]
	o.list = o.list[:0]
}

// add adds a datagram. The datagram is bytes[begin:].
func (o *outbox) add(to netip.AddrPort, bytes []byte, begin int) {
	o.bytes = bytes
	if begin < len(bytes) {
		o.list = append(o.list, Datagram{to, bytes[begin:len(bytes):len(bytes)]})
	}
}

const noSession = 0xff

// NewHost returns a Host.
func NewHost(c Config) *Host {
	if c.MTU == 0 {
		c.MTU = 1392
	}

	if c.Channels == 0 {
		c.Channels = maxChannels
	}

	return &Host{
		config: c, limits: c.Limits.Filled(), byID: map[identity]*Peer{},
		buf:    make([]byte, command.MaxDatagram),
		agenda: agenda{limited: c.Bandwidth != (Bandwidth{})},
	}
}

// Stats returns counts up to now.
func (h *Host) Stats() Stats { return h.stats }

// Peers returns the number of connections. Half-open connections do not count.
func (h *Host) Peers() int { return h.peers }

// Refuse makes the Host accept no more connections. It forgets the half-open connections.
func (h *Host) Refuse() {
	h.config.Server = false
	for len(h.halves.list) > 0 {
		h.drop(h.halves.list[0])
	}
}

// HalfOpen returns the number of half-open connections.
func (h *Host) HalfOpen() int { return len(h.halves.list) }

// Events returns the events since the last call. The result is valid until the next call.
func (h *Host) Events() []Event {
	events := h.agenda.events
	h.agenda.events = h.spare[:0]
	clear(h.spare[:cap(h.spare)])
	h.spare = events
	return events
}

// number returns the lowest connection number that is free.
func (h *Host) number() (uint16, bool) {
	for i := range h.slots {
		if h.slots[i].peer == nil && h.slots[i].half == nil {
			return uint16(i), true
		}
	}

	if len(h.slots) >= maxNumbers {
		return 0, false
	}

	h.slots = append(h.slots, slot{toClient: noSession, toServer: noSession})
	return uint16(len(h.slots) - 1), true
}

// add stores a Peer in the slot of its number.
func (h *Host) add(p *Peer) {
	h.slots[p.number].peer = p
	h.byID[identity{p.addr, p.connectID}] = p
	h.peers++
	h.agenda.changed = true
	p.touch()
}

// remove frees the number of a Peer.
func (h *Host) remove(p *Peer) {
	if h.slots[p.number].peer != p {
		return
	}

	h.slots[p.number].peer = nil
	delete(h.byID, identity{p.addr, p.connectID})
	h.peers--
	h.agenda.changed = true
}

// drop frees the number of a half-open connection.
func (h *Host) drop(o *half) {
	h.slots[o.number].half = nil
	h.halves.remove(o)
}
