package codec_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

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

	// The arguments of the methods. What an argument points to is a result, too.
	for name, args := range map[string]func() []any{
		"Encode":        func() []any { return []any{value} },
		"Append":        func() []any { return []any{[]byte{1}, value} },
		"Decode":        func() []any { return []any{packet} },
		"DecodeFirst":   func() []any { return []any{packet} },
		"Valid":         func() []any { return []any{packet} },
		"Trace":         func() []any { return []any{packet, func(codec.TraceEvent) {}} },
		"Dialect":       func() []any { return nil },
		"Limits":        func() []any { return nil },
		"Options":       func() []any { return nil },
		"Marshal":       func() []any { return []any{player{1}} },
		"AppendMarshal": func() []any { return []any{[]byte{1}, []int{1}} },
		"ToVariant":     func() []any { return []any{[]int{1}} },
		"FromVariant":   func() []any { return []any{value, new(player)} },
		"Unmarshal":     func() []any { return []any{packet, new(player)} },
		"Convert":       func() []any { return []any{value, func(codec.Note) {}} },
	} {
		run := func(c *codec.Codec) (all []any) {
			var in []reflect.Value
			for _, arg := range args() {
				in = append(in, reflect.ValueOf(arg))
				all = append(all, arg)
			}
			all = slices.DeleteFunc(all, func(arg any) bool {
				return reflect.TypeOf(arg).Kind() == reflect.Func
			})
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
		raw, err := c.Raw(packet)
		require.NoError(t, err)
		testkit.RequireEqual(t, variant.NewArray(rounded),
			testkit.Decode(t, c, testkit.Encode(t, c, variant.NewArray(raw))))
		assert.Equal(t, []string{`$["at"].x`}, slices.Collect(func(yield func(string) bool) {
			c.Audit(value)(func(p tree.Path, _ codec.Conversion) bool { return yield(p.String()) })
		}))

		requireNext(t, c.NewDecoder(bytes.NewReader(frame), codec.FrameU32), rounded)
		var out bytes.Buffer
		require.NoError(t, c.NewEncoder(&out, codec.FrameU32).Encode(value))
		assert.Equal(t, frame, out.Bytes())
	}

	assert.Equal(t, 15+4, reflect.TypeFor[*codec.Codec]().NumMethod(),
		"in the table, and Raw, Audit, NewDecoder and NewEncoder")

	var out bytes.Buffer
	require.NoError(t, codec.Dump(&out, packet, codec.DumpOptions{Codec: new(codec.Codec)}))
	blob, err := codec.Value{V: value, Codec: new(codec.Codec)}.Value()
	require.NoError(t, err)
	assert.Equal(t, packet, blob)
	text, err := codec.Value{V: value, Codec: new(codec.Codec)}.MarshalJSON()
	require.NoError(t, err)
	back := codec.Value{Codec: new(codec.Codec)}
	require.NoError(t, back.UnmarshalJSON(text))
	testkit.RequireEqual(t, value, back.V)
}

// TestZeroStreams: streams without a reader or writer say what is missing.
func TestZeroStreams(t *testing.T) {
	for name, d := range map[string]*codec.Decoder{
		"zero": new(codec.Decoder), "nil reader": codec.NewDecoder(nil, codec.FrameU32),
	} {
		_, err := d.Decode()
		require.ErrorContains(t, err, "the Decoder has no reader", name)
		_, again := d.DecodeRaw()
		require.Equal(t, err, again)
		require.Equal(t, err, d.Err())

		for _, err := range d.All() {
			require.Equal(t, again, err)
		}

		require.Nil(t, d.Packet())
		require.Zero(t, d.InputOffset())
	}

	for _, e := range []*codec.Encoder{new(codec.Encoder), codec.NewEncoder(nil, codec.FrameU32)} {
		require.ErrorContains(t, e.Encode(variant.Nil{}), "the Encoder has no writer")
	}

	require.Equal(t, "no dialect", codec.Detection{}.String())
}

// TestZeroRegistry: the zero Registry has the built-in types and takes more.
func TestZeroRegistry(t *testing.T) {
	packet := testkit.Encode(t, standard, math.Vector2{X: 1})
	for range 2 {
		var r codec.Registry
		testkit.RequireEqual(t, math.Vector2{X: 1},
			testkit.Decode(t, codec.MustNew(codec.Options{Registry: &r}), packet))
		require.NoError(t, r.Register(numerals(3), 100))
		testkit.RequireEqual(t, math.Vector2{X: 1},
			testkit.Decode(t, codec.MustNew(codec.Options{Registry: &r}), packet))
		_, err := codec.MustNew(codec.Options{Registry: &r}).Encode(numerals(3))
		require.NoError(t, err)
		require.NoError(t, new(codec.Registry).Replace(math.Vector2{}))
	}
}
