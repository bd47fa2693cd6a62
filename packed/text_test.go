package packed_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestTextAndJSON takes every type to its texts and back.
func TestTextAndJSON(t *testing.T) {
	for _, c := range []struct {
		v          variant.Variant
		text, json string
	}{
		{packed.PackedByteArray{1, 255}, "PackedByteArray(1, 255)", `[1,255]`},
		{packed.PackedInt32Array{-1, 2}, "PackedInt32Array(-1, 2)", `[-1,2]`},
		{packed.PackedInt64Array{1 << 60}, "PackedInt64Array(1152921504606846976)", `[1152921504606846976]`},
		{packed.PackedFloat32Array{0.1, 1}, "PackedFloat32Array(0.1, 1)", `[0.10000000149011612,1.0]`},
		{packed.PackedFloat64Array{0.1, 1e300}, "PackedFloat64Array(0.1, 1e+300)", `[0.1,1e+300]`},
		{packed.PackedStringArray{"a\n", "\""}, `PackedStringArray("a\n", "\"")`, `["a\n","\""]`},
		{packed.PackedVector2Array{{X: 1, Y: 2}}, "PackedVector2Array(1, 2)", `[1.0,2.0]`},
		{packed.PackedVector3Array{{X: 1, Y: 2, Z: 3}}, "PackedVector3Array(1, 2, 3)", `[1.0,2.0,3.0]`},
		{packed.PackedVector4Array{{X: 1, Y: 2, Z: 3, W: 4}}, "PackedVector4Array(1, 2, 3, 4)", `[1.0,2.0,3.0,4.0]`},
		{packed.PackedColorArray{math.RGBA(1, 0.5, 0, 1)}, "PackedColorArray(1, 0.5, 0, 1)", `[1.0,0.5,0.0,1.0]`},
		{packed.PackedVector2iArray{{X: 1, Y: 2}}, "PackedVector2iArray(1, 2)", `[1,2]`},
		{packed.PackedVector3iArray{{X: 1, Y: 2, Z: 3}}, "PackedVector3iArray(1, 2, 3)", `[1,2,3]`},
		{packed.PackedVector4iArray{{X: 1, Y: 2, Z: 3, W: 4}}, "PackedVector4iArray(1, 2, 3, 4)", `[1,2,3,4]`},
	} {
		name := c.v.Type().String()
		text, err := c.v.(interface{ MarshalText() ([]byte, error) }).MarshalText()
		require.NoError(t, err)
		assert.Equal(t, c.text, string(text))
		data, err := json.Marshal(c.v)
		require.NoError(t, err)
		assert.Equal(t, `{"args":`+c.json+`,"type":"`+name+`"}`, string(data))

		p := reflect.New(reflect.TypeOf(c.v))
		require.NoError(t, p.Interface().(interface{ UnmarshalText([]byte) error }).UnmarshalText(text))
		assert.Equal(t, c.v, p.Elem().Interface())
		p = reflect.New(reflect.TypeOf(c.v))
		require.NoError(t, json.Unmarshal(data, p.Interface()))
		assert.Equal(t, c.v, p.Elem().Interface())
		assert.Error(t, json.Unmarshal([]byte(`{"type":"RID"}`), p.Interface()))
		assert.Equal(t, c.text, c.v.(interface{ String() string }).String())
	}
	var a packed.PackedByteArray
	require.NoError(t, a.UnmarshalText([]byte(`PackedByteArray("AQI=")`)))
	assert.Equal(t, packed.PackedByteArray{1, 2}, a)
}

func TestLogValue(t *testing.T) {
	assert.Equal(t, "PackedInt32Array(1, 2)", packed.PackedInt32Array{1, 2}.LogValue().String())
	long := make(packed.PackedInt32Array, 1000)
	assert.Equal(t, "PackedInt32Array("+strings.Repeat("0, ", 32)+"…, 1000 in all)", long.LogValue().String())
	texts := packed.PackedStringArray{strings.Repeat("é", 5000)}
	assert.Less(t, len(texts.LogValue().String()), 1100)
}
