package variant

import "godotvariant/variant/notation"

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

// Named is a type of your own that gives its name. Text, JSON and errors then say Health
// instead of "custom type 0".
type Named interface {
	Variant
	// TypeName returns the name, the same for all values of the type: letters,
	// digits and underscores, and not the name of a built-in type.
	TypeName() string
}

// Constructible is a type whose text is its name and a list of arguments: in constructor
// text Vector2(1, 2), in JSON {"args": [1, 2], "type": "Vector2"}. The built-in types
// of packages math and packed are Constructible. A type of your own is with these two
// methods and TypeName, see [Named] and package notation.
type Constructible interface {
	Variant
	// ToArgs writes the arguments.
	ToArgs(w notation.ArgsWriter)
	// FromArgs reads the arguments that ToArgs writes, and returns the value. The
	// receiver is a prototype, which is neither read nor changed.
	FromArgs(a notation.Args) Variant
}

// typeOf returns the type of v, TypeNil for nil.
func typeOf(v Variant) Type {
	if v == nil {
		return TypeNil
	}
	return v.Type()
}

// nameOf returns the name of the type of v, "nil" for a nil pointer too.
func nameOf(v Variant) string {
	name := "nil"
	guard(v, func() {
		switch v := v.(type) {
		case nil:
		case Named:
			name = v.TypeName()
		default:
			name = v.Type().String()
		}
	})
	return name
}
