package main

import (
	"sync"

	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// putValue appends the packet of a value.
func putValue(b []byte, v variant.Variant) []byte {
	switch v := v.(type) {
	case variant.Bool:
		return putBool(b, bool(v))
	case variant.Int:
		return putInt(b, int64(v))
	case variant.Float:
		return putFloat(b, float64(v))
	case variant.String:
		return putString(b, string(v))
	case math.Vector3:
		return putVector3(b, v)
	case math.Quaternion:
		return putQuaternion(b, v)
	case math.Color:
		return putColor(b, v)

	case variant.Dictionary:
		b = putHead(b, idDictionary, uint32(len(v.Pairs)))
		for i := range v.Pairs {
			b = putValue(putValue(b, v.Pairs[i].Key), v.Pairs[i].Value)
		}
		return b

	case variant.Array:
		b = putHead(b, idArray, uint32(len(v.Items)))
		for _, item := range v.Items {
			b = putValue(b, item)
		}
		return b

	case packed.PackedByteArray:
		return putBytes(b, v)
	case packed.PackedInt32Array:
		return putInts32(b, v)
	case packed.PackedFloat64Array:
		return putDoubles(b, v)
	case packed.PackedStringArray:
		return putTexts(b, v)
	case packed.PackedVector3Array:
		return putVectors(b, v)
	default:
		panic(errFloor) // the workloads have no other types
	}
}

// A floorReader reads values. It remembers the keys of the last dictionary at each depth: a
// dictionary with the same keys needs no new memory for them.
type floorReader struct {
	depth int
	keys  [4][]variant.Variant
}

var floorReaders = sync.Pool{New: func() any { return new(floorReader) }}

// value reads a packet from the front, and returns its value and the rest, or nil.
func (r *floorReader) value(b []byte) (variant.Variant, []byte) {
	if len(b) < 8 {
		return nil, nil
	}

	switch little.Uint32(b) &^ wide {
	case idBool:
		v, b := takeBool(b)
		return variant.Bool(v), b

	case idInt:
		v, b := takeInt(b)
		return variant.Int(v), b

	case idFloat:
		v, b := takeFloat(b)
		return variant.Float(v), b

	case idString:
		s, b := takeString(b)
		if !isText(s) {
			return nil, nil
		}
		return variant.String(s), b

	case idVector3:
		v, b := takeVector3(b)
		return v, b

	case idQuaternion:
		v, b := takeQuaternion(b)
		return v, b

	case idColor:
		v, b := takeColor(b)
		return v, b

	case idDictionary:
		return r.dictionary(b)
	case idArray:
		return r.array(b)

	case idBytes:
		var v []byte
		b = takeBytes(b, &v)
		return packed.PackedByteArray(v), b

	case idInts32:
		var v []int32
		b = takeInts32(b, &v)
		return packed.PackedInt32Array(v), b

	case idDoubles:
		var v []float64
		b = takeDoubles(b, &v)
		return packed.PackedFloat64Array(v), b

	case idStrings:
		var v []string
		b = takeTexts(b, &v)
		return packed.PackedStringArray(v), b

	case idVectors:
		var v []math.Vector3
		b = takeVectors(b, &v)
		return packed.PackedVector3Array(v), b

	default:
		return nil, nil
	}
}

func (r *floorReader) array(b []byte) (variant.Variant, []byte) {
	n, b := takeCount(b, idArray, 4)
	items := make([]variant.Variant, n)
	r.depth++

	for i := range items {
		items[i], b = r.value(b)
	}

	r.depth--
	return variant.Array{Items: items}, b
}

func (r *floorReader) dictionary(b []byte) (variant.Variant, []byte) {
	n, b := takeCount(b, idDictionary, 8)
	pairs := make([]variant.Pair, n)
	depth := r.depth % len(r.keys)
	r.depth++

	for i := range pairs {
		pairs[i].Key, b = r.key(&r.keys[depth], i, b)
		pairs[i].Value, b = r.value(b)
	}

	r.depth--
	return variant.Dictionary{Pairs: pairs}, b
}

// key reads the key of pair i, which is often equal to keys[i].
func (r *floorReader) key(keys *[]variant.Variant, i int, b []byte) (variant.Variant, []byte) {
	if s, rest := takeString(b); rest != nil && i < len(*keys) {
		if k, ok := (*keys)[i].(variant.String); ok && string(k) == string(s) {
			return (*keys)[i], rest
		}
	}

	v, b := r.value(b)
	if i < 32 {
		*keys = append((*keys)[:min(i, len(*keys))], v)
	}

	return v, b
}
