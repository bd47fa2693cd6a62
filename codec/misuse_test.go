package codec_test

import (
	"errors"
	stdmath "math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/internal/wire"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// liar is a user's type whose methods break the rules.
type liar struct {
	typ    variant.Type
	encode func(w *variant.Writer) error
}

func (l liar) Type() variant.Type             { return l.typ }
func (l liar) Encode(w *variant.Writer) error { return l.encode(w) }
func (l liar) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, errors.New("not to be decoded")
}

// crashing is a user's type whose Type panics.
type crashing struct{ *liar }

// itself is a user's type that contains itself.
type itself struct{}

func (itself) Type() variant.Type                              { return variant.TypeArray }
func (itself) Decode(*variant.Reader) (variant.Variant, error) { return itself{}, nil }
func (v itself) Encode(w *variant.Writer) error                { w.Value(v); return w.Err() }

var errOwn = errors.New("the user's own error")

var aNil = []variant.Pair{variant.KV("a", nil)}

// misuses are values that an encoder cannot write, or only by a rule: with the error, or
// the packet.
var misuses = []struct {
	name    string
	value   variant.Variant
	options codec.Options
	kind    error  // nil: it is written
	path    string // of the error
	packet  string // of what is written
}{
	{name: "nil interface", value: nil, packet: "\x00\x00\x00\x00"},
	{name: "nil item", value: variant.NewArray(nil),
		packet: "\x1c\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"},
	{name: "nil key and value", value: variant.NewDictionary(variant.Pair{}),
		packet: "\x1b\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"},
	{name: "typed nil of a scalar", value: (*variant.Int)(nil), kind: variant.ErrUnsupported,
		path: "$"},
	{name: "typed nil of a struct", value: (*math.Vector2)(nil), kind: variant.ErrUnsupported,
		path: "$"},
	{name: "typed nil of a container", value: variant.NewArray((*variant.Array)(nil)),
		kind: variant.ErrUnsupported, path: "$[0]"},
	{name: "typed nil as key",
		value: variant.NewDictionary(variant.Pair{Key: (*variant.String)(nil)}),
		kind:  variant.ErrUnsupported, path: "$[key 0]"},
	{name: "typed nil as value",
		value: variant.NewDictionary(variant.KV("a", (*variant.String)(nil))),
		kind:  variant.ErrUnsupported, path: `$["a"]`},
	{name: "typed nil as property",
		value:   objects.NewObject("A", objects.Prop("p", (*objects.Object)(nil))),
		options: full, kind: variant.ErrUnsupported, path: "$.p"},
	{name: "nil property", value: objects.NewObject("A", objects.Prop("p", nil)), options: full,
		packet: "\x18\x00\x00\x00\x01\x00\x00\x00A\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00p\x00\x00\x00\x00\x00\x00\x00"},
	{name: "pointer to a value", value: pointer(variant.Int(5)),
		packet: "\x02\x00\x00\x00\x05\x00\x00\x00"},
	{name: "nil slices", value: packed.PackedInt32Array(nil),
		packet: "\x1e\x00\x00\x00\x00\x00\x00\x00"},

	{name: "cycle through items", value: cycleOfItems(), kind: variant.ErrDepth, path: "$[0]"},
	{name: "cycle through values", value: cycleOfPairs(false), kind: variant.ErrDepth,
		path: `$["next"]`},
	{name: "cycle through keys", value: cycleOfPairs(true), kind: variant.ErrDepth,
		path: "$[key 0]"},
	{name: "cycle of two", value: cycleOfTwo(), kind: variant.ErrDepth, path: `$[0]["back"]`},
	{name: "cycle of a user's type", value: variant.NewArray(itself{}), kind: variant.ErrDepth,
		path: "$[0]"},
	{name: "shared subtree 2^40", value: doubled(40, variant.Nil{}), kind: variant.ErrLimit,
		path: "$[0][0]"},
	{name: "shared subtree 2^40 of keys", value: doubledKeys(40), kind: variant.ErrLimit,
		path: "$[key 0][key 0]"},
	{name: "shared packed array", value: doubled(40, packed.PackedByteArray(make([]byte, 1<<16))),
		kind: variant.ErrLimit, path: "$[0]"},
	{name: "MaxSize", value: packed.PackedFloat64Array(make([]float64, 200)),
		options: codec.Options{Limits: codec.Limits{MaxSize: 1 << 10}}, kind: variant.ErrLimit,
		path: "$"},
	{name: "MaxDepth", value: variant.NewArray(variant.NewArray(variant.NewArray())),
		options: codec.Options{Limits: codec.Limits{MaxDepth: 1}}, kind: variant.ErrDepth,
		path: "$[0][0]"},

	{name: "invalid UTF-8", value: variant.NewArray(variant.String("a\xffb")),
		kind: variant.ErrUTF8, path: "$[0]"},
	{name: "invalid UTF-8 in a key", value: variant.NewDictionary(variant.KV("\xff", nil)),
		kind: variant.ErrUTF8, path: "$[key 0]"},
	{name: "invalid UTF-8 in a name", value: variant.StringName("\xc0\x80"), kind: variant.ErrUTF8,
		path: "$"},
	{name: "invalid UTF-8 in a path", value: objects.NodePath{Names: []string{"\xff"}},
		kind: variant.ErrUTF8, path: "$"},
	{name: "invalid UTF-8 in a packed array", value: packed.PackedStringArray{"", "\xed\xa0\x80"},
		kind: variant.ErrUTF8, path: "$[1]"},
	{name: "invalid UTF-8 in a signal", value: objects.Signal{Name: "\xff"}, kind: variant.ErrUTF8,
		path: "$"},
	{name: "invalid UTF-8 in a class", value: objects.NewObject("\xff"), options: full,
		kind: variant.ErrUTF8, path: "$"},
	{name: "invalid UTF-8 in a property", value: objects.NewObject("A", objects.Prop("\xff", nil)),
		options: full, kind: variant.ErrUTF8, path: `$."\xff"`},
	{name: "invalid UTF-8 in lenient mode", value: variant.String("\xff"), options: lenient,
		packet: "\x04\x00\x00\x00\x01\x00\x00\x00\xff\x00\x00\x00"},

	{name: "typed array, wrong item",
		value: variant.NewTypedArray(intElem, variant.Int(1), variant.Float(2)),
		kind:  variant.ErrElementType, path: "$[1]"},
	{name: "typed array, nil item", value: variant.NewTypedArray(intElem, nil),
		kind: variant.ErrElementType, path: "$[0]"},
	{name: "typed array of objects, nil item",
		value:  variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject}, nil),
		packet: "\x1c\x00\x02\x00\x11\x00\x00\x00EncodedObjectAsID\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"},
	{name: "typed dictionary, wrong key", value: variant.Dictionary{Key: &intElem, Pairs: aNil},
		kind: variant.ErrElementType, path: "$[key 0]"},
	{name: "typed dictionary, wrong value", value: variant.Dictionary{Value: &intElem, Pairs: aNil},
		kind: variant.ErrElementType, path: `$["a"]`},
	{name: "typed array, type not in the dialect",
		value: variant.NewTypedArray(variant.ElementType{Type: variant.TypePackedVector2iArray}),
		kind:  variant.ErrUnsupported, path: "$"},
	{name: "typed array, no type at all",
		value: variant.NewTypedArray(variant.ElementType{Type: 200}),
		kind:  variant.ErrUnsupported, path: "$"},

	{name: "type not in the dialect", value: variant.NewArray(math.Vector4{}),
		options: codec.Options{Dialect: codec.Godot3},
		kind:    variant.ErrUnsupported, path: "$[0]"},
	{name: "RID without payload", value: objects.RID(1),
		options: codec.Options{Dialect: codec.Godot3},
		kind:    variant.ErrUnsupported, path: "$"},
	{name: "full object unasked", value: variant.NewArray(objects.NewObject("Node")),
		kind: variant.ErrObject, path: "$[0]"},
	{name: "object ID with FullObjects where no flag tells", value: objects.Object{ID: 1},
		options: codec.Options{Dialect: codec.DocsGodot4, FullObjects: true},
		kind:    variant.ErrUnsupported, path: "$"},
	{name: "object ID that reads as null", value: objects.Object{ID: 1 << 32},
		options: docs, kind: variant.ErrRange, path: "$"},
	{name: "number that single precision rounds",
		value: variant.NewArray(math.Vector2{X: 0.5, Y: 0.1}), options: codec.Options{Exact: true},
		kind: variant.ErrInexact, path: "$[0]"},
	{name: "number over single precision", value: math.Vector2{X: 1e300},
		packet: "\x05\x00\x00\x00\x00\x00\x80\x7f\x00\x00\x00\x00"},
	{name: "number over single precision, exact", value: packed.PackedVector2Array{{}, {X: 1e300}},
		options: codec.Options{Exact: true},
		kind:    variant.ErrInexact, path: "$[1]"},
	{name: "float without a long form", value: variant.Float(0.1),
		options: codec.Options{Dialect: codec.DocsGodot32, Exact: true},
		kind:    variant.ErrInexact, path: "$"},

	{name: "user's type that fails",
		value: variant.NewArray(liar{variant.TypeInt, func(*variant.Writer) error {
			return errOwn
		}}),
		kind: errOwn, path: "$[0]"},
	{name: "user's type that fails late",
		value: variant.NewArray(liar{variant.TypeInt, func(w *variant.Writer) error {
			w.Int32(1)
			return w.Fail(variant.Because(variant.ErrRange, "too much"))
		}}), kind: variant.ErrRange, path: "$[0]"},
	{name: "user's type that panics",
		value: variant.NewDictionary(variant.KV("a",
			liar{variant.TypeInt, func(*variant.Writer) error {
				panic("no")
			}})),
		kind: variant.ErrUnsupported, path: `$["a"]`},
	{name: "user's type without a type", value: variant.NewArray(crashing{}),
		kind: variant.ErrUnsupported, path: "$[0]"},
	{name: "user's type of no known type", value: liar{typ: variant.TypeUnsupported},
		kind: variant.ErrUnsupported, path: "$"},
}

