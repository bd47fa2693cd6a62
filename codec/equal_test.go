package codec_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// TestEqualMethods: a type with parts that other packages can't see has the method by which
// go-cmp and others compare; its argument is an interface that the type implements.
func TestEqualMethods(t *testing.T) {
	raw, err := codec.MustNew(codec.Options{}).Raw(make([]byte, 4))
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
	a, b := variant.NewArray(math.V2(1, 2)), variant.NewArray(math.V2(1, 2))
	assert.True(t, a.Equal(b))
}

// hidden reports whether typ has a field that is not exported, in itself or in its parts.
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

// TestDecodedValuesAreDeeplyEqual: what was built, written and read again is the same for reflect.DeepEqual
// and so for assert.Equal, where it is for variant.Equal.
func TestDecodedValuesAreDeeplyEqual(t *testing.T) {
	object := func(class, script string) *variant.ElementType {
		return &variant.ElementType{Type: variant.TypeObject, Class: class, Script: script}
	}

	values := []variant.Variant{objects.Object{}, objects.Object{ID: 1 << 33}}
	for _, v := range vectors.Zeros {
		values = append(values, sampleOf(v.Type()))
	}

	for _, elem := range []*variant.ElementType{
		object("", ""), object("Node", ""), object("", "res://a.gd"),
		object("EncodedObjectAsID", ""), object("Object", ""), {Type: variant.TypeInt},
	} {
		items := []variant.Variant{variant.Nil{}}
		if elem.Type == variant.TypeInt {
			items[0] = variant.Int(1)
		}

		values = append(values, variant.Array{Items: items, Elem: elem},
			variant.TypedArray{Items: items, Elem: *elem},
			variant.Dictionary{Pairs: []variant.Pair{{Key: items[0], Value: items[0]}}, Key: elem,
				Value: elem})
	}

	equal := 0
	for _, d := range codec.Dialects() {
		for _, full := range []bool{false, true} {
			c := codec.MustNew(codec.Options{Dialect: d, FullObjects: full})
			for _, v := range values {
				b, err := c.Encode(v)
				if err != nil {
					continue
				}

				got := testkit.Decode(t, c, b)
				if variant.Equal(v, got) {
					equal++
					assert.Equal(t, v, got, "%s, full objects: %v", d.Name, full)
				}
			}
		}
	}

	assert.Greater(t, equal, 500)
}
