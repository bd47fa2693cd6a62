package traffic

import (
	"godotvariant/codec/multiplayer/packet"
)

// FirstID returns the ID in the first message that a server of Godot's multiplayer sends to a
// client. The result isFramed reports whether the messages are frames of Godot 3.
func FirstID(message []byte) (id int32, isFramed, ok bool) {
	p := detect(message, nil)
	switch {
	case p == nil:
		return 0, false, false
	case p.Has(packet.CommandCall):
		f, err := packet.DecodeFrame(message)
		return f.Peer, true, err == nil
	}
	id, err := packet.DecodeID(message)
	return id, false, err == nil
}

// Renumber returns a message with other IDs of peers. It replaces each ID with the result of the
// function newID. This is needed because a server gives its clients new IDs each time. Renumber
// does not change IDs in the arguments of calls, or a message that can't be parsed.
func Renumber(message []byte, isFramed bool, newID func(id int32) int32) []byte {
	signed := func(id int32) int32 {
		if id < 0 {
			return -newID(-id)
		}
		return newID(id)
	}

	if isFramed {
		f, err := packet.DecodeFrame(message)
		if err != nil {
			return message
		}
		f.From, f.To, f.Peer = newID(f.From), signed(f.To), newID(f.Peer)
		return orElse(message)(f.Append(nil))
	}

	var f packet.Codec // for Godot 4
	command, _ := f.Command(message)
	if command != packet.CommandSys {
		return message
	}
	p, err := f.Decode(message)
	if err != nil {
		return message
	}

	switch sys := p.(type) {
	case packet.AddPeer:
		p = packet.AddPeer{ID: newID(sys.ID)}
	case packet.DelPeer:
		p = packet.DelPeer{ID: newID(sys.ID)}
	case packet.Relay:
		p = packet.Relay{Peer: signed(sys.Peer), Packet: sys.Packet}
	}
	return orElse(message)(f.Append(nil, p))
}

// orElse returns a function for the results of an encoder. If err is nil, that function returns b,
// otherwise it returns the message.
func orElse(message []byte) func(b []byte, err error) []byte {
	return func(b []byte, err error) []byte {
		if err != nil {
			return message
		}
		return b
	}
}
