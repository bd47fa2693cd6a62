package codec_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/math"
	"godotvariant/variant"
)

// TestEqualMethods: a type with unexported parts has the method Equal, because packages such as
// go-cmp call it to compare values. They also call it if its parameter is an interface that the
// type implements.
func TestEqualMethods(t *testing.T) {
	raw, err := standard.Raw(make([]byte, 4))
	require.NoError(t, err)

	methods := 0
	for _, v := range append([]variant.Variant{raw}, vectors.Zeros...) {
		typ := reflect.TypeOf(v)
		equal, ok := v.(interface{ Equal(variant.Variant) bool })
		require.Equal(t, hidden(typ), ok, "%v", typ)

		if !ok {
			continue
		}

		methods++
		for _, other := range vectors.Zeros {
			assert.Equal(t, variant.Equal(v, other), equal.Equal(other), "%T and %T", v, other)
		}
	}

	assert.Equal(t, 6, methods, "Raw, Object and the four containers")
	assert.True(t, array(math.V2(1, 2)).Equal(array(math.V2(1, 2))))
}

// hidden reports whether typ, or the type of one of its parts, has a field that is not exported.
func hidden(typ reflect.Type) bool {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return hidden(typ.Elem())
	case reflect.Struct:
		for i := range typ.NumField() {
			if f := typ.Field(i); !f.IsExported() || hidden(f.Type) {
				return true
			}
		}
	}
	return false
}

// TestDecodedValuesAreDeeplyEqual encodes and decodes values with an element type. If variant.Equal
// reports that the result is equal to the value, reflect.DeepEqual must report it too, because
// assert.Equal calls it. The only exception is an element type without a class: it is read as the
// class Object, because engines write that name in packets.
func TestDecodedValuesAreDeeplyEqual(t *testing.T) {
	equal := 0
	for _, elem := range []variant.ElementType{
		objectElem("Node"), objectElem("EncodedObjectAsID"), objectElem("Object"),
		{Type: variant.TypeObject, Script: "res://a.gd"}, intElem,
	} {
		item := variant.Variant(variant.Nil{})
		if elem == intElem {
			item = one
		}

		items := []variant.Variant{item}
		for _, v := range []variant.Variant{variant.NewTypedArray(elem, item),
			variant.TypedArray{Items: items, Elem: elem},
			variant.Dictionary{Pairs: []variant.Pair{pair(item, item)}, Key: &elem,
				Value: &elem}} {
			for _, s := range random.AllSettings {
				b, err := s.In(codec.Default).Encode(v)
				if err != nil {
					continue
				}

				got := testkit.Decode(t, s.In(codec.Default), b)
				if variant.Equal(v, got) {
					equal++
					assert.Equal(t, v, got, "%v", s)
				}
			}
		}
	}

	assert.Greater(t, equal, 40)
}
