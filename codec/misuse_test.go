package codec_test

import (
	"errors"
	stdmath "math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/wire"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// liar is a user's type with methods that do not follow the rules of variant.Variant.
type liar struct {
	typ    variant.Type
	encode func(w *variant.Writer) error
}

func (l liar) Type() variant.Type             { return l.typ }
func (l liar) Encode(w *variant.Writer) error { return l.encode(w) }
func (l liar) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, errors.New("not to be decoded")
}

// panicType is a user's type whose Type panics.
type panicType struct{ *liar }

// itself is a user's type that contains itself.
type itself struct{}

func (itself) Type() variant.Type                              { return variant.TypeArray }
func (itself) Decode(*variant.Reader) (variant.Variant, error) { return itself{}, nil }
func (v itself) Encode(w *variant.Writer) error                { w.Value(v); return w.Err() }

var errOwn = errors.New("the user's own error")

// A misuse is a value that a program passes by mistake. An encoder returns an error for the value,
// or writes the value by a rule. For example, it writes a nil interface as Nil.
type misuse struct {
	name  string
	value variant.Variant
	o     codec.Options
	kind  error  // nil if the value is written
	want  string // the path of the error, or the bytes of the packet
}

var (
	std    codec.Options
	exact  = codec.Options{Exact: true}
	godot3 = codec.Options{Dialect: codec.Godot3}
	page32 = codec.Options{Dialect: codec.DocsGodot32, Exact: true}

	noType  = variant.ErrUnsupported
	notUTF8 = variant.ErrUTF8
)