func pointer[T any](v T) *T { return &v }

func cycleOfItems() variant.Variant {
	items := make([]variant.Variant, 1)
	items[0] = variant.Array{Items: items}
	return items[0]
}

func cycleOfPairs(asKey bool) variant.Variant {
	pairs := make([]variant.Pair, 1)
	d := variant.Dictionary{Pairs: pairs}
	pairs[0] = variant.KV("next", d)
	if asKey {
		pairs[0] = variant.Pair{Key: d}
	}
	return d
}

func cycleOfTwo() variant.Variant {
	items := make([]variant.Variant, 1)
	a := variant.Array{Items: items}
	items[0] = variant.NewDictionary(variant.KV("back", a))
	return a
}

// doubled is a value of n small parts that takes 2^n times the innermost on the wire.
func doubled(n int, v variant.Variant) variant.Variant {
	for range n {
		v = variant.NewArray(v, v)
	}
	return v
}

func doubledKeys(n int) variant.Variant {
	var v variant.Variant = variant.Nil{}
	for range n {
		v = variant.NewDictionary(variant.Pair{Key: v, Value: v})
	}
	return v
}

// TestMisuse encodes values that a program can pass by mistake. The result is an error
// with kind and path and the caller's slice unchanged, or the bytes that the rule says.
func TestMisuse(t *testing.T) {
	for _, c := range misuses {
		t.Run(c.name, func(t *testing.T) {
			if c.options.Limits.MaxSize == 0 {
				c.options.Limits.MaxSize = 1 << 20
			}

			cd := codec.MustNew(c.options)
			dst := append(make([]byte, 0, 64), "before"...)
			out, err := cd.Append(dst, c.value)
			require.Equal(t, "before", string(dst))

			if c.kind == nil {
				require.NoError(t, err)
				require.Equal(t, "before"+c.packet, string(out))
				return
			}

			require.ErrorIs(t, err, c.kind)
			require.Same(t, &dst[0], &out[0])
			require.Len(t, out, len(dst))
			var e *variant.Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, "encode", e.Op)
			assert.True(t, strings.HasPrefix(e.Path, c.path), "path %s, not %s", e.Path, c.path)
			assert.True(t, len(e.Path) < 2000 && len(err.Error()) < 2500, "%d bytes of path",
				len(e.Path))

			if !strings.HasPrefix(c.name, "cycle") && !strings.HasPrefix(c.name, "shared") {
				assert.Equal(t, c.path, e.Path)
			}

			out, err = cd.Encode(c.value)
			require.ErrorIs(t, err, c.kind)
			require.Nil(t, out)
		})
	}
}

