package large

import (
	"bytes"
	"fmt"
	"math"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A Container is an Array or a Dictionary that is read in place.
type Container struct {
	// Empty is the container without its parts.
	Empty variant.Variant
	// Start is the offset of the container. CountAt is the offset of the number of its parts. First
	// is the offset of its first part.
	Start, CountAt, First int
	// Count is the number of its items or pairs.
	Count int
}

// A Part is an item or a pair of a container.
type Part struct {
	Index int
	Key   variant.Variant // nil for an item of an Array
	// Start is the offset of the item or of the key. At is the offset of the value. End is the
	// offset of the byte after the value. End is 0 for a long value that nobody has read to its
	// end.
	Start, At, End int
	// Value is nil for a long value. Open opens it.
	Value variant.Variant
}

// countSize is the length of a count in bytes. The count is the last field before the first part.
const countSize = 4

// Open returns the Array or Dictionary at an offset. An empty one is an error. The parts may be cut
// off, as in a Sample.
func (p *Packet) Open(at int) (c Container, err error) {
	s := &p.scan
	s.Reset(p.data[at:], p.codec)
	s.Next()

	last := codec.Field{}
	for f := range s.Fields() {
		last = f
	}

	t := s.Type()
	if t != variant.TypeArray && t != variant.TypeDictionary || last.Kind != codec.FieldCount {
		return c, fmt.Errorf("%w: it begins with a %v", ErrWhole, t)
	}

	c = Container{Start: at, CountAt: at + last.Offset, First: at + last.End}
	c.Count = int(p.word(c.CountAt) & math.MaxInt32)
	if c.Count == 0 {
		return c, fmt.Errorf("%w: it has no parts", ErrWhole)
	}

	empty := bytes.Clone(p.data[at:c.First])
	SetCount(empty[len(empty)-countSize:], 0)
	c.Empty, err = p.codec.Decode(empty)
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrWhole, err)
	}

	return c, nil
}

// IsDictionary reports whether the parts are pairs.
func (c Container) IsDictionary() bool { return c.Empty.Type() == variant.TypeDictionary }

// With returns a container of the same type with only these parts.
func (c Container) With(parts ...Part) variant.Variant {
	switch empty := c.Empty.(type) {
	case variant.Array:
		for _, part := range parts {
			empty.Items = append(empty.Items, part.Value)
		}
		return empty

	case variant.Dictionary:
		for _, part := range parts {
			empty.Pairs = append(empty.Pairs, variant.Pair{Key: part.Key, Value: part.Value})
		}
		return empty
	}

	return c.Empty
}

// Step returns the step from the container to a part.
func (c Container) Step(part Part) variant.Step {
	if c.IsDictionary() {
		return variant.Step{Kind: variant.StepKey, Key: part.Key}
	}

	return variant.Step{Kind: variant.StepIndex, Index: part.Index}
}

// untyped returns a container whose parts may have any type.
func (c Container) untyped() Container {
	switch c.Empty.(type) {
	case variant.Array:
		c.Empty = variant.Array{}
	case variant.Dictionary:
		c.Empty = variant.Dictionary{}
	}

	return c
}
