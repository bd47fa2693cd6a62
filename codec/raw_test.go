package codec_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
)

func TestRawKeepsThePeersForm(t *testing.T) {
	wide := []byte{2, 0, 1, 0, 7, 0, 0, 0, 0, 0, 0, 0} // 7 in 8 bytes
	c := codec.MustNew(codec.Options{})
	raw, err := c.Raw(wide)
	require.NoError(t, err)
	wide[4] = 9
	out := testkit.Encode(t, c, variant.NewDictionary(variant.KV("n", raw)))
	require.Equal(t, "\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00", string(out[20:]),
		"the input is copied")
	testkit.RequireEqual(t, variant.Int(7), raw)
	require.Equal(t, "7", raw.String())
	require.Equal(t, "[7]", variant.NewArray(raw).String())
	require.Equal(t, "codec.Raw{/* int, 12 bytes */}", raw.GoString())
}

// rawOf returns the packet of a value as a Raw.
func rawOf(t *testing.T, c *codec.Codec, v variant.Variant) codec.Raw {
	t.Helper()
	raw, err := c.Raw(testkit.Encode(t, c, v))
	require.NoError(t, err)
	return raw
}

func TestRawRefuses(t *testing.T) {
	godot4 := codec.MustNew(codec.Options{})

	t.Run("bad packets", func(t *testing.T) {
		for packet, kind := range map[string]error{
			"": variant.ErrTruncated, "\xff\x00\x00\x00": variant.ErrUnknownType,
			"\x00\x00\x00\x00\x00": variant.ErrTrailing,
		} {
			raw, err := godot4.Raw([]byte(packet))
			require.Equal(t, testkit.RefuseDecode(t, godot4, []byte(packet), kind), err)
			require.Equal(t, codec.Raw{}, raw)
		}
	})

	t.Run("another dialect", func(t *testing.T) {
		raw := rawOf(t, godot4, variant.Int(7))
		for _, d := range codec.Dialects() {
			if c := codec.MustNew(codec.Options{Dialect: d}); d == codec.Godot4 {
				testkit.Encode(t, c, raw)
			} else {
				testkit.RefuseEncode(t, c, raw, variant.ErrUnsupported)
			}
		}
	})

	t.Run("a precision that the packet does not name", func(t *testing.T) {
		raw := rawOf(t, codec.MustNew(codec.Options{Dialect: codec.DocsGodot3,
			Precision: codec.Double}), variant.Int(7))
		_, err := codec.MustNew(codec.Options{Dialect: codec.DocsGodot3}).Encode(raw)
		require.EqualError(t, err, "godot: encode $ (int): not in this dialect: "+
			"a packet of DocsGodot3 in double precision for DocsGodot3 in single precision; its decoded value can be encoded")
	})

	t.Run("full objects", func(t *testing.T) {
		full := codec.MustNew(codec.Options{FullObjects: true})
		raw := rawOf(t, full, objects.NewObject("A"))
		testkit.RefuseEncode(t, godot4, raw, variant.ErrObject)
		testkit.Encode(t, godot4, rawOf(t, full, variant.Int(7)))
	})

	t.Run("depth", func(t *testing.T) {
		shallow := codec.MustNew(codec.Options{Limits: codec.Limits{MaxDepth: 3}})
		raw := rawOf(t, shallow, variant.NewArray(variant.NewArray(variant.NewArray())))
		testkit.Encode(t, shallow, variant.NewArray(raw))
		e := testkit.RefuseEncode(t, shallow, variant.NewArray(variant.NewArray(raw)),
			variant.ErrDepth)
		require.Contains(t, e.Path, "$[0][0]")
	})

	t.Run("typed containers", func(t *testing.T) {
		ints := variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt},
			rawOf(t, godot4, variant.Int(7)))
		testkit.Encode(t, godot4, ints)
		ints.Items = append(ints.Items, rawOf(t, godot4, variant.String("7")))
		testkit.RefuseEncode(t, godot4, ints, variant.ErrElementType)
	})

	t.Run("size", func(t *testing.T) {
		small := codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 64}})
		testkit.RefuseEncode(t, small, rawOf(t, godot4, variant.String(strings.Repeat("x", 100))),
			variant.ErrLimit)
	})

	t.Run("as a prototype", func(t *testing.T) {
		r := codec.NewRegistry()
		require.NoError(t, r.Replace(codec.Raw{}))
		testkit.RefuseDecode(t, codec.MustNew(codec.Options{Registry: r}), []byte{0, 0, 0, 0},
			variant.ErrUnsupported)
	})
}

func TestRawLenient(t *testing.T) {
	c := codec.MustNew(codec.Options{Mode: codec.Lenient})
	raw, err := c.Raw([]byte("\x1d\x00\x00\x00\x03\x00\x00\x00abc"))
	require.NoError(t, err)
	out := testkit.Encode(t, c, variant.NewArray(raw, variant.Int(1)))
	require.Equal(t, "\x1d\x00\x00\x00\x03\x00\x00\x00abc\x00\x02\x00\x00\x00\x01\x00\x00\x00",
		string(out[8:]))

	raw, err = c.Raw([]byte("\x00\x00\x00\x00trailing"))
	require.NoError(t, err)
	require.Equal(t, 4, raw.Len())
}

func TestRawZero(t *testing.T) {
	var raw codec.Raw
	out := testkit.Encode(t, standard, variant.NewArray(raw))
	require.Equal(t, "\x1c\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00", string(out))
	require.Equal(t, make([]byte, 4), raw.AppendPacket(nil))
	require.Equal(t, 4, raw.Len())
	v, err := raw.Value()
	require.NoError(t, err)
	require.Equal(t, variant.Nil{}, v)
	testkit.RequireEqual(t, nil, raw)
	require.Equal(t, "null", raw.String())
}

// TestRelay: DecodeRaw and Encode pass packets on unchanged, from one framing to
// another, without the bad ones.
func TestRelay(t *testing.T) {
	var in, want bytes.Buffer
	c := codec.MustNew(codec.Options{})
	for _, v := range vectors.Load(t, "godot-4.6-single.jsonl") {
		if v.Full {
			continue
		}
		want.Write(testkit.Records(binary.BigEndian, string(v.Hex)))
		in.Write(testkit.Records(binary.LittleEndian, string(v.Hex), "\xff\x00\x00\x00"))
	}

	var out bytes.Buffer
	d, e := c.NewDecoder(&in, codec.FrameU32), c.NewEncoder(&out, codec.FrameU32BE)

	bad := 0
	for {
		raw, err := d.DecodeRaw()
		if d.Err() != nil {
			require.EqualError(t, d.Err(), "EOF")
			break
		}

		if err != nil {
			require.ErrorIs(t, err, variant.ErrUnknownType)
			bad++
			continue
		}

		require.Equal(t, d.Packet(), raw.AppendPacket(nil))
		require.NoError(t, e.Encode(raw))
	}

	require.Positive(t, bad)
	require.Equal(t, want.Bytes(), out.Bytes())
}
