// Package view shows values: as a tree, as lines with path and value, as GDScript text on several
// lines, as JSON, and as the differences between two values.
//
// A view goes through the tokens of a [Source], one after another, and appends bytes to its output.
// So it needs no more memory for a packet of 500 MB than for a short one. The same code shows
// packets and values in memory.
package view

import (
	"encoding/binary"

	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A Source has the value that a view shows.
type Source struct {
	// Watch is called with the number of bytes of a packet that were read, about once for each MiB.
	// It may be nil.
	Watch func(done int)

	packet []byte
	codec  *codec.Codec
	value  variant.Variant // nil for a packet
	build  func() (variant.Variant, error)
}

// Packet returns the Source of a packet. The packet must not change while a view shows it. A view
// that needs the value in memory calls the function build.
func Packet(b []byte, c *codec.Codec, build func() (variant.Variant, error)) Source {
	return Source{packet: b, codec: c, build: build}
}

// Value returns the Source of a value in memory. A view shows numbers and text as [gdscript.Text]
// does, in the precision of the codec.
func Value(v variant.Variant, c *codec.Codec) Source { return Source{value: v, codec: c} }

// whole returns s, or a Source in which no key is repeated. If the packet of s may repeat a key,
// whole builds the value in memory, which has only the value that engines keep for this key.
func (s Source) whole(d *span.Distinct) (Source, error) {
	if s.value != nil || d.In(s.packet, s.codec) {
		return s, nil
	}

	v, err := s.build()
	if err != nil {
		return s, err
	}
	return Value(v, s.codec), nil
}

// A cursor goes through the tokens of a value. It has the methods of [codec.Scanner].
type cursor interface {
	Next() bool
	Err() error
	Kind() codec.TokenKind
	Type() variant.Type
	Offset() int
	Depth() int
	Index() int
	IsKey() bool
	Step() variant.Step
	Text() []byte
	Skip() bool
	Value() (variant.Variant, error)
	Empty() (variant.Variant, error)

	// plain reports whether the container that begins at the token is an Array or a Dictionary
	// without element types and without the flag Shared.
	plain() bool
}

// cursors has the cursors of a view. The view reuses them for each Source.
type cursors struct {
	packet scanner
	value  walker
}

// begin returns the cursor of a source. The cursor is before the first token.
func (c *cursors) begin(s Source) cursor {
	if s.value != nil {
		c.value.reset(s.value)
		return &c.value
	}

	c.packet.b = s.packet
	c.packet.watch = s.Watch
	c.packet.told = 0
	c.packet.Reset(s.packet, s.codec)
	return &c.packet
}

// A scanner is the cursor of a packet.
type scanner struct {
	codec.Scanner
	b     []byte
	watch func(done int)
	told  int // argument of the last call of watch, in MiB
}

func (s *scanner) Next() bool {
	more := s.Scanner.Next()

	if at := s.End(); s.watch != nil && at>>20 != s.told {
		s.told = at >> 20
		s.watch(at)
	}

	return more
}

func (s *scanner) plain() bool {
	switch s.Type() {
	case variant.TypeArray, variant.TypeDictionary:
	default:
		return false
	}

	const shared = 1 << 31 // a flag in the count, the last field before the parts
	return s.Flags() == 0 && binary.LittleEndian.Uint32(s.b[s.End()-4:])&shared == 0
}
