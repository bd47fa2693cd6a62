package variant

import (
	"iter"
)

// Array is Godot's Array: a list of items of any type, or only of the type Elem. A nil item is
// written as Nil. Godot: Array, type ID 28 in Godot 4, 19 in Godot 3. Payload:
//
//	offset  length  type         field
//	     4       k  ElementType  of a typed array, else nothing
//	   4+k       4  uint32       count of items; bit 31: shared, in dialects that have it
//	   8+k          packets      the items, one after another
//
// Examples of packets:
//
//	1c000000 02000000 02000000 01000000 04000000 01000000 61000000  [1, "a"]
//	1c000100 02000000 01000000 02000000 07000000                    Array[int]([7])
type Array struct {
	Items []Variant
	// Elem is the type of a typed array (Godot: Array[int]). It is nil for an untyped array. In
	// dialects without typed arrays, a typed array is written as an untyped array, as engines do.
	Elem *ElementType
	// Shared is bit 31 of the count. Only dialects with SharedBit write and read it.
	Shared bool
}

// NewArray returns an untyped array of the items. GDScript: [1, "two"].
func NewArray(items ...Variant) Array { return Array{Items: items} }

// NewTypedArray returns a typed array. GDScript: Array[int]([1, 2]).
func NewTypedArray(elem ElementType, items ...Variant) Array {
	return Array{Items: items, Elem: &elem}
}

// Type returns TypeArray.
func (Array) Type() Type { return TypeArray }

// Len returns the number of items. Godot: Array.size.
func (a Array) Len() int { return len(a.Items) }

// All yields the items with their indices.
func (a Array) All() iter.Seq2[int, Variant] {
	return func(yield func(int, Variant) bool) {
		for i, v := range a.Items {
			if !yield(i, v) {
				return
			}
		}
	}
}

// String returns the array as Godot 4 writes it: [1, "two"], or
// Array[int]([1, 2]).
func (a Array) String() string { return Text(a) }

// Parts yields the items. It implements [Container].
func (a Array) Parts() iter.Seq2[Step, Variant] { return itemParts(a.Items) }

func itemParts(items []Variant) iter.Seq2[Step, Variant] {
	return func(yield func(Step, Variant) bool) {
		for i, v := range items {
			if !yield(Step{Kind: StepIndex, Index: i}, v) {
				return
			}
		}
	}
}

// TypedArray is an array with its element type in the payload. Only Pandemonium 5 has it.
// Pandemonium: TypedArray, type ID 27. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   ID of the element type
//	     8       k  packet   for objects without Flag64: the class, a StringName; else nothing
//	   8+k       4  uint32   count of items
//	  12+k          packets  the items, one after another
//
// Flag64 in the header means that the objects are instance IDs. It is written unless the codec has
// the option FullObjects.
type TypedArray struct {
	Items []Variant
	Elem  ElementType
}

// PackedTypedArray is a [TypedArray] that the engine stores in another way in memory. Only
// Pandemonium 5 has it. The payload is the same as the payload of a TypedArray. Pandemonium:
// PackedTypedArray, type ID 28.
//
//	offset  length  type     field
//	     4       4  uint32   ID of the element type
//	     8       k  packet   for objects without Flag64: the class, a StringName; else nothing
//	   8+k       4  uint32   count of items
//	  12+k          packets  the items, one after another
type PackedTypedArray TypedArray

// Type returns TypeTypedArray.
func (TypedArray) Type() Type { return TypeTypedArray }

// Type returns TypePackedTypedArray.
func (PackedTypedArray) Type() Type { return TypePackedTypedArray }

// Parts yields the items. It implements [Container].
func (a TypedArray) Parts() iter.Seq2[Step, Variant] { return itemParts(a.Items) }

// Parts yields the items. It implements [Container].
func (a PackedTypedArray) Parts() iter.Seq2[Step, Variant] { return itemParts(a.Items) }

// String returns the text of Godot 4's typed array: Array[int]([1, 2]).
func (a TypedArray) String() string { return Text(NewTypedArray(a.Elem, a.Items...)) }

// String returns the text of Godot 4's typed array: Array[int]([1, 2]).
func (a PackedTypedArray) String() string { return TypedArray(a).String() }

// PrintText appends the text of the array; see [TextPrinter].
func (a Array) PrintText(b []byte, p Printer) []byte {
	return printItems(b, p, arrayType(a.Elem), a)
}

// PrintText appends the text of the array; see [TextPrinter].
func (a TypedArray) PrintText(b []byte, p Printer) []byte {
	return a.printText(b, p, TypeTypedArray)
}

// PrintText appends the text of the array; see [TextPrinter].
func (a PackedTypedArray) PrintText(b []byte, p Printer) []byte {
	return TypedArray(a).printText(b, p, TypePackedTypedArray)
}

// printText appends the text of the array a, whose type t is TypedArray or PackedTypedArray. If
// p.exact is true, as it is for paths, the text begins with the name of t. Otherwise the text is
// the same as for a typed Array.
func (a TypedArray) printText(b []byte, p Printer, t Type) []byte {
	typ := arrayType(&a.Elem)
	if p.exact {
		typ = t.String() + "[" + a.Elem.script() + "]"
	}
	return printItems(b, p, typ, Array{Items: a.Items})
}

// printItems appends the text of an array with the items of a. The argument typ is the text of the
// array's type, or "" for an untyped array.
func printItems(b []byte, p Printer, typ string, a Array) []byte {
	return p.typed(b, typ, a.Shared, func(b []byte) []byte {
		return p.List(b, "[", ", ", "]", len(a.Items), func(b []byte, p Printer, i int) []byte {
			return p.Append(b, a.Items[i])
		})
	})
}
