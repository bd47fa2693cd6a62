package plan

import (
	"errors"
	"reflect"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A plan is how values of one Go type are written and read. Both directions of a kind of type
// stand next to each other in one file. Plans are made once for a type and never
// change.
type plan struct {
	typ reflect.Type

	// write writes the value as one packet. Errors stick to the Writer.
	write func(e *encoder, p place)

	// read fills the value from the next packet. want is the element type of the container
	// around it. It reports whether there was no error.
	read func(d *decoder, want variant.Type, p place) bool

	elem  variant.ElementType // of a typed Array of such values; TypeNil: it has no element type
	plain bool                // in a map, keys that differ in Go differ in Godot too
	whole bool                // the tag whole: reads a Float that is a whole number as an Int

	err    error   // the type can be neither written nor read
	hooked [2]bool // by direction: a method of the type does it
	parts  []part  // what a value of the type consists of

	merging merger // of a struct with fields that merge, or nil
}

// A merger is the plan of a struct with fields that merge, see structPlan.holdsMerging.
type merger interface {
	holdsMerging(v reflect.Value) bool
	clearMerging(v reflect.Value)
}

// mergingIn returns the struct to which v leads, with its plan, or nil if no field of it merges.
func (c *plan) mergingIn(v reflect.Value) (merger, reflect.Value) {
	for v.Kind() == reflect.Pointer && !v.IsNil() && len(c.parts) == 1 {
		c = c.parts[0].plan
		v = v.Elem()
	}
	return c.merging, v
}

// held reports whether a field of v that merges holds something.
func (c *plan) held(v reflect.Value) bool {
	if c.merging == nil && v.Kind() != reflect.Pointer {
		return false
	}

	s, v := c.mergingIn(v)
	return s != nil && v.Kind() == reflect.Struct && s.holdsMerging(v)
}

// A part is a field of a struct, or what a slice, map or pointer holds.
type part struct {
	step string // in the path of an error
	plan *plan
}

// A direction is one of the two that a plan has.
type direction uint8

const (
	toWrite direction = iota
	toRead
)

// bad makes c the plan of a type that can be neither written nor read.
func (c *plan) bad(err error) {
	c.err = err
	c.write = func(e *encoder, _ place) { e.fail(err) }
	c.read = func(d *decoder, _ variant.Type, _ place) bool {
		return d.refuse(d.r.Offset(), variant.TypeNil, err)
	}
}

// readFresh reads a value into memory that has no content to keep.
func (c *plan) readFresh(d *decoder, want variant.Type, p place) bool {
	outer := d.fresh
	d.fresh = true
	ok := c.read(d, want, p)
	d.fresh = outer

	return ok
}

// readOther handles a packet that the plan does not accept. It resolves a reference and reads the
// result by the plan. Anything else is a type error.
func (c *plan) readOther(d *decoder, want variant.Type, p place) bool {
	if d.r.Failed() {
		return false
	}

	at := d.r.Offset()

	if v, ok := d.reference(want); ok {
		switch v.(type) {
		case variant.Nil, variant.Bool, variant.Int, variant.Float, variant.String,
			variant.StringName, variant.Dictionary:
			return d.readFrom(at, v, c.read, p)
		}
		return d.typeError(at, v, c.typ)
	}

	if t, _ := d.r.NextType(want); !d.r.Failed() {
		d.refuse(at, t, mismatch(t, c.typ))
	}

	return false
}

// readVariant reads a Variant of the plan's Go type, or a pointer to one.
func (c *plan) readVariant(d *decoder, want variant.Type, p place) bool {
	v, at, ok := d.keep(want)
	if !ok {
		return false
	}

	rv := reflect.ValueOf(v)
	switch {
	case rv.Type() == c.typ:
		valueAt(p, c.typ).Set(rv)
	case rv.Type() == reflect.PointerTo(c.typ) && !rv.IsNil():
		valueAt(p, c.typ).Set(rv.Elem())
	default:
		return c.readTwin(d, at, v, p)
	}

	return true
}

// readTwin fills the value at p from v, the Variant of the packet at offset at. Its Go type is not
// that of the plan.
func (c *plan) readTwin(d *decoder, at int, v variant.Variant, p place) bool {
	twin, ok := twins[c.typ]
	if !ok || twin.from != reflect.TypeOf(v) || !c.whole && !d.whole {
		return d.typeError(at, v, c.typ)
	}

	made, exact := twin.convert(v)
	if !exact {
		return d.refuse(at, twin.typ, outOfRange(v, c.typ))
	}

	valueAt(p, c.typ).Set(reflect.ValueOf(made))
	return true
}

// toVariant returns the value at p as a Variant for a format.
func (c *plan) toVariant(p place, to *forms.Format) (v variant.Variant, err error) {
	_, err = packets.Write(scratch, nil, func(w *wire.Writer) {
		e := newEncoder(w, to)
		v = e.variant(c.write, p)
		e.release()
	})

	var at *variant.Error
	if errors.As(err, &at) {
		at.Type = variant.TypeNil // that of the container around
		return nil, programError(converted(err))
	}

	return v, nil
}
