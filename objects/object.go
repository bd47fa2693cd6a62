package objects

import (
	"iter"

	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// Object is a Godot object: null, the instance ID of an object in the game that sent it, or a full
// object with its class and properties. It is only data: no class is looked up, and no object is
// made. Godot: Object, type ID 24 in Godot 4, 17 in Godot 3.
//
// Since Godot 3.4 engines write null as a packet of type Nil, which decodes as
// variant.Nil. Decoding one of the older forms of null returns an Object that is null.
//
// The payload of an instance ID, with Flag64 in the header:
//
//	offset  length  type    field
//	     4       8  uint64  ID; 0 is null
//
// The payload of a full object:
//
//	offset  length  type    field
//	     4       n  String  Class, as the payload of a String; empty: null, and nothing follows
//	   4+n       4  uint32  count of properties
//	   8+n                  for each property its name, a String, and its value, a packet
//
// A full object is written and read only with the option FullObjects. Without the option, an object
// that also has an ID is written as its ID, as engines do. For any other full object encoding
// returns [variant.ErrObject].
//
// Two objects are never the same key of a Dictionary, even with the same ID, because an engine
// makes a new object for each object that it reads. All null objects are the same key.
//
// An example of a packet:
//
//	18000100 05000000 00000000  Object(EncodedObjectAsID,"object_id":5)
type Object struct {
	Class      string     // class of a full object, such as "Timer". Godot: get_class
	ID         uint64     // the instance ID, 0 if there is none. Godot: get_instance_id
	Properties []Property // properties of a full object, in the order in which an engine sets them

	null nullForm
}

// Property is a property of an [Object]. The value of the property "script" is an Object in Godot
// up to 4.2, and the path of the script, a String, since Godot 4.3.
type Property struct {
	Name  string
	Value variant.Variant
}

// A nullForm is the form in which a decoded null was written. Encoding writes the same form again.
// Current engines write only nullNil, the zero value. So null objects are usually equal by
// reflect.DeepEqual too.
type nullForm uint8

const (
	nullNil   nullForm = iota // a Nil packet, or 4 zero bytes in a dialect with ObjectBySetting
	nullID                    // the ID 0
	nullClass                 // an empty class name
)

var _ variant.PartSetter = Object{}

// NewObject returns a full object, from which an engine can make an object of its class.
func NewObject(class string, properties ...Property) Object {
	return Object{Class: class, Properties: properties}
}

// Prop returns a property.
func Prop(name string, value variant.Variant) Property { return Property{name, value} }

// IsNull reports whether the object is null.
func (o Object) IsNull() bool { return o.Class == "" && o.ID == 0 }

// ClassName returns the class of a full object, and "" for null and instance IDs. Godot:
// Object.get_class.
func (o Object) ClassName() string { return o.Class }

// InstanceID returns the instance ID, and 0 if there is none. Godot: Object.get_instance_id.
func (o Object) InstanceID() uint64 { return o.ID }

// Equal reports whether o and other are equal, as [variant.Equal] does.
func (o Object) Equal(other variant.Variant) bool { return variant.Equal(o, other) }

// Get returns the value of a property, and whether the object has it. If several properties have
// the name, it returns the value of the last one.
func (o Object) Get(name string) (variant.Variant, bool) {
	for i := len(o.Properties) - 1; i >= 0; i-- {
		if o.Properties[i].Name == name {
			return o.Properties[i].Value, true
		}
	}
	return nil, false
}

// Type returns variant.TypeObject.
func (Object) Type() variant.Type { return variant.TypeObject }

// Encode writes the payload; see [variant.Variant].
func (o Object) Encode(w *variant.Writer) error {
	format := (*wire.Writer)(w).Format()
	bySetting := format.Spec.Object == dialect.ObjectBySetting

	switch full := format.FullObjects; {
	case o.IsNull():
		o.encodeNull(w)
	case (*wire.Writer)(w).FailKey():
	case o.Class != "" && full:
		o.encodeFull(w)
	case o.ID == 0:
		w.Fail(variant.Because(variant.ErrObject, "the option FullObjects writes them"))

	case !bySetting:
		w.Flags(variant.Flag64)
		w.Uint64(o.ID)

	case full:
		w.Fail(variant.Because(variant.ErrUnsupported,
			"an instance ID has no form in "+w.Dialect().Name()+" with FullObjects"))

	case uint32(o.ID) == 0:
		w.Fail(variant.Because(variant.ErrRange,
			"in "+w.Dialect().Name()+" the ID would read as null"))

	default:
		w.Uint64(o.ID)
	}

	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Object) Decode(r *variant.Reader) (variant.Variant, error) {
	var o Object
	format := (*wire.Reader)(r).Format()

	switch bySetting := format.Spec.Object == dialect.ObjectBySetting; {
	case r.Flags()&variant.Flag64 != 0:
		o = decodeID(r)
	case format.FullObjects:
		decodeFull(r, &o)
	case bySetting:
		o = decodeBySetting(r)

	default:
		(*wire.Reader)(r).FailHeader(variant.Because(variant.ErrObject,
			"the option FullObjects accepts them"))
	}

	return variant.Result(r, o)
}

func (o Object) encodeNull(w *variant.Writer) {
	format := (*wire.Writer)(w).Format()

	switch {
	case format.Spec.Object == dialect.ObjectBySetting,
		o.null == nullClass && format.FullObjects,
		(*wire.Writer)(w).Comparing():
		w.Uint32(0)

	case o.null == nullID:
		w.Flags(variant.Flag64)
		w.Uint64(0)

	default:
		(*wire.Writer)(w).Null()
	}
}

func decodeID(r *variant.Reader) Object {
	o := Object{ID: r.Uint64()}
	if o.ID == 0 {
		o.null = nullID
	}
	return o
}

// decodeBySetting reads the payload in a dialect with dialect.ObjectBySetting: an ID, or the 4 zero
// bytes of null.
func decodeBySetting(r *variant.Reader) Object {
	low := r.Uint32()
	if low == 0 {
		return Object{}
	}
	return Object{ID: uint64(low) | uint64(r.Uint32())<<32}
}

func (o Object) encodeFull(w *variant.Writer) {
	(*wire.Writer)(w).ClassName(o.Class)
	w.Count(len(o.Properties))

	for i, p := range o.Properties {
		w.Text(p.Name)
		w.Value(p.Value)
		if (*wire.Writer)(w).Failed() {
			w.Step(variant.Step{Kind: variant.StepProperty, Index: i, Name: p.Name})
			return
		}
	}
}

// minProperty is the size in bytes of the smallest property: an empty name and a Nil.
const minProperty = 8

func decodeFull(r *variant.Reader, o *Object) {
	class, named := (*wire.Reader)(r).ClassName()
	if !named {
		if (*wire.Reader)(r).Format().Spec.Object != dialect.ObjectBySetting {
			o.null = nullClass
		}
		return
	}

	o.Class = class
	n := r.CountParts(minProperty)

	if !(*wire.Reader)(r).Checking() && !(*wire.Reader)(r).Failed() {
		o.Properties = make([]Property, 0, n)
	}

	r.Reserve(n * minProperty)
	names := (*wire.Reader)(r).PropertyNames(n)
	for i := 0; i < n && !(*wire.Reader)(r).Failed(); i++ {
		r.Reserve(4 - minProperty)
		name := names.Read()
		r.Reserve(-4)

		v := r.Value()
		switch {
		case (*wire.Reader)(r).Failed():
			step(r, i, name)
		case !(*wire.Reader)(r).Checking():
			o.Properties = append(o.Properties, Property{name, v})
		}
	}

	names.Close()
}

// step calls r.Step. It is a separate function to keep the stack frames of nested values small.
//
//go:noinline
func step(r *variant.Reader, i int, name string) {
	r.Step(variant.Step{Kind: variant.StepProperty, Index: i, Name: name})
}

// Parts yields the values of the properties. See [variant.Container].
func (o Object) Parts() iter.Seq2[variant.Step, variant.Variant] {
	return func(yield func(variant.Step, variant.Variant) bool) {
		for _, p := range o.Properties {
			if !yield(variant.Step{Kind: variant.StepProperty, Name: p.Name}, p.Value) {
				return
			}
		}
	}
}

// WithParts returns the object with other properties. Each part is the value of a property, and its
// step has the name of the property. It implements [variant.PartSetter]. The error is a
// variant.ErrWrongType for a step that is not the name of a property. It is also a
// variant.ErrWrongType for an object without a class, because null and an instance ID have no
// properties.
func (o Object) WithParts(parts iter.Seq2[variant.Step, variant.Variant]) (variant.Variant, error) {
	o.Properties = nil
	for step, v := range parts {
		switch {
		case step.Kind != variant.StepProperty:
			return nil, variant.Because(variant.ErrWrongType,
				"the parts of an object are properties")
		case o.Class == "":
			return nil, variant.Because(variant.ErrWrongType,
				"an object without a class has no properties")
		}
		o.Properties = append(o.Properties, Property{step.Name, v})
	}

	return o, nil
}
