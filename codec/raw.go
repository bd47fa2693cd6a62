package codec

import (
	"encoding/binary"
	"fmt"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A Raw is a packet that has been validated and is kept as bytes. It can be used in place of its
// value, also in containers, and encodes to the same bytes. A relay uses it to pass messages on
// unchanged, including the sender's choice of 4 or 8 bytes for a number. [Codec.Raw] and
// [Decoder.DecodeRaw] return a Raw.
//
// A Raw belongs to the dialect of its codec. A codec of another dialect refuses to encode it with
// variant.ErrUnsupported. A codec of the same dialect with other options validates the packet again
// when it encodes the Raw. If the Raw is a part of another value, every codec validates it again,
// because its depth is greater there. variant.Equal compares the value of a Raw and not its bytes.
//
// The zero Raw is Nil.
type Raw struct {
	packet []byte
	typ    variant.Type
	codec  *Codec
}

var _ variant.Variant = Raw{}

// Raw validates b, and returns a Raw of a copy. It returns the errors of [Codec.Decode]. In lenient
// mode the copy ends after the value, without the bytes that follow it in b. If b has no padding at
// the end, padding is added to the copy.
func (c *Codec) Raw(b []byte) (Raw, error) {
	n, err := packets.Valid(c.format(), b, packets.First)
	if err == nil && n < len(b) {
		_, err = packets.Valid(c.format(), b, packets.Alone)
	}

	if err != nil {
		return Raw{}, hint(c.format(), b, packets.Alone, err)
	}

	return rawOf(b[:n], c.format().TypeOf(binary.LittleEndian.Uint32(b)), c), nil
}

// rawOf returns a Raw of a copy of a valid packet. If the packet has no padding at its end, which
// lenient mode accepts, rawOf adds it.
func rawOf(packet []byte, typ variant.Type, c *Codec) Raw {
	size := (len(packet) + 3) &^ 3
	whole := append(make([]byte, 0, size), packet...)
	return Raw{packet: whole[:size], typ: typ, codec: c.orStandard()}
}

// orStandard returns c. If c is nil, it returns the codec of Options{}.
func (c *Codec) orStandard() *Codec {
	if c == nil {
		return standard
	}
	return c
}

// Type returns the type of the value.
func (r Raw) Type() variant.Type { return r.typ }

// Encode writes the packet, which has its own header.
func (r Raw) Encode(w *variant.Writer) error {
	if r.codec == nil {
		return w.Err()
	}
	return packets.Replace((*wire.Writer)(w), r.packet, r.codec.format())
}

// Decode fails: a Raw is not a prototype for a [Registry].
func (Raw) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, (*wire.Reader)(r).FailHeader(variant.Because(variant.ErrUnsupported,
		"only Codec.Raw makes a Raw"))
}

// Value decodes the packet. The error is nil unless the Decode method of a registered
// type gives different results for the same bytes.
func (r Raw) Value() (variant.Variant, error) {
	if r.codec == nil {
		return variant.Nil{}, nil
	}
	return r.codec.Decode(r.packet)
}

// Unmarshal puts the value into the Go value that v points at, by the rules and with the errors of
// [Codec.Unmarshal]. For a struct that has only some of the keys, Unmarshal reads only these:
//
//	var head struct{ To int }
//	err := raw.Unmarshal(&head)
func (r Raw) Unmarshal(v any) error {
	if r.codec == nil {
		return standard.FromVariant(variant.Nil{}, v)
	}
	return r.codec.Unmarshal(r.packet, v)
}

// Dialect returns the dialect of the packet, which is the dialect of the codec that made the Raw.
// The zero Raw has the dialect of Options{}.
func (r Raw) Dialect() *variant.Dialect { return r.codec.Dialect() }

// Len returns the length of the packet in bytes, 4 for the zero Raw.
func (r Raw) Len() int { return max(len(r.packet), framePrefix) }

// AppendPacket appends the packet to b, for transports that carry one packet in each
// message.
func (r Raw) AppendPacket(b []byte) []byte {
	if r.codec == nil {
		return append(b, 0, 0, 0, 0)
	}
	return append(b, r.packet...)
}

// Equal reports whether the value of r and the given value are equal, see [variant.Equal]. Packages
// that compare Go values, such as go-cmp, call this method.
func (r Raw) Equal(other variant.Variant) bool { return variant.Equal(r, other) }

// Clone returns r itself, because its bytes never change. tree.Clone calls it.
func (r Raw) Clone() variant.Variant { return r }

// String returns the constructor text of the value, as in Godot 4.
func (r Raw) String() string {
	v, err := r.Value()
	if err != nil {
		return r.typ.String() + "(…)"
	}
	return variant.Text(v)
}

// GoString returns the type and the length, for %#v. A Raw cannot be written as Go
// source.
func (r Raw) GoString() string {
	return fmt.Sprintf("codec.Raw{/* %v, %d bytes */}", r.typ, r.Len())
}
