package codec_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	vartext "godotvariant/codec/text"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// TestDialectsCannotBeChanged changes all data of the dialects that a program can reach. The
// package must work as before.
func TestDialectsCannotBeChanged(t *testing.T) {
	value := val(`[PackedStringArray("a", "bc"), &"s", Basis(0, 0, 0, 0, 0, 0, 0, 0, 0), 0.1,
		Color(1, 0, 0, 0), Array[int]([1])]`)

	behaviour := func() (all []string) {
		add := func(what ...any) { all = append(all, fmt.Sprintln(what...)) }
		for i, d := range codec.Dialects() {
			c := codec.MustNew(codec.Options{Dialect: d})
			b, err := c.Encode(value)
			v, _ := c.Decode(b)
			add(i, b, err, v, c.Dialect().GoString(), codec.DialectByName(c.Dialect().Name()) == d)
		}

		var b []byte
		for _, c := range []*codec.Codec{nil, codec.MustNew(codec.Options{}), {}} {
			b = testkit.Encode(t, c, value)
			add(b)
		}

		for _, found := range inspect.Detect(testkit.Records(binary.LittleEndian, string(b))) {
			add(found.Score, found.Precision, found.Framing, found.Why,
				slices.Index(codec.Dialects(), found.Dialect))
		}

		return all
	}

	want := behaviour()

	for _, d := range codec.Dialects() {
		spec := d.Spec()
		spec.Types[5] = variant.TypeNil
		if spec.Fallback != nil {
			spec.Fallback[variant.TypeStringName] = variant.TypeInt
		}
	}

	all := codec.Dialects()
	all[0] = codec.Godot3
	assert.Equal(t, want, behaviour())

	codec.Godot4 = codec.Godot3
	assert.Equal(t, want, behaviour())
	codec.Godot4 = codec.Dialects()[0]
}

// TestDialectIsThePointer: the method Dialect returns the pointer that New got, or Godot4 if it got
// nil.
func TestDialectIsThePointer(t *testing.T) {
	spec := codec.Godot3.Spec()
	spec.Name = "own"
	own := dialect.MustNew(spec)

	for _, d := range append(codec.Dialects(), own) {
		c := codec.MustNew(codec.Options{Dialect: d})
		require.Same(t, d, c.Dialect())
		require.Same(t, d, c.Options().Dialect)
	}

	for _, c := range []*codec.Codec{nil, {}, codec.MustNew(codec.Options{})} {
		require.Same(t, codec.Godot4, c.Dialect())
		require.Same(t, codec.Godot4, c.Options().Dialect)
	}
}

// TestUnsupportedNamesAWayOut: if a dialect does not have a type, the error names another type to
// write.
func TestUnsupportedNamesAWayOut(t *testing.T) {
	n := 0
	for _, d := range codec.Dialects() {
		c := codec.MustNew(codec.Options{Dialect: d, FullObjects: true})
		spec := d.Spec()

		for typ := variant.TypeNil; typ <= variant.TypePackedTypedArray; typ++ {
			v := random.Sample(typ)
			_, err := c.Encode(v)
			if err == nil {
				all := append(slices.Collect(maps.Keys(spec.Fallback)), spec.Types...)
				require.Contains(t, all, typ)
				continue
			}

			n++
			require.ErrorIs(t, err, variant.ErrUnsupported)
			require.Regexp(t, d.Name()+" (has no|writes no|can write only the empty) "+
				v.Type().String()+".*; .*", err.Error())
		}
	}

	require.Greater(t, n, 100)
	_, err := in(codec.Godot3).Marshal([]math.Vector4{{}})
	require.ErrorContains(t, err,
		"$[0] (Vector4): unsupported: Godot3 has no Vector4; an Array of floats comes nearest")
}

// TestExamples: every type with methods has an Example.
func TestExamples(t *testing.T) { testkit.RequireExamples(t) }

// engines returns the dialects of engines, without those of documentation pages.
func engines() []*variant.Dialect {
	return slices.DeleteFunc(codec.Dialects(), func(d *variant.Dialect) bool {
		return slices.Contains(pages, d)
	})
}

// detected returns the dialect that an error names, or nil if it names no dialect.
func detected(err error) *variant.Dialect {
	var e *codec.DialectError
	if !errors.As(err, &e) {
		return nil
	}
	return e.Detected
}

