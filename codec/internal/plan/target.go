package plan

import (
	"errors"
	"fmt"
	"reflect"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A target is a Go value to fill, with its plan.
type target struct {
	plan *plan
	at   place
}

// targetOf returns the target that v points at.
func (p *Plans) targetOf(v any) (target, error) {
	c := p.recentOf(v)
	if c == nil {
		c = p.ofValue(v)
	}

	if c.pointee != nil {
		if at, ok := pointerIn(v); ok {
			return target{c.pointee, at}, nil
		}
	}

	if c.err != nil && c.typ.Kind() == reflect.Pointer { // the type points to itself
		return target{plan: c}, nil
	}

	return target{}, &variant.Error{
		Op: variant.OpConvert, Err: variant.Because(variant.ErrWrongType,
			fmt.Sprintf("the destination must be a non-nil pointer, and it has the type %T", v)),
	}
}

// A Packet receives the bytes of a packet from [Plans.Read], which does not check them.
type Packet []byte

// Read puts the value of a packet into the Go value that v points at. If v is an [Incoming] or
// [Packet], the comment of that type says what Read does. The argument wholeFloats is the option
// WholeFloats. The result ofData is true if err is an error of the packet. Otherwise err is an
// error of v, or of the message's name.
func (p *Plans) Read(packet []byte, v any, f *forms.Format, wholeFloats bool) (ofData bool,
	err error) {
	var t target

	switch v := v.(type) {
	case *Packet:
		*v = packet
		return false, nil

	case *Incoming:
		t.plan, t.at, ofData, err = v.find(f, packet)
	default:
		t, err = p.targetOf(v)
	}

	if err != nil {
		return ofData, err
	}

	if f.Mode == forms.Strict { // a validation finds repeated keys
		if _, err := packets.Valid(f, packet, packets.Alone); err != nil {
			return true, err
		}
	}

	hasContent := t.plan.hasContent(t.at)
	err = t.read(f, wholeFloats, hasContent, packet)
	switch {
	case err == nil:
		return false, nil
	case errors.Is(err, ErrGoType):
		return false, programError(err)
	default:
		return true, t.explain(f, wholeFloats, hasContent, packet, err)
	}
}

// Set puts a Variant into the Go value that v points at. Of the options of the format f, only
// Finite applies.
func (p *Plans) Set(value variant.Variant, v any, f *forms.Format, wholeFloats bool) error {
	t, err := p.targetOf(v)
	if err != nil {
		return err
	}
	return programError(t.set(f, wholeFloats, value))
}

// read is like Read, but does not explain errors. The argument hasContent is the result of
// plan.hasContent for the target.
func (t target) read(f *forms.Format, wholeFloats, hasContent bool, packet []byte) error {
	return packets.Read(f, packet, packets.Alone, func(r *wire.Reader) {
		d := newDecoder(r)
		d.wholeFloats = wholeFloats
		d.hasContent = hasContent
		t.plan.read(d, variant.TypeNil, t.at)
		d.release()
	})
}

// set is like Set, for the target t.
func (t target) set(f *forms.Format, wholeFloats bool, value variant.Variant) error {
	format := scratch
	if f.Finite {
		format = format.FiniteOnly()
	}

	return converted(packets.Read(format, firstReference, packets.Alone, func(r *wire.Reader) {
		d := newDecoder(r)
		d.wholeFloats = wholeFloats
		d.hasContent = t.plan.hasContent(t.at)
		d.fromVariant = true
		d.values = append(d.values, value)
		t.plan.read(d, variant.TypeNil, t.at)
		d.release()
	}))
}

// explain finds the error for the caller after Read has failed. The argument readErr is the error
// of the failed reading. explain decodes the packet again. An error of the packet is returned
// before an error of a value that does not fit the Go type.
//
// If a key is repeated, a later value may replace the value that did not fit. Then explain fills
// the target again and returns nil. But reading a field that merges, see structPlan.holdsMerging,
// keeps some of its old content. If such a field was not empty before the call, Read may have
// changed this content, and explain returns an error.
func (t target) explain(f *forms.Format, wholeFloats, hasContent bool, packet []byte,
	readErr error) error {
	v, _, err := packets.Decode(f, packet, packets.Alone)
	if err != nil {
		return err
	}

	if errors.Is(readErr, errNamedTwice) || errors.Is(readErr, errHeld) {
		return readErr // in v, each key occurs once, so reading from v could not repeat this error
	}

	var e, at *variant.Error
	other := target{t.plan, placeOf(reflect.New(t.plan.typ).Elem())}
	if err := other.set(f, wholeFloats, v); errors.As(err, &e) {
		if errors.As(readErr, &at) {
			e.Offset = at.Offset
			e.Op = at.Op
		}
		return err
	}

	if hasContent {
		if errors.As(readErr, &at) {
			at.Err = errHeld
		}
		return readErr
	}

	if merging, v := t.plan.mergingIn(valueAt(t.at, t.plan.typ)); merging != nil {
		merging.clearMerging(v) // makes the fields empty, as they were before the call
	}

	return t.set(f, wholeFloats, v) // overwrites all fields that the failed Read has set
}
