// Package packets reads and writes whole packets: it joins the bytes of package wire with
// the values of package variant.
package packets

import (
	"errors"
	"io"

	"godotvariant/internal/wire"
	"godotvariant/variant"
)

func errOf(r *wire.Reader) error { return (*variant.Reader)(r).Err() }

func value(r *wire.Reader) variant.Variant { return (*variant.Reader)(r).Value() }

// Decode returns the value of the packet at the start of b and its length. If whole is
// set, bytes after it are an error, except in lenient mode.
func Decode(f *wire.Format, b []byte, whole bool) (variant.Variant, int, error) {
	r := f.Reader(b)
	defer r.Release()
	v := value(r)

	if whole {
		r.End()
	}
	if r.Failed() {
		return nil, 0, errOf(r)
	}

	return v, r.Offset(), nil
}

// Valid is Decode without the value. It allocates nothing while the data is valid, but for
// the values of registered types, whose Decode methods build them.
func Valid(f *wire.Format, b []byte, whole bool) (int, error) {
	r := f.Reader(b)
	defer r.Release()
	r.Check(true)
	value(r)

	if whole {
		r.End()
	}
	if !r.Failed() {
		return r.Offset(), nil
	}

	return 0, explain(f, b, whole, errOf(r))
}

// Read calls get with a Reader of b. If whole is set, bytes after what get read are an error,
// except in lenient mode. Duplicate keys are not an error, even in strict mode; Valid finds
// them.
func Read(f *wire.Format, b []byte, whole bool, get func(*wire.Reader)) error {
	r := f.Reader(b)
	defer r.Release()
	r.Owe(wire.MinPacket)
	get(r)

	if whole {
		r.End()
	}

	return errOf(r)
}

// explain returns the error of Decode for an error of a validation, which does not
// know the keys in the path. It returns err if Decode does not find the same error.
func explain(f *wire.Format, b []byte, whole bool, err error) error {
	var found, same *variant.Error
	_, _, again := Decode(f, b, whole)
	if errors.As(err, &found) && errors.As(again, &same) && found.Offset == same.Offset &&
		found.Err.Error() == same.Err.Error() {
		return again
	}
	return err
}

// Begins reports whether b is a packet, or if b has more than most bytes, whether those at its
// start can be the start of one. Unless whole is set, bytes may follow the packet.
func Begins(f *wire.Format, b []byte, most int, whole bool) bool {
	r := f.Reader(b[:min(len(b), most)])
	defer r.Release()
	r.Check(true)
	r.Mute()

	if len(b) > most {
		r.From(func(buf []byte, _ int) ([]byte, error) { return buf, io.EOF })
	}

	value(r)
	if !r.Failed() {
		return !whole || r.Offset() == len(b)
	}

	return r.Failure() != nil // nothing is wrong up to there
}

// Next reads one packet from source and returns its bytes, which are valid. r
// is used again from call to call. buf is empty, or has the start of the packet from a
// call that failed. Only bytes of the packet are asked for.
//
// After an error it returns the bytes so far. If source returned io.EOF, the error is
// that of decode for these bytes, or io.EOF if there are none. Another error of source
// is wrapped in an [*Error] whose offset is the number of bytes. No packet is longer
// than Limits.MaxFrame.
func Next(r *wire.Reader, f *wire.Format, buf []byte, source wire.Source) ([]byte, error) {
	r.Reset(f, buf)
	r.Check(true)
	r.From(source)
	value(r)
	packet := r.All()
	n := r.Offset()
	failure := r.Failure()
	err := errOf(r)
	r.Reset(nil, nil)

	switch {
	case err == nil:
		return packet[:n], nil
	case failure == nil:
		return packet, explain(f, packet, false, err)

	case failure != io.EOF:
		err.(*variant.Error).Offset = len(packet)
		return packet, err

	case len(packet) == 0:
		return packet, io.EOF
	}

	_, _, err = Decode(f, packet, false)
	return packet, err // nil if lenient mode accepts missing padding at the end
}

// Trace is Decode that calls on for every step, up to an error. It returns the length
// of the packet, or the offset that was reached.
func Trace(f *wire.Format, b []byte, on func(variant.TraceEvent)) (int, error) {
	r := new(wire.Reader)
	r.Reset(f, nil)

	r.Trace(&wire.Trace{
		Data: b,
		Field: func(text bool, offset, end int) {
			kind := variant.TraceField
			if text {
				kind = variant.TraceText
			}
			on(variant.TraceEvent{Kind: kind, Offset: offset, End: end})
		},
		Open: func(t variant.Type, offset, end int, flags uint32) {
			on(variant.TraceEvent{Kind: variant.TraceOpen, Offset: offset, End: end, Type: t,
				Flags: flags})
		},
		Close: func(t variant.Type, offset, end int, v any) {
			value, _ := v.(variant.Variant)
			on(variant.TraceEvent{Kind: variant.TraceClose, Offset: offset, End: end, Type: t,
				Value: value})
		},
	})

	value(r)
	return r.Offset(), errOf(r)
}

// NextValue reads any packet as a Variant. It returns nil after an error.
func NextValue(r *wire.Reader, want variant.Type) variant.Variant {
	if r.Failed() || r.TooDeep() {
		return nil
	}
	r.Owe(-wire.MinPacket)
	r.Expect(want)
	return value(r)
}

// SkipNext validates and skips the next packet.
func SkipNext(r *wire.Reader, want variant.Type) {
	check := r.Checking()
	r.Check(true)
	NextValue(r, want)
	r.Check(check)
}

// At returns the value of the packet at offset at, which was read already.
func At(r *wire.Reader, at int) variant.Variant {
	v, _, _ := Decode(r.Format(), r.Rest(at), false)
	return v
}
