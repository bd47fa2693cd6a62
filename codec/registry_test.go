package codec_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// half is a Vector2 in single precision.
type half struct{ X, Y float32 }

func (half) Type() variant.Type { return variant.TypeVector2 }
func (v half) Encode(w *variant.Writer) error {
	w.Real(float64(v.X))
	w.Real(float64(v.Y))
	return w.Err()
}
func (half) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, half{float32(r.Real()), float32(r.Real())})
}

func TestReplace(t *testing.T) {
	r := codec.NewRegistry()
	require.NoError(t, r.Replace(half{}))
	assert.ErrorContains(t, r.Replace(nil), "no prototype")
	for _, typ := range []variant.Type{variant.TypeCustom, variant.TypePackedTypedArray + 1} {
		assert.ErrorContains(t, r.Replace(numberedType{typ}), "not a built-in type")
	}

	c, usual := codec.MustNew(codec.Options{Registry: r}), array(math.V2(1, 2))
	packet := testkit.Encode(t, standard, usual)
	v := testkit.Decode(t, c, packet)
	assert.Equal(t, array(half{1, 2}), v)
	assert.Equal(t, packet, testkit.Encode(t, c, v))
	assert.Equal(t, usual, testkit.Decode(t, standard, packet), "no other registry has changed")
}

func TestRegister(t *testing.T) {
	r := codec.NewRegistry()
	v := numberedType{variant.TypeCustom}
	assert.ErrorContains(t, r.Register(nil, 99), "no prototype")
	assert.ErrorContains(t, r.Register(variant.Int(0), 99), "Replace is for built-in types")
	assert.ErrorContains(t, r.Register(numberedType{variant.TypeUnsupported}, 99),
		"not variant.TypeCustom or more")
	require.NoError(t, r.Register(v, 99))
	assert.ErrorContains(t, r.Register(v, 100), "is registered as")
	assert.ErrorContains(t, r.Register(numberedType{variant.TypeCustom + 1}, 99), "ID 99 is taken")
	assert.ErrorContains(t, r.Replace(v), "not a built-in type",
		"a registered type is of the program's own")
	_, err := codec.New(codec.Options{Registry: r})
	require.NoError(t, err)

	taken := codec.NewRegistry()
	require.NoError(t, taken.Register(v, 30))
	_, err = codec.New(codec.Options{Registry: taken})
	assert.ErrorContains(t, err, "is taken in dialect Godot4")
	_, err = codec.New(codec.Options{Registry: taken, Dialect: codec.Godot3})
	assert.NoError(t, err, "where it is free")
}

func TestNewErrors(t *testing.T) {
	for want, o := range map[string]codec.Options{
		"no double precision":     {Dialect: codec.Godot3, Precision: variant.Double},
		"no such mode":            {Mode: 9},
		"Limits.MaxDepth is 5000": {Limits: codec.Limits{MaxDepth: 5000}},
	} {
		_, err := codec.New(o)
		assert.ErrorContains(t, err, want)
		assert.Panics(t, func() { codec.MustNew(o) })
	}
}

// TestEncodeBig encodes values that are larger than the greatest buffer that a codec reuses. Later
// calls do not change the result.
func TestEncodeBig(t *testing.T) {
	c := codec.MustNew(codec.Options{})
	for _, n := range []int{1 << 10, 1<<20 - 8, 1 << 20, 1<<20 + 4} {
		big := packed.PackedByteArray(make([]byte, n))
		big[n-1] = 7
		packet := testkit.Encode(t, c, big)
		require.Len(t, packet, 8+n)
		for range 3 {
			testkit.Encode(t, c, packed.PackedByteArray(make([]byte, n)))
		}
		require.Equal(t, byte(7), packet[len(packet)-1])
	}
}

func TestDialectByName(t *testing.T) {
	for _, d := range codec.Dialects() {
		assert.Same(t, d, codec.DialectByName(d.Name()))
	}
	assert.Same(t, codec.Pandemonium5, codec.DialectByName("pandemonium5"))
	assert.Nil(t, codec.DialectByName("Godot5"))
}