// TestMisuseLeavesCodecUsable encodes a good value after each bad one: reused memory
// keeps nothing of the failure.
func TestMisuseLeavesCodecUsable(t *testing.T) {
	c := codec.MustNew(codec.Options{FullObjects: true, Limits: codec.Limits{MaxSize: 1 << 16}})
	good := variant.NewArray(math.Vector2{X: 1, Y: 2},
		variant.NewDictionary(variant.KV("a", variant.Int(1))))
	want := testkit.Encode(t, c, good)
	for _, m := range misuses {
		_, _ = c.Encode(m.value)
		require.Equal(t, want, testkit.Encode(t, c, good), "after %s", m.name)
	}
}

// An oddGenerator makes values as a generator does, and values like those in misuses.
type oddGenerator struct {
	*generator
	lied bool // there is a user's type inside, whose bytes can be anything
	deep int
}

func (g *oddGenerator) value() variant.Variant {
	g.deep++
	defer func() { g.deep-- }()

	if g.deep > 40 || len(g.b) == 0 {
		return nil
	}

	switch g.n(12) {
	case 0:
		return misuses[g.n(len(misuses))].value
	case 1:
		return variant.Array{Items: repeat(g.generator, g.value), Elem: g.oddElem()}
	case 2, 3:
		d := variant.Dictionary{Key: g.oddElem(), Value: g.oddElem(), Shared: g.yes()}
		d.Pairs = repeat(g.generator, func() variant.Pair {
			return variant.Pair{Key: g.value(), Value: g.value()}
		})
		return d

	case 4:
		o := objects.Object{Class: string(g.take(g.n(5))), ID: uint64(g.n(3))}
		o.Properties = repeat(g.generator, func() objects.Property {
			return objects.Prop(string(g.take(g.n(5))), g.value())
		})
		return o

	case 5:
		return variant.String(g.take(g.n(9)))
	case 6:
		return packed.PackedStringArray(repeat(g.generator, func() string {
			return string(g.take(g.n(5)))
		}))

	case 7:
		return variant.TypedArray{Items: repeat(g.generator, g.value),
			Elem: *pointer(variant.ElementType{Type: variant.Type(g.n(256))})}

	case 8:
		return g.liar()
	case 9:
		return &v2{g.generator.value()}
	default:
		return g.generator.value()
	}
}

