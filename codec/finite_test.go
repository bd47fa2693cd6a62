package codec_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	gomath "math"
	"reflect"
	"slices"
	"strings"
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

var (
	nan = gomath.NaN()
	inf = gomath.Inf(1)
)

// A numberAt is a value whose last number may be infinite or NaN.
type numberAt struct {
	v      variant.Variant
	before int    // how many numbers are before the last one
	path   string // path of the last number, if v is a packed array
}

// numbersAt returns a value of each type that has floating-point numbers, with f as its last
// number. A packed array has five elements.
func numbersAt(f float64) (all []numberAt) {
	for _, zero := range vectors.Zeros {
		var n numberAt
		var last reflect.Value

		five := func() int {
			n.path = "[4]"
			return 5
		}

		n.v = random.Fill(zero.Type(), five, func(i int, x reflect.Value) {
			if !x.CanFloat() {
				return
			}
			if last.IsValid() {
				last.SetFloat(0)
			}
			x.SetFloat(f)
			last = x
			n.before = i
		})

		if last.IsValid() {
			all = append(all, n)
		}
	}

	return all
}

// TestFinite: with the option Finite, every entry point refuses a NaN or an infinity, and returns
// the path to it. Without the option, the codec reads and writes such numbers.
func TestFinite(t *testing.T) {
	for _, o := range []codec.Options{{}, {Precision: codec.Double},
		{Dialect: codec.DocsGodot4, Precision: codec.Double}} {
		plain := codec.MustNew(o)
		o.Finite = true
		finite := codec.MustNew(o)

		for _, f := range []float64{nan, inf, -inf} {
			for _, c := range numbersAt(f) {
				if _, err := plain.Encode(c.v); err != nil {
					require.ErrorIs(t, err, variant.ErrUnsupported)
					continue
				}
				requireNotFinite(t, plain, finite, c)
			}
		}
	}
}

func requireNotFinite(t *testing.T, plain, finite *codec.Codec, c numberAt) {
	lone := testkit.Encode(t, plain, c.v)
	numbers := len(lone) - 4
	if c.path != "" {
		numbers -= 4 // the count
	}

	v := variant.NewDictionary(variant.KV("ok", math.Vector3{X: 1}), variant.KV("k", c.v))
	packet := testkit.Encode(t, plain, v)
	path, err := variant.ParsePath(`$["k"]` + c.path)
	require.NoError(t, err)
	want := variant.Error{Op: variant.OpDecode, Offset: len(packet) - numbers/(c.before+1),
		Path: path, Type: c.v.Type()}
	check := func(op string, err error) {
		t.Helper()
		var e *variant.Error
		require.ErrorAs(t, err, &e, "%s of %#v", op, c.v)
		require.ErrorIs(t, err, variant.ErrNotFinite, "%s of %#v", op, c.v)
		require.ErrorContains(t, err, "Finite", "%s of %#v", op, c.v)
		require.Equal(t, want, variant.Error{Op: e.Op, Offset: e.Offset, Path: e.Path,
			Type: e.Type}, "%s of %#v", op, c.v)
	}

	_, err = finite.Decode(packet)
	check("Decode", err)
	_, _, err = finite.DecodeFirst(packet)
	check("DecodeFirst", err)
	check("Valid", finite.Valid(packet))
	_, err = finite.Raw(packet)
	check("Raw", err)
	s := codec.NewScanner(packet, finite)
	for s.Next() {
	}
	check("Scanner", s.Err())

	type field struct {
		K variant.Variant `godot:"k"`
	}
	for _, dst := range []any{new(any), new(map[string]any), new(struct{ OK math.Vector3 }),
		new(field)} {
		check(fmt.Sprintf("Unmarshal into a %T", dst), finite.Unmarshal(packet, dst))
		require.NoError(t, plain.Unmarshal(packet, dst))
	}

	frame := bytes.NewReader(slices.Concat(word(len(packet)), packet))
	_, err = finite.NewDecoder(frame, codec.FrameU32).Decode()
	want.Offset += 4
	check("FrameU32", err)

	want.Op = variant.OpEncode
	want.Offset = len(packet) - len(lone)
	_, err = finite.Encode(v)
	check("Encode", err)
	_, err = finite.Marshal(v)
	check("Marshal", err)
	_, err = finite.Marshal(map[string]any{"k": c.v})
	require.ErrorIs(t, err, variant.ErrNotFinite)
	for _, dst := range []any{new(any), new(map[string]any)} {
		require.ErrorIs(t, finite.FromVariant(v, dst), variant.ErrNotFinite)
	}

	key := testkit.Encode(t, plain, keyed(array(c.v), variant.Nil{}))
	testkit.RefuseDecode(t, finite, key, variant.ErrNotFinite)
}

// TestUntrusted tests which packets a codec with Untrusted refuses and accepts.
func TestUntrusted(t *testing.T) {
	c := codec.MustNew(codec.Untrusted())
	nested := func(n int) (v variant.Variant) {
		for v = (variant.Nil{}); n > 0; n-- {
			v = variant.NewArray(v)
		}
		return v
	}
	decode := func(v variant.Variant) error {
		packet, err := codec.Encode(v)
		require.NoError(t, err)
		_, err = c.Decode(packet)
		return err
	}

	require.ErrorIs(t, decode(math.V2(1, inf)), variant.ErrNotFinite)
	require.NoError(t, decode(nested(64)))
	require.ErrorIs(t, decode(nested(65)), variant.ErrDepth)

	_, err := c.Encode(variant.String(strings.Repeat("a", 1<<20)))
	require.ErrorIs(t, err, variant.ErrLimit)

	frame := binary.LittleEndian.AppendUint32(nil, 64<<10+4)
	_, err = c.NewDecoder(bytes.NewReader(frame), codec.FrameU32).Decode()
	require.ErrorIs(t, err, variant.ErrLimit)
}