// notWritten are values that cannot be written.
var notWritten = []misuse{
	{"typed nil of a scalar", (*variant.Int)(nil), std, noType, "$"},
	{"typed nil of a struct", (*math.Vector2)(nil), std, noType, "$"},
	{"typed nil of a container", array((*variant.Array)(nil)), std, noType, "$[0]"},
	{"typed nil as key", keyed((*variant.String)(nil), nil), std, noType, "$[key 0]"},
	{"typed nil vector as key", keyed((*math.Vector2)(nil), one), std, noType, "$[key 0]"},
	{"typed nil as value", valued((*variant.String)(nil)), std, noType, `$["a"]`},
	{"typed nil as property", object("p", (*objects.Object)(nil)), full, noType, "$.p"},
	{"typed nil in a value", valued(keyed(one, (*math.Vector2)(nil))), std, noType, `$["a"][1]`},

	{"cycle through items", testkit.Endless(), std, variant.ErrDepth, "$[0]"},
	{"cycle through values", cycleThrough(false), std, variant.ErrDepth, `$["next"]`},
	{"cycle through keys", cycleThrough(true), std, variant.ErrDepth, "$[key 0]"},
	{"cycle of two", cycleOfTwo(), std, variant.ErrDepth, `$[0]["back"]`},
	{"cycle of a user's type", array(itself{}), std, variant.ErrDepth, "$[0]"},
	{"shared subtree 2^40", testkit.Doubling(40, variant.Nil{}), std, variant.ErrLimit, "$[0][0]"},
	{"shared subtree 2^40 of keys", doubledKeys(40), std, variant.ErrLimit, "$[key 0][key 0]"},
	{"shared packed array", testkit.Doubling(40, make(packed.PackedByteArray, 1<<16)), std,
		variant.ErrLimit, "$[0]"},
	{"MaxSize", make(packed.PackedFloat64Array, 200),
		codec.Options{Limits: codec.Limits{MaxSize: 1 << 10}}, variant.ErrLimit, "$"},

	{"invalid UTF-8", array(variant.String("a\xffb")), std, notUTF8, "$[0]"},
	{"invalid UTF-8 in a key", keyed(variant.String("\xff"), nil), std, notUTF8, "$[key 0]"},
	{"invalid UTF-8 in a name", variant.StringName("\xc0\x80"), std, notUTF8, "$"},
	{"invalid UTF-8 in a path", objects.NodePath{Names: []string{"\xff"}}, std, notUTF8, "$"},
	{"invalid UTF-8 in a packed array", packed.PackedStringArray{"", "\xed\xa0\x80"}, std,
		notUTF8, "$[1]"},
	{"invalid UTF-8 in a signal", objects.Signal{Name: "\xff"}, std, notUTF8, "$"},
	{"invalid UTF-8 in a class", objects.NewObject("\xff"), full, notUTF8, "$"},
	{"invalid UTF-8 in a property", object("\xff", nil), full, notUTF8, `$."\xff"`},

	{"typed array, wrong item", variant.NewTypedArray(intElem, one, variant.Float(2)), std,
		variant.ErrElementType, "$[1]"},
	{"typed array, nil item", variant.NewTypedArray(intElem, nil), std, variant.ErrElementType,
		"$[0]"},
	{"typed array, type not in the dialect", emptyOf(variant.TypePackedVector2iArray), std, noType,
		"$"},
	{"typed array, no type at all", emptyOf(200), std, noType, "$"},

	{"type not in the dialect", array(math.Vector4{}), godot3, noType, "$[0]"},
	{"RID without payload", objects.RID(1), godot3, noType, "$"},
	{"full object unasked", array(objects.NewObject("Node")), std, variant.ErrObject, "$[0]"},
	{"object ID with FullObjects where no flag tells", objects.Object{ID: 1},
		codec.Options{Dialect: codec.DocsGodot4, FullObjects: true}, noType, "$"},
	{"object ID that reads as null", objects.Object{ID: 1 << 32}, docs, variant.ErrRange, "$"},
	{"number that single precision rounds", array(math.Vector2{X: 0.5, Y: 0.1}), exact,
		variant.ErrInexact, "$[0]"},
	{"number over single precision, exact", packed.PackedVector2Array{{}, {X: 1e300}}, exact,
		variant.ErrInexact, "$[1]"},
	{"float without a long form", variant.Float(0.1), page32, variant.ErrInexact, "$"},

	{"user's type that fails", array(liar{variant.TypeInt, func(*variant.Writer) error {
		return errOwn
	}}), std, errOwn, "$[0]"},
	{"user's type that fails late", array(liar{variant.TypeInt, func(w *variant.Writer) error {
		w.Int32(1)
		return w.Fail(variant.Because(variant.ErrRange, "too much"))
	}}), std, variant.ErrRange, "$[0]"},
	{"user's type that panics", valued(liar{variant.TypeInt, func(*variant.Writer) error {
		panic("no")
	}}), std, noType, `$["a"]`},
	{"user's type without a type", array(panicType{}), std, noType, "$[0]"},
	{"user's type of no known type", liar{typ: variant.TypeUnsupported}, std, noType, "$"},
}

// writtenByRule are odd values for which Encode returns no error, with their packets. For example,
// a nil interface is written as Nil.
var writtenByRule = []misuse{
	{"nil interface", nil, std, nil, "00000000"},
	{"nil item", array(nil), std, nil, "1c000000 01000000 00000000"},
	{"nil key and value", keyed(nil, nil), std, nil, "1b000000 01000000 00000000 00000000"},
	{"nil property", object("p", nil), full, nil,
		"18000000 01000000 41000000 01000000 01000000 70000000 00000000"},
	{"pointer to a value", ptr(variant.Int(5)), std, nil, "02000000 05000000"},
	{"nil slice", packed.PackedInt32Array(nil), std, nil, "1e000000 00000000"},
	{"invalid UTF-8 in lenient mode", variant.String("\xff"), lenient, nil,
		"04000000 01000000 ff000000"},
	{"typed array of objects, nil item", variant.NewTypedArray(objectElem(""), nil), std, nil,
		"1c000200 11000000 456e636f 6465644f 626a6563 74417349 44000000 01000000 00000000"},
	{"number over single precision", math.Vector2{X: 1e300}, std, nil,
		"05000000 0000807f 00000000"},
}