// TestZeroCodec: the zero Codec and a nil pointer are the codec of Options{}, in every method.
func TestZeroCodec(t *testing.T) {
	made := codec.MustNew(codec.Options{})
	value := variant.NewDictionary(variant.KV("hp", variant.Int(10)),
		variant.KV("at", math.Vector2{X: 0.1}))
	packet := testkit.Encode(t, made, value)
	rounded := testkit.Decode(t, made, packet)
	frame := testkit.Records(binary.LittleEndian, string(packet))
	type player struct {
		HP int `godot:"hp"`
	}

	// The arguments of the methods. If an argument is a pointer, the test also compares its target.
	for name, args := range map[string]func() []any{
		"Encode":        func() []any { return []any{value} },
		"Append":        func() []any { return []any{[]byte{1}, value} },
		"Decode":        func() []any { return []any{packet} },
		"DecodeFirst":   func() []any { return []any{packet} },
		"Valid":         func() []any { return []any{packet} },
		"Dialect":       func() []any { return nil },
		"Limits":        func() []any { return nil },
		"Options":       func() []any { return nil },
		"Marshal":       func() []any { return []any{player{1}} },
		"AppendMarshal": func() []any { return []any{[]byte{1}, []int{1}} },
		"Size":          func() []any { return []any{value} },
		"ToVariant":     func() []any { return []any{[]int{1}} },
		"FromVariant":   func() []any { return []any{value, new(player)} },
		"Unmarshal":     func() []any { return []any{packet, new(player)} },
		"Has":           func() []any { return []any{variant.TypeVector4} },
	} {
		run := func(c *codec.Codec) (all []any) {
			var in []reflect.Value
			for _, arg := range args() {
				in = append(in, reflect.ValueOf(arg))
				all = append(all, arg)
			}
			for _, out := range reflect.ValueOf(c).MethodByName(name).Call(in) {
				all = append(all, out.Interface())
			}
			return all
		}

		want := run(made)
		assert.Equal(t, want, run(new(codec.Codec)), name)
		assert.Equal(t, want, run(nil), "%s of nil", name)
		if err, failed := want[len(want)-1].(error); failed {
			require.NoError(t, err, name)
		}
		if name == "Unmarshal" || name == "FromVariant" {
			assert.Contains(t, want, &player{10})
		}
	}

	for _, c := range []*codec.Codec{made, new(codec.Codec), nil} {
		converted, err := convert.Value(value, c, nil)
		require.NoError(t, err)
		testkit.RequireEqual(t, rounded, converted)

		raw, err := c.Raw(packet)
		require.NoError(t, err)
		testkit.RequireEqual(t, array(rounded),
			testkit.Decode(t, c, testkit.Encode(t, c, array(raw))))
		requireNext(t, c.NewDecoder(bytes.NewReader(frame), codec.FrameU32), rounded)
		var out bytes.Buffer
		require.NoError(t, c.NewEncoder(&out, codec.FrameU32).Encode(value))
		assert.Equal(t, frame, out.Bytes())
	}

	assert.Equal(t, 15+3, reflect.TypeFor[*codec.Codec]().NumMethod(),
		"in the table, and Raw, NewDecoder and NewEncoder")
}

// TestZeroStreams: streams without a reader or writer return an error that names the missing part.
func TestZeroStreams(t *testing.T) {
	for name, d := range map[string]*codec.Decoder{
		"zero": new(codec.Decoder), "nil reader": codec.NewDecoder(nil, codec.FrameU32),
	} {
		_, err := d.Decode()
		require.ErrorContains(t, err, "the Decoder has no reader", name)
		_, again := d.DecodeRaw()
		require.Equal(t, err, again)
		require.Equal(t, err, d.Unmarshal(new(any)))
		require.Equal(t, err, d.Err())

		for _, err := range d.All() {
			require.Equal(t, again, err)
		}

		require.Nil(t, d.Packet())
		require.Zero(t, d.InputOffset())
	}

	for _, e := range []*codec.Encoder{new(codec.Encoder), codec.NewEncoder(nil, codec.FrameU32)} {
		require.ErrorContains(t, e.Encode(variant.Nil{}), "the Encoder has no writer")
		require.ErrorContains(t, e.Marshal(7), "the Encoder has no writer")
	}
}

