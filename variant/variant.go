package variant

// Variant is one Godot value. The implementations are plain values, so that
// decoded data can be switched on directly:
//
//	switch v := v.(type) {
//	case variant.Int:
//	case math.Vector2:
//	}
//
// A value may be read from many goroutines at once; who changes one, keeps the
// others away from it.
type Variant interface {
	// Type returns the canonical type, the same in every dialect.
	Type() Type
	// Encode writes the payload. The header is already written: whoever wants
	// a whole packet calls [Writer.Value], a codec or [Format.Append].
	Encode(w *Writer) error
	// Decode reads a payload and returns the value. The receiver is a
	// prototype, which is neither read nor changed.
	Decode(r *Reader) (Variant, error)
}

// Result is the last line of a Decode method:
//
//	func (Health) Decode(r *variant.Reader) (variant.Variant, error) {
//		return variant.Result(r, Health{Now: r.Int32(), Max: r.Int32()})
//	}
//
// It returns v and [Reader.Err], and makes no interface value (which would
// allocate) after an error or where the Reader only validates.
func Result[T Variant](r *Reader, v T) (Variant, error) {
	if r.err == nil && !r.check {
		return v, nil
	}
	return r.noResult()
}

func (r *Reader) noResult() (Variant, error) { return nil, r.Err() }

// As returns v as a T, and whether it is one: variant.As[math.Vector2](v).
// It converts nothing: an Int is not a Float.
func As[T Variant](v Variant) (T, bool) {
	t, ok := v.(T)
	return t, ok
}
