package traffic

import (
	"fmt"

	"godotvariant/codec/multiplayer/packet"
)

// message returns the explanation of a message between a client and the server.
func (s *session) message(fromServer bool, message []byte) (said, error) {
	from, to := s.id, int32(server)
	if fromServer {
		from, to = server, s.id
	}
	if s.framed {
		return s.frame(message)
	}

	if id, err := packet.DecodeID(message); fromServer && s.id == 0 && err == nil {
		s.id = id
		return said{fmt.Sprintf("the client is peer %d", id), "the ID"}, nil
	}
	return s.packet(from, to, message)
}

// frame returns the explanation of a frame of Godot 3.
func (s *session) frame(message []byte) (said, error) {
	f, err := packet.DecodeFrame(message)
	if err != nil {
		return said{about: damaged}, err
	}

	switch f.Kind {
	case packet.FrameID:
		s.id = f.Peer
		return said{fmt.Sprintf("the client is peer %d", f.Peer), "the ID"}, nil
	case packet.FrameAdd:
		return said{fmt.Sprintf("peer %d is there", f.Peer), "ADD"}, nil
	case packet.FrameDel:
		return said{fmt.Sprintf("peer %d has left", f.Peer), "DEL"}, nil
	}

	out, err := s.packet(f.From, f.To, f.Packet)
	switch {
	case f.From == s.id && f.To != server:
		out.text = target(f.To) + out.text
	case f.From != s.id && f.From != server:
		out.text = fmt.Sprintf("from %d: ", f.From) + out.text
	}
	return out, err
}
