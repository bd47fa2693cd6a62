package packet

import (
	"encoding/binary"
	"fmt"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// AppendID appends the first message of a WebSocket server to a client of Godot 4: the client's ID,
// an int of 4 bytes. Each message after it is one packet, in both directions. For an ID below 2 the
// error is an [ErrID]. Godot: WebSocketMultiplayerPeer.
func AppendID(dst []byte, id int32) ([]byte, error) {
	if id < 2 {
		return dst, &Error{Op: variant.OpEncode, Packet: "ID", Err: reason.Of(ErrID, "ID %d", id)}
	}
	return binary.LittleEndian.AppendUint32(dst, uint32(id)), nil
}

// DecodeID returns the ID in the first message of a WebSocket server of Godot 4.
func DecodeID(message []byte) (id int32, err error) {
	r := reader{data: message}
	id = decodePeer(&r)
	return id, named(r.err, "ID")
}

// FrameKind says whether a [Frame] has a packet, or tells a client about a peer or its own ID.
type FrameKind uint8

// The kinds of frames. Only a server sends the last three, which have the field [Frame.Peer].
const (
	FramePacket FrameKind = iota // a packet from the peer From to the target To
	FrameAdd                     // a peer has come
	FrameDel                     // a peer has left
	FrameID                      // tells the client its ID
)

// String returns "packet", "add", "del" or "id".
func (k FrameKind) String() string {
	if int(k) < len(frameKinds) {
		return frameKinds[k]
	}
	return fmt.Sprintf("FrameKind(%d)", uint8(k))
}

var frameKinds = [...]string{
	FramePacket: "packet", FrameAdd: "add", FrameDel: "del", FrameID: "id",
}

// A Frame is a message of Godot 3 over WebSocket. Godot 3: WebSocketMultiplayerPeer.
//
//	offset  size  field
//	0       1     kind
//	1       4     from, signed
//	5       4     to, signed
//	9       n     packet, for the kind 0; otherwise the ID of a peer, 4 bytes, signed
//
// The server sends a new client its ID, ADD of peer 1, and ADD of each other client. It sends the
// other clients ADD of the new client. When a client leaves, it sends the other clients DEL.
type Frame struct {
	Kind FrameKind
	// From is the sender. A server has to check that it is the ID of the client that sent the
	// frame.
	From int32
	// To is the target: > 0 for one peer, 0 for all peers except the sender, < 0 for all peers
	// except the sender and -To.
	To int32
	// Packet is the packet. DecodeFrame does not check it.
	Packet []byte
	// Peer is the ID of a peer, for the kinds FrameAdd, FrameDel and FrameID.
	Peer int32
}

// Append appends the frame to dst. The error is an [*Error]; after an error the result is dst.
func (f Frame) Append(dst []byte) ([]byte, error) {
	w := writer{out: dst}
	w.uint8(uint8(f.Kind))
	w.uint32(uint32(f.From))
	w.uint32(uint32(f.To))

	switch {
	case f.Kind > FrameID:
		w.fail(reason.Of(ErrCommand, "kind %d", f.Kind))
	case f.Kind == FramePacket && len(f.Packet) == 0:
		w.fail(reason.Of(variant.ErrLength, "no packet"))
	case f.Kind == FramePacket:
		w.bytes(f.Packet)
	case f.Peer < 1:
		w.fail(reason.Of(ErrID, "ID %d", f.Peer))
	default:
		w.uint32(uint32(f.Peer))
	}
	if w.err != nil {
		return dst, named(w.err, "frame")
	}
	return w.out, nil
}

// DecodeFrame returns the frame in a message. Its packet aliases the message. The error is an
// [*Error].
func DecodeFrame(message []byte) (Frame, error) {
	r := reader{data: message}
	f := Frame{Kind: FrameKind(r.uint8()), From: int32(r.uint32()), To: int32(r.uint32())}

	switch at := r.pos; {
	case f.Kind > FrameID:
		r.failAt(0, reason.Of(ErrCommand, "kind %d", f.Kind))
	case f.Kind == FramePacket:
		f.Packet = r.rest()
		if len(f.Packet) == 0 {
			r.fail(variant.ErrTruncated)
		}
	default:
		f.Peer = int32(r.uint32())
		r.end()
		if f.Peer < 1 {
			r.failAt(at, reason.Of(ErrID, "ID %d", f.Peer))
		}
	}
	if r.err != nil {
		return Frame{}, named(r.err, "frame")
	}
	return f, nil
}

// Reaches reports whether a server passes the frame on to a peer that is not the sender. Peer 1 is
// the server itself. If To is -1, the target is all peers except the server, and Reaches(1) is
// false. Nevertheless, the server of Godot 3.2 handles such a frame.
func (f Frame) Reaches(peer int32) bool { return reaches(f.To, peer) && peer != f.From }

// reaches reports whether the target includes the peer.
func reaches(target, peer int32) bool {
	switch {
	case target > 0:
		return peer == target
	case target < 0:
		return peer != -target
	}
	return true
}
