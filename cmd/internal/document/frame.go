package document

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
	FrameU32   Frame = iota // codec.FrameU32
	FrameU32BE              // codec.FrameU32BE
	FrameNone               // the file is one packet, without a length
)

// frameNames has the names of frames as users write them.
var frameNames = [...]string{FrameU32: "u32", FrameU32BE: "u32be", FrameNone: "none"}

// FrameName returns the name of a frame as users write it: u32, u32be or none.
func FrameName(f Frame) string { return frameNames[f] }

// FrameNames returns the names of all frames.
func FrameNames() []string { return slices.Clone(frameNames[:]) }

// FrameByName returns the frame with this name. ok is false if there is none.
func FrameByName(name string) (Frame, bool) {
	i := slices.Index(frameNames[:], strings.ToLower(name))
	return Frame(max(i, 0)), i >= 0
}

// FrameOf returns the frame of a detection.
func FrameOf(d inspect.Detection) Frame {
	switch {
	case !d.Framed:
		return FrameNone
	case d.Framing == codec.FrameU32BE:
		return FrameU32BE
	default:
		return FrameU32
	}
}

// withFrame returns a detection with another frame.
func withFrame(d inspect.Detection, f Frame) inspect.Detection {
	d.Framed = f != FrameNone
	d.Framing = f.Framing()
	return d
}

// Framing returns the framing of the frame: FrameU32 for FrameNone, which has none.
func (f Frame) Framing() codec.Framing {
	if f == FrameU32BE {
		return codec.FrameU32BE
	}
	return codec.FrameU32
}

// An Encoder writes records. Encode writes nothing of a value that fails.
type Encoder interface{ Encode(v variant.Variant) error }

// NewEncoder returns an Encoder that separates the records that it writes by the frame.
func (f Frame) NewEncoder(c *codec.Codec, w io.Writer) Encoder {
	if f == FrameNone {
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

// AppendLength appends the length field that a frame has before a packet of n bytes.
func AppendLength(b []byte, f Frame, n int64) []byte {
	if f == FrameNone {
		return b
	}
	return order(f).AppendUint32(b, uint32(n))
}

const framePrefix = 4

// prefixOf returns the size of the length field of a frame in bytes.
func prefixOf(f Frame) int {
	if f == FrameNone {
		return 0
	}
	return framePrefix
}

// A byteOrder is a binary.ByteOrder that can also append.
type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// order returns the byte order of the length field of a frame.
func order(f Frame) byteOrder {
	if f == FrameU32BE {
		return binary.BigEndian
	}
	return binary.LittleEndian
}
