package variant

import "iter"

// TypedArray is a type of Pandemonium 5, and of no other engine: an array whose
// element type is in the payload.
//
//	4  4  ID of the element type
//	8  n  for objects, unless Flag64 is set: the class, a whole packet of type StringName
//	…  4  count of items
//	…  n  the items, each a packet
//
// Flag64, which is written with the option FullObjects off, says that the objects
// are instance IDs. Pandemonium 5: TypedArray (ID 27).
type TypedArray struct {
	Items []Variant
	Elem  ElementType
}

// PackedTypedArray is a [TypedArray] that Pandemonium 5 holds in another way and
// writes in the same. Pandemonium 5: PackedTypedArray (ID 28).
type PackedTypedArray TypedArray

var (
	_ Variant = TypedArray{}
	_ Variant = PackedTypedArray{}
)

// Type returns TypeTypedArray.
func (TypedArray) Type() Type { return TypeTypedArray }

// Encode writes the payload.
func (a TypedArray) Encode(w *Writer) error {
	w.typeID(a.Elem.Type)
	if a.Elem.Type == TypeObject && a.Elem.read != elementClass && !w.format.fullObjects {
		w.Flags(Flag64)
	} else if a.Elem.Type == TypeObject {
		w.Value(StringName(a.Elem.Class))
	}
	w.Count(len(a.Items))
	return w.items(a.Items, a.Elem.Type)
}

// Decode reads the payload.
func (TypedArray) Decode(r *Reader) (Variant, error) { return r.typedArray(false), r.Err() }

func (r *Reader) typedArray(packed bool) Variant {
	elem := r.typedArrayElem()
	n, _ := r.countShared(minPacket)
	items := r.items(n, elem.Type)
	switch {
	case r.check || r.err != nil:
		return nil
	case packed:
		return PackedTypedArray{Items: items, Elem: elem}
	}
	return TypedArray{Items: items, Elem: elem}
}

func (r *Reader) typedArrayElem() ElementType {
	flags := r.flags
	elem := ElementType{Type: r.typeIDShared()}
	switch {
	case elem.Type == TypeObject && flags&Flag64 != 0:
		elem.Class = encodedObjectAsID
		r.MixText(encodedObjectAsID)
	case elem.Type == TypeObject && !r.tooDeep():
		elem.Class, _ = keyText(r.value(TypeStringName)) // which a hash takes as the text, as above
		elem.read = elementClass
	}
	if r.hashing {
		r.mix(uint64(elem.Type))
	}
	return elem
}

// Type returns TypePackedTypedArray.
func (PackedTypedArray) Type() Type { return TypePackedTypedArray }

// Encode writes the payload.
func (a PackedTypedArray) Encode(w *Writer) error { return TypedArray(a).Encode(w) }

// Decode reads the payload.
func (PackedTypedArray) Decode(r *Reader) (Variant, error) { return r.typedArray(true), r.Err() }

// Parts yields the items. See [Container].
func (a TypedArray) Parts() iter.Seq2[Step, Variant] { return itemParts(a.Items) }

// Parts yields the items. See [Container].
func (a PackedTypedArray) Parts() iter.Seq2[Step, Variant] { return itemParts(a.Items) }

// String returns the array as a typed one of Godot 4: Array[int]([1, 2]).
func (a TypedArray) String() string { return Text(NewTypedArray(a.Elem, a.Items...)) }

// String returns the array as a typed one of Godot 4: Array[int]([1, 2]).
func (a PackedTypedArray) String() string { return TypedArray(a).String() }

// GoString returns the array as Go source, for %#v.
func (a TypedArray) GoString() string { return goText(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedTypedArray) GoString() string { return goText(a) }
