package codec

import (
	"slices"

	"godotvariant/objects"
	"godotvariant/variant"
)

// What Convert makes of objects.

// object converts an object to the form that the dialect and Options.FullObjects have for it.
func (x *converter) object(o objects.Object) (variant.Variant, bool) {
	full := x.codec.options.FullObjects
	name := o.Class
	if name == "" {
		name = "Object"
	}
	bySetting := x.dialect.Object == variant.ObjectBySetting
	switch has := x.has(variant.TypeObject); {
	case o.IsNull():
		return variant.Nil{}, true
	case o.ID == 0 && !(has && full) && !x.has(variant.TypeDictionary), o.ID != 0 && !has && !x.has(variant.TypeInt):
		return x.fail(o, kernel.Lacks(x.codec.format(), variant.TypeObject))
	case has && full && o.Class != "":
		return x.fullObject(o)
	case o.ID == 0:
		x.note(Note{From: name, To: "Dictionary", Text: "of its properties"})
		return x.properties(o)
	case !has, bySetting && (full || uint32(o.ID) == 0):
		x.note(Note{From: "Object", To: "int", Text: "its instance ID"})
		return variant.Int(o.ID), true
	case o.Class != "":
		x.note(Note{Change: Lost, From: name, To: "Object", Text: "without Options.FullObjects only its instance ID is written"})
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
	if class := x.dialect.Classes[o.Class]; class != "" {
		x.note(Note{Change: Renamed, From: o.Class, To: class})
		out.Class, changed = class, true
	}
	if o.ID != 0 {
		x.note(Note{Change: Lost, Text: "its instance ID, because it is written as a full object"})
		out.ID, changed = 0, true
	}
	copied := false
	for i, p := range o.Properties {
		v, differs := x.at(variant.Step{Kind: variant.StepProperty, Name: p.Name}, p.Value)
		if x.err != nil {
			return nil, true
		}
		if differs && !copied {
			out.Properties, copied = slices.Clone(o.Properties), true
		}
		if differs {
			out.Properties[i].Value = v
		}
	}
	return out, changed || copied
}
