package variant

import (
	"iter"
	"slices"
)

// lossless is a format that keeps every bit of a value of any type.
var lossless = newLossless()

func newLossless() *Format {
	f := newUniversal()
	f.comparing = false
	return f
}

// Clone returns a deep copy of v. A change of the copy is never seen in v, and a change of v
// is never seen in the copy. The two are equal by [Equal], and the copy keeps what Equal does
// not see, such as the way in which a null object was written. A pointer to a value becomes
// the value. Godot: Array.duplicate(true), Dictionary.duplicate(true).
//
// A value of a type of your own is copied by its Encode and Decode methods. A type with parts,
// which Encode writes with [Writer.Value], has to implement [PartSetter]. If the type has a method
// Clone() Variant, that is called instead.
//
// The error is an [*Error]: [ErrDepth] for values deeper than 1024, such as one that contains
// itself, [ErrLimit] for a copy of more than 256 MiB, counted in the length of packets, and
// [ErrUnsupported] for a value that has no copy, such as a nil pointer.
func Clone(v Variant) (Variant, error) {
	c := cloner{left: defaultMaxSize}
	out := c.clone(v)
	if c.err != nil {
		return nil, c.err
	}
	return out, nil
}

const opClone = "clone"

// A cloner copies one value. Its error sticks.
type cloner struct {
	path Path
	left int    // bytes that the copy may still take as packets
	buf  []byte // for one packet
	err  error
}

func (c *cloner) fail(v Variant, kind error) Variant {
	if c.err == nil {
		e := errorOf(opClone, v, kind)
		e.Path = c.path.short()
		c.err = e
	}
	return nil
}

func (c *cloner) clone(v Variant) Variant {
	c.left -= minPacket
	switch {
	case c.err != nil:
		return nil
	case len(c.path) > defaultMaxDepth:
		return c.fail(v, ErrDepth)
	case c.left < 0:
		return c.fail(v, ErrLimit)
	}
	switch v := pointed(v).(type) {
	case nil, Nil, Bool, Int, Float, String, StringName:
		return v
	case Array:
		v.Items, v.Elem = c.items(v.Items), cloneElem(v.Elem)
		return v
	case TypedArray:
		v.Items = c.items(v.Items)
		return v
	case PackedTypedArray:
		v.Items = c.items(v.Items)
		return v
	case Dictionary:
		v.Pairs, v.Key, v.Value = c.pairs(v.Pairs), cloneElem(v.Key), cloneElem(v.Value)
		return v
	default:
		var out Variant
		if !guard(v, func() { out = c.other(v) }) {
			return c.fail(nil, errNilPointer)
		}
		return out
	}
}

func cloneElem(e *ElementType) *ElementType {
	if e == nil {
		return nil
	}
	kept := *e
	return &kept
}

// inside is clone for the part at a step.
func (c *cloner) inside(s Step, v Variant) Variant {
	c.path = append(c.path, s)
	out := c.clone(v)
	c.path = c.path[:len(c.path)-1]
	return out
}

func (c *cloner) items(items []Variant) []Variant {
	out := slices.Clone(items)
	for i, v := range out {
		if out[i] = c.inside(Step{Kind: StepIndex, Index: i}, v); c.err != nil {
			return nil
		}
	}
	return out
}

func (c *cloner) pairs(pairs []Pair) []Pair {
	out := slices.Clone(pairs)
	for i, p := range out {
		out[i].Key = c.inside(Step{Kind: StepPairKey, Index: i}, p.Key)
		if out[i].Value = c.inside(Step{Kind: StepKey, Key: p.Key}, p.Value); c.err != nil {
			return nil
		}
	}
	return out
}

// other is clone by the methods of v.
func (c *cloner) other(v Variant) Variant {
	switch v := v.(type) {
	case interface{ Clone() Variant }:
		return v.Clone()
	case PartSetter:
		parts := partList(v)
		for i, p := range parts {
			if parts[i].value = c.inside(p.step, p.value); c.err != nil {
				return nil
			}
		}
		out, err := v.WithParts(eachPart(parts))
		if err != nil {
			return c.fail(v, err)
		}
		return out
	}
	var out Variant
	packet, err := lossless.appendValue(c.buf[:0], v)
	if err == nil {
		c.buf, c.left = packet, c.left-len(packet)+minPacket
		out, err = decodeAs(v, packet)
	}
	switch {
	case err != nil:
		return c.fail(v, Because(ErrUnsupported, "it does not read what it writes: "+err.Error()))
	case c.left < 0:
		return c.fail(v, ErrLimit)
	}
	return out
}

// decodeAs reads a packet of format lossless with a prototype.
func decodeAs(prototype Variant, packet []byte) (Variant, error) {
	r := lossless.reader(packet)
	defer r.release()
	r.pos = minPacket
	f := form{
		kind: kindForeign, typ: prototype.Type(), size: minPacket, width: 8, flags: ^uint32(0xFF), prototype: prototype,
	}
	v := r.decode(&f, 0)
	r.end()
	return v, r.Err()
}

// A part is one part of a [Container].
type part struct {
	step  Step
	value Variant
}

func partList(c Container) []part {
	var parts []part
	for step, v := range partsOf(c) {
		parts = append(parts, part{step, v})
	}
	return parts
}

func eachPart(parts []part) iter.Seq2[Step, Variant] {
	return func(yield func(Step, Variant) bool) {
		for _, p := range parts {
			if !yield(p.step, p.value) {
				return
			}
		}
	}
}
