package large

import (
	"encoding/binary"
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

// headWindow is an upper limit for the bytes before the first part of a container. They include the
// class names in its types.
const headWindow = 4096

// countSize is the length of a count in bytes. The count is the last field before the first part.
const countSize = 4

// Open returns the Array or Dictionary at an offset. An empty one is an error.
func (p *Packet) Open(at int) (c Container, err error) {
	head := p.data[at:min(at+headWindow, len(p.data))]

	opened := 0
	first := 0 // offset of the byte after the count
	_, fault := p.codec.Trace(head, func(e codec.TraceEvent) {
		switch {
		case e.Kind == codec.TraceOpen:
			opened++
			if opened == 2 {
				first = e.Offset
			}
		case e.Kind == codec.TraceField && opened == 1:
			first = e.End
		}
	})

	// If head is shorter than the container needs, the trace ends at the count, before the first
	// part.
	if first < 2*countSize || opened < 2 && fault == nil {
		return c, fmt.Errorf("%w: it has no parts", ErrWhole)
	}

	c = Container{Start: at, CountAt: at + first - countSize, First: at + first}
	c.Count = int(binary.LittleEndian.Uint32(p.data[c.CountAt:]) & math.MaxInt32)

	empty := append([]byte(nil), p.data[at:c.CountAt]...)
	empty = binary.LittleEndian.AppendUint32(empty, p.word(c.CountAt)&^math.MaxInt32)

	c.Empty, err = p.codec.Decode(empty)
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrWhole, err)
	}

	switch c.Empty.(type) {
	case variant.Array, variant.Dictionary:
		return c, nil
	default:
		return c, fmt.Errorf("%w: it begins with a %v", ErrWhole, c.Empty.Type())
	}
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
