package codec_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

// TestZeroCodec: the zero Codec and a nil pointer are the codec of Options{}, in every method.
func TestZeroCodec(t *testing.T) {
	made := codec.MustNew(codec.Options{})
	value := variant.NewDictionary(variant.KV("hp", variant.Int(10)),
		variant.KV("at", math.Vector2{X: 0.1}))
	packet := testkit.Encode(t, made, value)

	type keeper struct{ V variant.Variant }
	runs := map[string]func(c *codec.Codec) []any{
		"Encode": func(c *codec.Codec) []any {
			b, err := c.Encode(value)
			return []any{b, err}
		},
		"Append": func(c *codec.Codec) []any {
			b, err := c.Append([]byte{1}, value)
			return []any{b, err}
		},
		"Decode": func(c *codec.Codec) []any {
			v, err := c.Decode(packet)
			return []any{v, err}
		},
		"DecodeFirst": func(c *codec.Codec) []any {
			v, n, err := c.DecodeFirst(packet)
			return []any{v, n, err}
		},
		"Valid": func(c *codec.Codec) []any { return []any{c.Valid(packet)} },
		"Trace": func(c *codec.Codec) []any {
			n, err := c.Trace(packet, func(codec.TraceEvent) {})
			return []any{n, err}
		},
		"Dialect": func(c *codec.Codec) []any { return []any{c.Dialect()} },
		"Limits":  func(c *codec.Codec) []any { return []any{c.Limits()} },
		"Marshal": func(c *codec.Codec) []any {
			b, err := c.Marshal(keeper{value})
			return []any{b, err}
		},
		"AppendMarshal": func(c *codec.Codec) []any {
			b, err := c.AppendMarshal(nil, []int{1})
			return []any{b, err}
		},
		"ToVariant": func(c *codec.Codec) []any {
			v, err := c.ToVariant([]int{1})
			return []any{v, err}
		},
		"FromVariant": func(c *codec.Codec) []any {
			var x []int
			err := c.FromVariant(variant.NewArray(variant.Int(1)), &x)
			return []any{x, err}
		},
		"Unmarshal": func(c *codec.Codec) []any {
			var x struct {
				HP int `godot:"hp"`
			}
			err := c.Unmarshal(packet, &x)
			assert.Equal(t, 10, x.HP)
			return []any{x, err}
		},
		"Raw": func(c *codec.Codec) []any {
			raw, err := c.Raw(packet)
			require.NoError(t, err)
			v, err := raw.Value()
			require.NoError(t, err)
			b, err := c.Encode(variant.NewArray(raw))
			return []any{raw.Len(), v, b, err}
		},
		"Convert": func(c *codec.Codec) []any {
			var all []any
			v, err := c.Convert(value, func(n codec.Note) { all = append(all, n.String()) })
			return append(all, v, err)
		},
		"Audit": func(c *codec.Codec) []any {
			var all []any
			for path, conversion := range c.Audit(value) {
				all = append(all, path.String(), conversion.String())
			}
			return all
		},
		"Options": func(c *codec.Codec) []any { return []any{c.Options()} },
		"NewDecoder": func(c *codec.Codec) []any {
			frame := testkit.Records(binary.LittleEndian, string(packet))
			v, err := c.NewDecoder(bytes.NewReader(frame), codec.FrameU32).Decode()
			return []any{v, err}
		},
		"NewEncoder": func(c *codec.Codec) []any {
			var out bytes.Buffer
			err := c.NewEncoder(&out, codec.FrameU32).Encode(value)
			return []any{out.Bytes(), err}
		},
	}

	methods := reflect.TypeFor[*codec.Codec]()
	for i := range methods.NumMethod() {
		method := methods.Method(i)
		run, ok := runs[method.Name]
		require.True(t, ok, "no test of %s", method.Name)
		want := run(made)
		assert.Equal(t, want, run(new(codec.Codec)), method.Name)
		assert.Equal(t, want, run(nil), "%s of nil", method.Name)
	}

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