// v2 is a struct that embeds a value, as user code may.
type v2 struct{ variant.Variant }

func (g *oddGenerator) oddElem() *variant.ElementType {
	if g.n(3) > 0 {
		return nil
	}
	return &variant.ElementType{Type: variant.Type(g.n(256)), Class: string(g.take(g.n(3))),
		Script: string(g.take(g.n(3)))}
}

// liar makes a user's type that calls the Writer's methods as the bytes say.
func (g *oddGenerator) liar() variant.Variant {
	g.lied = true
	steps := g.take(g.n(8))

	part := g.value()
	return liar{variant.Type(g.n(256)), func(w *variant.Writer) error {
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
				w.String(string(steps))
			case 12:
				(*wire.Writer)(w).WriteStrings([]string{string(steps)})
			case 13:
				w.Data(steps)
			}
		}

		return nil
	}}
}

// checkOddValue makes a value of bytes and encodes it.
func checkOddValue(t testing.TB, s settings, b []byte) {
	g := &oddGenerator{generator: newGenerator(s, b)}
	v := g.value()
	c := codec.MustNew(codec.Options{
		Dialect: s.dialect, Precision: s.precision, FullObjects: s.full,
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
		require.Equal(t, "encode", e.Op)
		require.NotNil(t, e.Err)
		require.NotEmpty(t, err.Error())

		return
	}

	packet := out[len(dst):]
	require.Zero(t, len(packet)%4)
	require.LessOrEqual(t, len(packet), 1<<16)

	if g.lied {
		_ = c.Valid(packet) // whatever it says
		return
	}

	require.NoError(t, s.in(codec.Lenient).Valid(packet), "%v: %#v", s, v)
}

// TestOddValues is FuzzEncode over random bytes.
func TestOddValues(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 20_000 {
		b := randomBytes(random, 400)
		checkOddValue(t, settingsOf(uint8(random.Uint32())), b)
	}
}

// TestPathOfAKeyThatIsNone: a nil pointer as a key has no type to name in the path.
func TestPathOfAKeyThatIsNone(t *testing.T) {
	var none *math.Vector2
	for _, v := range []variant.Variant{
		variant.Dictionary{Pairs: []variant.Pair{{Key: none, Value: variant.Int(1)}}},
		variant.NewDictionary(variant.KV("a",
			variant.Dictionary{Pairs: []variant.Pair{{Key: variant.Int(1), Value: none}}})),
	} {
		testkit.RefuseEncode(t, standard, v, variant.ErrUnsupported)
	}
	require.Equal(t, "[?]", variant.Step{Kind: variant.StepKey, Key: none}.String())
}
