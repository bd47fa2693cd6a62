package multiplayer

import (
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
)

// The further methods of a transport.Conn that knows its peers, such as that of ENet.
type (
	// identified knows the ID of the other side, which a client has chosen itself.
	identified interface{ PeerID() int32 }
	// local knows the ID of this side, at a client.
	local interface{ LocalID() int32 }
	// carrier is a connection of Godot 3. It carries frames in a form of its own.
	carrier interface{ CarryFrames() }
)

// suits reports whether a connection can be that of a game with the protocol.
func suits(c transport.Conn, p *packet.Protocol) bool {
	if _, ok := c.(identified); !ok {
		return true // the transport does not know
	}
	_, frames := c.(carrier)
	return frames == framed(p)
}

// carryFrames makes messages of a connection with IDs frames if its games are those of Godot 3. It
// reports whether they are.
func carryFrames(c transport.Conn) bool {
	frames, ok := c.(carrier)
	if ok {
		frames.CarryFrames()
	}
	return ok
}

// framed reports whether each message of a protocol is a packet.Frame, over a transport that does
// not know the IDs of peers.
func framed(p *packet.Protocol) bool { return p.Has(packet.CommandCall) }

// headerFrame is the size of the header of a packet.Frame.
const headerFrame = 9

// longestMessage returns the length of the longest message that the World takes.
func (w *World) longestMessage() int { return w.limits.MaxPacket + headerFrame }

// sendOpen sends a message. That the connection is ending is no error.
func sendOpen(p *transport.Peer, m transport.Message) error {
	err := p.Send(m)
	if err != nil && p.Ended() != nil {
		return nil
	}
	return err
}

// firstMessages returns the messages that tell a client its ID, and that the server is connected.
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
