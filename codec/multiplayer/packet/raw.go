package packet

import (
	"bytes"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// Raw has bytes of the program. Godot: SceneMultiplayer.send_bytes and peer_packet, Godot 3
// network_peer_packet.
//
//	offset  size  field
//	0       1     command: 3; Godot 3: 4; Pandemonium: 3
//	1       n     data, 1 byte at least
type Raw struct {
	Data []byte
}

func parseRaw(r *reader, _ byte) Any {
	data := bytes.Clone(r.bytes(len(r.rest())))
	if len(data) == 0 {
		r.fail(variant.ErrTruncated)
	}
	return Raw{Data: data}
}

func appendRaw(w *writer, command byte, p Raw) {
	if len(p.Data) == 0 {
		w.fail(reason.Of(variant.ErrLength, "no data"))
	}
	w.uint8(command)
	w.bytes(p.Data)
}
