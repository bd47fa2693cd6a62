package codec_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// fragile is a text that a struct holds and that fails where it says so.
type fragile struct{ text string }

func (f *fragile) MarshalText() ([]byte, error) {
	if f.text == "fail" {
		return nil, errFragile
	}
	return []byte(f.text), nil
}

func (f *fragile) UnmarshalText(b []byte) error {
	f.text += string(b)
	return nil
}

var errFragile = errors.New("fragile")

// empty marshals as nothing, which is Nil.
type empty struct{}

func (empty) MarshalVariant() (variant.Variant, error) { return nil, nil }

func TestPlansFail(t *testing.T) {
	type node struct {
		_    struct{} `godot:"object=Node,keys=stringname"`
		Name any
	}
	type typed struct {
		List []decimal.Decimal `godot:",typed,scale=2"`
	}
	full := codec.MustNew(codec.Options{FullObjects: true})
	for _, c := range []struct {
		in   any
		kind error
		path string
	}{
		{map[string]*fragile{"a": {"x"}, "b": {"fail"}}, errFragile, `$["b"]`},
		{[]node{{Name: 1}, {Name: make(chan int)}}, codec.ErrType, `$[1][&"Name"]`},
		{typed{[]decimal.Decimal{decimal.New(1, 0), decimal.New(1, -3)}}, variant.ErrInexact, `$["List"][1]`},
		{struct {
			D decimal.Decimal `godot:",string"`
		}{decimal.New(1, 1<<30)}, variant.ErrRange, `$["D"]`},
	} {
		for _, ways := range []func() error{
			func() error { _, err := full.Marshal(c.in); return err },
			func() error { _, err := codec.ToVariant(c.in); return err },
		} {
			err := ways()
			require.ErrorIs(t, err, c.kind)
			var at *variant.Error
			require.ErrorAs(t, err, &at)
			assert.Equal(t, c.path, at.Path, "%T", c.in)
		}
	}

	var at *variant.Error
	_, err := codec.Marshal(map[string]int{"a": 1, "b\xff": 2})
	require.ErrorAs(t, err, &at)
	assert.Equal(t, "$[key 1]", at.Path)
	deep := map[string]any{}
	deep["m"] = deep
	_, err = codec.Marshal(deep)
	require.ErrorAs(t, err, &at)
	assert.True(t, strings.HasSuffix(at.Path, `["m"]["m"][key 0]`), at.Path)
	_, err = codec.ToVariant(deep)
	require.ErrorAs(t, err, &at)
	assert.True(t, strings.HasSuffix(at.Path, `["m"]["m"]`), at.Path)

	for want, in := range map[string]any{
		"null": (*fragile)(nil), `["x", null]`: []*fragile{{"x"}, nil}, "[null]": []empty{{}}, "[]": [0]int{},
		`Object(Node,"Name":1)`: node{Name: 1},
	} {
		assert.Equal(t, want, goText(t, in))
	}
}

// TestPlansMisfit: where in a value it does not fit, and how deep a value may be.
func TestPlansMisfit(t *testing.T) {
	var at *variant.Error
	var singles []float32
	require.ErrorAs(t, codec.FromVariant(packed.PackedVector3Array{{X: 1}, {Y: 1e300, Z: 1e300}}, &singles), &at)
	assert.Equal(t, "$[1]", at.Path)
	require.ErrorIs(t, at, variant.ErrRange)
	require.ErrorAs(t, codec.FromVariant(packed.PackedFloat64Array{1, 2, 1e300}, &singles), &at)
	assert.Equal(t, "$[2]", at.Path)

	type list []list
	nest := func(n int) variant.Variant {
		v := variant.NewArray()
		for range n - 1 {
			v = variant.NewArray(v)
		}
		return v
	}
	var l list
	require.NoError(t, codec.FromVariant(nest(1024), &l))
	require.ErrorIs(t, codec.FromVariant(nest(1025), &l), variant.ErrDepth)
	siblings := make([]variant.Variant, 2000)
	for i := range siblings {
		siblings[i] = variant.NewArray()
	}
	require.NoError(t, codec.FromVariant(variant.NewArray(siblings...), &l))
}

// TestUnmarshalClaims: a packed array that claims more than is there makes no memory.
func TestUnmarshalClaims(t *testing.T) {
	for _, header := range []string{"\x24\x00\x00\x00", "\x24\x00\x01\x00"} {
		packet := append([]byte(header), "\x00\x00\x00\x04"...)
		packet = append(packet, make([]byte, 240)...)
		for _, v := range []any{new([]float32), new([]float64), new([][3]float32), new([][3]float64), new([]math.Vector3), new(any)} {
			bytes := allocatedBy(func() { require.ErrorIs(t, codec.Unmarshal(packet, v), variant.ErrTruncated) })
			assert.Less(t, bytes, uint64(100_000), "%T", v)
		}
	}
}

// TestUnmarshalNestedClaims: of Arrays in each other, each of which claims all that is left,
// the second is an error already, whatever they are read into.
func TestUnmarshalNestedClaims(t *testing.T) {
	type list []list
	type table []map[string]table
	type big struct{ A, B, C, D, E, F, G, H []big }
	const size = 1 << 16
	var arrays, dictionaries []byte
	for len(arrays) < size {
		arrays = binary.LittleEndian.AppendUint32(arrays, 28)
		arrays = binary.LittleEndian.AppendUint32(arrays, uint32(size-len(arrays)-4)/4)
	}
	for len(dictionaries) < size {
		dictionaries = append(dictionaries, "\x1b\x00\x00\x00\xff\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00A\x00\x00\x00\x1c\x00\x00\x00"...)
		dictionaries = binary.LittleEndian.AppendUint32(dictionaries, uint32(size-len(dictionaries)-4)/4)
	}
	for _, c := range []struct {
		packet []byte
		v      any
	}{{arrays, new(list)}, {arrays, new([][][][]int64)}, {arrays, new([][1]list)}, {dictionaries, new(big)}, {dictionaries, new(map[string]table)}} {
		bytes := allocatedBy(func() {
			require.ErrorIs(t, codec.MustNew(codec.Options{}).ReadDirect(c.packet, c.v), variant.ErrTruncated, "%T", c.v)
		})
		assert.Less(t, bytes, uint64(250_000), "%T", c.v)
	}
}