var misuses = slices.Concat(notWritten, writtenByRule)

const one = variant.Int(1)

func array(items ...variant.Variant) variant.Array { return variant.NewArray(items...) }

func keyed(key, value variant.Variant) variant.Dictionary {
	return variant.NewDictionary(variant.Pair{Key: key, Value: value})
}

func valued(v variant.Variant) variant.Dictionary { return keyed(variant.String("a"), v) }

func object(property string, v variant.Variant) objects.Object {
	return objects.NewObject("A", objects.Prop(property, v))
}

func emptyOf(t variant.Type) variant.Array {
	return variant.NewTypedArray(variant.ElementType{Type: t})
}

func ptr[T any](v T) *T { return &v }

// cycleThrough returns a dictionary that contains itself: as a key if the argument key is true, and
// otherwise as a value.
func cycleThrough(key bool) variant.Variant {
	d := keyed(variant.String("next"), nil)
	d.Pairs[0].Value = d
	if key {
		d.Pairs[0] = variant.Pair{Key: d}
	}
	return d
}

func cycleOfTwo() variant.Variant {
	a := array(nil)
	a.Items[0] = keyed(variant.String("back"), a)
	return a
}

func doubledKeys(n int) (v variant.Variant) {
	for range n {
		v = keyed(v, v)
	}
	return v
}

// TestMisuse encodes values that a program can pass by mistake. Encoding must return the bytes that
// the rule requires, or an error with a kind and a path. After an error the caller's slice is
// unchanged.
func TestMisuse(t *testing.T) {
	for _, c := range misuses {
		t.Run(c.name, func(t *testing.T) {
			if c.o.Limits.MaxSize == 0 {
				c.o.Limits.MaxSize = 1 << 20
			}

			cd := codec.MustNew(c.o)
			dst := append(make([]byte, 0, 64), "before"...)
			out, err := cd.Append(dst, c.value)
			require.Equal(t, "before", string(dst))
			require.ErrorIs(t, err, c.kind)

			if c.kind == nil {
				require.Equal(t, "before"+string(testkit.Unhex(t, c.want)), string(out))
				return
			}

			require.Same(t, &dst[0], &out[0])
			require.Len(t, out, len(dst))
			e := testkit.RefuseEncode(t, cd, c.value, c.kind)
			assert.Equal(t, err, error(e))
			assert.Equal(t, variant.OpEncode, e.Op)
			assert.True(t, strings.HasPrefix(e.Path.Short(), c.want), "path %s, not %s",
				e.Path.Short(), c.want)
			assert.Less(t, len(e.Path.Short()), 2000)
			assert.Less(t, len(err.Error()), 2500)

			if !strings.HasPrefix(c.name, "cycle") && !strings.HasPrefix(c.name, "shared") {
				assert.Equal(t, c.want, e.Path.String())
			}
		})
	}
}

// An oddGenerator makes values as a random.Generator does, and also values that a program passes by
// mistake, see misuse.
type oddGenerator struct {
	*random.Generator
	lied bool // a value has a user's type; its bytes can be anything
	deep int
}

