package variant

import (
	"iter"

	"godotvariant/internal/nilsafe"
	"godotvariant/internal/wire"
	"godotvariant/variant/notation"
)

// Variant is one Godot value. The implementations are plain values, so a type
// switch on decoded data needs no pointers:
//
//	switch v := v.(type) {
//	case variant.Int:
//	case math.Vector2:
//	}
//
// Many goroutines may read a value at the same time. Do not modify a value while other goroutines
// read it.
type Variant interface {
	// Type returns the canonical type, which is the same in every dialect.
	Type() Type
	// Encode writes the payload. The header is written already; [Writer.Value]
	// and codec.Encode write whole packets.
	Encode(w *Writer) error
	// Decode reads a payload and returns the value. The receiver is a prototype;
	// it is neither read nor changed.
	Decode(r *Reader) (Variant, error)
}

// As returns v as a T, and reports whether v is a T: variant.As[math.Vector2](v). It does not
// convert: an Int is not a Float.
func As[T Variant](v Variant) (T, bool) {
	t, ok := v.(T)
	return t, ok
}

// Implement Named to give your own type a name. Then text, JSON and errors contain this name, such
// as Health, instead of "custom type 0".
type Named interface {
	Variant
	// TypeName returns the name, the same for all values of the type: letters,
	// digits and underscores, and not the name of a built-in type.
	TypeName() string
}

// Constructible is a type with a text that consists of its name and a list of arguments: Vector2(1,
// 2) in constructor text, and {"args": [1, 2], "type": "Vector2"} in JSON. The built-in types of
// packages math and packed are Constructible. A type of your own becomes Constructible with these
// two methods and TypeName; see [Named] and package notation.
type Constructible interface {
	Variant
	// ToArgs writes the arguments.
	ToArgs(w notation.ArgsWriter)
	// FromArgs reads the arguments that ToArgs writes, and returns the value. The
	// receiver is a prototype, which is neither read nor changed.
	FromArgs(a notation.Args) Variant
}

// A Container is a value with parts, such as Array, Dictionary and objects.Object. If your own type
// implements Container, the functions of package tree find its parts.
type Container interface {
	Variant
	// Parts yields the parts, keys of a dictionary included, each with the step
	// that leads to it.
	Parts() iter.Seq2[Step, Variant]
}

// A PartSetter is a [Container] of your own, or an object, whose parts can be changed: the
// functions of package tree call WithParts. The steps to its parts are either all indices or all
// names of properties.
type PartSetter interface {
	Container
	// WithParts returns a copy of the value that has these parts and no others. It does not change
	// the receiver. It returns an error if the value cannot have one of the parts.
	WithParts(parts iter.Seq2[Step, Variant]) (Variant, error)
}

// nameOf returns the name of the type of v. It is "nil" for nil and for a nil pointer.
func nameOf(v Variant) string { return nilsafe.Name(v) }

// An object is an objects.Object. This package cannot import package objects, which imports this
// package.
type object interface {
	Container
	ClassName() string
	InstanceID() uint64
}

// partsOf returns the parts of c. A nil pointer has none.
func partsOf(c Container) iter.Seq2[Step, Variant] {
	parts := func(func(Step, Variant) bool) {}
	nilsafe.Guard(c, func() { parts = c.Parts() })
	return parts
}

// Reader is the cursor that a Decode method reads its payload from. Each method that reads a field
// has a method of the same name in [Writer]. CountParts is an exception: it reads what
// [Writer.Count] writes.
//
// Errors are sticky: after the first error every method returns zero and the cursor does not move.
// A Decode method reads all its fields and then returns [Result], which checks the error. A Reader
// is valid only during the call that it is passed to.
type Reader wire.Reader

func (r *Reader) in() *wire.Reader { return (*wire.Reader)(r) }

// Writer is the cursor that an Encode method writes its payload to. Each method that
// writes a field has a method of the same name in [Reader].
//
// Errors are sticky: after the first error, the written data is not used. An Encode method writes
// all its fields and then returns Err. A Writer is valid only during the call that it is passed to.
type Writer wire.Writer

func (w *Writer) out() *wire.Writer { return (*wire.Writer)(w) }

// A Step is one step of a path: to an item of an array, a value or a key of a dictionary, a
// property of an object, or a component of a vector or a similar type.
type Step struct {
	Kind StepKind
	// Index is the position of the item or pair (StepIndex, StepPairKey, StepPair). For
	// [Reader.Step] or [Writer.Step], also set it in a StepKey or StepProperty, because an error
	// may keep the position instead of a long key or name.
	Index int
	Key   Variant // StepKey: the key
	// Name is the name of the property or component (StepProperty). In a StepKey without
	// a Key, as [ParsePath] returns it for keys like Vector2i(1, 2), it is the text of the
	// key as [Path.String] writes it.
	Name string
}

// A StepKind is the kind of a [Step].
type StepKind uint8

const (
	StepIndex    StepKind = iota // [4]
	StepKey                      // ["enemies"]
	StepPairKey                  // [key 4]: the key of the pair, not its value
	StepProperty                 // .tags, or .x of a vector
	StepPair                     // [pair 4]: the value of a pair, or of a property of an object
)
