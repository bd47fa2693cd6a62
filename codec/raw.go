package codec

import (
	"encoding/binary"
	"fmt"

	"godotvariant/variant"
)

// Raw is a packet that has been checked and is kept as bytes. It is a value
// like any other, at the top and inside of containers, and writes the very bytes
// that it was made of, so a relay passes on what a peer has sent, down to that
// peer's choice between 4 and 8 bytes for a number. [Codec.Raw] and
// [Decoder.DecodeRaw] make it.
//
// It belongs to the dialect of the codec that made it: with a codec of another
// one, encoding fails with variant.ErrUnsupported. A codec of the same dialect and other
// options checks it again, and so does every codec where it lies inside of another
// value, where the depth counts. variant.Equal sees the value and not the bytes.
//
// The zero Raw is Nil.
type Raw struct {
	packet []byte
	typ    variant.Type
	codec  *Codec
}

var _ variant.Variant = Raw{}

// Raw checks b as [Codec.Decode] does, with the same errors, and returns a Raw
// of a copy. In lenient mode the copy is without bytes behind the value, and
// with the padding that a byte array at the end may lack.
func (c *Codec) Raw(b []byte) (Raw, error) {
	n, err := c.ValidFirst(b)
	if err == nil && n < len(b) {
		err = c.Valid(b)
	}
	if err != nil {
		return Raw{}, err
	}
	size := (n + 3) &^ 3
	packet := append(make([]byte, 0, size), b[:n]...)
	return Raw{packet: packet[:size], typ: c.typeOf(b), codec: c}, nil
}

// typeOf returns the type of a packet that has been checked.
func (c *Codec) typeOf(b []byte) variant.Type {
	return c.format.TypeOf(binary.LittleEndian.Uint32(b))
}

// Type returns the type of the value.
func (r Raw) Type() variant.Type { return r.typ }

// Encode puts the bytes in the place of header and payload.
func (r Raw) Encode(w *variant.Writer) error {
	if r.codec == nil {
		return w.Err()
	}
	return kernel.Packet(w, r.packet, r.codec.format)
}

// Decode fails: a Raw is no prototype for a [Registry].
func (Raw) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, r.FailHeader(variant.Because(variant.ErrUnsupported, "a Raw is made by Codec.Raw"))
}

// Value decodes the packet. The error is nil, unless a type registered by the program
// fails now and did not before.
func (r Raw) Value() (variant.Variant, error) {
	if r.codec == nil {
		return variant.Nil{}, nil
	}
	return r.codec.Decode(r.packet)
}

// Len returns the length of the packet in bytes.
func (r Raw) Len() int { return max(len(r.packet), framePrefix) }

// AppendPacket appends the packet to b, for transports that carry one packet a
// message.
func (r Raw) AppendPacket(b []byte) []byte {
	if r.codec == nil {
		return append(b, 0, 0, 0, 0)
	}
	return append(b, r.packet...)
}

// String returns the value as Godot 4's constructor text.
func (r Raw) String() string {
	v, err := r.Value()
	if err != nil {
		return r.typ.String() + "(…)"
	}
	return variant.Text(v)
}

// GoString returns the type and length, for %#v: a Raw has no form as Go source.
func (r Raw) GoString() string { return fmt.Sprintf("codec.Raw{/* %v, %d bytes */}", r.typ, r.Len()) }
