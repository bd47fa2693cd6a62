package probe

import (
	"encoding/binary"
	"errors"
	"math"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A sampler makes a shorter packet from the beginning of a long one.
type sampler struct {
	codec *codec.Codec
	head  []byte
	scan  codec.Scanner
}

// sample makes a shorter packet from head, which is the beginning of a long packet. Each container
// keeps the parts that are complete in head. The result ok is false if no part is complete.
func sample(c *codec.Codec, head []byte) (packet []byte, ok bool) {
	s := &sampler{codec: c, head: head}
	packet, parts, err := s.container(nil, 0)
	return packet, err == nil && parts > 0
}

// countSize is the length of a count in bytes. The count is the last field before the first part.
const countSize = 4

// container reads the container at the offset at of s.head, and appends it to b with only its
// complete parts. Its last part may be a container that is shortened in the same way. The result
// parts is the number of complete parts, including those in a shortened last part.
func (s *sampler) container(b []byte, at int) (_ []byte, parts int, err error) {
	isDictionary, first, err := s.open(at)
	if err != nil {
		return b, 0, err
	}

	countAt := len(b) + first - at - countSize
	b = append(b, s.head[at:first]...)
	word := binary.LittleEndian.Uint32(b[countAt:])
	all := word & math.MaxInt32
	count := uint32(0)

	for next := first; count < all; count++ {
		value := next
		if isDictionary {
			value, err = s.end(next)
		}

		end := 0
		if err == nil {
			end, err = s.end(value)
		}

		if errors.Is(err, variant.ErrTruncated) {
			inner, n, err := s.container(append(b, s.head[next:value]...), value)
			if err == nil && n > 0 {
				b = inner
				parts += n
				count++
			}
			break
		}

		if err != nil {
			return b, 0, err
		}

		b = append(b, s.head[next:end]...)
		next = end
		parts++
	}

	binary.LittleEndian.PutUint32(b[countAt:], word&^math.MaxInt32|count)
	return b, parts, nil
}

// open returns the offset of the first part of the Array or Dictionary at an offset. The parts may
// be cut off.
func (s *sampler) open(at int) (isDictionary bool, first int, err error) {
	s.scan.Reset(s.head[at:], s.codec)
	s.scan.Next()

	last := codec.Field{}
	for f := range s.scan.Fields() {
		last = f
	}

	t := s.scan.Type()
	if t != variant.TypeArray && t != variant.TypeDictionary || last.Kind != codec.FieldCount {
		return false, 0, variant.ErrWrongType
	}

	return t == variant.TypeDictionary, at + last.End, nil
}

// end returns the offset of the byte after the value at an offset.
func (s *sampler) end(at int) (int, error) {
	s.scan.Reset(s.head[at:], s.codec)
	s.scan.Next()
	s.scan.Skip()
	return at + s.scan.End(), s.scan.Err()
}
