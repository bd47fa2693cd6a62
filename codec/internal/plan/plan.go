package plan

import (
	"errors"
	"reflect"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A plan has the functions that write and read values of one Go type. The functions for both
// directions are in the same file. A plan is made once for each type and never changes.
type plan struct {
	typ     reflect.Type
	address uintptr // address of the type, see typeAddress

	// write writes the value as one packet. An error is stored in the Writer.
	write func(e *encoder, p place)

	// read fills the value from the next packet. It reports whether there was no error. The
	// argument elem is the element type of the container around the packet.
	read func(d *decoder, elem variant.Type, p place) bool

	elem  variant.ElementType // element type of a typed Array with values of this type, or TypeNil
	plain bool                // keys of this type that differ in Go also differ in Godot
	whole bool                // for the tag whole: a Float that is a whole number is read as an Int

	err    error   // reason why the type can be neither written nor read
	hooked [2]bool // for each direction: a method of the type writes or reads the value
	parts  []part  // parts of a value of the type

	pointee *plan // plan of the type that a pointer type points to, or nil

	merging merger // set for a struct with fields that merge
}

// A merger is the plan of a struct with fields that merge, see structPlan.holdsMerging.
type merger interface {
	holdsMerging(v reflect.Value) bool
	clearMerging(v reflect.Value)
}

// mergingIn follows the pointer v to a struct, and returns the struct and its plan. It returns a
// nil plan if no field of the struct merges.
func (c *plan) mergingIn(v reflect.Value) (merger, reflect.Value) {
	for c.pointee != nil && !v.IsNil() {
		c = c.pointee
		v = v.Elem()
	}
	return c.merging, v
}

// hasContent reports whether the value at p has a field that merges and is not empty.
func (c *plan) hasContent(p place) bool {
	if c.merging == nil && c.pointee == nil {
		return false
	}

	s, v := c.mergingIn(valueAt(p, c.typ))
	return s != nil && v.Kind() == reflect.Struct && s.holdsMerging(v)
}

// A part is a field of a struct, or the content of a slice, map or pointer.
type part struct {
	step string // step in the path of an error
	plan *plan
}

// A direction is toRead or toWrite.
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

// readFresh reads a value into memory whose old content does not have to be kept.
func (c *plan) readFresh(d *decoder, want variant.Type, p place) bool {
	outer := d.fresh
	d.fresh = true
	ok := c.read(d, want, p)
	d.fresh = outer

	return ok
}

// readOther handles a packet that the plan does not accept. The packet may be a reference, which
// stands for a Variant. If this Variant has one of the types in the list below, the plan reads the
// Variant. Otherwise readOther fails with a type error.
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

// readVariant reads a Variant of the plan's Go type, or a pointer to such a Variant.
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

// readTwin fills the value at p from v, the Variant of the packet at the given offset. It fails if
// whole floats are not allowed, if the type of v is not the twin of the plan's type, or if a number
// would change. Vector2i is the twin of Vector2.
func (c *plan) readTwin(d *decoder, at int, v variant.Variant, p place) bool {
	twin, ok := twins[c.typ]
	if !ok || twin.goType != reflect.TypeOf(v) || !c.whole && !d.wholeFloats {
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
		at.Type = variant.TypeNil // the Writer does not know the type of a Go value
		return nil, programError(converted(err))
	}

	return v, nil
}
