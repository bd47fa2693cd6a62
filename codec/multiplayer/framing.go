package multiplayer

import (
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
)

// These interfaces have the additional methods of a transport.Conn whose transport, such as ENet,
// has its own IDs of peers.
type (
	// identified is a connection that knows the ID of the other side: 1 for the server, or the ID
	// that the client has chosen.
	identified interface{ PeerID() int32 }
	// local is a connection over which a client chooses its own ID. LocalID returns this ID. Over
	// other connections the server tells each client its ID.
	local interface{ LocalID() int32 }
	// carrier is a connection of a game of Godot 3. After CarryFrames each of its messages is a
	// packet.Frame.
	carrier interface{ CarryFrames() }
)

// suits reports whether a game with the protocol can use a connection.
func suits(c transport.Conn, p *packet.Protocol) bool {
	if _, ok := c.(identified); !ok {
		return true // a transport without IDs of peers carries the packets of any protocol
	}
	_, frames := c.(carrier)
	return frames == framed(p)
}

// carryFrames makes each message of a connection a packet.Frame, if the connection is a carrier. It
// reports whether the connection is a carrier.
func carryFrames(c transport.Conn) bool {
	frames, ok := c.(carrier)
	if ok {
		frames.CarryFrames()
	}
	return ok
}

// framed reports whether each message of a protocol is a packet.Frame, as in games of Godot 3. Over
// a transport with its own IDs of peers, such as ENet, messages are Frames only after a call of
// CarryFrames.
func framed(p *packet.Protocol) bool { return p.Has(packet.CommandCall) }

// headerFrame is the size of the header of a packet.Frame.
const headerFrame = 9

// longestMessage returns the length, in bytes, of the longest message that the World accepts.
func (w *World) longestMessage() int { return w.limits.MaxPacket + headerFrame }

// sendOpen sends a message. It returns nil if the connection is ending.
func sendOpen(p *transport.Peer, m transport.Message) error {
	err := p.Send(m)
	if err != nil && p.Ended() != nil {
		return nil
	}
	return err
}

// firstMessages returns the first messages to a client. They contain its ID and, in Godot 3,
// announce the server.
func firstMessages(id int32, framed bool) (messages [][]byte, err error) {
	hello, err := packet.AppendID(nil, id)
	if err != nil || !framed {
		return [][]byte{hello}, err
	}

	for _, f := range []packet.Frame{
		{Kind: packet.FrameID, From: 1, Peer: id}, {Kind: packet.FrameAdd, From: 1, Peer: 1},
	} {
		data, err := f.Append(nil)
		if err != nil {
			return nil, err
		}
		messages = append(messages, data)
	}
	return messages, nil
}
