package variant_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

func TestAs(t *testing.T) {
	i, ok := variant.As[variant.Int](one)
	assert.True(t, ok)
	assert.Equal(t, one, i)
	for _, v := range []variant.Variant{nil, variant.Float(1)} {
		_, ok = variant.As[variant.Int](v)
		assert.False(t, ok)
	}
}

func TestTypeNames(t *testing.T) {
	for typ := variant.TypeNil; typ <= variant.TypePackedTypedArray; typ++ {
		got, ok := dialect.ByName(typ.String())
		require.True(t, ok, "%v", typ)
		require.Equal(t, typ, got)
	}

	_, ok := dialect.ByName("Quat")
	assert.False(t, ok)
	for typ, want := range map[variant.Type][2]string{
		variant.TypeInt:                  {"int", "TypeInt"},
		variant.TypePackedByteArray:      {"PackedByteArray", "TypePackedByteArray"},
		variant.TypeCustom:               {"custom type 0", "Type(128)"},
		variant.TypeCustom + 3:           {"custom type 3", "Type(131)"},
		variant.TypeUnsupported:          {"unsupported type", "TypeUnsupported"},
		variant.TypeUnsupported - 1:      {"custom type 126", "Type(254)"},
		variant.TypePackedTypedArray + 1: {"unsupported type", "Type(44)"},
	} {
		assert.Equal(t, want, [2]string{typ.String(), typ.GoString()})
	}

	assert.Equal(t, "single double", fmt.Sprint(variant.Single, " ", variant.Double))
}

func TestElementTypeText(t *testing.T) {
	for want, e := range map[string]variant.ElementType{
		"int":        {Type: variant.TypeInt},
		"Node":       {Type: variant.TypeObject, Class: "Node"},
		"res://a.gd": {Type: variant.TypeObject, Class: "Node", Script: "res://a.gd"},
	} {
		assert.Equal(t, want, e.String())
	}
}

// TestElementTypesConvert: what the engine does as well, where nothing is lost.
func TestElementTypesConvert(t *testing.T) {
	object := variant.ElementType{Type: variant.TypeObject}
	for _, c := range []struct {
		elem     *variant.ElementType
		in, want variant.Variant // nil: refused
	}{
		{nil, two, two},
		{&variant.ElementType{Type: variant.TypeInt}, two, two},
		{&variant.ElementType{Type: variant.TypeInt}, variant.Float(2), nil},
		{&variant.ElementType{Type: variant.TypeFloat}, two, variant.Float(2)},
		{&variant.ElementType{Type: variant.TypeFloat}, variant.Int(1<<53 + 1), nil},
		{&variant.ElementType{Type: variant.TypeString}, two, nil},
		{&variant.ElementType{Type: variant.TypeString}, variant.StringName("a"), str("a")},
		{&variant.ElementType{Type: variant.TypeStringName}, str("a"), variant.StringName("a")},
		{&variant.ElementType{Type: variant.TypeInt}, str("a"), nil},
		{&variant.ElementType{Type: variant.TypeInt}, variant.StringName("a"), nil},
		{&object, null, null},
		{&object, noJSON{}, noJSON{}},
		{&variant.ElementType{Type: variant.TypeInt}, noJSON{}, nil},
	} {
		got, err := c.elem.Convert(c.in)
		assert.Equal(t, c.want, got, "%v as %v", c.in, c.elem)
		if c.want == nil {
			assert.ErrorIs(t, err, variant.ErrElementType)
		}
	}
}
