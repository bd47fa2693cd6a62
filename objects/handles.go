package objects

import (
	"strconv"

	"godotvariant/internal/token"
	"godotvariant/variant"
)

// RID is the handle of a resource inside a running engine.
//
//	4  8  the handle; nothing in Godot 3 and Pandemonium
//
// Where the dialect has no payload for it, only the zero RID can be written.
// Godot 3: RID (ID 16), Godot 4: RID (23).
type RID uint64

var _ variant.Variant = RID(0)

// Type returns variant.TypeRID.
func (RID) Type() variant.Type { return variant.TypeRID }

// Encode writes the payload.
func (id RID) Encode(w *variant.Writer) error {
	switch {
	case w.Dialect().RIDPayload:
		w.Uint64(uint64(id))
	case id != 0:
		w.Fail(variant.Because(variant.ErrUnsupported, w.Dialect().Name+" writes no RID but the empty one; its number as an int comes nearest"))
	}
	return w.Err()
}

// Decode reads the payload.
func (RID) Decode(r *variant.Reader) (variant.Variant, error) {
	if !r.Dialect().RIDPayload {
		return variant.Result(r, RID(0))
	}
	return variant.Result(r, RID(r.Uint64()))
}

// String returns the handle as Godot 4 prints it: RID(5).
func (id RID) String() string { return "RID(" + strconv.FormatUint(uint64(id), 10) + ")" }

// GoString returns the handle as Go source, for %#v.
func (id RID) GoString() string { return "objects." + id.String() }

// Callable is an empty placeholder: Godot encodes neither the object nor the method of a
// callable. Godot 4: Callable (ID 25). Godot 3 has no such type.
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

// Signal is a signal of an object in the game that sent it.
//
//	4  n  name, a string
//	…  8  instance ID of the object
//
// The option FullObjects does not affect it. Godot 4: Signal (ID 26). Godot 3 has no such
// type.
type Signal struct {
	Name   string
	Object uint64
}

var _ variant.Variant = Signal{}

// Type returns variant.TypeSignal.
func (Signal) Type() variant.Type { return variant.TypeSignal }

// Encode writes the payload.
func (s Signal) Encode(w *variant.Writer) error {
	w.String(s.Name)
	w.Uint64(s.Object)
	return w.Err()
}

// Decode reads the payload.
func (Signal) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Signal{Name: r.String(), Object: r.Uint64()})
}

// String returns the signal with its object, Signal(5, "hit"). Godot 4 itself
// writes Signal(), whatever the signal.
func (s Signal) String() string {
	return "Signal(" + strconv.FormatUint(s.Object, 10) + ", " + token.Quote(s.Name) + ")"
}

// GoString returns the signal as Go source, for %#v.
func (s Signal) GoString() string {
	return "objects.Signal{Name: " + strconv.Quote(s.Name) + ", Object: " + strconv.FormatUint(s.Object, 10) + "}"
}
