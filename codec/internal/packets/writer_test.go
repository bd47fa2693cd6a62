package packets_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal"
	"godotvariant/internal/wire"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

var keyPacket = internal.NewKeyPacket(words(4, 3, "key"))

// put writes v as code does that has no values to write, but numbers and texts.
func put(w *variant.Writer, v variant.Variant) {
	switch v := v.(type) {
	case variant.Bool:
		(*wire.Writer)(w).PartBool(bool(v))
	case variant.Int:
		(*wire.Writer)(w).PartInt(int64(v))
	case variant.Float:
		(*wire.Writer)(w).PartFloat(float64(v))

	case variant.String:
		if !(*wire.Writer)(w).HasHeader(variant.TypeString, 4) || v != "key" ||
			!(*wire.Writer)(w).PartKey(&keyPacket) {
			(*wire.Writer)(w).PartText(string(v))
		}

	case gdmath.Vector3:
		(*wire.Writer)(w).PartReals3(variant.TypeVector3, v.X, v.Y, v.Z)
	case gdmath.Color:
		(*wire.Writer)(w).PartReals4(variant.TypeColor, v.R, v.G, v.B, v.A)
	case variant.Array:
		if v.Elem != nil || v.Shared {
			w.Value(v)
			return
		}

		m, ok := (*wire.Writer)(w).PartOpen(variant.TypeArray, len(v.Items))
		if !ok {
			return
		}

		for i, item := range v.Items {
			put(w, item)
			if (*wire.Writer)(w).Exceeded() {
				w.Step(variant.Step{Kind: variant.StepIndex, Index: i})
				break
			}
		}

		(*wire.Writer)(w).Close(m)

	default:
		w.Value(v)
	}
}

// writeFormats are formats in all that matters for what is written.
func writeFormats(t *testing.T) map[string]*Format {
	formats := map[string]*Format{}
	for name, change := range map[string]func(d *variant.Dialect, s *Settings){
		"plain": nil,
		"godot 3": func(d *variant.Dialect, _ *Settings) {
			d.TypedArrays = false
			d.TypedDictionaries = false
		},
		"godot 30": func(d *variant.Dialect, _ *Settings) { d.Int = variant.IntFlagged64 },
		"pages": func(d *variant.Dialect, s *Settings) {
			d.Int = variant.IntPlain64
			d.Float = variant.FloatPlain32
			d.Real = variant.RealSetting
			d.WideColor = true
			s.Precision = variant.Double
		},
		"double": func(d *variant.Dialect, s *Settings) {
			d.Real = variant.RealFlagged
			s.Precision = variant.Double
		},
		"exact": func(d *variant.Dialect, s *Settings) { s.Exact = true },
		"exact pages": func(d *variant.Dialect, s *Settings) {
			d.Float = variant.FloatPlain32
			s.Exact = true
		},
		"lenient": func(_ *variant.Dialect, s *Settings) { s.Mode = dialect.Lenient },
		"shallow": func(_ *variant.Dialect, s *Settings) { s.Limits.MaxDepth = 1 },
		"short":   func(_ *variant.Dialect, s *Settings) { s.Limits.MaxSize = 60 },
		"few types": func(d *variant.Dialect, _ *Settings) {
			d.Types = append([]variant.Type(nil), d.Types...)
			for _, t := range []variant.Type{variant.TypeBool, variant.TypeFloat,
				variant.TypeString, variant.TypeVector3} {
				d.Types[t] = variant.TypeUnsupported
			}
		},
		"fallback": func(d *variant.Dialect, _ *Settings) {
			d.Types = append([]variant.Type(nil), d.Types...)
			d.Types[variant.TypeStringName] = variant.TypeUnsupported
			d.Fallback = map[variant.Type]variant.Type{variant.TypeStringName: variant.TypeString}
		},
	} {
		formats[name] = format(t, everyType(change))
	}

	return formats
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
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeFloat}, variant.Float(1),
			variant.Int(1)),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeString}, str("a"),
			variant.StringName("b")),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, one, str("a")),
		variant.NewDictionary(variant.KV("a", one), pair(variant.Float(0.5), variant.Bool(true))),
	}

	for n := 0; n < 70; n += 1 + n/20*2 {
		text := strings.Repeat("abcdefg", 10)[:n]
		values = append(values, str(text), variant.StringName(text))
	}

	for n := range 13 {
		for i := range n {
			text := []byte(strings.Repeat("x", n))
			text[i] = 0xff
			values = append(values, variant.String(text))
			values = append(values, str(string(text[:i])+"é"+string(text[i+1:])))
		}
	}

	for _, v := range values[:30] {
		values = append(values, variant.NewArray(v), variant.NewArray(one, v, str("behind")),
			variant.NewArray(variant.NewArray(v)))
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
				got, err := f.Decode(want)
				require.NoError(t, err, "%s: %#v", name, v)
				again, err := f.Append(nil, got)
				require.NoError(t, err, "%s: %#v", name, v)
				require.Equal(t, want, again, "%s: %#v", name, v)
			}

			for _, dst := range [][]byte{make([]byte, 0, 4096), make([]byte, 7, 4096),
				make([]byte, 7), make([]byte, 0, len(want)), make([]byte, 0, len(want)/8*4)} {
				for i := range dst[:cap(dst)] {
					dst[:cap(dst)][i] = 0xEE
				}

				before := string(dst)
				for way, write := range map[string]func() ([]byte, error){
					"Append": func() ([]byte, error) { return f.Append(dst, v) },
					"Value": func() ([]byte, error) {
						return f.Write(dst, func(w *variant.Writer) { w.Value(v) })
					},
					"put": func() ([]byte, error) {
						return f.Write(dst, func(w *variant.Writer) { put(w, v) })
					},
				} {
					got, err := write()
					require.Equal(t, wantErr == nil, err == nil, "%s, %s: %#v: %v, and not %v",
						name, way, v, err, wantErr)
					if wantErr == nil {
						require.Equal(t, before+string(want), string(got), "%s, %s: %#v", name,
							way, v)
						continue
					}

					require.Equal(t, before, string(got), "%s, %s: %#v", name, way, v)
					if errors.Is(wantErr, variant.ErrLimit) {
						require.ErrorIs(t, err, variant.ErrLimit, "%s, %s: %#v", name, way, v)
						continue // where that is noticed is not the same
					}

					require.Equal(t, wantErr.Error(), err.Error(), "%s, %s: %#v", name, way, v)
					var e, want *variant.Error
					require.ErrorAs(t, err, &e)
					require.ErrorAs(t, wantErr, &want)
					require.Equal(t, want.Offset, e.Offset, "%s, %s: %#v", name, way, v)
				}
			}
		}
	}
}