// TestZeroRegistry: the zero Registry has the built-in types, and more types can be added.
func TestZeroRegistry(t *testing.T) {
	packet := testkit.Encode(t, standard, math.Vector2{X: 1})
	own := numberedType{variant.TypeCustom}
	var r codec.Registry
	before := codec.MustNew(codec.Options{Registry: &r})
	require.NoError(t, r.Register(own, 100))
	after := codec.MustNew(codec.Options{Registry: &r})
	for _, c := range []*codec.Codec{before, after} {
		testkit.RequireEqual(t, math.Vector2{X: 1}, testkit.Decode(t, c, packet))
	}
	testkit.Encode(t, after, own)
	require.NoError(t, new(codec.Registry).Replace(math.Vector2{}))
}

// numberedType is a user's type with any type number.
type numberedType struct{ typ variant.Type }

func (v numberedType) Type() variant.Type             { return v.typ }
func (v numberedType) Encode(w *variant.Writer) error { return w.Err() }
func (v numberedType) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, v)
}

// TestConcurrentRegistry registers types while other goroutines make codecs of the same
// registry.
func TestConcurrentRegistry(t *testing.T) {
	var wg sync.WaitGroup
	r := codec.NewRegistry()
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			v := numberedType{variant.TypeCustom + variant.Type(i)}
			assert.NoError(t, r.Register(v, uint8(100+i)))
			assert.Error(t, r.Register(v, uint8(150+i)))
			assert.NoError(t, r.Replace(variant.Int(0)))

			c := codec.MustNew(codec.Options{Registry: r})
			got, err := c.Decode(word(100 + i))
			assert.NoError(t, err)
			assert.Equal(t, v, got)
		}()
	}

	wg.Wait()
	c := codec.MustNew(codec.Options{Registry: r})
	for i := range 8 {
		require.NoError(t, c.Valid(word(100+i)))
	}
}

// score is a type for text and JSON only.
type score struct{ Points int64 }

const typeScore = variant.TypeCustom + 9

func (score) Type() variant.Type             { return typeScore }
func (score) TypeName() string               { return "Score" }
func (s score) ToArgs(w notation.ArgsWriter) { w.Int(s.Points) }

func (score) FromArgs(a notation.Args) variant.Variant { return score{a.Int()} }

func (score) Encode(w *variant.Writer) error { return w.Fail(variant.ErrUnsupported) }

func (score) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, r.Fail(variant.ErrUnsupported)
}

// vector is a score with the name of a built-in type.
type vector struct{ score }

func (vector) TypeName() string { return "Vector2" }

// bareScore is like score, but without the method TypeName.
type bareScore struct{ inner score }

func (n bareScore) Type() variant.Type                                { return typeScore }
func (n bareScore) ToArgs(w notation.ArgsWriter)                      { n.inner.ToArgs(w) }
func (n bareScore) FromArgs(a notation.Args) variant.Variant          { return n.inner.FromArgs(a) }
func (n bareScore) Encode(w *variant.Writer) error                    { return n.inner.Encode(w) }
func (n bareScore) Decode(r *variant.Reader) (variant.Variant, error) { return n.inner.Decode(r) }

// TestRegisterText: a type without an ID is read in JSON and has no packet.
func TestRegisterText(t *testing.T) {
	r := codec.NewRegistry()
	require.NoError(t, r.RegisterText(score{}))
	assert.ErrorContains(t, r.RegisterText(nil), "no prototype")
	assert.ErrorContains(t, r.RegisterText(score{}), `the name "Score" is that of codec_test.score`)
	assert.ErrorContains(t, r.RegisterText(vector{}), `the name "Vector2" is that of math.Vector2`)
	assert.ErrorContains(t, r.RegisterText(bareScore{}), "no method TypeName")

	c := codec.MustNew(codec.Options{Registry: r})
	want := array(score{7})
	text, err := json.Marshal(codec.Value{V: want, Codec: c})
	require.NoError(t, err)
	require.JSONEq(t, `[{"type":"Score","args":[7]}]`, string(text))

	got := codec.Value{Codec: c}
	require.NoError(t, json.Unmarshal(text, &got))
	require.Equal(t, want, got.V)

	_, err = c.Encode(want)
	require.ErrorIs(t, err, variant.ErrUnsupported)
}
