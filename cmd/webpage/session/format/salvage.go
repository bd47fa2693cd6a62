package format

import (
	"godotvariant/codec"
	"godotvariant/variant"
)

// A salvage collects the values of a damaged packet, up to its error.
type salvage struct {
	open []container
	root variant.Variant
}

// A container is a value whose end has not been reached, with its parts so far. The parts of a
// dictionary are keys and values in turn.
type container struct {
	kind  variant.Type
	parts []variant.Variant
}

// Salvage returns the readable part of a packet: all open containers end at the error. It returns
// nil if the header can't be read.
func Salvage(c *codec.Codec, packet []byte) variant.Variant {
	var s salvage
	_, _ = c.Trace(packet, s.step)

	for len(s.open) > 0 {
		s.end(s.open[len(s.open)-1].value())
	}

	return s.root
}

func (s *salvage) step(e codec.TraceEvent) {
	switch {
	case e.Kind == codec.TraceOpen:
		s.open = append(s.open, container{kind: e.Type})
	case e.Kind == codec.TraceClose && e.Value != nil:
		s.end(e.Value)
	}
}

// end ends the innermost container with a value.
func (s *salvage) end(v variant.Variant) {
	last := len(s.open) - 1
	s.open = s.open[:last]

	if last == 0 {
		s.root = v
		return
	}

	if v != nil {
		parts := &s.open[last-1].parts
		*parts = append(*parts, v)
	}
}

// value returns the parts of a container as a value, or nil.
func (c container) value() variant.Variant {
	switch c.kind {
	case variant.TypeArray:
		return variant.NewArray(c.parts...)

	case variant.TypeDictionary:
		var d variant.Dictionary
		for i := 0; i+1 < len(c.parts); i += 2 {
			d.Pairs = append(d.Pairs, variant.Pair{Key: c.parts[i], Value: c.parts[i+1]})
		}

		return d
	}

	return nil
}
