package packet

import (
	"bytes"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// Auth is a message of an authentication. Godot: SceneMultiplayer.send_auth; without data
// SceneMultiplayer.complete_auth.
//
//	offset  size  field
//	0       1     command 7
//	1       1     0
//	2       n     data; empty if the sender has completed the authentication
type Auth struct {
	Data []byte
}

func (Auth) isPacket() {}

// AddPeer tells a client that another client is connected. The server sends it.
//
//	offset  size  field
//	0       1     command 7
//	1       1     1
//	2       4     ID, signed
type AddPeer struct {
	ID int32 // >= 2
}

func (AddPeer) isPacket() {}

// DelPeer tells a client that another client has left. The server sends it.
//
//	offset  size  field
//	0       1     command 7
//	1       1     2
//	2       4     ID, signed
type DelPeer struct {
	ID int32 // >= 2
}

func (DelPeer) isPacket() {}

// Relay is a packet for another client, which the server passes on.
//
//	offset  size  field
//	0       1     command 7
//	1       1     3
//	2       4     peer, signed
//	6       n     packet, at least 1 byte
type Relay struct {
	// Peer is the target on the way to the server: > 0 for one peer, 0 for all peers, < 0 for all
	// peers except -Peer. On the way to a client it is the sender.
	Peer int32
	// Packet is a packet other than Auth, AddPeer, DelPeer and Relay. Decode does not check it.
	Packet []byte
}

func (Relay) isPacket() {}

// The second byte of a SYS packet.
const (
	sysAuth = iota
	sysAdd
	sysDel
	sysRelay
)

func decodeSys(r *reader, _ byte) Packet {
	at := r.pos
	kind := r.uint8()

	switch {
	case r.err != nil:
	case kind == sysAuth:
		return Auth{Data: bytes.Clone(r.bytes(len(r.rest())))}
	case kind == sysAdd:
		return AddPeer{ID: decodePeer(r)}
	case kind == sysDel:
		return DelPeer{ID: decodePeer(r)}
	case kind == sysRelay:
		return decodeRelay(r)
	default:
		r.failAt(at, reason.Of(ErrCommand, "SYS %d", kind))
	}
	return nil
}

// decodePeer reads the ID of a client, which is the last field.
func decodePeer(r *reader) int32 {
	at := r.pos
	id := int32(r.uint32())
	if id < 2 {
		r.failAt(at, reason.Of(ErrID, "ID %d", id))
	}
	r.end()
	return id
}

func decodeRelay(r *reader) Packet {
	p := Relay{Peer: int32(r.uint32())}
	p.Packet = bytes.Clone(r.bytes(len(r.rest())))
	if len(p.Packet) == 0 {
		r.fail(variant.ErrTruncated)
	}
	return p
}

func appendAuth(w *writer, command byte, p Auth) {
	w.uint8(command)
	w.uint8(sysAuth)
	w.bytes(p.Data)
}

func appendAdd(w *writer, command byte, p AddPeer) { appendPeer(w, command, sysAdd, p.ID) }

func appendDel(w *writer, command byte, p DelPeer) { appendPeer(w, command, sysDel, p.ID) }

func appendPeer(w *writer, command, kind byte, id int32) {
	if id < 2 {
		w.fail(reason.Of(ErrID, "ID %d", id))
	}
	w.uint8(command)
	w.uint8(kind)
	w.uint32(uint32(id))
}

func appendRelay(w *writer, command byte, p Relay) {
	if len(p.Packet) == 0 {
		w.fail(reason.Of(variant.ErrLength, "no packet"))
	}
	w.uint8(command)
	w.uint8(sysRelay)
	w.uint32(uint32(p.Peer))
	w.bytes(p.Packet)
}
