package codec

import (
	"encoding/binary"
	"errors"
	"fmt"

	"godotvariant/variant"
)

// Framing says how the packets of a stream are separated.
type Framing uint8

const (
	// FrameU32 writes the length of a packet before it, in 4 bytes, little-endian.
	// Godot: StreamPeer.put_var and get_var, FileAccess.store_var and get_var,
	// PacketPeerStream, the remote debugger; Godot 3: File.store_var and get_var.
	FrameU32 Framing = iota
	// FrameU32BE is FrameU32 with a big-endian length. The packet itself stays
	// little-endian. Godot: StreamPeer.big_endian and FileAccess.big_endian, set to
	// true; Godot 3: File.endian_swap.
	FrameU32BE
	// FrameNone is a packet without a length, as in UDP, ENet, WebSocket and WebRTC, where
	// one message is one packet, and as var_to_bytes returns it. An [Encoder] makes one
	// Write of each packet. A [Decoder] can't tell where one ends: [Codec.Decode] reads a
	// packet, and [Codec.DecodeFirst] the first of several in memory. In a [Detection]
	// it means a single packet.
	FrameNone
)

const framePrefix = 4

// order returns the byte order of the length, or nil if there is no length.
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

// check returns an error if f is not one of the constants.
func (f Framing) check(op string) error {
	if f > FrameNone {
		return streamError(op, 0, fmt.Errorf("no such framing: %d", f))
	}
	return nil
}

// shift makes the offset of a packet's error count from the start of the frame. An error of
// conversion has no offset.
func (f Framing) shift(err error) error {
	if err == nil {
		return nil
	}

	var e *variant.Error
	if errors.As(err, &e) && e.Op != "convert" {
		e.Offset += f.prefix()
	}

	return err
}

// streamError returns an error of the stream, not of a value in it.
func streamError(op string, offset int, kind error) error {
	return &variant.Error{Op: op, Offset: offset, Path: "$", Err: kind}
}

// tooLong returns the error of a packet that is longer than Limits.MaxFrame.
func tooLong(op string, size, most int64) error {
	return streamError(op, 0, variant.Because(variant.ErrLimit,
		fmt.Sprintf("the packet has %d bytes, Limits.MaxFrame is %d", size, most)))
}

// A shrinker drops the buffer of a stream when a long packet has made it large and the
// packets after that are short.
type shrinker struct{ short int } // short packets in a row

const (
	keptSize = 64 << 10 // buffers of this size are never dropped
	maxShort = 64
)

// next returns the buffer for the next packet: buf, of which the last packet needed
// used bytes, or nil to drop it.
func (s *shrinker) next(buf []byte, used int) []byte {
	if cap(buf) <= keptSize || used > cap(buf)/4 {
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
