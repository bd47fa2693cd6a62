package codec_test

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	gomath "math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/workloads"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// rawOf returns the packet of a value as a Raw.
func rawOf(t *testing.T, c *codec.Codec, v variant.Variant) codec.Raw {
	t.Helper()
	raw, err := c.Raw(testkit.Encode(t, c, v))
	require.NoError(t, err)
	return raw
}

func TestRawKeepsThePeersForm(t *testing.T) {
	wide := words(2|1<<16, 7, 0) // 7 in 8 bytes
	raw, err := standard.Raw(wide)
	require.NoError(t, err)
	wide[4] = 9
	out := testkit.Encode(t, standard, valued(raw))
	require.Equal(t, words(2|1<<16, 7, 0), out[20:], "the input is copied")

	testkit.RequireEqual(t, variant.Int(7), raw)
	require.Equal(t, "7", raw.String())
	require.Equal(t, "[7]", array(raw).String())
	require.Equal(t, "codec.Raw{/* int, 12 bytes */}", raw.GoString())
}

// TestRawRefusesPackets: Raw refuses the packets that Decode refuses, with the same error.
func TestRawRefusesPackets(t *testing.T) {
	for packet, kind := range map[string]error{
		"": variant.ErrTruncated, "\xff\x00\x00\x00": variant.ErrUnknownType,
		"\x00\x00\x00\x00\x00": variant.ErrTrailing,
	} {
		raw, err := standard.Raw([]byte(packet))
		require.Equal(t, error(testkit.RefuseDecode(t, standard, []byte(packet), kind)), err)
		require.Equal(t, codec.Raw{}, raw)
	}

	r := codec.NewRegistry()
	require.NoError(t, r.Replace(codec.Raw{}))
	testkit.RefuseDecode(t, codec.MustNew(codec.Options{Registry: r}), words(0),
		variant.ErrUnsupported)
}

// TestRawIsRefused: a codec refuses a Raw that it could not decode.
func TestRawIsRefused(t *testing.T) {
	seven := rawOf(t, standard, variant.Int(7))
	for _, d := range codec.Dialects() {
		if c := in(d); d == codec.Godot4 {
			testkit.Encode(t, c, seven)
		} else {
			testkit.RefuseEncode(t, c, seven, variant.ErrUnsupported)
		}
	}

	wide := settings{Dialect: codec.DocsGodot3, Precision: codec.Double}.In(codec.Default)
	_, err := in(codec.DocsGodot3).Encode(rawOf(t, wide, variant.Int(7)))
	require.EqualError(t, err, "godot: encode $ (int): unsupported: "+
		"a packet of DocsGodot3 in double precision for DocsGodot3 in single precision; "+
		"its decoded value can be encoded")

	objecting := codec.MustNew(full)
	testkit.RefuseEncode(t, standard, rawOf(t, objecting, objects.NewObject("A")),
		variant.ErrObject)
	testkit.Encode(t, standard, rawOf(t, objecting, variant.Int(7)))

	shallow := codec.MustNew(codec.Options{Limits: codec.Limits{MaxDepth: 3}})
	deep := rawOf(t, shallow, array(array(array())))
	testkit.Encode(t, shallow, array(deep))
	e := testkit.RefuseEncode(t, shallow, array(array(deep)), variant.ErrDepth)
	require.Contains(t, e.Path.String(), "$[0][0]")

	testkit.Encode(t, standard, variant.NewTypedArray(intElem, seven))
	text := rawOf(t, standard, variant.String("7"))
	testkit.RefuseEncode(t, standard, variant.NewTypedArray(intElem, seven, text),
		variant.ErrElementType)

	small := codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 64}})
	big := rawOf(t, standard, make(packed.PackedByteArray, 100))
	testkit.RefuseEncode(t, small, big, variant.ErrLimit)
}

