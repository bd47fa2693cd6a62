package codec_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"

	"godotvariant/codec"
	"godotvariant/packed"
	"godotvariant/variant"
)

// checkScanner compares two Scanners with DecodeFirst. One Scanner reads all tokens. The other one
// skips some containers and builds some of them.
func (x *executor) checkScanner(c *codec.Codec, v variant.Variant, n int, decodeErr error) {
	x.checkTokens(c, n, decodeErr)

	s := &x.scanner
	s.Reset(x.packet, c)
	for s.Next() {
		switch x.rng.IntN(6) {
		case 0:
			s.Skip()
		case 1:
			x.checkRaw(s)
		case 2:
			whole := s.Depth() == 0
			got, err := s.Value()
			x.expect(err == s.Err(), "Value: %v; Err: %v", err, s.Err())
			x.expect(err != nil || !whole || variant.Equal(got, v),
				"Value: %v; DecodeFirst: %v", got, v)
		}
	}

	x.sameFault(s.Err(), decodeErr)
}

// checkTokens reads all tokens. Their fields must follow each other without gaps.
func (x *executor) checkTokens(c *codec.Codec, n int, decodeErr error) {
	s := &x.scanner
	s.Reset(x.packet, c)
	at := 0
	var r repair

	for s.Next() {
		r.token(s)
		if s.Kind() == codec.TokenClose {
			x.expect(s.End() == at, "the container ends at %d, its parts at %d", s.End(), at)
			continue
		}

		x.expect(s.Offset() == at, "the token begins at %d, the last ended at %d", s.Offset(), at)
		at = x.fieldsOf(s, at)
		x.expect(s.End() == at, "the token ends at %d, its fields at %d", s.End(), at)
		x.checkLeaf(s)
	}

	x.sameFault(s.Err(), decodeErr)

	if s.Err() == nil {
		x.expect(at == n, "Scanner: %d bytes; DecodeFirst: %d", at, n)
		return
	}

	x.expect(s.Offset() == at, "the fault begins at %d, the last token ended at %d", s.Offset(), at)
	at = x.fieldsOf(s, s.Offset())
	x.expect(s.End() == at, "the fault ends at %d, its fields at %d", s.End(), at)

	var e *variant.Error
	place := errors.As(s.Err(), &e) && e.Offset <= s.End() &&
		(s.Offset() <= e.Offset || errors.Is(e, variant.ErrDuplicateKey))
	x.expect(place, "the fault is from %d to %d, not at %v", s.Offset(), s.End(), s.Err())

	if packet := r.packet(x.packet); packet != nil {
		_, err := c.Decode(packet)
		x.expect(err == nil, "the tokens before the error, % x: %v", packet, err)
	}
}

// fieldsOf requires that the fields of the token follow each other without gaps, and that the first
// field begins at the given offset. It returns the end of the last field.
func (x *executor) fieldsOf(s *codec.Scanner, at int) int {
	for f := range s.Fields() {
		x.expect(f.Offset == at && f.End > at, "a field begins at %d, the last ended at %d",
			f.Offset, at)
		at = f.End
	}
	return at
}

// sameFault requires that a Scanner and DecodeFirst end with the same error. Only the error of
// DecodeFirst may have a hint at another dialect.
func (x *executor) sameFault(err, decodeErr error) {
	var a, b *variant.Error
	if errors.As(err, &a) && errors.As(decodeErr, &b) {
		without := *b
		var hint *codec.DialectError
		if errors.As(b.Err, &hint) {
			without.Err = hint.Err
		}

		err, decodeErr = a, &without
		x.expect(a.Type == b.Type, "Scanner: %v; DecodeFirst: %v", a.Type, b.Type)
	}

	x.expect(sameError(err, decodeErr), "Scanner: %v; DecodeFirst: %v", err, decodeErr)
}

// checkRaw compares the Raw of the token with the bytes of the packet, and the value of the Raw
// with the result of Value.
func (x *executor) checkRaw(s *codec.Scanner) {
	raw, err := s.Raw()
	x.expect(err == s.Err(), "Raw: %v; Err: %v", err, s.Err())
	if err != nil || s.Kind() == codec.TokenName {
		return
	}

	b := x.packet[s.Offset():s.End()]
	padding := make([]byte, -len(b)&3)
	x.expect(bytes.Equal(raw.AppendPacket(nil), append(bytes.Clone(b), padding...)),
		"Raw: %v; packet: % x", raw, b)

	v, err := s.Value()
	x.expect(err == nil && variant.Equal(v, raw), "Value: %v, %v; Raw: %v", v, err, raw)
}

// checkLeaf compares the results of Value with the results of the methods that read a token without
// building a value.
func (x *executor) checkLeaf(s *codec.Scanner) {
	if s.Kind() != codec.TokenValue {
		return
	}

	v, err := s.Value()
	x.expect(err == nil, "Value: %v", err)

	same := true
	switch v := v.(type) {
	case variant.Bool:
		b, ok := s.Bool()
		same = ok && b == bool(v)
	case variant.Int:
		i, ok := s.Int()
		ints := s.AppendInts(nil)
		same = ok && i == int64(v) && len(ints) == 1 && ints[0] == i

	case variant.Float:
		f, ok := s.Float()
		same = ok && math.Float64bits(f) == math.Float64bits(float64(v))
	case variant.String:
		same = string(s.Text()) == string(v)
	case variant.StringName:
		same = string(s.Text()) == string(v)
	case packed.PackedByteArray:
		same = bytes.Equal(s.Bytes(), v)
	}

	x.expect(same, "at %d: %v is not the same without a value", s.Offset(), v)
}

// A repair makes a complete packet from the tokens before an error: it closes each open container
// after the parts that were read.
type repair []openContainer

// openContainer is a container whose end was not read.
type openContainer struct {
	key     bool // the container is a key
	countAt int  // offset of the container's count
	parts   int  // how many items, pairs or properties were read
	end     int  // offset of the byte after the last part
}

// token updates r for a token of s: it adds a container that begins, or counts a part of the
// innermost container.
func (r *repair) token(s *codec.Scanner) {
	*r = (*r)[:s.Depth()]
	if s.Kind() == codec.TokenOpen {
		*r = append(*r, openContainer{key: s.IsKey(), countAt: s.End() - 4, end: s.End()})
		return
	}

	if s.Depth() > 0 && !s.IsKey() && s.Kind() != codec.TokenName {
		around := &(*r)[s.Depth()-1]
		around.parts++
		around.end = s.End()
	}
}

// packet makes a complete packet from the tokens of b before an error. It returns nil if no
// container is open, or if an open container is a key.
func (r repair) packet(b []byte) []byte {
	if len(r) == 0 {
		return nil
	}

	last := len(r) - 1
	b = bytes.Clone(b[:r[last].end])
	// In the loop each container gets one more part: the incomplete container in it. The innermost
	// container has no such part, so its number of parts begins 1 lower.
	r[last].parts--

	for _, c := range r {
		if c.key {
			return nil
		}

		count := b[c.countAt:]
		shared := binary.LittleEndian.Uint32(count) &^ math.MaxInt32
		binary.LittleEndian.PutUint32(count, uint32(c.parts+1)|shared)
	}

	return b
}
