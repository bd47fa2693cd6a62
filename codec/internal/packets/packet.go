// Package packets reads and writes single packets. It connects the bytes of package wire with the
// values of package variant.
package packets

import (
	"errors"
	"slices"

	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

func errOf(r *wire.Reader) error { return (*variant.Reader)(r).Err() }

func value(r *wire.Reader) variant.Variant { return (*variant.Reader)(r).Value() }

// An Extent says whether bytes may follow a packet.
type Extent bool

const (
	Alone Extent = true  // bytes after the packet are an error, except in lenient mode
	First Extent = false // bytes may follow
)

// Decode returns the value of the packet at the start of b, and the length of the packet in bytes.
func Decode(f *forms.Format, b []byte, extent Extent) (variant.Variant, int, error) {
	r := wire.NewReader(f, b, nil)
	defer r.Release()
	v := value(r)

	if extent == Alone {
		r.End()
	}
	if r.Failed() {
		return nil, 0, errOf(r)
	}

	return v, r.Offset(), nil
}

// Valid checks a packet as Decode does, but does not build the value. It allocates no memory for
// valid data, except for the values of registered types, which their Decode methods build.
func Valid(f *forms.Format, b []byte, extent Extent) (int, error) {
	r := wire.NewReader(f, b, &wire.Reading{Validate: true})
	defer r.Release()
	value(r)

	if extent == Alone {
		r.End()
	}
	if !r.Failed() {
		return r.Offset(), nil
	}

	return 0, explain(f, b, extent, r)
}

// Read calls the function get with a Reader of b. The packet ends where get stops reading. Repeated
// keys are not an error, even in strict mode: Valid finds them.
func Read(f *forms.Format, b []byte, extent Extent, get func(*wire.Reader)) error {
	r := wire.NewReader(f, b, nil)
	r.Reserve(forms.MinPacket)
	get(r) // if get panics, r does not go back to the pool

	if extent == Alone {
		r.End()
	}

	err := errOf(r)
	r.Release()

	return err
}

// explain returns the error for a packet b that r could not validate. A validation does not store
// keys and names. If the path of the error needs keys or names, explain decodes the packet, and
// returns the error of Decode if it is the same error.
func explain(f *forms.Format, b []byte, extent Extent, r *wire.Reader) error {
	found := r.Fault()
	if !slices.ContainsFunc(found.Path, hasName) {
		return errOf(r)
	}

	var same *variant.Error
	_, _, err := Decode(f, b, extent)
	if errors.As(err, &same) && found.Offset == same.Offset &&
		found.Err.Error() == same.Err.Error() {
		return err
	}

	return errOf(r)
}

func hasName(s wire.Step) bool { return s.Kind == wire.StepKey || s.Kind == wire.StepProperty }

// Begins reports whether b is a packet. If b is longer than the limit, Begins reports whether b may
// begin with a packet, and reads no bytes after the limit. No bytes may follow a packet that is
// Alone, even in lenient mode.
func Begins(f *forms.Format, b []byte, limit int, extent Extent) bool {
	r := wire.NewReader(f, b[:min(len(b), limit)],
		&wire.Reading{Validate: true, Mute: true, Partial: len(b) > limit})
	defer r.Release()
	value(r)

	if r.Failed() {
		return r.Cut()
	}

	return extent == First || r.Offset() == len(b)
}

// NextValue reads the next packet as a Variant, for a container whose element type is want. It
// fails if the container does not accept the type of the packet. A container with TypeNil accepts
// every type. NextValue returns nil after an error.
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

// At returns the value of the packet at the given offset. It must be a packet that r has read.
func At(r *wire.Reader, at int) variant.Variant {
	v, _, _ := Decode(r.Format(), r.Rest(at), First)
	return v
}
