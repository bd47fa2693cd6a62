package codec

import (
	"encoding/binary"
	"iter"
	"math"

	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A Field is a part of the bytes of a token.
type Field struct {
	Kind FieldKind
	// Offset is the offset of the first byte, and End is the offset of the byte after the last one.
	Offset, End int
	// Size is the length in bytes of each number in a field of the kind FieldNumbers. Float says
	// that these numbers are floats. In a field of another kind, Size is 0 and Float is false. A
	// header, a type or a count is one integer of End-Offset bytes.
	Size  int
	Float bool
}

// A FieldKind is the kind of a [Field].
type FieldKind uint8

const (
	FieldHeader  FieldKind = iota // header of a value, or of the class of a TypedArray
	FieldType                     // the ID of an element type
	FieldCount                    // a number of parts, of elements, or of bytes of text
	FieldNumbers                  // all numbers of a value or of a packed array
	FieldText                     // text, without its length and padding
	FieldBytes                    // content of a PackedByteArray
	FieldPadding                  // up to three bytes after text or bytes
	FieldCustom                   // payload of a type that a Decode method of the program reads
)

var fieldKinds = [...]string{
	FieldHeader: "Header", FieldType: "Type", FieldCount: "Count", FieldNumbers: "Numbers",
	FieldText: "Text", FieldBytes: "Bytes", FieldPadding: "Padding", FieldCustom: "Custom",
}

// String returns the name of the constant without "Field", such as Header.
func (k FieldKind) String() string {
	if int(k) >= len(fieldKinds) {
		return "unknown field"
	}
	return fieldKinds[k]
}

// Fields yields the fields of the token, which follow each other from Offset to End. TokenClose has
// none. The last field of TokenOpen is the count. No field is empty.
//
// The fields of a packed array are its header, its count, and all its numbers or bytes as one
// field. A PackedStringArray has three fields for each text.
func (s *Scanner) Fields() iter.Seq[Field] {
	// Returning s.fields itself would allocate.
	return func(yield func(Field) bool) { s.fields(yield) }
}

func (s *Scanner) fields(yield func(Field) bool) {
	f := s.in.Form()
	w := fieldWalk{b: s.in.Bytes(), start: s.Offset(), yield: yield, more: true}
	switch {
	case s.Kind() == TokenClose, s.Kind() == TokenNone && s.Err() == nil:
	case s.in.IsName():
		w.text()
	case f == nil:
		w.field(FieldHeader, min(forms.MinPacket, len(w.b)))

	case f.Kind == forms.KindForeign:
		w.field(FieldHeader, forms.MinPacket)
		w.rest(FieldCustom)
	default:
		w.value(s, f)
	}
}

// A fieldWalk yields the fields of one token. It ends at a field that is cut off.
type fieldWalk struct {
	b     []byte // bytes of the token
	start int    // offset of b in the packet
	at    int    // offset of the next field in b
	yield func(Field) bool
	more  bool // the caller wants more fields, and no field was cut off
}

// field yields a field of n bytes, unless it is empty.
func (w *fieldWalk) field(k FieldKind, n int) { w.yields(Field{Kind: k}, n) }

// yields sets the offsets of the field f, which has n bytes, and passes f to the function yield. It
// does not pass an empty field, or a field that is cut off.
func (w *fieldWalk) yields(f Field, n int) {
	if n < 0 || n > len(w.b)-w.at {
		w.more = false
	}

	if n != 0 && w.more {
		f.Offset = w.start + w.at
		f.End = f.Offset + n
		w.at += n
		w.more = w.yield(f)
	}
}

// numbers yields the remaining bytes as the numbers of a value of form f.
func (w *fieldWalk) numbers(f *forms.Form) {
	size, float := f.Number()
	rest := len(w.b) - w.at
	if size == 0 {
		size = rest
	}
	w.yields(Field{Kind: FieldNumbers, Size: size, Float: float}, rest)
}

// rest yields the remaining bytes as a field.
func (w *fieldWalk) rest(k FieldKind) { w.field(k, len(w.b)-w.at) }

// word returns the next word, or 0 at the end.
func (w *fieldWalk) word() uint32 {
	if len(w.b)-w.at < 4 {
		return 0
	}
	return binary.LittleEndian.Uint32(w.b[w.at:])
}

// count yields a count or a length, and returns it. The flag in its highest bit is left out.
func (w *fieldWalk) count() int {
	n := w.word()
	w.field(FieldCount, 4)
	return int(n & math.MaxInt32)
}

func (w *fieldWalk) text() { w.data(FieldText) }

// data yields three fields: a length, the text or bytes, and padding.
func (w *fieldWalk) data(k FieldKind) {
	n := w.count()
	w.field(k, n)
	w.field(FieldPadding, min(wire.Padding(n), len(w.b)-w.at)) // may be missing in lenient mode
}

// texts yields n texts.
func (w *fieldWalk) texts(n int) {
	for ; n > 0 && w.more; n-- {
		w.text()
	}
}

// value yields the fields of the token's value. The form of the value is f.
func (w *fieldWalk) value(s *Scanner, f *forms.Form) {
	format := s.in.Format()
	flags := w.word() & f.Flags
	w.field(FieldHeader, forms.MinPacket)

	switch f.Type {
	case variant.TypeString, variant.TypeStringName:
		w.text()
	case variant.TypePackedByteArray:
		w.data(FieldBytes)
	case variant.TypePackedStringArray:
		w.texts(w.count())

	case variant.TypeNodePath:
		w.nodePath()
	case variant.TypeSignal:
		w.text()
		w.numbers(f)

	case variant.TypeArray:
		w.elementType(flags >> forms.FlagElem)
		w.count()
	case variant.TypeDictionary:
		w.elementType(flags >> forms.FlagKey)
		w.elementType(flags >> forms.FlagValue)
		w.count()

	case variant.TypeTypedArray, variant.TypePackedTypedArray:
		w.typedArray(format, flags)
	case variant.TypeObject:
		w.object(f, format.FullObjects && flags&variant.Flag64 == 0)

	case variant.TypePackedInt32Array, variant.TypePackedInt64Array, variant.TypePackedFloat32Array,
		variant.TypePackedFloat64Array, variant.TypePackedVector2Array,
		variant.TypePackedVector3Array, variant.TypePackedVector4Array,
		variant.TypePackedColorArray, variant.TypePackedVector2iArray,
		variant.TypePackedVector3iArray, variant.TypePackedVector4iArray:
		w.field(FieldCount, s.countSize())
		w.numbers(f)

	default:
		w.numbers(f)
	}
}

// elementType yields the element type of a container. The kind of the element type is in the low
// bits of the argument flags.
func (w *fieldWalk) elementType(flags uint32) {
	switch wire.ElementKind(flags & forms.KindMask) {
	case wire.ElementBuiltin:
		w.field(FieldType, 4)
	case wire.ElementClass, wire.ElementScript:
		w.text()
	}
}

func (w *fieldWalk) typedArray(format *forms.Format, flags uint32) {
	elem := format.TypeOf(w.word() & math.MaxInt32)
	w.field(FieldType, 4)
	if elem == variant.TypeObject && flags&variant.Flag64 == 0 {
		w.field(FieldHeader, forms.MinPacket)
		w.text()
	}
	w.count()
}

// object yields an ID or, for a full object, a class and the count of the properties. Null has no
// count.
func (w *fieldWalk) object(f *forms.Form, full bool) {
	if !full {
		w.numbers(f)
		return
	}

	w.text()
	w.rest(FieldCount)
}

// nodePath yields the fields of a path: a text, as in Godot 2, or two counts, flags and the names.
// A path with the flag of a property has one more name, see NodePath of package objects.
func (w *fieldWalk) nodePath() {
	const newFormat, property = 1 << 31, 2
	if w.word()&newFormat == 0 {
		w.text()
		return
	}

	names := w.count()
	names += w.count()
	if w.word()&property != 0 {
		names++
	}

	w.yields(Field{Kind: FieldNumbers, Size: 4}, 4)
	w.texts(names)
}
