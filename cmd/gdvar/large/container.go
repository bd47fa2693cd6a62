package large

import (
	"encoding/binary"
	"fmt"
	"math"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A Container is an Array or a Dictionary in a packet.
type Container struct {
	// Empty is the container without its parts.
	Empty variant.Variant
	// Start is the offset of its header, CountAt that of the number of its parts, and First that of
	// the first part.
	Start, CountAt, First int
	// Count is the number of its items or pairs.
	Count int
}

// A Part is an item or a pair of a container.
type Part struct {
	Index int
	Key   variant.Variant // nil for an item
	// Start is the offset of the item or of the key, At that of the value, and End that of the byte
	// after it. End is 0 for a long value until somebody has reached it.
	Start, At, End int
	// Value is nil for a long value with parts, which Open opens.
	Value variant.Variant
}

// headWindow is more than the header of a container has, with the names of the classes of its
// parts.
const headWindow = 4096

// countSize is the length of a count, which is the last field before the first part.
const countSize = 4

// Open returns the Array or Dictionary at an offset. One without parts is not opened.
func (p *Packet) Open(at int) (c Container, err error) {
	head := p.data[at:min(at+headWindow, len(p.data))]

	opened := 0
	first := 0 // of what follows the count
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

	// A count of more parts than head has ends the trace before the first of them.
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

// With returns the container with these parts alone.
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

// untyped returns the container without the types of its parts.
func (c Container) untyped() Container {
	switch c.Empty.(type) {
	case variant.Array:
		c.Empty = variant.Array{}
	case variant.Dictionary:
		c.Empty = variant.Dictionary{}
	}

	return c
}
