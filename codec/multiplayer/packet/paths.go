package packet

import (
	"strings"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// SimplifyPath gives a node a number. After the receiver has confirmed the number, the sender calls
// the node by this number. Godot: SIMPLIFY_PATH.
//
//	offset  size   field
//	0       1      command 1
//	1       32     checksum, in hexadecimal digits
//	33      1      0
//	34      4      number
//	38      n + 1  path and a NUL
//
// Godot 3 and Pandemonium have no checksum:
//
//	offset  size   field
//	0       1      command: 2; Pandemonium: 1
//	1       4      number
//	5       n + 1  path and a NUL
type SimplifyPath struct {
	Checksum string // checksum of the sender's methods, see [Signature]; "" in Godot 3
	Number   uint32 // 0 < Number < 1<<31; in Godot 3 also 0
	Path     string // path from the multiplayer root
}

func (SimplifyPath) isPacket() {}

// ConfirmPath is the answer to SimplifyPath. Godot: CONFIRM_PATH.
//
//	offset  size  field
//	0       1     command 2
//	1       1     1 if the checksum in SimplifyPath equals that of the receiver, else 0
//	2       4     number
//
// In Godot 4.0 to 4.2 the packet has the path instead of the number:
//
//	offset  size   field
//	0       1      command 2
//	1       1      as above
//	2       n + 1  path and a NUL
//
// Godot 3 and Pandemonium have no checksum:
//
//	offset  size   field
//	0       1      command: 3; Pandemonium: 2
//	1       n + 1  path and a NUL
type ConfirmPath struct {
	Equal  bool   // the checksums of both sides are equal; always true in Godot 3
	Number uint32 // the confirmed number, in Godot 4.3 and later
	Path   string // the path of the node, in earlier engines
}

func (ConfirmPath) isPacket() {}

const (
	digits       = "0123456789abcdef"
	checksumSize = 32
)

func decodeSimplify(r *reader, _ byte) Packet {
	var p SimplifyPath
	p.Checksum = string(r.bytes(checksumSize))
	if strings.Trim(p.Checksum, digits) != "" {
		r.failAt(1, reason.Of(variant.ErrSyntax, "checksum %q", p.Checksum))
	}
	if r.uint8() != 0 {
		r.failAt(r.pos-1, reason.Of(variant.ErrSyntax, "no NUL behind the checksum"))
	}

	at := r.pos
	p.Number = r.uint32()
	if p.Number == 0 || p.Number&pathBit != 0 {
		r.failAt(at, reason.Of(ErrNumber, "%d for a node", p.Number))
	}
	p.Path = r.path()
	r.end()
	return p
}

func appendSimplify(w *writer, command byte, p SimplifyPath) {
	if len(p.Checksum) != checksumSize || strings.Trim(p.Checksum, digits) != "" {
		w.fail(reason.Of(variant.ErrSyntax, "checksum %q", p.Checksum))
	}
	if p.Number == 0 || p.Number&pathBit != 0 {
		w.fail(reason.Of(ErrNumber, "%d for a node", p.Number))
	}

	w.uint8(command)
	w.text(p.Checksum)
	w.uint32(p.Number)
	w.path(p.Path)
}

func decodeSimplifyBare(r *reader, _ byte) Packet {
	var p SimplifyPath
	at := r.pos
	p.Number = r.uint32()
	if p.Number&pathBit != 0 {
		r.failAt(at, reason.Of(ErrNumber, "%d for a node", p.Number))
	}
	p.Path = r.path()
	r.end()
	return p
}

func appendSimplifyBare(w *writer, command byte, p SimplifyPath) {
	if p.Number&pathBit != 0 {
		w.fail(reason.Of(ErrNumber, "%d for a node", p.Number))
	}
	w.uint8(command)
	w.uint32(p.Number)
	w.path(p.Path)
}

// parseEqual reads the byte that says whether checksums are equal.
func parseEqual(r *reader) bool {
	flag := r.uint8()
	if flag > 1 {
		r.failAt(r.pos-1, reason.Of(variant.ErrBool, "%d", flag))
	}
	return flag == 1
}

func appendEqual(w *writer, equal bool) {
	if equal {
		w.uint8(1)
	} else {
		w.uint8(0)
	}
}

func decodeConfirmNumber(r *reader, _ byte) Packet {
	p := ConfirmPath{Equal: parseEqual(r), Number: r.uint32()}
	r.end()
	return p
}

func appendConfirmNumber(w *writer, command byte, p ConfirmPath) {
	w.uint8(command)
	appendEqual(w, p.Equal)
	w.uint32(p.Number)
}

func decodeConfirmPath(r *reader, _ byte) Packet {
	p := ConfirmPath{Equal: parseEqual(r), Path: r.path()}
	r.end()
	return p
}

func appendConfirmPath(w *writer, command byte, p ConfirmPath) {
	w.uint8(command)
	appendEqual(w, p.Equal)
	w.path(p.Path)
}

func decodeConfirmBare(r *reader, _ byte) Packet {
	p := ConfirmPath{Equal: true, Path: r.path()}
	r.end()
	return p
}

func appendConfirmBare(w *writer, command byte, p ConfirmPath) {
	w.uint8(command)
	w.path(p.Path)
}