// TestRawLenient: a Raw has padding at its end, even if lenient mode accepted a packet without it.
func TestRawLenient(t *testing.T) {
	c := codec.MustNew(lenient)
	raw, err := c.Raw([]byte("\x1d\x00\x00\x00\x03\x00\x00\x00abc"))
	require.NoError(t, err)
	out := testkit.Encode(t, c, array(raw, one))
	require.Equal(t, "\x1d\x00\x00\x00\x03\x00\x00\x00abc\x00\x02\x00\x00\x00\x01\x00\x00\x00",
		string(out[8:]))

	raw, err = c.Raw([]byte("\x00\x00\x00\x00trailing"))
	require.NoError(t, err)
	require.Equal(t, 4, raw.Len())
}

// TestRawZero: the zero Raw is the packet of Nil.
func TestRawZero(t *testing.T) {
	var raw codec.Raw
	require.Equal(t, words(28, 1, 0), testkit.Encode(t, standard, array(raw)))
	require.Equal(t, words(0), raw.AppendPacket(nil))
	require.Equal(t, 4, raw.Len())
	require.Equal(t, "null", raw.String())
	testkit.RequireEqual(t, nil, raw)

	v, err := raw.Value()
	require.NoError(t, err)
	require.Equal(t, variant.Nil{}, v)
}

// TestRawUnmarshal: Unmarshal of a Raw has the same result as Unmarshal of its packet with the same
// codec.
func TestRawUnmarshal(t *testing.T) {
	type head struct{ To int }
	v := variant.NewDictionary(variant.KV("to", variant.Int(7)), variant.KV("To", variant.Int(8)))

	byField := codec.MustNew(codec.Options{Dialect: codec.Godot3, Naming: codec.FieldName})
	for _, c := range []*codec.Codec{standard, byField} {
		raw, err := c.Raw(testkit.Encode(t, c, v))
		require.NoError(t, err)
		require.Equal(t, c.Dialect(), raw.Dialect())

		var want, got head
		require.NoError(t, c.Unmarshal(testkit.Encode(t, c, v), &want))
		require.NoError(t, raw.Unmarshal(&got))
		require.Equal(t, want, got)
		require.ErrorIs(t, raw.Unmarshal(new(string)), variant.ErrWrongType)
	}

	zero := &head{7}
	require.NoError(t, codec.Raw{}.Unmarshal(&zero))
	require.Nil(t, zero)
	require.ErrorIs(t, codec.Raw{}.Unmarshal(new(head)), variant.ErrWrongType)
	require.Equal(t, standard.Dialect(), codec.Raw{}.Dialect())
}

// TestRelay: DecodeRaw and Encode pass packets on unchanged from one framing to another, and leave
// out bad packets.
func TestRelay(t *testing.T) {
	seven, bad, wide := string(words(2, 7)), "\xff\x00\x00\x00", string(words(2|1<<16, 7, 0))
	in := testkit.Records(binary.LittleEndian, seven, bad, wide)
	d := codec.NewDecoder(bytes.NewReader(in), codec.FrameU32)
	var out bytes.Buffer
	e := codec.NewEncoder(&out, codec.FrameU32BE)

	for d.Err() == nil {
		raw, err := d.DecodeRaw()
		if err == nil {
			require.Equal(t, d.Packet(), raw.AppendPacket(nil))
			require.NoError(t, e.Encode(raw))
		}
	}

	require.Equal(t, testkit.Records(binary.BigEndian, seven, wide), out.Bytes())
}

// TestValueColumn: a database reads and writes a Value as a packet, or as NULL if it has no value.
func TestValueColumn(t *testing.T) {
	save := workloads.Entity(7)
	for _, c := range []*codec.Codec{nil, codec.MustNew(godot3)} {
		blob, err := codec.Value{V: save, Codec: c}.Value()
		require.NoError(t, err)
		for _, from := range []any{blob, string(blob.([]byte))} {
			got := codec.Value{Codec: c}
			require.NoError(t, got.Scan(from))
			testkit.RequireEqual(t, save, got.V)
		}
	}

	for _, row := range []struct {
		v    variant.Variant
		want any
		kind error
	}{
		{nil, nil, nil}, {variant.Nil{}, []byte{0, 0, 0, 0}, nil},
		{objects.NewObject("Node"), []byte(nil), variant.ErrObject},
	} {
		column, err := codec.Value{V: row.v}.Value()
		require.ErrorIs(t, err, row.kind)
		assert.Equal(t, row.want, column)
	}

	x := codec.Value{V: save}
	require.ErrorIs(t, x.Scan(12), variant.ErrWrongType)
	require.ErrorIs(t, x.Scan([]byte{1, 2}), variant.ErrTruncated)
	require.ErrorIs(t, x.UnmarshalBinary([]byte{4, 0, 0, 0}), variant.ErrTruncated)
	require.Error(t, x.UnmarshalJSON([]byte("null ?")))
	testkit.RequireEqual(t, save, x.V)
	require.NoError(t, x.Scan(nil))
	assert.Nil(t, x.V)
}

