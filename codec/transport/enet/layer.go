package enet

import (
	"encoding/binary"
	"fmt"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet/internal/core"
	"godotvariant/variant"
)

// A layer turns messages into packets of ENet, and packets into messages.
type layer interface {
	// packet returns the packet of a message. The packet may share the Data of the message.
	packet(m transport.Message) (core.Packet, error)
	// message returns the message of a packet. The result ok is false for a packet that is not a
	// message.
	message(p core.Packet) (m transport.Message, ok bool, err error)
}

// modes has the mode of each Delivery.
var modes = [...]core.Mode{
	transport.Reliable:          core.Reliable,
	transport.UnreliableOrdered: core.Ordered,
	transport.Unreliable:        core.Unsequenced,
}

// deliveries is the inverse of modes.
var deliveries = [...]transport.Delivery{
	core.Reliable:    transport.Reliable,
	core.Ordered:     transport.UnreliableOrdered,
	core.Unsequenced: transport.Unreliable,
}

// checkMessage returns an error for a message that no packet can carry.
func checkMessage(m transport.Message, mostChannel int) error {
	switch {
	case int(m.Delivery) >= len(modes):
		return fmt.Errorf("enet: a message with the delivery %d", m.Delivery)
	case m.Channel < 0 || m.Channel > mostChannel:
		return fmt.Errorf("enet: a message for the channel %d, the last one is %d", m.Channel,
			mostChannel)
	}

	return nil
}

// A rawLayer makes each message a packet of ENet without changes.
type rawLayer struct{ channels int }

func (r rawLayer) packet(m transport.Message) (core.Packet, error) {
	err := checkMessage(m, r.channels-1)
	if err != nil {
		return core.Packet{}, err
	}

	return core.Packet{Channel: uint8(m.Channel), Mode: modes[m.Delivery], Data: m.Data}, nil
}

func (r rawLayer) message(p core.Packet) (transport.Message, bool, error) {
	return transport.Message{
		Data: p.Data, Delivery: deliveries[p.Mode], Channel: int(p.Channel),
	}, true, nil
}

// A godot4Layer has the channels of Godot 4. Channel 0 of a game is ENet's channel 0 for reliable
// packets, and ENet's channel 1 for other packets. Channel n of a game is ENet's channel n + 1.
type godot4Layer struct{ channels int }

func (g godot4Layer) packet(m transport.Message) (core.Packet, error) {
	err := checkMessage(m, max(0, g.channels-2))
	if err != nil {
		return core.Packet{}, err
	}

	p := core.Packet{Mode: modes[m.Delivery], Data: m.Data}
	switch {
	case m.Channel > 0:
		p.Channel = uint8(m.Channel + 1)
	case m.Delivery != transport.Reliable && g.channels > 1:
		p.Channel = 1
	}

	return p, nil
}

func (g godot4Layer) message(p core.Packet) (transport.Message, bool, error) {
	return transport.Message{
		Data: p.Data, Delivery: deliveries[p.Mode], Channel: max(0, int(p.Channel)-1),
	}, true, nil
}

// The channels of Godot 3.
const (
	noteChannel3       = 0 // here a server tells which clients have connected or disconnected
	reliableChannel3   = 1
	unreliableChannel3 = 2
	channels3          = 3
)

// header3 is the length of the header of a packet of Godot 3: source and target, little-endian.
const header3 = 8

// The first byte of a frame, see CarryFrames in the comment of transport.Conn. If it is
// framePacket, the other bytes of the frame are the packet as ENet carries it.
const (
	framePacket = 0
	frameAdd    = 1
	frameDel    = 2
	frameHeader = 1 + header3
)

// A godot3Layer writes and reads the header of Godot 3. If frames is false, it removes the header
// of received packets, and drops packets for other peers.
type godot3Layer struct {
	own, other int32 // IDs of this side and of the other side; 1 is a server
	frames     bool
	confirmed  bool // a packet with a valid header has arrived
}

