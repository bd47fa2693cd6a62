package packets_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/wire"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// put writes v as code does that has no values to write, but numbers and texts.
func put(w *writer, v variant.Variant) {
	switch v := v.(type) {
	case variant.Bool:
		w.PartBool(bool(v))
	case variant.Int:
		w.PartInt(int64(v))
	case variant.Float:
		w.PartFloat(float64(v))
	case variant.String:
		if !w.HasHeader(variant.TypeString, 4) || v != "key" || !w.PartKey(&knownKey) {
			w.PartText(string(v))
		}

	case gdmath.Vector3:
		w.PartReals3(variant.TypeVector3, v.X, v.Y, v.Z)
	case gdmath.Color:
		w.PartReals4(variant.TypeColor, v.R, v.G, v.B, v.A)
	case variant.Array:
		putArray(w, v)
	default:
		value(w, v)
	}
}

func putArray(w *writer, a variant.Array) {
	if a.Elem != nil {
		value(w, a)
		return
	}

	m, ok := w.PartOpen(variant.TypeArray, len(a.Items))
	if !ok {
		return
	}
	defer w.Close(m)

	for i, item := range a.Items {
		put(w, item)
		if w.Exceeded() {
			w.Step(wire.Step{Kind: wire.StepIndex, Index: i})
			return
		}
	}
}

// writeFormats are formats that differ in all that matters for what is written.
func writeFormats(t *testing.T) map[string]*format {
	exact := func(s *settings) { s.Exact = true }
	plain32 := func(s *settings) { s.Dialect.Float = variant.FloatPlain32 }

	return map[string]*format{
		"plain":       every(t),
		"godot 3":     every(t, untypedContainers),
		"godot 30":    every(t, func(s *settings) { s.Dialect.Int = variant.IntFlagged64 }),
		"double":      every(t, flaggedDouble),
		"exact":       every(t, exact),
		"exact pages": every(t, exact, plain32),
		"lenient":     every(t, mode(dialect.Lenient)),
		"shallow":     every(t, limits(dialect.Limits{MaxDepth: 1})),
		"short":       every(t, limits(dialect.Limits{MaxSize: 60})),
		"few types": every(t, without(variant.TypeBool, variant.TypeFloat, variant.TypeString,
			variant.TypeVector3)),
		"pages": every(t, plain32, func(s *settings) {
			s.Dialect.Int = variant.IntPlain64
			s.Dialect.Real = variant.RealSetting
			s.Dialect.WideColor = true
			s.Precision = variant.Double
		}),
		"fallback": every(t, without(variant.TypeStringName), func(s *settings) {
			s.Dialect.Fallback = map[variant.Type]variant.Type{
				variant.TypeStringName: variant.TypeString}
		}),
	}
}

func writeValues() []variant.Variant {
	values := []variant.Variant{
		nil, variant.Bool(true), variant.Bool(false), one, variant.Int(math.MaxInt32),
		variant.Int(math.MaxInt32 + 1), variant.Int(math.MinInt32), variant.Int(math.MinInt32 - 1),
		variant.Float(0.5), variant.Float(0.1), variant.Float(math.NaN()),
		variant.Float(math.Inf(1)), variant.Float(math.Copysign(0, -1)),
		gdmath.Vector3{X: 1, Y: 0.5}, gdmath.Vector3{X: 0.1}, gdmath.Color{R: 0.5},
		gdmath.Color{A: 0.1}, variant.StringName("name"), str("key"),
		objects.Object{ID: 7}, packed.PackedVector3Array{{X: 0.1}}, packed.PackedInt32Array{1},
		packed.PackedByteArray("a"),
		variant.NewTypedArray(of(variant.TypeFloat), variant.Float(1), one),
		variant.NewTypedArray(of(variant.TypeString), str("a"), variant.StringName("b")),
		variant.NewTypedArray(of(variant.TypeInt), one, str("a")),
		dict(kv("a", one), pair(variant.Float(0.5), variant.Bool(true))),
	}

	for n := 0; n < 70; n += 1 + n/20*2 {
		text := strings.Repeat("abcdefg", 10)[:n]
		values = append(values, str(text), variant.StringName(text))
	}

	for _, v := range values[:30] {
		values = append(values, list(v), list(one, v, str("behind")), list(list(v)))
	}

	for n := range 13 {
		for i := range n {
			text := strings.Repeat("x", n)
			values = append(values, str(text[:i]+"\xff"+text[i+1:]), str(text[:i]+"é"+text[i+1:]))
		}
	}

	return values
}

// TestBuffersDoNotMatter: what is written does not depend on the capacity of the buffer, on what
// stands before it, or on whether it comes as a value.
func TestBuffersDoNotMatter(t *testing.T) {
	for name, f := range writeFormats(t) {
		for _, v := range writeValues() {
			want, wantErr := f.Append(nil, v)
			if wantErr == nil {
				require.Equal(t, want, f.encode(f.decode(want)), "%s: %#v", name, v)
			}

			for _, dst := range [][]byte{make([]byte, 0, 4096), make([]byte, 7, 4096),
				make([]byte, 7), make([]byte, 0, len(want)), make([]byte, 0, len(want)/8*4)} {
				copy(dst[:cap(dst)], slices.Repeat([]byte{0xEE}, cap(dst)))
				sameWritten(t, f, dst, v, want, wantErr)
			}
		}
	}
}

