package objects

import (
	"strconv"

	"godotvariant/internal/token"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// RID is the handle of a resource inside a running engine. It has no meaning in another process. 0
// is the empty RID. Godot: RID, type ID 23 in Godot 4, 16 in Godot 3. Payload in Godot 4:
//
//	offset  length  type    field
//	     4       8  uint64  the handle
//
// In Godot 3 and its fork Pandemonium there is no payload, and only the empty RID can be written.
//
// An example of a packet:
//
//	17000000 07000000 00000000  RID(7)
type RID uint64

var _ variant.Variant = RID(0)

// Type returns variant.TypeRID.
func (RID) Type() variant.Type { return variant.TypeRID }

// Encode writes the payload; see [variant.Variant].
func (id RID) Encode(w *variant.Writer) error {
	switch {
	case (*wire.Writer)(w).Format().Spec.RIDPayload:
		w.Uint64(uint64(id))
	case id != 0:
		why := w.Dialect().Name() +
			" can write only the empty RID; encode its number as an Int"
		w.Fail(variant.Because(variant.ErrUnsupported, why))
	}

	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (RID) Decode(r *variant.Reader) (variant.Variant, error) {
	if !(*wire.Reader)(r).Format().Spec.RIDPayload {
		return variant.Result(r, RID(0))
	}
	return variant.Result(r, RID(r.Uint64()))
}

// String returns the handle as Godot 4 prints it: RID(5).
func (id RID) String() string { return "RID(" + strconv.FormatUint(uint64(id), 10) + ")" }

// GoString returns the handle as Go source, for %#v.
func (id RID) GoString() string { return "objects." + id.String() }

// Callable is an empty placeholder: Godot encodes neither the object nor the method of a callable.
// Godot: Callable, type ID 25 in Godot 4; Godot 3 has no such type. It has no payload.
//
// An example of a packet:
//
//	19000000  Callable()
type Callable struct{}

var _ variant.Variant = Callable{}

// Type returns variant.TypeCallable.
func (Callable) Type() variant.Type { return variant.TypeCallable }

// Encode writes nothing.
func (Callable) Encode(w *variant.Writer) error { return w.Err() }

// Decode reads nothing.
func (Callable) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Callable{})
}

// String returns "Callable()".
func (Callable) String() string { return "Callable()" }

// GoString returns the value as Go source, for %#v.
func (Callable) GoString() string { return "objects.Callable{}" }

// Signal is a signal of an object in the game that sent it. The option FullObjects does not affect
// it. Godot: Signal, type ID 26 in Godot 4; Godot 3 has no such type. Payload:
//
//	offset  length  type    field
//	     4       n  String  Name, with its length and zeros, as the payload of a String
//	   4+n       8  uint64  Object, the instance ID of the object
//
// An example of a packet:
//
//	1a000000 03000000 68697400 05000000 00000000  Signal(5, "hit")
type Signal struct {
	Name   string // Godot: get_name
	Object uint64 // the instance ID. Godot: get_object_id
}

var _ variant.Variant = Signal{}

// Type returns variant.TypeSignal.
func (Signal) Type() variant.Type { return variant.TypeSignal }

// Encode writes the payload; see [variant.Variant].
func (s Signal) Encode(w *variant.Writer) error {
	w.Text(s.Name)
	w.Uint64(s.Object)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Signal) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Signal{Name: r.Text(), Object: r.Uint64()})
}

// String returns the signal with its object, Signal(5, "hit"). Godot 4 itself writes
// Signal() for every signal.
func (s Signal) String() string {
	return "Signal(" + strconv.FormatUint(s.Object, 10) + ", " + token.Quote(s.Name) + ")"
}

// GoString returns the signal as Go source, for %#v.
func (s Signal) GoString() string {
	return "objects.Signal{Name: " + strconv.Quote(s.Name) + ", Object: " +
		strconv.FormatUint(s.Object, 10) + "}"
}
