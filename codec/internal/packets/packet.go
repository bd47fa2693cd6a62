// Package packets reads and writes single packets. It connects the bytes of package wire with the
// values of package variant.
package packets

import (
	"errors"

	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

func errOf(r *wire.Reader) error { return (*variant.Reader)(r).Err() }

func value(r *wire.Reader) variant.Variant { return (*variant.Reader)(r).Value() }

// Decode returns the value of the packet at the start of b, and the length of the packet in bytes.
// With alone set, bytes after the packet are an error, except in lenient mode.
func Decode(f *forms.Format, b []byte, alone bool) (variant.Variant, int, error) {
	r := wire.NewReader(f, b, nil)
	defer r.Release()
	v := value(r)

	if alone {
		r.End()
	}
	if r.Failed() {
		return nil, 0, errOf(r)
	}

	return v, r.Offset(), nil
}

// Valid checks a packet as Decode does, but does not build the value. It allocates no memory for
// valid data, except for the values of registered types, which their Decode methods build.
func Valid(f *forms.Format, b []byte, alone bool) (int, error) {
	r := wire.NewReader(f, b, &wire.Reading{Validate: true})
	defer r.Release()
	value(r)

	if alone {
		r.End()
	}
	if !r.Failed() {
		return r.Offset(), nil
	}

	return 0, explain(f, b, alone, errOf(r))
}

// Read calls get with a Reader of b. With alone set, bytes that get does not read are an error,
// except in lenient mode. Repeated keys are not an error, even in strict mode: Valid finds them.
func Read(f *forms.Format, b []byte, alone bool, get func(*wire.Reader)) error {
	r := wire.NewReader(f, b, nil)
	defer r.Release()
	r.Reserve(forms.MinPacket)
	get(r)

	if alone {
		r.End()
	}

	return errOf(r)
}

// explain decodes a packet that failed a validation with err. It returns the error of Decode, whose
// path has the keys of dictionaries: a validation does not keep them. If Decode does not find the
// same error, explain returns err.
func explain(f *forms.Format, b []byte, alone bool, err error) error {
	var found, same *variant.Error
	_, _, again := Decode(f, b, alone)
	if errors.As(err, &found) && errors.As(again, &same) && found.Offset == same.Offset &&
		found.Err.Error() == same.Err.Error() {
		return again
	}
	return err
}

// Begins reports whether b is a packet or, if b is longer than limit, may begin with one. It
// reads at most limit bytes. With alone set no bytes may follow the packet.
func Begins(f *forms.Format, b []byte, limit int, alone bool) bool {
	r := wire.NewReader(f, b[:min(len(b), limit)],
		&wire.Reading{Validate: true, Mute: true, Partial: len(b) > limit})
	defer r.Release()
	value(r)

	if r.Failed() {
		return r.Cut()
	}

	return !alone || r.Offset() == len(b)
}

// Trace decodes a packet and calls on for each step, up to the end or an error. It returns the
// length of the packet or, after an error, the offset that it reached.
func Trace(f *forms.Format, b []byte, on func(wire.Event)) (int, error) {
	r := wire.NewReader(f, b, &wire.Reading{Trace: on})
	defer r.Release()
	value(r)
	return r.Offset(), errOf(r)
}

// NextValue reads any packet as a Variant. It returns nil after an error.
func NextValue(r *wire.Reader, want variant.Type) variant.Variant {
	if want != variant.TypeNil {
		r.NextType(want) // fails unless the type is accepted
	}
	if r.Failed() || r.TooDeep() {
		return nil
	}

	r.Reserve(-forms.MinPacket)
	return value(r)
}

// SkipNext validates and skips the next packet.
func SkipNext(r *wire.Reader, want variant.Type) {
	outer := r.BeginSkip()
	NextValue(r, want)
	r.EndScope(outer)
}

// At returns the value of the packet at offset at, which must be a packet that r has read.
func At(r *wire.Reader, at int) variant.Variant {
	v, _, _ := Decode(r.Format(), r.Rest(at), false)
	return v
}