func (g *oddGenerator) value() variant.Variant {
	g.deep++
	defer func() { g.deep-- }()

	if g.deep > 40 || g.Ended() {
		return nil
	}

	switch g.N(12) {
	case 0:
		return misuses[g.N(len(misuses))].value
	case 1:
		return variant.Array{Items: random.Repeat(g.Generator, g.value), Elem: g.oddElem()}
	case 2, 3:
		d := variant.Dictionary{Key: g.oddElem(), Value: g.oddElem(), Shared: g.Yes()}
		d.Pairs = random.Repeat(g.Generator, func() variant.Pair {
			return variant.Pair{Key: g.value(), Value: g.value()}
		})
		return d

	case 4:
		o := objects.Object{Class: string(g.Take(g.N(5))), ID: uint64(g.N(3))}
		o.Properties = random.Repeat(g.Generator, func() objects.Property {
			return objects.Prop(string(g.Take(g.N(5))), g.value())
		})
		return o

	case 5:
		return variant.String(g.Take(g.N(9)))
	case 6:
		return packed.PackedStringArray(random.Repeat(g.Generator, func() string {
			return string(g.Take(g.N(5)))
		}))

	case 7:
		return variant.TypedArray{Items: random.Repeat(g.Generator, g.value),
			Elem: *ptr(variant.ElementType{Type: variant.Type(g.N(256))})}

	case 8:
		return g.liar()
	case 9:
		return &v2{g.Generator.Value()}
	default:
		return g.Generator.Value()
	}
}

// v2 is a struct that embeds a value, as the types of users may do.
type v2 struct{ variant.Variant }

func (g *oddGenerator) oddElem() *variant.ElementType {
	if g.N(3) > 0 {
		return nil
	}
	return &variant.ElementType{Type: variant.Type(g.N(256)), Class: string(g.Take(g.N(3))),
		Script: string(g.Take(g.N(3)))}
}

// liar makes a value of a user's type, which calls the methods of Writer in an order that the
// fuzzer's bytes define.
func (g *oddGenerator) liar() variant.Variant {
	g.lied = true
	steps := g.Take(g.N(8))

	part := g.value()
	return liar{variant.Type(g.N(256)), func(w *variant.Writer) error {
		for _, s := range steps {
			switch s % 14 {
			case 0:
				w.Value(part)
			case 1:
				(*wire.Writer)(w).Null()
			case 2:
				w.Flags(uint32(s) << 12)
			case 3:
				panic("a liar")
			case 4:
				return errOwn
			case 5:
				return w.Fail(errOwn)
			case 6:
				return w.Fail(nil)
			case 7:
				w.Count(stdmath.MaxInt)
			case 8:
				(*wire.Writer)(w).Count64(int(s))
			case 9:
				w.Step(variant.Step{Kind: variant.StepKind(s), Key: part})
			case 10:
				w.Real(float64(s) / 10)
			case 11:
				w.Text(string(steps))
			case 12:
				(*wire.Writer)(w).WriteStrings([]string{string(steps)})
			case 13:
				w.Data(steps)
			}
		}

		return nil
	}}
}

// checkOddValue makes a value from the fuzzer's bytes, and encodes it.
func checkOddValue(t testing.TB, s settings, b []byte) {
	g := &oddGenerator{Generator: random.New(s, b)}
	v := g.value()
	c := codec.MustNew(codec.Options{
		Dialect: s.Dialect, Precision: s.Precision, FullObjects: s.Full,
		Mode:   codec.Mode(len(b) % 3),
		Limits: codec.Limits{MaxSize: 1 << 16},
	})

	dst := append(make([]byte, 0, 32), "before"...)
	out, err := c.Append(dst, v)
	require.Equal(t, "before", string(dst))

	if err != nil {
		require.Same(t, &dst[0], &out[0])
		require.Len(t, out, len(dst))
		var e *variant.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, variant.OpEncode, e.Op)
		require.NotNil(t, e.Err)
		require.NotEmpty(t, err.Error())

		return
	}

	packet := out[len(dst):]
	require.Zero(t, len(packet)%4)
	require.LessOrEqual(t, len(packet), 1<<16)

	if g.lied {
		_ = c.Valid(packet) // any result is correct, but a panic is not
		return
	}

	require.NoError(t, s.In(codec.Lenient).Valid(packet), "%v: %#v", s, v)
}

// TestOddValues calls the checks of FuzzEncode with random bytes.
func TestOddValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 20_000 {
		b := random.Bytes(rng, 400)
		checkOddValue(t, random.SettingsOf(uint8(rng.Uint32())), b)
	}
}
