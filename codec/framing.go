package codec

import (
	"encoding/binary"

	"godotvariant/variant"
)

// Framing says how packets follow each other in a stream.
type Framing uint8

const (
	// FrameU32 puts the packet's length before it, in 4 bytes, little-endian.
	// Godot: StreamPeer.put_var and get_var, FileAccess.store_var and get_var,
	// PacketPeerStream, the remote debugger.
	FrameU32 Framing = iota
	// FrameU32BE is FrameU32 with a big-endian length. The packet itself stays
	// little-endian. Godot: StreamPeer.big_endian and FileAccess.big_endian, in
	// Godot 3 File.endian_swap, set to true.
	FrameU32BE
	// FrameNone puts packet behind packet with nothing between. No engine
	// does so; it is the form of var_to_bytes results written to one file. In
	// a stream of this kind nothing behind a bad packet can be found again.
	//
	// UDP, ENet, WebSocket and WebRTC need no framing and no stream: there one
	// message is one packet, for [Codec.Append] and [Codec.Decode].
	FrameNone
)

const framePrefix = 4

// order returns the byte order of the length, nil if there is none.
func (f Framing) order() binary.ByteOrder {
	switch f {
	case FrameU32:
		return binary.LittleEndian
	case FrameU32BE:
		return binary.BigEndian
	default:
		return nil
	}
}

// prefix returns the size of the length.
func (f Framing) prefix() int {
	if f.order() == nil {
		return 0
	}
	return framePrefix
}

// String returns the name of the constant.
func (f Framing) String() string {
	switch f {
	case FrameU32:
		return "FrameU32"
	case FrameU32BE:
		return "FrameU32BE"
	case FrameNone:
		return "FrameNone"
	default:
		return "unknown framing"
	}
}

// streamError is an error of the stream and not of a value in it.
func streamError(op string, offset int, kind error) error {
	return &variant.Error{Op: op, Offset: offset, Path: "$", Err: kind}
}

// A keeper decides whether a stream's buffer, which has grown with the longest packet,
// is let go: when it is big, and a number of packets in a row had no use for
// that.
type keeper struct{ small int }

const (
	keptAlways = 64 << 10
	smallInRow = 64
)

// keep returns the buffer to go on with, of which used bytes were used.
func (k *keeper) keep(buf []byte, used int) []byte {
	if cap(buf) <= keptAlways || used > cap(buf)/4 {
		k.small = 0
		return buf
	}
	if k.small++; k.small < smallInRow {
		return buf
	}
	k.small = 0
	return nil
}
