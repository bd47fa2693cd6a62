package tree

import (
	"fmt"
	"slices"

	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// lossless is a format that keeps every bit of a value of any type.
var lossless = newLossless()

func newLossless() *forms.Format {
	f := forms.NewUniversal()
	f.Comparing = false
	return f
}

// Clone returns a deep copy of v, which shares no memory with v. The copy and v are equal by
// [variant.Equal]. The copy also keeps details that Equal ignores, such as the form in which a null
// object was written. The copy has the value itself in place of a pointer to a value. Godot:
// Array.duplicate(true), Dictionary.duplicate(true).
//
// A value of your own type is copied with its Encode and Decode methods. A type whose Encode writes
// parts with [variant.Writer.Value] must implement [variant.PartSetter]. If a type has a method
// Clone() Variant, Clone calls it instead.
//
// The error is an [*variant.Error]: [variant.ErrDepth] for values deeper than 1024, such as a value
// that contains itself, [variant.ErrLimit] for a copy of more than 256 MiB, counted in the length
// of packets, and [variant.ErrUnsupported] for a value that has no copy, such as a nil pointer.
func Clone(v variant.Variant) (variant.Variant, error) {
	c := cloner{left: forms.MaxSize}
	out := c.clone(v)
	if c.err != nil {
		return nil, c.err
	}
	return out, nil
}

// A cloner copies one value. It keeps the first error.
type cloner struct {
	path variant.Path
	left int    // number of bytes left for the packets of the copy
	buf  []byte // memory for one packet
	err  error
}

func (c *cloner) fail(v variant.Variant, kind error) variant.Variant {
	if c.err == nil {
		c.err = variant.NewError(variant.OpClone, c.path, v, kind)
	}
	return nil
}

func (c *cloner) clone(v variant.Variant) variant.Variant {
	c.left -= forms.MinPacket
	switch {
	case c.err != nil:
		return nil
	case len(c.path) > forms.MaxDepth:
		return c.fail(v, variant.ErrDepth)
	case c.left < 0:
		return c.fail(v, variant.ErrLimit)
	}

	switch v := pointed(v).(type) {
	case nil, variant.Nil, variant.Bool, variant.Int, variant.Float, variant.String,
		variant.StringName:
		return v

	case variant.Array:
		v.Items, v.Elem = c.items(v.Items), cloneElem(v.Elem)
		return v

	case variant.TypedArray:
		v.Items = c.items(v.Items)
		return v

	case variant.PackedTypedArray:
		v.Items = c.items(v.Items)
		return v

	case variant.Dictionary:
		v.Pairs, v.Key, v.Value = c.pairs(v.Pairs), cloneElem(v.Key), cloneElem(v.Value)
		return v

	default:
		var out variant.Variant
		if !nilsafe.Guard(v, func() { out = c.custom(v) }) {
			return c.fail(nil,
				variant.Because(variant.ErrUnsupported, "a nil pointer has no value"))
		}
		return out
	}
}

func cloneElem(e *variant.ElementType) *variant.ElementType {
	if e == nil {
		return nil
	}
	clone := *e
	return &clone
}

// part copies v. The step s leads to v.
func (c *cloner) part(s variant.Step, v variant.Variant) variant.Variant {
	c.path = append(c.path, s)
	out := c.clone(v)
	c.path = c.path[:len(c.path)-1]
	return out
}

func (c *cloner) items(items []variant.Variant) []variant.Variant {
	out := slices.Clone(items)
	for i, v := range out {
		out[i] = c.part(variant.Step{Kind: variant.StepIndex, Index: i}, v)
		if c.err != nil {
			return nil
		}
	}

	return out
}

func (c *cloner) pairs(pairs []variant.Pair) []variant.Pair {
	out := slices.Clone(pairs)
	for i, p := range out {
		out[i].Key = c.part(variant.Step{Kind: variant.StepPairKey, Index: i}, p.Key)
		out[i].Value = c.part(variant.Step{Kind: variant.StepKey, Key: p.Key}, p.Value)
		if c.err != nil {
			return nil
		}
	}

	return out
}

// custom copies a value whose type has no case in the method clone.
func (c *cloner) custom(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case interface{ Clone() variant.Variant }:
		return v.Clone()

	case variant.PartSetter:
		parts := partList(v)
		for i, p := range parts {
			parts[i].value = c.part(p.step, p.value)
			if c.err != nil {
				return nil
			}
		}

		out, err := v.WithParts(eachPart(parts))
		if err != nil {
			return c.fail(v, err)
		}

		return out
	}

	var out variant.Variant
	packet, err := encode(lossless, c.buf[:0], v)
	if err == nil {
		c.buf = packet
		c.left = c.left - len(packet) + forms.MinPacket
		if c.left < 0 {
			return c.fail(v, variant.ErrLimit)
		}
		out, err = decodeAs(v, packet)
	}

	if err != nil {
		return c.fail(v, variant.Because(variant.ErrUnsupported,
			"it does not read what it writes: "+err.Error()))
	}

	return out
}

// decodeAs decodes a packet of format lossless to a value of the prototype's type.
func decodeAs(prototype variant.Variant, packet []byte) (variant.Variant, error) {
	r := wire.NewReader(lossless, packet, nil)
	defer r.Release()
	r.Skip(forms.MinPacket)
	r.Begin(&forms.Form{Type: prototype.Type(), Width: 8, Flags: ^uint32(0xFF)}, 0)
	r.Enter()
	v, err := decoded(prototype, (*variant.Reader)(r))
	r.Leave()
	r.End()

	if err == nil {
		err = (*variant.Reader)(r).Err()
	}
	if err == nil && v == nil {
		err = wire.ErrNothing
	}

	return v, err
}

// decoded calls the prototype's Decode method, and returns an error if it panics.
func decoded(prototype variant.Variant, r *variant.Reader) (v variant.Variant, err error) {
	defer func() {
		if p := recover(); p != nil {
			v, err = nil, fmt.Errorf("the Decode method panicked: %v", p)
		}
	}()
	return prototype.Decode(r)
}
