package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"godotvariant/variant"
)

// Framing says how the packets of a stream are separated. UDP, ENet, WebSocket and WebRTC need no
// frames, because one message is one packet. Use [Codec.Append] and [Codec.Decode] there, and
// [Codec.DecodeFirst] for packets that follow each other in memory.
type Framing uint8

const (
	// FrameU32 writes the length of a packet before it, in 4 bytes, little-endian.
	// Godot: StreamPeer.put_var and get_var, FileAccess.store_var and get_var,
	// PacketPeerStream, the remote debugger; Godot 3: File.store_var and get_var.
	FrameU32 Framing = iota
	// FrameU32BE is like FrameU32, with a big-endian length. The packet itself stays little-endian.
	// Godot: StreamPeer.big_endian and FileAccess.big_endian, set to true; Godot 3:
	// File.endian_swap.
	FrameU32BE
)

// framePrefix is the number of bytes in front of the packet in a frame. These bytes are the length
// of the packet.
const framePrefix = 4

// order returns the byte order of the length.
func (f Framing) order() binary.ByteOrder {
	if f == FrameU32BE {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// Append appends the frame of a packet to dst: its length and the packet.
func (f Framing) Append(dst, packet []byte) []byte {
	var prefix [framePrefix]byte
	f.order().PutUint32(prefix[:], uint32(len(packet)))
	return append(append(dst, prefix[:]...), packet...)
}

// Cut cuts the first frame off b, without copying: it returns the packet of the frame, and the
// bytes after the frame. If the frame is not complete, Cut returns a nil packet, all of b, and the
// number of missing bytes. If even the length is not complete, this number counts only the missing
// bytes of the length.
//
// Cut has no limits. A caller that reads a stream should compare len(b)+missing with the longest
// frame that it accepts, before it continues to read.
func (f Framing) Cut(b []byte) (packet, rest []byte, missing int) {
	if len(b) < framePrefix {
		return nil, b, framePrefix - len(b)
	}

	size := int64(f.order().Uint32(b))
	end := framePrefix + size
	if int64(len(b)) < end {
		return nil, b, int(min(end-int64(len(b)), math.MaxInt32))
	}

	return b[framePrefix:end:end], b[end:], 0
}

// String returns the name of the constant.
func (f Framing) String() string {
	switch f {
	case FrameU32:
		return "FrameU32"
	case FrameU32BE:
		return "FrameU32BE"
	default:
		return "unknown framing"
	}
}

// check returns an error if f is not one of the constants.
func (f Framing) check(op variant.Op) error {
	if f > FrameU32BE {
		return streamError(op, 0, fmt.Errorf("no such framing: %d", f))
	}
	return nil
}

// shifted adds framePrefix to the offset of an error in a packet. The offset then counts from the
// start of the frame. An error with Op convert has no offset and stays unchanged.
func shifted(err error) error {
	if err == nil {
		return nil
	}

	var e *variant.Error
	if errors.As(err, &e) && e.Op != variant.OpConvert {
		e.Offset += framePrefix
	}

	return err
}

// streamError returns an error of the stream itself. Its path is "$", because the error is not
// about a part of a value.
func streamError(op variant.Op, offset int, kind error) error {
	return &variant.Error{Op: op, Offset: offset, Err: kind}
}

// tooLong returns the error of a packet that is longer than Limits.MaxFrame.
func tooLong(op variant.Op, size, limit int64) error {
	return streamError(op, 0, variant.Because(variant.ErrLimit,
		fmt.Sprintf("the packet has %d bytes, Limits.MaxFrame is %d", size, limit)))
}

// A shrinker drops the buffer of a stream if one packet made it large and many short packets
// followed.
type shrinker struct{ short int } // number of short packets in a row

const (
	keptSize = 64 << 10 // in bytes; only larger buffers are dropped
	maxShort = 64
)

// next returns the buffer for the next packet: buf, or nil to drop buf. The argument lastSize is
// the number of bytes that the last packet needed.
func (s *shrinker) next(buf []byte, lastSize int) []byte {
	if cap(buf) <= keptSize || lastSize > cap(buf)/4 {
		s.short = 0
		return buf
	}

	s.short++
	if s.short < maxShort {
		return buf
	}

	s.short = 0
	return nil
}
