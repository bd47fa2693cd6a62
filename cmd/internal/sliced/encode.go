// Package sliced writes long packets part by part. Between the parts, a program with one thread can
// answer other calls.
package sliced

import (
	"encoding/binary"

	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/variant"
)

// Encode returns the result of c.Encode. After each slice it calls the function between with the
// number of bytes written so far. The function may be nil.
func Encode(c *codec.Codec, v variant.Variant, between func(done int)) ([]byte, error) {
	if between == nil || c.Options().Mode == codec.Strict {
		return c.Encode(v)
	}

	e := encoder{codecs: []*codec.Codec{c}, between: between}
	if err := e.value(v, 0); err != nil || len(e.b) > c.Limits().MaxSize {
		return c.Encode(v) // this error has the whole path
	}
	return e.b, nil
}

// An encoder writes a long packet.
type encoder struct {
	b       []byte
	codecs  []*codec.Codec // codecs by the depth of the values that they write
	between func(done int)
	written int // number of values that were written as a whole
}

// value writes a value inside a number of containers, its depth. It writes a container with many
// values part by part, unless the container has element types, which restrict the parts.
func (e *encoder) value(v variant.Variant, depth int) error {
	switch x := v.(type) {
	case variant.Array:
		if x.Elem == nil && !values.Few(v) {
			return e.parts(variant.Array{Shared: x.Shared}, v, depth)
		}
	case variant.Dictionary:
		if x.Key == nil && x.Value == nil && !values.Few(v) {
			return e.parts(variant.Dictionary{Shared: x.Shared}, v, depth)
		}
	}

	return e.whole(v, depth)
}

// parts writes a container: first the container without parts, then the number of parts, then each
// part.
func (e *encoder) parts(empty, v variant.Variant, depth int) error {
	if err := e.whole(empty, depth); err != nil {
		return err
	}

	parts := values.Of(v)
	count := e.b[len(e.b)-4:]
	binary.LittleEndian.PutUint32(count, binary.LittleEndian.Uint32(count)|uint32(parts.N))

	d, _ := v.(variant.Dictionary)
	for i := range parts.N {
		if i < len(d.Pairs) {
			if err := e.value(values.OrNil(d.Pairs[i].Key), depth+1); err != nil {
				return err
			}
		}
		if err := e.value(parts.At(i).Value, depth+1); err != nil {
			return err
		}
	}

	return nil
}

// whole writes a value as a whole.
func (e *encoder) whole(v variant.Variant, depth int) error {
	c, err := e.codec(depth)
	if err != nil {
		return err
	}
	e.b, err = c.Append(e.b, v)

	const slice = 512 // values
	e.written++
	if e.written%slice == 0 {
		e.between(len(e.b))
	}
	return err
}

// codec returns the codec for values inside a number of containers. Its limit for the depth of
// values is lower by this number.
func (e *encoder) codec(depth int) (*codec.Codec, error) {
	for len(e.codecs) <= depth {
		o := e.codecs[0].Options()
		o.Limits = e.codecs[0].Limits()
		o.Limits.MaxDepth -= len(e.codecs)
		if o.Limits.MaxDepth < 1 {
			return nil, variant.ErrDepth
		}

		c, err := codec.New(o)
		if err != nil {
			return nil, err
		}
		e.codecs = append(e.codecs, c)
	}
	return e.codecs[depth], nil
}
