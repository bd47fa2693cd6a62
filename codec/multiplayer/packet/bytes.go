package packet

import (
	"bytes"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// Bytes contains data that only the program interprets. Godot: SceneMultiplayer.send_bytes and
// peer_packet, Godot 3 network_peer_packet.
//
//	offset  size  field
//	0       1     command: 3; Godot 3: 4; Pandemonium: 3
//	1       n     data, at least 1 byte
type Bytes struct {
	Data []byte
}

func (Bytes) isPacket() {}

func decodeBytes(r *reader, _ byte) Packet {
	data := bytes.Clone(r.bytes(len(r.rest())))
	if len(data) == 0 {
		r.fail(variant.ErrTruncated)
	}
	return Bytes{Data: data}
}

func appendBytes(w *writer, command byte, p Bytes) {
	if len(p.Data) == 0 {
		w.fail(reason.Of(variant.ErrLength, "no data"))
	}
	w.uint8(command)
	w.bytes(p.Data)
}