// sameWritten holds that all ways to write v behind dst have the same result.
func sameWritten(t *testing.T, f *format, dst []byte, v variant.Variant, want []byte,
	wantErr error) {
	before := string(dst)
	for i, write := range []func() ([]byte, error){
		func() ([]byte, error) { return f.Append(dst, v) },
		func() ([]byte, error) { return f.Write(dst, func(w *writer) { value(w, v) }) },
		func() ([]byte, error) { return f.Write(dst, func(w *writer) { put(w, v) }) },
	} {
		got, err := write()
		if wantErr == nil {
			require.NoError(t, err, "%s, %d: %#v", f.Describe(), i, v)
			require.Equal(t, before+string(want), string(got), "%s, %d: %#v", f.Describe(), i, v)
			continue
		}

		require.Error(t, err, "%s, %d: %#v", f.Describe(), i, v)
		require.Equal(t, before, string(got), "%s, %d: %#v", f.Describe(), i, v)
		if errors.Is(wantErr, variant.ErrLimit) {
			require.ErrorIs(t, err, variant.ErrLimit, "%s, %d: %#v", f.Describe(), i, v)
			continue // where that is noticed is not the same
		}

		require.Equal(t, wantErr.Error(), err.Error(), "%s, %d: %#v", f.Describe(), i, v)
		require.Equal(t, fault(t, wantErr, nil).Offset, fault(t, err, nil).Offset)
	}
}

// TestElementsOneByOne: where elements are not written at once they are written alike.
func TestElementsOneByOne(t *testing.T) {
	for _, exact := range []bool{false, true} {
		f := every(t, func(s *settings) { s.Exact = exact })
		b, err := f.Write(nil, func(w *writer) {
			m, _ := w.PartOpen(variant.TypePackedFloat32Array, 1)
			bytes := w.Extend(1, 4)
			assert.Equal(t, exact, bytes == nil)

			if exact {
				w.Float32(0.5)
			}
			copy(bytes, "\x00\x00\x00\x3f")
			w.Close(m)
		})

		require.NoError(t, err)
		assert.Equal(t, words(32, 1, 0x3f000000), b)
	}
}

// TestZerosAreOneKey: 0 and -0 differ as values and are one key, wherever they stand.
func TestZerosAreOneKey(t *testing.T) {
	negative := math.Copysign(0, -1)
	for _, n := range []int{1, 2, 40} {
		a, b := make(packed.PackedFloat32Array, n), make(packed.PackedFloat32Array, n)
		b[n-1] = float32(negative)
		assert.False(t, variant.Equal(a, b))
		assert.True(t, variant.KeyEqual(a, b))

		x := list(append(make([]variant.Variant, n), variant.Float(0))...)
		y := list(append(make([]variant.Variant, n), variant.Float(negative))...)
		assert.False(t, variant.Equal(x, y))
		assert.True(t, variant.KeyEqual(x, y))
	}
}

// TestTextsOfAllLengths: texts of all lengths come out right, with and without a byte that is not
// ASCII at each position, in buffers with little and much capacity. A byte that is not UTF-8 is
// found at each position, in both directions.
func TestTextsOfAllLengths(t *testing.T) {
	f := every(t)
	for n := range 80 {
		text := strings.Repeat("a", n)
		textIsWritten(t, f, text)

		for at := range n {
			if at < n-1 { // é has two bytes
				textIsWritten(t, f, text[:at]+"é"+text[at+2:])
			}

			bad := text[:at] + "\xff" + text[at+1:]
			for _, v := range []variant.Variant{str(bad), packed.PackedStringArray{bad, "z"},
				dict(kv(bad, one))} {
				for _, dst := range [][]byte{nil, make([]byte, 0, 256)} {
					_, err := f.Append(dst, v)
					require.ErrorIs(t, err, variant.ErrUTF8, "%q", bad)
				}
			}

			packet := f.encode(str(text))
			packet[8+at] = 0xff
			require.Equal(t, 8+at, f.refuse(packet, variant.ErrUTF8).Offset, "%q", bad)
		}
	}
}

func textIsWritten(t *testing.T, f *format, text string) {
	want := words(4, len(text), text)
	require.Equal(t, str(text), f.decode(want))

	for _, v := range []variant.Variant{str(text), list(str(text)), dict(pair(str(text), nil))} {
		start := 8
		if v.Type() == variant.TypeString {
			start = 0
		}

		for _, room := range []int{0, 4, 8, 200} {
			out, err := f.Append(make([]byte, 0, room), v)
			require.NoError(t, err)
			require.Equal(t, want, out[start:start+len(want)], "%q in a %v, room for %d", text,
				v.Type(), room)
		}
	}
}