// writing is a user's type that is written as it is told.
type writing struct {
	encode func(w *variant.Writer) error
}

func (writing) Type() variant.Type                                { return variant.TypeCustom }
func (v writing) Encode(w *variant.Writer) error                  { return v.encode(w) }
func (writing) Decode(r *variant.Reader) (variant.Variant, error) { return nil, r.Err() }

// TestWriterMethodsWrite: each method of the Writer writes these bytes, and refuses these values.
func TestWriterMethodsWrite(t *testing.T) {
	const head = "\xc8\x00\x00\x00"
	for name, c := range map[string]struct {
		write  func(w *variant.Writer)
		packet string
		kind   error
	}{
		"Count": {func(w *variant.Writer) {
			w.Count(math.MaxInt32)
		}, head + "\xff\xff\xff\x7f", nil},
		"Count64": {func(w *variant.Writer) {
			(*wire.Writer)(w).Count64(1 << 20)
		}, head + "\x00\x00\x10\x00\x00\x00\x00\x00", nil},
		"Null": {func(w *variant.Writer) {
			w.Uint64(5)
			(*wire.Writer)(w).Null()
		}, "\x00\x00\x00\x00", nil},
		"Null after an error": {func(w *variant.Writer) {
			_ = w.Fail(variant.ErrRange)
			(*wire.Writer)(w).Null()
		}, "", variant.ErrRange},
		"Flags": {func(w *variant.Writer) {
			w.Flags(variant.Flag64)
			w.Flags(1 << 20)
		}, "\xc8\x00\x11\x00", nil},
		"Bool": {func(w *variant.Writer) {
			w.Bool(true)
			w.Bool(false)
		}, head + "\x01\x00\x00\x00\x00\x00\x00\x00", nil},
		"Data of 1": {func(w *variant.Writer) {
			w.Data([]byte("a"))
		}, head + "\x01\x00\x00\x00a\x00\x00\x00", nil},
		"Data of 4": {func(w *variant.Writer) {
			w.Data([]byte("abcd"))
		}, head + "\x04\x00\x00\x00abcd", nil},
		"Data too long": {func(w *variant.Writer) {
			w.Data(make([]byte, 300))
		}, "", variant.ErrLimit},
		"Data after an error": {func(w *variant.Writer) {
			_ = w.Fail(variant.ErrRange)
			w.Data(make([]byte, 300))
		}, "", variant.ErrRange},
		"text too long": {func(w *variant.Writer) {
			w.String(strings.Repeat("x", 300))
		}, "", variant.ErrLimit},
		"text after an error": {func(w *variant.Writer) {
			_ = w.Fail(variant.ErrRange)
			w.String("\xff")
		}, "", variant.ErrRange},
		"the first error": {func(w *variant.Writer) {
			_ = w.Fail(variant.ErrRange)
			_ = w.Fail(variant.ErrBool)
		}, "", variant.ErrRange},
		"Real": {func(w *variant.Writer) {
			w.Real(0.5)
			(*wire.Writer)(w).Reals2(0.5, 1)
		}, head + "\x00\x00\x00\x3f\x00\x00\x00\x3f\x00\x00\x80\x3f", nil},
		"Elements": {func(w *variant.Writer) {
			w.Count(2)
			copy((*wire.Writer)(w).Extend(2, 4), "abcdefgh")
		}, head + "\x02\x00\x00\x00abcdefgh", nil},
		"Elements too long": {func(w *variant.Writer) {
			assert.Nil(t, (*wire.Writer)(w).Extend(100, 4))
		}, "", variant.ErrLimit},
		"Elements after an error": {func(w *variant.Writer) {
			_ = w.Fail(variant.ErrRange)
			assert.Nil(t, (*wire.Writer)(w).Extend(1, 4))
		}, "", variant.ErrRange},
		"part of a word": {func(w *variant.Writer) {
			copy((*wire.Writer)(w).Extend(3, 2), "abcdef")
		}, "", variant.ErrLength},
		"a value": {func(w *variant.Writer) {
			w.Value(variant.Int(7))
			w.Flags(variant.Flag64)
			w.Uint32(9)
		}, string(words(0x100c8, 1, 7, 9)), nil},
	} {
		types := map[variant.Type]variant.Variant{variant.TypeCustom: writing{}}
		for typ, v := range smallTypes {
			types[typ] = v
		}

		f := format(t, Settings{
			Dialect: small, Prototypes: types,
			Custom:  map[variant.Type]uint8{variant.TypeCustom: 200},
			Foreign: map[variant.Type]bool{variant.TypeCustom: true},
			Limits:  dialect.Limits{MaxSize: 256},
		})

		v := writing{func(w *variant.Writer) error {
			c.write(w)
			return w.Err()
		}}
		b, err := f.Append(nil, v)
		assert.ErrorIs(t, err, c.kind, name)
		assert.Equal(t, c.packet, string(b), name)
		// Within others, an error has its place.
		_, err = f.Append([]byte("before"), variant.NewArray(one, v, one))

		if c.kind == nil {
			assert.NoError(t, err, name)
			continue
		}

		var e *variant.Error
		require.ErrorAs(t, err, &e, name)
		assert.ErrorIs(t, err, c.kind, name)
		assert.Equal(t, variant.Error{Op: "encode", Offset: 16, Path: "$[1]",
			Type: variant.TypeCustom, Err: e.Err}, *e, name)
	}
}

