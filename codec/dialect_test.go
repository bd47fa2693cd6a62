package codec_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestDialectsCannotBeChanged changes all that the variables of the dialects point to.
// Nothing of the package notices.
func TestDialectsCannotBeChanged(t *testing.T) {
	value := variant.NewArray(
		packed.PackedStringArray{"a", "bc"}, variant.StringName("s"), math.Basis{},
		variant.Float(0.1),
		math.Color{R: 1}, variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt},
			variant.Int(1)),
	)

	behaviour := func() (all []string) {
		add := func(what ...any) { all = append(all, fmt.Sprintln(what...)) }
		for i, d := range codec.Dialects() {
			c := codec.MustNew(codec.Options{Dialect: d})
			b, err := c.Encode(value)
			v, _ := c.Decode(b)
			add(i, b, err, v, *c.Dialect())
			add(codec.DialectByName(c.Dialect().Name) == d)
		}

		b, err := codec.Encode(value)
		add(b, err)
		b, err = codec.MustNew(codec.Options{}).Encode(value)
		add(b, err)
		b, err = new(codec.Codec).Encode(value)
		add(b, err)

		for path, conversion := range codec.Audit(value, variant.Single) {
			add(path, conversion)
		}

		for _, found := range codec.Detect(testkit.Records(binary.LittleEndian, string(b))) {
			add(found.Score, found.Precision, found.Framing, found.Why)
			for i, d := range codec.Dialects() {
				if found.Dialect == d {
					add(i)
				}
			}
		}

		return all
	}

	want := behaviour()

	originals := map[*variant.Dialect]variant.Dialect{}
	for _, d := range codec.Dialects() {
		originals[d] = *d
	}

	types := codec.Godot4.Types[5]
	codec.Godot4.Types[5] = variant.TypeNil

	codec.Godot3.Fallback[variant.TypeVector2i] = variant.TypeVector2
	for d := range originals {
		*d = variant.Dialect{Name: "changed", StringArrayNUL: !d.StringArrayNUL, Real: 2 - d.Real}
	}

	defer func() {
		for d, original := range originals {
			*d = original
		}
		codec.Godot4.Types[5] = types
		delete(codec.Godot3.Fallback, variant.TypeVector2i)
	}()

	assert.Equal(t, want, behaviour())

	codec.Godot4 = nil
	assert.Equal(t, want, behaviour())
	codec.Godot4 = codec.Dialects()[0]
}

// TestDialectCopies: a codec keeps its own copy of a user's dialect, and gives away copies.
func TestDialectCopies(t *testing.T) {
	own := variant.Dialect{Name: "own", Types: []variant.Type{variant.TypeNil, variant.TypeString},
		Fallback: map[variant.Type]variant.Type{variant.TypeStringName: variant.TypeString}}
	c := codec.MustNew(codec.Options{Dialect: &own})
	packet := testkit.Encode(t, c, variant.StringName("a"))

	change := func(d *variant.Dialect) {
		d.Name = "changed"
		d.Types[1] = variant.TypeInt
		d.Fallback[variant.TypeStringName] = variant.TypeInt
	}

	change(&own)
	change(c.Dialect())
	require.Equal(t, packet, testkit.Encode(t, c, variant.StringName("a")))
	require.Equal(t, "own", c.Dialect().Name)
	require.Equal(t, variant.TypeString, c.Dialect().Fallback[variant.TypeStringName])
	require.Equal(t, []variant.Type{variant.TypeNil, variant.TypeString}, c.Dialect().Types)
}

// TestUnsupportedNamesAWayOut: whatever a dialect lacks, the error says what to write instead.
func TestUnsupportedNamesAWayOut(t *testing.T) {
	n := 0
	for _, d := range codec.Dialects() {
		c := codec.MustNew(codec.Options{Dialect: d, FullObjects: true})
		for typ := variant.TypeNil; typ <= variant.TypePackedTypedArray; typ++ {
			v := sampleOf(typ)
			_, err := c.Encode(v)
			if err == nil {
				require.Contains(t, append(slices.Collect(maps.Keys(d.Fallback)), d.Types...), typ)
				continue
			}

			n++
			require.ErrorIs(t, err, variant.ErrUnsupported)
			require.Regexp(t, d.Name+" (has no|writes no|can write only the empty) "+v.Type().String()+".*; .*", err.Error())
		}
	}

	require.Greater(t, n, 100)
	_, err := codec.MustNew(codec.Options{Dialect: codec.Godot3}).Marshal([]math.Vector4{{}})
	require.ErrorContains(t, err,
		"$[0] (Vector4): not in this dialect: Godot3 has no Vector4; an Array of floats comes nearest")
}

// TestExamples: every type with methods has an Example.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t)
}
