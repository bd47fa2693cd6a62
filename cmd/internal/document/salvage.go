package document

import (
	"bytes"
	"errors"
	"slices"

	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A salvage builds the values of a damaged packet, up to its error.
type salvage struct {
	*codec.Scanner
	broken []int // the offsets of the containers around the error
}

// salvaged returns the readable part of a packet: all open containers end at the error. It returns
// nil if the header can't be read.
func salvaged(c *codec.Codec, packet []byte) variant.Variant {
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

// Salvaged returns all that can be read of a damaged save, as Root does of another one: the records,
// and of a damaged record the values in front of its error.
func (d *Document) Salvaged() variant.Variant {
	var items []variant.Variant
	for _, r := range d.Records {
		v := r.Value
		if v == nil {
			v = salvaged(d.codec, r.Packet)
		}
		items = append(items, values.OrNil(v))
	}

	if d.Single() && len(items) > 0 {
		return items[0]
	}

	return variant.NewArray(items...)
}

// Recovered returns the plain bytes of a save with what Salvaged returns, in the format of the file.
func (d *Document) Recovered() ([]byte, error) {
	values := []variant.Variant{d.Salvaged()}
	if !d.Single() {
		values = values[0].(variant.Array).Items
	}

	plain := bytes.NewBuffer(slices.Clone(d.Plain[:d.At]))
	encoder := d.Framing.NewEncoder(d.codec, plain)
	for _, v := range values {
		if err := encoder.Encode(v); err != nil {
			return nil, err
		}
	}

	return closed(plain.Bytes(), d.layers)
}

// Tail returns the bytes behind the last record, see CutTail.
func (d *Document) Tail() []byte { return d.tail }

// CutTail reads a damaged save without the bytes of its last record, if nothing can be read of them
// and nothing else is damaged. Then it returns their number. PlainBytes and Bytes write them again.
func (d *Document) CutTail() (n int) {
	var fault *Error
	last := len(d.Records) - 1
	if last < 1 || !errors.As(d.fault, &fault) || fault.Record != last ||
		hasContent(salvaged(d.codec, d.Records[last].Packet)) {
		return 0
	}

	at := d.Records[last].Offset
	o := d.options
	o.Dialect = d.Dialect()
	o.Framing = &d.Framing
	o.At = &d.At
	o.Kinds = nil
	o.Layers = nil

	whole, err := Read(d.Plain[:at], o)
	if err != nil {
		return 0
	}

	whole.Container, whole.Layers, whole.layers = d.Container, d.Layers, d.layers
	whole.options = d.options
	whole.Plain = d.Plain
	whole.tail = d.Plain[at:]
	*d = *whole
	d.body.(*records).format = &d.Format

	return len(d.tail)
}

// hasContent reports whether a salvaged value has anything in it.
func hasContent(v variant.Variant) bool {
	c, ok := v.(variant.Container)
	if !ok {
		return false
	}

	for range c.Parts() {
		return true
	}
	return false
}