// TestElementsOneByOne: where elements are not written at once they are written alike.
func TestElementsOneByOne(t *testing.T) {
	for name, change := range map[string]func(*variant.Dialect, *Settings){
		"bulk": nil, "exact": func(_ *variant.Dialect, s *Settings) { s.Exact = true },
	} {
		f := format(t, everyType(change))
		var bulk bool
		b, err := f.Write(nil, func(w *variant.Writer) {
			m, _ := (*wire.Writer)(w).PartOpen(variant.TypePackedFloat32Array, 1)
			if e := (*wire.Writer)(w).Extend(1, 4); e != nil {
				bulk = true
				copy(e, "\x00\x00\x00\x3f")
			} else {
				w.Float32(0.5)
			}
			(*wire.Writer)(w).Close(m)
		})

		require.NoError(t, err)
		assert.Equal(t, name == "bulk", bulk)
		assert.Equal(t, string(words(32, 1, 0x3f000000)), string(b))
	}

	zero, negative := float32(0), float32(math.Copysign(0, -1))
	for _, n := range []int{1, 2, 40} {
		a, b := make(packed.PackedFloat32Array, n), make(packed.PackedFloat32Array, n)
		a[n-1] = zero
		b[n-1] = negative
		assert.False(t, variant.Equal(a, b))
		assert.True(t, variant.KeyEqual(a, b), "as keys 0 is -0, wherever it stands")
		items := make([]variant.Variant, n)
		assert.True(t, variant.KeyEqual(variant.NewArray(append(items, variant.Float(zero))...),
			variant.NewArray(append(items, variant.Float(negative))...)))
		assert.False(t, variant.Equal(variant.NewArray(append(items, variant.Float(zero))...),
			variant.NewArray(append(items, variant.Float(negative))...)))
	}
}
