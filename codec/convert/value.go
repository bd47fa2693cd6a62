package convert

import (
	"slices"

	"godotvariant/codec"
	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// Value returns the value nearest to v that c can encode. A nil c means the codec of
// codec.Options{}. The value v may be of any dialect. Value calls report for each change, unless
// report is nil. It reports a value before the parts of the value, but a dictionary or a typed
// container after its parts. Converting the result again changes nothing, and decoding its packet
// gives the result.
//
//	type that the dialect lacks    becomes
//	Vector2i, Rect2i, Vector3i     Vector2, Rect2, Vector3
//	Vector4, Vector4i, Projection  an Array of 4 or 16 numbers
//	StringName                     a String
//	packed arrays                  an Array, even if all ints of a PackedInt64Array fit in 32 bits
//	typed containers               untyped ones
//	RID                            an int; an empty RID stays an RID if the dialect has it
//	                               without payload
//	Callable, Signal               Nil, which is Lost
//
// If c does not have the option FullObjects, a full object becomes its instance ID, if it has one,
// or else a Dictionary of its properties. The class is Lost. With FullObjects, classes that Godot 4
// renamed get the names of the codec's engine. Properties keep their names. Text is not changed. A
// String, or an item of a PackedStringArray, with a value in a form that only another engine reads,
// such as Quaternion(0, 0, 0, 1) for Godot 3, is reported as ForeignText.
//
// Numbers are rounded as encoding rounds them, even with the option Exact. If several keys of a
// Dictionary are equal in the dialect, or become equal, the first keeps its position and gets the
// last value, as in an engine. The other values are Lost. In strict mode the same holds for
// properties with the same name. Three changes make no difference to an engine, and are not
// reported: a null object becomes Nil, a [codec.Raw] becomes the value of its packet, and the flag
// Shared is cleared if the dialect does not have it.
//
// The result shares memory with v for all parts that did not change. The error is an
// [*variant.Error] with Op convert: variant.ErrDepth for a value that contains itself or is too
// deep, variant.ErrLimit for more values than a packet of Limits.MaxSize bytes can hold, and
// variant.ErrUnsupported for your own type if the codec does not know it. Value leaves some data
// unchanged that encoding refuses: text that is not UTF-8, a NaN if c has the option Finite, and a
// NUL in text if c is in strict mode.
func Value(v variant.Variant, c *codec.Codec, report func(Note)) (variant.Variant, error) {
	x := newConverter(c, report)
	out, _ := x.value(v)

	if x.err != nil {
		return nil, x.err
	}

	return out, nil
}

// at converts a part of the current value. The given step leads from the value to the part.
func (x *converter) at(step variant.Step, part variant.Variant) (variant.Variant, bool) {
	x.path = append(x.path, step)
	out, changed := x.value(part)
	x.path = x.path[:len(x.path)-1]
	return out, changed
}

// counts counts v as one more converted value, and reports whether v may be converted. If v is too
// deep or if there are too many values, counts sets an error.
func (x *converter) counts(v variant.Variant) bool {
	x.left--

	switch {
	case x.err != nil:
	case x.depth() > x.options.Limits.MaxDepth:
		x.fail(v, variant.ErrDepth)
	case x.left < 0:
		x.fail(v, variant.Because(variant.ErrLimit,
			"the packet would be longer than Limits.MaxSize"))
	}

	return x.err == nil
}

func (x *converter) value(v variant.Variant) (variant.Variant, bool) {
	switch {
	case !x.counts(v):
		return nil, true
	case v == nil:
		return v, false
	}

	v = pointed(v)
	if raw, ok := v.(codec.Raw); ok {
		inner, err := raw.Value()
		if err != nil {
			return x.fail(v, err)
		}
		out, _ := x.value(inner)
		return out, true
	}

	t := nilsafe.TryType(v)
	id, isRID := v.(objects.RID)

	o, isObject := v.(objects.Object)
	switch {
	case isObject:
		return x.object(o)
	case !x.has(t), isRID && id != 0 && !x.spec.RIDPayload:
		return x.replace(v, t)
	}

	switch v := v.(type) {
	case variant.Array:
		return x.array(v)
	case variant.Dictionary:
		return x.dictionary(v)
	case variant.TypedArray:
		return x.typedArray(v, v)
	case variant.PackedTypedArray:
		return x.typedArray(v, variant.TypedArray(v))
	case variant.String:
		x.text(string(v))

	case packed.PackedStringArray:
		for i, s := range v {
			x.path = append(x.path, variant.Step{Kind: variant.StepIndex, Index: i})
			x.text(s)
			x.path = x.path[:len(x.path)-1]
		}
	}

	return x.round(v)
}

// pointed returns the container that v points to, or v itself.
func pointed(v variant.Variant) variant.Variant {
	switch p := v.(type) {
	case *variant.Array:
		if p != nil {
			return *p
		}

	case *variant.Dictionary:
		if p != nil {
			return *p
		}

	case *variant.TypedArray:
		if p != nil {
			return *p
		}

	case *variant.PackedTypedArray:
		if p != nil {
			return *p
		}
	}

	return v
}

// items converts the items of an array. If an item changes, it returns a new slice.
func (x *converter) items(items []variant.Variant) ([]variant.Variant, bool) {
	out, changed := items, false
	for i, item := range items {
		v, differs := x.at(variant.Step{Kind: variant.StepIndex, Index: i}, item)
		if x.err != nil {
			break
		}

		if differs && !changed {
			out = slices.Clone(items)
			changed = true
		}

		if differs {
			out[i] = v
		}
	}

	return out, changed
}

func (x *converter) array(a variant.Array) (variant.Variant, bool) {
	items, changed := x.items(a.Items)
	elem, retyped := x.element(a.Elem, x.spec.TypedArrays, func(i int) variant.Variant {
		return items[i]
	}, len(items))

	shared := a.Shared && x.spec.SharedBit
	if !changed && !retyped && shared == a.Shared {
		return a, false
	}

	x.noteTypes(arrayName(a.Elem), arrayName(elem))
	return variant.Array{Items: items, Elem: elem, Shared: shared}, true
}

// typedArray converts v, a TypedArray or PackedTypedArray with the contents a. The result is an
// Array if the dialect has no typed array for the items or for their element type.
func (x *converter) typedArray(v variant.Variant, a variant.TypedArray) (variant.Variant, bool) {
	items, changed := x.items(a.Items)
	elem, retyped := &a.Elem, false
	if elem.Type != variant.TypeNil {
		elem, retyped = x.typedElement(elem, func(i int) variant.Variant {
			return items[i]
		}, len(items))
	}

	switch {
	case x.err != nil:
		return nil, true
	case elem == nil:
		x.note(Note{From: v.Type().String(), To: "Array"})
		return variant.NewArray(items...), true

	case elem.Script != "": // the packet of a TypedArray has no place for a script
		elem = &variant.ElementType{Type: elem.Type, Class: elem.Class}
		retyped = true
	}

	if !changed && !retyped {
		return v, false
	}

	x.noteTypes(arrayName(&a.Elem), arrayName(elem))
	out := variant.TypedArray{Items: items, Elem: *elem}

	if v.Type() == variant.TypePackedTypedArray {
		return variant.PackedTypedArray(out), true
	}

	return out, true
}

func (x *converter) dictionary(d variant.Dictionary) (variant.Variant, bool) {
	out, changed := d.Pairs, false
	for i, p := range d.Pairs {
		key, keyDiffers := x.at(variant.Step{Kind: variant.StepPairKey, Index: i}, p.Key)
		step := variant.Step{Kind: variant.StepKey, Key: p.Key}

		if p.Key == nil {
			step.Key = variant.Nil{}
		}

		value, valueDiffers := x.at(step, p.Value)

		if x.err != nil {
			return nil, true
		}

		differs := keyDiffers || valueDiffers
		if differs && !changed {
			out = slices.Clone(d.Pairs)
			changed = true
		}

		if differs {
			out[i] = variant.Pair{Key: key, Value: value}
		}
	}

	out, merged := x.distinct(out)
	key, keysRetyped := x.element(d.Key, x.spec.TypedDictionaries, func(i int) variant.Variant {
		return out[i].Key
	}, len(out))

	value, valuesRetyped := x.element(d.Value, x.spec.TypedDictionaries,
		func(i int) variant.Variant {
			return out[i].Value
		}, len(out))

	shared := d.Shared && x.spec.SharedBit
	if !changed && !merged && !keysRetyped && !valuesRetyped && shared == d.Shared {
		return d, false
	}

	converted := variant.Dictionary{Pairs: out, Key: key, Value: value, Shared: shared}
	x.noteTypes(dictionaryName(d), dictionaryName(converted))
	return converted, true
}

// object converts an object to the form that the dialect and the option FullObjects require.
func (x *converter) object(o objects.Object) (variant.Variant, bool) {
	full := x.options.FullObjects
	name := o.Class
	if name == "" {
		name = "Object"
	}

	bySetting := x.spec.Object == dialect.ObjectBySetting
	switch has := x.has(variant.TypeObject); {
	case o.IsNull():
		return variant.Nil{}, true

	case o.ID == 0 && !(has && full) && !x.has(variant.TypeDictionary),
		o.ID != 0 && !has && !x.has(variant.TypeInt):
		return x.fail(o, forms.Lacks(x.options.Dialect, variant.TypeObject))

	case has && full && o.Class != "":
		return x.fullObject(o)

	case o.ID == 0:
		x.note(Note{From: name, To: "Dictionary", Text: "of its properties"})
		return x.properties(o)

	case !has, bySetting && (full || uint32(o.ID) == 0):
		x.note(Note{From: "Object", To: "int", Text: "its instance ID"})
		return variant.Int(o.ID), true

	case o.Class != "":
		x.note(Note{Kind: Lost, From: name, To: "Object",
			Text: "without Options.FullObjects only its instance ID is written"})
		return objects.Object{ID: o.ID}, true
	}

	return o, false
}

// properties returns the properties of an object as a Dictionary.
func (x *converter) properties(o objects.Object) (variant.Variant, bool) {
	pairs := make([]variant.Pair, 0, len(o.Properties))
	for _, p := range o.Properties {
		v, _ := x.at(variant.Step{Kind: variant.StepProperty, Name: p.Name}, p.Value)
		pairs = append(pairs, variant.KV(p.Name, v))
	}

	if x.err != nil {
		return nil, true
	}

	pairs, _ = x.distinct(pairs)
	return variant.NewDictionary(pairs...), true
}

func (x *converter) fullObject(o objects.Object) (variant.Variant, bool) {
	out, changed := o, false

	if class := classNames[x.spec.Family][o.Class]; class != "" {
		x.note(Note{Kind: Renamed, From: o.Class, To: class})
		out.Class = class
		changed = true
	}

	if o.ID != 0 {
		x.note(Note{Kind: Lost, Text: "its instance ID, because it is written as a full object"})
		out.ID = 0
		changed = true
	}

	copied := false
	for i, p := range o.Properties {
		v, differs := x.at(variant.Step{Kind: variant.StepProperty, Name: p.Name}, p.Value)
		if x.err != nil {
			return nil, true
		}

		if differs && !copied {
			out.Properties = slices.Clone(o.Properties)
			copied = true
		}

		if differs {
			out.Properties[i].Value = v
		}
	}

	if x.options.Mode == codec.Strict {
		merged := x.distinctProperties(out.Properties)
		copied = copied || len(merged) < len(out.Properties)
		out.Properties = merged
	}

	return out, changed || copied
}

// replace converts v, of type t, to the nearest type that the dialect has.
func (x *converter) replace(v variant.Variant, t variant.Type) (variant.Variant, bool) {
	to, known := forms.Instead(t)
	out := substitute(v, to)
	switch {
	case known && out != nil:
	case x.codec.Has(t): // the dialect has a Fallback for t, so the codec writes v as that type
		x.note(Note{From: t.String(), To: x.spec.Fallback[t].String()})
		return v, false
	default:
		return x.fail(v, forms.Lacks(x.options.Dialect, t))
	}

	n := Note{From: nilsafe.Name(v), To: to.String()}

	if to == variant.TypeNil {
		n.Kind = Lost
		n.Text = "it has no meaning outside its engine"
	}

	x.note(n)

	if _, ok := v.(variant.Container); ok { // the parts are converted too, with notes
		out, _ = x.value(out)
		return out, true
	}

	x.replaced++
	out, _ = x.value(out)
	x.replaced--

	return out, true
}