// A row has values as a program may store them in a database or file.
type row struct {
	Slot       int
	Save, None codec.Value
}

func TestValueJSON(t *testing.T) {
	in := row{Slot: 3, Save: codec.Value{V: variant.NewDictionary(
		variant.KV("hp", variant.Int(1<<62+1)), variant.KV("pos", math.V2(0.1, -2)),
	)}}
	text, err := json.Marshal(in)
	require.NoError(t, err)

	var out row
	require.NoError(t, json.Unmarshal(text, &out), "%s", text)
	assert.Equal(t, 3, out.Slot)
	assert.Nil(t, out.None.V)
	require.Error(t, json.Unmarshal([]byte(`{"Save": {"type": "Node", "props": []}}`), &out))
	require.Error(t, json.Unmarshal([]byte(`{"Save": {"type": "Nonsense"}}`), &out))
	rounded := in.Save.V.(variant.Dictionary)
	rounded.Set(variant.String("pos"), math.V2(float64(float32(0.1)), -2))
	testkit.RequireEqual(t, rounded, out.Save.V)
}

// TestValueText: a value that was written as text and read again is unchanged, in both precisions
// of the codec.
func TestValueText(t *testing.T) {
	v := variant.NewArray(math.V2(0.1, gomath.Copysign(0, -1)), variant.StringName("a"),
		variant.Float(1.0/3))
	for _, c := range []*codec.Codec{nil, allDigits, codec.MustNew(godot3)} {
		in := codec.Value{V: v, Codec: c}
		data, err := in.MarshalText()
		require.NoError(t, err)

		out := codec.Value{Codec: c}
		require.NoError(t, out.UnmarshalText(data))
		testkit.RequireEqual(t, v, out.V)
		require.Error(t, out.UnmarshalText([]byte("[")))
		testkit.RequireEqual(t, v, out.V)
	}

	data, err := codec.Value{}.MarshalText()
	require.NoError(t, err)
	assert.Empty(t, data)
	out := codec.Value{V: v}
	require.NoError(t, out.UnmarshalText(nil))
	assert.Nil(t, out.V)

	require.ErrorIs(t, out.UnmarshalText([]byte("Object(Node)")), variant.ErrObject)
}

// TestValueBinary: the methods for the three interfaces of package encoding agree, and gob can use
// them.
func TestValueBinary(t *testing.T) {
	for _, c := range []*codec.Codec{nil, codec.MustNew(godot3)} {
		for _, v := range []variant.Variant{nil, variant.Nil{}, variant.String(""), valued(one)} {
			x := codec.Value{V: v, Codec: c}
			b, err := x.MarshalBinary()
			require.NoError(t, err)
			appended, err := x.AppendBinary([]byte("before"))
			require.NoError(t, err)
			require.Equal(t, "before"+string(b), string(appended))

			got := codec.Value{V: one, Codec: c}
			require.NoError(t, got.UnmarshalBinary(b))
			require.Equal(t, x, got)
		}
	}

	b, err := codec.Value{V: variant.String("\xff")}.AppendBinary([]byte("kept"))
	require.ErrorIs(t, err, variant.ErrUTF8)
	require.Equal(t, "kept", string(b))

	var file bytes.Buffer
	in := row{Slot: 1, Save: codec.Value{V: array(one)}}
	require.NoError(t, gob.NewEncoder(&file).Encode(in))
	var out row
	require.NoError(t, gob.NewDecoder(&file).Decode(&out))
	require.Equal(t, in, out)
}