// alike reports whether both dialects have the same ID for Dictionary.
func alike(a, b *variant.Dialect) bool {
	return slices.Index(a.Spec().Types, variant.TypeDictionary) ==
		slices.Index(b.Spec().Types, variant.TypeDictionary)
}

// TestWrongDialect decodes data of each engine with all dialects that have another ID for
// Dictionary, and with every function that decodes. The error names the dialect of an engine whose
// ID for Dictionary is the same as in the data.
func TestWrongDialect(t *testing.T) {
	type save struct {
		Name string `godot:"name"`
	}

	items := slices.Repeat([]variant.Variant{variant.String("item")}, 10_000)
	for _, v := range []variant.Variant{
		val(`{"name": "Tia", "at": Vector2(1, 0), "hp": 1}`), val(`["a", {"name": "a"}]`),
		keyed(variant.String("big"), make(packed.PackedByteArray, 100_000)),
		keyed(variant.String("long"), array(items...)),
	} {
		for _, from := range engines() {
			packet := testkit.Encode(t, in(from), v)
			for _, as := range codec.Dialects() {
				if alike(from, as) {
					continue
				}

				for _, mode := range []codec.Mode{codec.Default, codec.Strict} {
					c := settings{Dialect: as}.In(mode)
					frame := bytes.NewReader(slices.Concat(word(len(packet)), packet))
					_, decodeErr := c.Decode(packet)
					_, rawErr := c.Raw(packet)
					_, streamErr := c.NewDecoder(frame, codec.FrameU32).Decode()
					errs := map[string]error{
						"Decode": decodeErr, "Raw": rawErr, "FrameU32": streamErr,
						"Valid": c.Valid(packet), "Unmarshal": c.Unmarshal(packet, new(save)),
					}

					_, _, firstErr := c.DecodeFirst(packet)
					if _, _, err := in(as).DecodeFirst(packet); err != nil {
						errs["DecodeFirst"] = firstErr
					}

					for op, err := range errs {
						what := fmt.Sprintf("%s: %s as %s: %v", op, from.Name(), as.Name(), err)
						d := detected(err)
						require.NotNil(t, d, what)
						require.True(t, alike(from, d), what)
						require.Contains(t, engines(), d)
						require.ErrorContains(t, err, "; these bytes are a "+d.Name()+" "+
							v.Type().String()+", and Options.Dialect is "+as.Name())
					}
				}
			}
		}
	}
}

// TestWrongDialectKeeps: a hint to another dialect does not change the kind, offset, path and type
// of an error.
func TestWrongDialectKeeps(t *testing.T) {
	_, err := codec.Decode(testkit.Encode(t, in(codec.Godot3), valued(one)))
	require.EqualError(t, err,
		"godot: decode $ (Transform3D) at offset 4: unexpected end of data; "+
			"these bytes are a Godot3 Dictionary, and Options.Dialect is Godot4")

	var hint *codec.DialectError
	require.ErrorAs(t, err, &hint)
	require.Equal(t, codec.DialectError{Detected: codec.Godot3, Type: variant.TypeDictionary,
		Dialect: codec.Godot4, Err: hint.Err}, *hint)

	var e *variant.Error
	require.ErrorAs(t, err, &e)
	require.ErrorIs(t, err, variant.ErrTruncated)
	require.Equal(t, variant.Error{Op: variant.OpDecode, Offset: 4,
		Type: variant.TypeTransform3D, Err: e.Err}, *e)
}

// TestWrongDialectNonsense decodes data that is valid in two dialects. In the dialect of the codec
// it is a Transform3D, which Unmarshal can't store in a map[string]string.
func TestWrongDialectNonsense(t *testing.T) {
	// A text of 28 bytes makes the packet as long as the packet of a Transform3D.
	packet := testkit.Encode(t, in(codec.Godot3), val(`{"": "0123456789abcdef0123456789ab"}`))
	require.Len(t, packet, 52)
	require.IsType(t, math.Transform3D{}, testkit.Decode(t, standard, packet))
	err := codec.Unmarshal(packet, new(map[string]string))
	require.ErrorIs(t, err, variant.ErrWrongType)
	require.Equal(t, codec.Godot3, detected(err))
}

