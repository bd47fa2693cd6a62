package variant

// Variant is one Godot value. The implementations are plain values, so a type
// switch on decoded data needs no pointers:
//
//	switch v := v.(type) {
//	case variant.Int:
//	case math.Vector2:
//	}
//
// Any number of goroutines may read a value. Do not modify a value while other
// goroutines read it.
type Variant interface {
	// Type returns the canonical type, the same in every dialect.
	Type() Type
	// Encode writes the payload. The header is written already; [Writer.Value]
	// and codec.Encode write whole packets.
	Encode(w *Writer) error
	// Decode reads a payload and returns the value. The receiver is a prototype;
	// it is neither read nor changed.
	Decode(r *Reader) (Variant, error)
}

// As returns v as a T and reports whether it is one: variant.As[math.Vector2](v).
// It does not convert: an Int is not a Float.
func As[T Variant](v Variant) (T, bool) {
	t, ok := v.(T)
	return t, ok
}
