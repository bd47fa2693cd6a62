package packets

import (
	"encoding/binary"

	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A Token is the kind of the token that a [Scanner] is at. codec.TokenKind documents the kinds.
type Token uint8

const (
	TokenNone Token = iota
	TokenValue
	TokenOpen
	TokenClose
	TokenName
)

// A Scanner reads a packet token by token. codec.Scanner documents it.
//
// Its Reader only validates. The cursor of the Reader is at the end of the last token. The Scanner
// does not use recursion for nested packets. Instead, the slice open has the containers around the
// token.
type Scanner struct {
	r      *wire.Reader // nil before the first packet, at the end, and after an error
	format *forms.Format
	whole  []byte

	kind       Token
	form       *forms.Form // form of the token's value, or nil
	start, end int
	count      int // number of items, pairs or properties of the container that the token begins
	reserved   int // result of Reader.Reserved before the value of the token was read

	next   container // container that the token begins, until its first part is read
	open   []container
	scopes []scope // scopes of the containers in open, in strict mode

	begun  bool // the outermost value was read
	repeat int  // offset of a key that is known to repeat an earlier key, or -1
	inName bool // the error is in the name of a property
	err    error
}

// A container is a value with parts. It is small, because a packet of few bytes may nest many
// containers.
type container struct {
	head     int          // offset of the header
	left     int          // number of values that are left; a pair has two
	index    int          // index of the last value that was read
	key      int          // offset of the last key or name
	want, or dialect.Type // element type for the next value, and element type for the one after it
	parts    parts
}

// A scope finds the repeated keys, or the repeated names of properties, of one container.
type scope struct {
	// whole is false if the container is in a key. Then keys is not used, because findRepeat has
	// already checked the key with all its parts.
	whole bool
	keys  wire.KeyScope
	names wire.PropertyNames
}

// A parts is the kind of the parts of a container.
type parts uint8

const (
	items parts = iota
	pairs
	properties
)

// Kind returns the kind of the token.
func (s *Scanner) Kind() Token { return s.kind }

// Form returns the form of the value of the token, or nil.
func (s *Scanner) Form() *forms.Form { return s.form }

// Format returns the format of the packet.
func (s *Scanner) Format() *forms.Format { return s.format }

// Flags returns the flags in the header of the value of the token.
func (s *Scanner) Flags() uint32 {
	if s.form == nil {
		return 0
	}
	return binary.LittleEndian.Uint32(s.whole[s.start:]) & s.form.Flags
}

// Start and End return the offsets of the token.
func (s *Scanner) Start() int { return s.start }
func (s *Scanner) End() int   { return s.end }

// Bytes returns the bytes of the token.
func (s *Scanner) Bytes() []byte { return s.whole[s.start:s.end:s.end] }

// IsName reports whether the token is the name of a property, or the error is in such a name.
func (s *Scanner) IsName() bool { return s.kind == TokenName || s.inName }

// Depth returns the number of containers around the token.
func (s *Scanner) Depth() int { return len(s.open) }

// Head returns the offset of container number i around the token. Number 0 is the outermost
// container.
func (s *Scanner) Head(i int) int { return s.open[i].head }

// Count returns the number of parts of the container that the token begins.
func (s *Scanner) Count() int { return s.count }

// Err returns the error that ended the scanning.
func (s *Scanner) Err() error { return s.err }

// Index returns the index of the token's item, pair or property.
func (s *Scanner) Index() int {
	if len(s.open) == 0 {
		return 0
	}

	c := &s.open[len(s.open)-1]
	if s.kind == TokenName {
		return c.index + 1 // c.index changes only when the property's value is read
	}

	return c.position()
}

// position returns the index of the current item, pair or property.
func (c *container) position() int {
	if c.parts == pairs {
		return c.index / 2
	}
	return c.index
}

// IsKey reports whether the value of the token is a key.
func (s *Scanner) IsKey() bool {
	if len(s.open) == 0 {
		return false
	}
	c := &s.open[len(s.open)-1]
	return c.parts == pairs && c.index&1 == 0
}

// Step returns the step from open container number i to its current part. Number 0 is the outermost
// container.
func (s *Scanner) Step(i int) variant.Step {
	switch c := &s.open[i]; {
	case c.parts == items:
		return variant.Step{Kind: variant.StepIndex, Index: c.index}
	case c.parts == properties:
		return variant.Step{Kind: variant.StepProperty, Name: string(s.TextAt(c.key))}

	case c.index&1 == 0:
		return variant.Step{Kind: variant.StepPairKey, Index: c.position()}
	default:
		key, _ := s.valueAt(c.key)
		return variant.Step{Kind: variant.StepKey, Key: key}
	}
}

// TextAt returns the text whose length is at an offset. If the data ends in the text, it returns
// the part that exists.
func (s *Scanner) TextAt(at int) []byte {
	b := s.whole[min(at, len(s.whole)):]
	if len(b) < 4 {
		return nil
	}

	n := min(uint64(binary.LittleEndian.Uint32(b)), uint64(len(b)-4))
	return b[4 : 4+n : 4+n]
}

// valueAt builds the value at an offset, which was read before. An error is possible only if the
// Decode method of a registered type returns different results for the same bytes.
func (s *Scanner) valueAt(at int) (variant.Variant, error) {
	r := wire.NewReader(s.format, s.whole, nil)
	defer r.Release()
	r.Seek(at)
	v := value(r)

	return v, errOf(r)
}

// reader returns another Reader at an offset, inside the open containers. The argument reserved is
// the least number of bytes that the unread parts of these containers need, see
// wire.Reader.Reserved.
func (s *Scanner) reader(at, reserved int, validate bool) *wire.Reader {
	r := wire.NewReader(s.format, s.whole, &wire.Reading{Validate: validate, Depth: s.r.Depth()})
	r.Seek(at)
	r.Reserve(reserved)
	return r
}