// TestWrongDialectSameFamily decodes data of Godot4 in older dialects of Godot 4, which have the
// same IDs, but lack a type or typed dictionaries. The error names Godot4.
func TestWrongDialectSameFamily(t *testing.T) {
	for as, v := range map[*variant.Dialect]variant.Variant{
		codec.Godot40: val("[PackedVector4Array(0, 0, 0, 0)]"),
		codec.Godot43: val(`Dictionary[String, Variant]({"a": 1})`),
	} {
		_, err := in(as).Decode(testkit.Encode(t, standard, v))
		require.Equal(t, codec.Godot4, detected(err), "%v", err)
	}
}

// TestRightDialect: if a packet of the codec's dialect is damaged, the error does not name another
// dialect. The same is true if only an option refuses the data.
func TestRightDialect(t *testing.T) {
	v := val(`{"name": "Tia", "list": [1], "f": nan}`)
	for _, d := range engines() {
		plain := in(d)
		packet := testkit.Encode(t, plain, v)
		requireNoHint(t, plain, packet)

		for i := 4; i < len(packet); i++ { // change the payload and not the header
			for _, x := range []byte{1, 0x80, 0xFF} {
				damaged := slices.Clone(packet)
				damaged[i] ^= x
				for _, mode := range []codec.Mode{codec.Default, codec.Strict} {
					_, err := codec.MustNew(codec.Options{Dialect: d, Mode: mode,
						Finite: true}).Decode(damaged)
					if other := detected(err); other != nil {
						assert.True(t, alike(d, other), "%v", err)
					}
				}
			}
		}

		err := plain.Unmarshal(packet, new(struct {
			Name int `godot:"name"`
		}))
		require.ErrorIs(t, err, variant.ErrWrongType)
		require.Nil(t, detected(err))

		for _, lone := range []variant.Variant{
			math.Transform3D{}, math.Transform3D{Basis: math.Basis{X: math.Vector3{X: 1}}},
			math.Projection{}, variant.Int(18), packed.PackedFloat32Array{},
			packed.PackedFloat32Array{0, 0}, packed.PackedStringArray{"a"},
			packed.PackedVector3Array{{}}, packed.PackedColorArray{{}}, packed.PackedColorArray{},
		} {
			packet, err := plain.Encode(lone)
			if errors.Is(err, variant.ErrUnsupported) {
				continue
			}

			require.NoError(t, err)
			require.Nil(t, detected(plain.Unmarshal(packet, new(struct{ A int }))), "%v", lone)
			requireNoHint(t, plain, packet)
		}
	}

	own := codec.Godot4.Spec()
	own.Name = "mine"
	_, err := in(dialect.MustNew(own)).Decode(words(27, 1, 4, 0, 99))
	require.ErrorIs(t, err, variant.ErrUnknownType)
	require.Nil(t, detected(err), "Godot4 cannot read it either")
}

// requireNoHint cuts the packet off at each length, and requires that no error names another
// dialect.
func requireNoHint(t *testing.T, c *codec.Codec, packet []byte) {
	t.Helper()
	for cut := range packet {
		_, err := c.Decode(packet[:cut])
		require.Nil(t, detected(err), "%v", err)
		_, _, err = c.DecodeFirst(packet[:cut])
		require.Nil(t, detected(err), "%v", err)
	}
}

// TestHintCost: to find the hint, the codec reads only a limited part of even a long packet, and
// allocates no memory.
func TestHintCost(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	for _, n := range []int{100, 1_000_000} {
		items := slices.Repeat([]variant.Variant{val("[{[]: 1}]")}, n)
		packet := testkit.Encode(t, in(codec.Godot3), array(items...))
		var err error
		few := testkit.AllocsPerRun(10, func() { err = codec.Valid(packet) })
		require.Equal(t, codec.Godot3, detected(err))
		require.LessOrEqual(t, few, 20.)
		require.LessOrEqual(t, testkit.Allocated(func() { err = codec.Valid(packet) }),
			uint64(4<<10))
	}
}

// in returns a codec for the dialect d, in default mode and single precision.
func in(d *variant.Dialect) *codec.Codec { return settings{Dialect: d}.In(codec.Default) }

// val returns the value that a text such as Vector2(1, 2) describes.
func val(s string) variant.Variant {
	v, err := vartext.Parse(s, allDigits)
	if err != nil {
		panic(err)
	}
	return v
}