// TestFiniteOverflow: encoding also refuses a finite number that is infinite in single precision.
func TestFiniteOverflow(t *testing.T) {
	finite := codec.MustNew(codec.Options{Finite: true})
	err := testkit.RefuseEncode(t, finite, math.Vector2{X: 1e300}, variant.ErrNotFinite)
	require.ErrorContains(t, err, "1e+300 is infinite in single precision")
	testkit.Encode(t, codec.MustNew(codec.Options{Finite: true, Precision: codec.Double}),
		math.Vector2{X: 1e300})
	testkit.Encode(t, finite, variant.Float(1e300))
}

// gauge is a type of a program. Its payload has a Float32, a Real and a Float64.
type gauge struct{ a, b, c float64 }

func (gauge) Type() variant.Type { return variant.TypeCustom }
func (g gauge) Encode(w *variant.Writer) error {
	w.Float32(float32(g.a))
	w.Real(g.b)
	w.Float64(g.c)
	return w.Err()
}
func (gauge) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, gauge{float64(r.Float32()), r.Real(), r.Float64()})
}

func TestFiniteCustom(t *testing.T) {
	types := codec.NewRegistry()
	require.NoError(t, types.Register(gauge{}, 100))
	plain := codec.MustNew(codec.Options{Registry: types})
	finite := codec.MustNew(codec.Options{Registry: types, Finite: true})
	testkit.Decode(t, finite, testkit.Encode(t, finite, gauge{1, 2, 3}))
	for offset, g := range map[int]gauge{4: {a: inf}, 8: {b: nan}, 12: {c: -inf}} {
		testkit.RefuseEncode(t, finite, g, variant.ErrNotFinite)
		require.Equal(t, offset, testkit.RefuseDecode(t, finite, testkit.Encode(t, plain, g),
			variant.ErrNotFinite).Offset)
	}
}

// TestFiniteTag: the tag finite refuses NaN and infinities in one field of any type.
func TestFiniteTag(t *testing.T) {
	type inner struct{ A, B float64 }
	type fields struct {
		Any    any                `godot:"any,omitempty,finite"`
		F      float64            `godot:"f,finite"`
		F32    float32            `godot:"f32,finite"`
		At     math.Vector3       `godot:"at,finite"`
		To     math.Transform2D   `godot:"to,finite"`
		List   []float64          `godot:"list,finite"`
		Typed  []float64          `godot:"typed,typed,finite"`
		Two    [2]float32         `godot:"two,finite"`
		Points []math.Vector2     `godot:"points,finite"`
		Map    map[string]float64 `godot:"map,finite"`
		Ptr    *float64           `godot:"ptr,finite"`
		In     inner              `godot:"in,finite"`
		V      variant.Variant    `godot:"v,finite"`
		Free   float64            `godot:"free"`
	}

	for path, set := range map[string]func(*fields){
		`$["f"]`:         func(x *fields) { x.F = nan },
		`$["f32"]`:       func(x *fields) { x.F32 = float32(inf) },
		`$["at"]`:        func(x *fields) { x.At.Y = -inf },
		`$["to"]`:        func(x *fields) { x.To.X.Y = -inf },
		`$["list"][1]`:   func(x *fields) { x.List = []float64{0, nan} },
		`$["typed"][1]`:  func(x *fields) { x.Typed = []float64{0, nan} },
		`$["two"][1]`:    func(x *fields) { x.Two[1] = float32(nan) },
		`$["points"][1]`: func(x *fields) { x.Points = []math.Vector2{{}, {Y: nan}} },
		`$["map"]["a"]`:  func(x *fields) { x.Map = map[string]float64{"a": nan} },
		`$["ptr"]`:       func(x *fields) { x.Ptr = &nan },
		`$["in"]["b"]`:   func(x *fields) { x.In.B = nan },
		`$["v"][0]`:      func(x *fields) { x.V = array(math.Color{R: nan}) },
		`$["any"][0]`:    func(x *fields) { x.Any = []any{math.Vector2{X: nan}} },
		``:               func(x *fields) { x.Free = nan },
	} {
		var x fields
		set(&x)
		check := func(op string, err error) {
			if path == "" {
				require.NoError(t, err, op)
				return
			}
			var e *variant.Error
			require.ErrorAs(t, err, &e, "%s %s", op, path)
			require.ErrorIs(t, err, variant.ErrNotFinite, "%s %s", op, path)
			assert.Equal(t, path, e.Path.String(), "%s: %v", op, err)
		}

		_, err := codec.Marshal(&x)
		check("Marshal", err)
		_, err = codec.ToVariant(&x)
		check("ToVariant", err)

		free := map[string]any{
			"any": x.Any, "f": x.F, "f32": x.F32, "at": x.At, "to": x.To, "list": x.List,
			"typed": x.Typed, "two": x.Two,
			"points": x.Points, "map": x.Map, "in": x.In, "v": x.V, "free": x.Free, "ptr": x.Ptr,
		}

		packet, err := codec.Marshal(free)
		require.NoError(t, err)
		check("Unmarshal", codec.Unmarshal(packet, new(fields)))
		v, err := codec.ToVariant(free)
		require.NoError(t, err)
		check("FromVariant", codec.FromVariant(v, new(fields)))
	}
}