// channel returns the ENet channel of a message.
func (g *godot3Layer) channel(d transport.Delivery) uint8 {
	if d == transport.Reliable {
		return reliableChannel3
	}

	return unreliableChannel3
}

func (g *godot3Layer) packet(m transport.Message) (core.Packet, error) {
	if err := checkMessage(m, 255); err != nil { // the channel is ignored
		return core.Packet{}, err
	}

	if g.frames {
		return g.fromFrame(m)
	}

	data := binary.LittleEndian.AppendUint32(nil, uint32(g.own))
	data = binary.LittleEndian.AppendUint32(data, uint32(g.other))
	return core.Packet{
		Channel: g.channel(m.Delivery), Mode: modes[m.Delivery], Data: append(data, m.Data...),
	}, nil
}

// fromFrame returns the packet of a frame.
func (g *godot3Layer) fromFrame(m transport.Message) (core.Packet, error) {
	if len(m.Data) < frameHeader {
		return core.Packet{}, fmt.Errorf("enet: a frame with %d bytes", len(m.Data))
	}

	switch m.Data[0] {
	case framePacket:
		return core.Packet{
			Channel: g.channel(m.Delivery), Mode: modes[m.Delivery], Data: m.Data[1:],
		}, nil
	case frameAdd, frameDel:
		note := binary.LittleEndian.AppendUint32(nil, uint32(m.Data[0]-frameAdd))
		note = append(note, m.Data[frameHeader:]...)
		return core.Packet{Channel: noteChannel3, Mode: core.Reliable, Data: note}, nil
	default:
		return core.Packet{}, fmt.Errorf("enet: a frame of kind %d", m.Data[0])
	}
}

func (g *godot3Layer) message(p core.Packet) (m transport.Message, ok bool, err error) {
	if len(p.Data) < header3 {
		return m, false, g.refuse(fmt.Sprintf("a packet has %d bytes", len(p.Data)))
	}

	if p.Channel == noteChannel3 {
		return g.note(p.Data)
	}

	from := int32(binary.LittleEndian.Uint32(p.Data))
	to := int32(binary.LittleEndian.Uint32(p.Data[4:]))
	if err := g.check(from); err != nil {
		return m, false, err
	}

	m.Delivery = deliveries[p.Mode]
	switch {
	case g.frames:
		m.Data = append([]byte{framePacket}, p.Data...)
		return m, true, nil
	case to == g.own || to == 0 || to < 0 && to != -g.own:
		m.Data = p.Data[header3:]
		return m, true, nil
	default:
		return m, false, nil // the packet is for another peer
	}
}

// check checks the source of a packet. At a server, the source must be the ID of the client. At a
// client any source is valid, because a server also passes on packets of other clients.
func (g *godot3Layer) check(from int32) error {
	if g.other == 1 || from == g.other {
		g.confirmed = true
		return nil
	}

	return g.refuse(fmt.Sprintf("the client %d sends as %d", g.other, from))
}

// refuse returns the error for a packet that no client of Godot 3 sends.
func (g *godot3Layer) refuse(text string) error {
	if !g.confirmed {
		text = fmt.Sprintf("the client %d has three channels but no header of Godot 3; "+
			"for games of Godot 4 with one channel of their own set Options.Layer", g.other)
	}

	return variant.Because(transport.ErrProtocol, text)
}

// note returns the frame for a note of the server that a client has connected or disconnected.
func (g *godot3Layer) note(data []byte) (m transport.Message, ok bool, err error) {
	if g.other != 1 {
		return m, false, g.refuse("a client sends on channel 0")
	}

	kind := binary.LittleEndian.Uint32(data)
	if !g.frames || kind > frameDel-frameAdd {
		return m, false, nil
	}

	frame := []byte{byte(kind) + frameAdd}
	frame = binary.LittleEndian.AppendUint32(frame, 1)
	frame = binary.LittleEndian.AppendUint32(frame, uint32(g.own))
	m.Data = append(frame, data[4:header3]...)
	return m, true, nil
}
