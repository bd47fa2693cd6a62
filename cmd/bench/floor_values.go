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

// A floorReader reads values. It remembers the keys of the last dictionary at each depth. If the
// next dictionary has the same keys, they need no new memory.
type floorReader struct {
	depth int
	keys  [4][]variant.Variant
}

var floorReaders = sync.Pool{New: func() any { return new(floorReader) }}

// value reads a packet from the front of b. It returns the value and the unread rest, or nil for
// both.
func (r *floorReader) value(b []byte) (variant.Variant, []byte) {
	if len(b) < 8 {
		return nil, nil
	}

	switch little.Uint32(b) &^ wide {
	case idBool:
		return boxed(takeBool[variant.Bool](b))
	case idInt:
		return boxed(takeInt[variant.Int](b))
	case idFloat:
		return boxed(takeFloat[variant.Float](b))

	case idString:
		s, b := takeString(b)
		if !isText(s) {
			return nil, nil
		}
		return variant.String(s), b

	case idVector3:
		return boxed(takeVector3(b))
	case idQuaternion:
		return boxed(takeQuaternion(b))
	case idColor:
		return boxed(takeColor(b))
	case idDictionary:
		return r.dictionary(b)
	case idArray:
		return r.array(b)
	case idBytes:
		return taken(b, takeBytes[packed.PackedByteArray])
	case idInts32:
		return taken(b, takeInts32[packed.PackedInt32Array])
	case idDoubles:
		return taken(b, takeDoubles[packed.PackedFloat64Array])
	case idStrings:
		return taken(b, takeTexts[packed.PackedStringArray])
	case idVectors:
		return taken(b, takeVectors[packed.PackedVector3Array])
	default:
		return nil, nil
	}
}

// boxed returns the value v as a Variant, and returns the unread bytes unchanged.
func boxed[T variant.Variant](v T, rest []byte) (variant.Variant, []byte) { return v, rest }

// taken reads a packed array with the function take. It returns the array and the bytes after it.
func taken[T variant.Variant](
	b []byte, take func(b []byte, v *T) []byte,
) (variant.Variant, []byte) {
	var v T
	rest := take(b, &v)
	return v, rest
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

// key reads the key of the pair with the index i. The argument keys has the keys of the last
// dictionary. If the last dictionary has an equal key at the same index, key returns that key,
// which needs no new memory.
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
