package format

import (
	"godotvariant/codec"
	"godotvariant/variant"
)

// A salvage builds the values of a damaged packet, up to its error.
type salvage struct {
	*codec.Scanner
	broken []int // the offsets of the containers around the error
}

// Salvage returns the readable part of a packet: all open containers end at the error. It returns
// nil if the header can't be read.
func Salvage(c *codec.Codec, packet []byte) variant.Variant {
	s := salvage{Scanner: codec.NewScanner(packet, c)}
	for s.Next() {
	}

	if s.Err() != nil {
		for i := range s.Depth() {
			s.broken = append(s.broken, s.Container(i))
		}
	}

	s.Reset(packet, c)
	s.Next()
	return s.value()
}

// value returns the readable part of the value of the token.
func (s *salvage) value() variant.Variant {
	depth := s.Depth()
	switch {
	case s.Err() != nil: // the value at fault
		return opened(s.Type(), nil)

	case s.Kind() != codec.TokenOpen || depth >= len(s.broken) || s.broken[depth] != s.Offset():
		v, _ := s.Value()
		return v
	}

	t := s.Type()
	var parts []variant.Variant
	for s.Next() || s.Depth() == depth+1 {
		if v := s.value(); v != nil && s.Kind() != codec.TokenName {
			parts = append(parts, v)
		}
		if s.Err() != nil {
			break
		}
	}

	return opened(t, parts)
}

// opened returns the parts of a container as a value, or nil. The parts of a Dictionary are keys
// and values in turn.
func opened(t variant.Type, parts []variant.Variant) variant.Variant {
	switch t {
	case variant.TypeArray:
		return variant.NewArray(parts...)

	case variant.TypeDictionary:
		var d variant.Dictionary
		for i := 0; i+1 < len(parts); i += 2 {
			d.Pairs = append(d.Pairs, variant.Pair{Key: parts[i], Value: parts[i+1]})
		}

		return d
	}

	return nil
}
