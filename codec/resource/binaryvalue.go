package resource

import (
	"godotvariant/codec/internal/packets"
	"godotvariant/objects"
	"godotvariant/variant"
)

// The types of values that contain other values. The variable kinds has all other types.
const (
	idObject     = 24
	idDictionary = 26
	idArray      = 30

	shared = 1 << 31 // bit of the count of an Array or a Dictionary; current engines ignore it
)

// The kinds of idObject.
const (
	objectNull     = 0
	objectInline   = 1 // the type and the path of another file follow
	objectInternal = 2 // the number of a resource in this file follows
	objectExternal = 3 // an index in the table of external resources follows
)

// value reads a value: a word with its type, and its payload. All recursive functions for the
// binary form are in this file.
func (r *binaryReader) value() variant.Variant {
	at := r.pos
	id := r.uint32()
	if len(r.path)-r.base > r.maxDepth {
		r.fail(at, variant.Because(variant.ErrDepth, "the option Limits.MaxDepth"))
	}
	if r.failed() {
		return nil
	}

	switch id {
	case idObject:
		return r.object()
	case idDictionary:
		return r.dictionary()
	case idArray:
		return r.array()
	}
	return r.leaf(at, id)
}

// array reads the payload of an Array: a count and the items.
func (r *binaryReader) array() variant.Variant {
	n := r.count(4, shared)
	items := make([]variant.Variant, 0, capacity(n))

	for i := range n {
		r.enter(variant.Step{Kind: variant.StepIndex, Index: i})
		item := r.value()
		if r.failed() {
			return nil
		}
		r.leave()
		items = append(items, item)
	}

	return variant.Array{Items: items}
}

// dictionary reads the payload of a Dictionary: a count and the pairs. A repeated key keeps its
// first position and gets its last value.
func (r *binaryReader) dictionary() variant.Variant {
	n := r.count(8, shared)
	pairs := make([]variant.Pair, 0, capacity(n))

	for i := range n {
		r.enter(variant.Step{Kind: variant.StepPairKey, Index: i})
		key := r.value()
		if r.failed() {
			return nil
		}
		r.leave()

		r.enter(variant.Step{Kind: variant.StepKey, Key: key})
		v := r.value()
		if r.failed() {
			return nil
		}
		r.leave()
		pairs = append(pairs, variant.Pair{Key: key, Value: v})
	}

	return variant.Dictionary{Pairs: packets.Distinct(&r.keys, pairs)}
}

// object reads the payload of an Object:
//
//	offset  length  type    field
//	     0       4  uint32  kind: 0 null, 1 another file, 2 a resource of this file,
//	                        3 an external resource
//	     4                  kind 1: the type of the resource and the path of its file, two Strings
//	     4       4  uint32  kind 2: the index in the table of resources; without flagNamedIDs,
//	                        the number N of local://N
//	     4       4  uint32  kind 3: the index in the table of external resources
func (r *binaryReader) object() variant.Variant {
	at := r.pos
	switch kind := r.uint32(); kind {
	case objectNull:
		return variant.Nil{}

	case objectInline:
		class, path := r.text(), r.text()
		r.note("a path outside of the table of external resources")
		r.file.found.file(r.path, class, path, InlineFile)
		return inlineResource(class, path)

	case objectInternal:
		return r.internal(at, r.uint32())

	case objectExternal:
		return r.external(r.uint32())

	default:
		why := "an object of kind " + number(kind)
		r.fail(at, variant.Because(variant.ErrUnknownType, why))
		return nil
	}
}

// inlineResource returns an object for another file. In text it is Resource("res://icon.png").
func inlineResource(class, path string) variant.Variant {
	if class == "" {
		class = "Resource"
	}
	return objects.NewObject(class, objects.Prop(propertyPath, variant.String(path)))
}

// propertyPath is the only property of an object for another file.
const propertyPath = "resource_path"

// internal returns the reference to the resource with the number n. The argument offset is the
// offset of an error about this number.
func (r *binaryReader) internal(offset int, n uint32) variant.Variant {
	position := int(n)
	ok := uint64(n) < uint64(len(r.entries))
	if r.flags&flagNamedIDs == 0 {
		position, ok = r.numbers[number(n)]
	} else if !ok {
		r.fail(offset, variant.Because(variant.ErrNotFound, "sub-resource "+number(n)))
	}

	switch {
	case r.failed():
		return nil
	case !ok:
		r.note("a reference to " + localPrefix + number(n) + ", which does not exist, is null")
		return variant.Nil{}
	case position >= r.current:
		r.note("null in the engine, which has not loaded the resource yet")
	}
	return SubResource(r.file.Resources[position].ID)
}

// external returns the reference to an external resource by its index.
func (r *binaryReader) external(n uint32) variant.Variant {
	if r.failed() {
		return nil
	}
	if uint64(n) >= uint64(len(r.file.Externals)) {
		r.note("a reference to external resource " + number(n) + ", which does not exist, is null")
		return variant.Nil{}
	}

	e := r.file.Externals[n]
	return ExtResource{ID: e.ID, Path: e.Path}
}
