// Package frame has the frames of the packets in a save: the framings of package codec, and the
// frame None of a file that consists of one packet without a length.
package frame

import (
	"encoding/binary"
	"io"
	"slices"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
)

// A Frame says how the records of a file are separated.
type Frame uint8

const (
	U32   Frame = iota // codec.FrameU32
	U32BE              // codec.FrameU32BE
	None               // the file is one packet, without a length field
)

// names has the names of frames as users write them.
var names = [...]string{U32: "u32", U32BE: "u32be", None: "none"}

// All are all frames.
var All = [...]Frame{U32, U32BE, None}

// String returns the name that users write for a frame: u32, u32be or none.
func (f Frame) String() string { return names[f] }

// Names returns the names that users write for the frames.
func Names() []string { return slices.Clone(names[:]) }

// ByName returns the frame with this name. The result ok is false if there is no such frame.
func ByName(name string) (f Frame, ok bool) {
	i := slices.Index(names[:], strings.ToLower(name))
	return Frame(max(i, 0)), i >= 0
}

// Of returns the frame of a detection.
func Of(d inspect.Detection) Frame {
	switch {
	case !d.Framed:
		return None
	case d.Framing == codec.FrameU32BE:
		return U32BE
	default:
		return U32
	}
}

// With returns a copy of a detection, with another frame.
func With(d inspect.Detection, f Frame) inspect.Detection {
	d.Framed = f != None
	d.Framing = f.Framing()
	return d
}

// Framing returns the framing of package codec for a frame. Package codec has no framing for None.
// For None the result is codec.FrameU32, and the caller must not use it.
func (f Frame) Framing() codec.Framing {
	if f == U32BE {
		return codec.FrameU32BE
	}
	return codec.FrameU32
}

// Prefix is the size in bytes of the length field in front of a packet.
const Prefix = 4

// Prefix returns the number of bytes in front of a packet.
func (f Frame) Prefix() int {
	if f == None {
		return 0
	}
	return Prefix
}

// Length returns the length of the packet whose frame begins with b. For None it returns the length
// of b. Unlike the function Cut of a framing, it accepts lengths of more than 2 GiB, which only
// damaged files have.
func (f Frame) Length(b []byte) int64 {
	switch f {
	case None:
		return int64(len(b))
	case U32BE:
		return int64(binary.BigEndian.Uint32(b))
	default:
		return int64(binary.LittleEndian.Uint32(b))
	}
}

// Whole returns the length of the complete frames at the start of b.
func (f Frame) Whole(b []byte) int {
	if f == None {
		return len(b)
	}

	rest := b
	for missing := 0; missing == 0; {
		_, rest, missing = f.Framing().Cut(rest)
	}

	return len(b) - len(rest)
}

// Append appends a packet to b. It appends the length of the packet first, if the frame has a
// length.
func (f Frame) Append(b, packet []byte) []byte {
	b, _ = f.AppendFunc(b, func(b []byte) ([]byte, error) { return append(b, packet...), nil })
	return b
}

// AppendFunc appends a packet to b, as Append does. The function packet appends the packet to the
// bytes in its argument. After an error of packet, AppendFunc returns b and the error.
func (f Frame) AppendFunc(b []byte, packet func([]byte) ([]byte, error)) ([]byte, error) {
	start := len(b) + f.Prefix()
	out, err := packet(append(b, make([]byte, f.Prefix())...))
	if err != nil {
		return b, err
	}

	f.SetLength(out[len(b):], len(out)-start)
	return out, nil
}

// SetLength sets the length at the start of b, if the frame has a length.
func (f Frame) SetLength(b []byte, n int) {
	switch f {
	case U32:
		binary.LittleEndian.PutUint32(b, uint32(n))
	case U32BE:
		binary.BigEndian.PutUint32(b, uint32(n))
	}
}

// An Encoder writes records. If Encode fails, it has written nothing.
type Encoder interface{ Encode(v variant.Variant) error }

// NewEncoder returns an Encoder that writes records in the frame.
func (f Frame) NewEncoder(c *codec.Codec, w io.Writer) Encoder {
	if f == None {
		return bareEncoder{c, w}
	}
	return c.NewEncoder(w, f.Framing())
}

// A bareEncoder writes packets without a length.
type bareEncoder struct {
	codec *codec.Codec
	w     io.Writer
}

func (b bareEncoder) Encode(v variant.Variant) error {
	packet, err := b.codec.Encode(v)
	if err != nil {
		return err
	}

	_, err = b.w.Write(packet)
	return err
}
