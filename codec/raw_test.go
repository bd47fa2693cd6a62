package codec_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/variant"
)

// TestRawVectors: what engines wrote comes out of a Raw byte for byte, alone,
// framed and inside of a container.
func TestRawVectors(t *testing.T) {
	for _, r := range recorded {
		c := codec.MustNew(codec.Options{Dialect: r.dialect, Precision: r.precision, FullObjects: true})
		again := codec.MustNew(codec.Options{Dialect: r.dialect, FullObjects: true})
		for _, v := range vectors.Load(t, r.file) {
			raw, err := c.Raw(v.Hex)
			require.NoError(t, err, "%s:%d", r.file, v.Line)
			value, err := raw.Value()
			require.NoError(t, err)
			require.Equal(t, value.Type(), raw.Type())
			require.True(t, variant.Equal(value, raw))
			require.Equal(t, len(v.Hex), raw.Len())
			require.Equal(t, []byte(v.Hex), raw.AppendPacket(nil))

			for _, c := range []*codec.Codec{c, again} {
				out, err := c.Encode(raw)
				require.NoError(t, err)
				require.Equal(t, []byte(v.Hex), out)
				out, err = c.Encode(variant.NewArray(variant.Int(1), raw, raw))
				require.NoError(t, err)
				require.True(t, bytes.HasSuffix(out, append(bytes.Clone(v.Hex), v.Hex...)))
				back, err := c.Decode(out)
				require.NoError(t, err)
				require.True(t, variant.Equal(variant.NewArray(variant.Int(1), value, value), back))
			}
		}
	}
}

func TestRawKeepsThePeersForm(t *testing.T) {
	wide := []byte{2, 0, 1, 0, 7, 0, 0, 0, 0, 0, 0, 0} // 7 in 8 bytes
	c := codec.MustNew(codec.Options{})
	raw, err := c.Raw(wide)
	require.NoError(t, err)
	wide[4] = 9
	out, err := c.Encode(variant.NewDictionary(variant.KV("n", raw)))
	require.NoError(t, err)
	require.Equal(t, "\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00", string(out[20:]), "and the input is copied")
	require.True(t, variant.Equal(variant.Int(7), raw))
	require.Equal(t, "7", raw.String())
	require.Equal(t, "[7]", variant.NewArray(raw).String())
	require.Equal(t, "codec.Raw{/* int, 12 bytes */}", raw.GoString())
}

func TestRawRefuses(t *testing.T) {
	packet := func(c *codec.Codec, v variant.Variant) codec.Raw {
		t.Helper()
		b, err := c.Encode(v)
		require.NoError(t, err)
		raw, err := c.Raw(b)
		require.NoError(t, err)
		return raw
	}
	made := func(o codec.Options) *codec.Codec { return codec.MustNew(o) }
	godot4 := made(codec.Options{})

	t.Run("bad packets", func(t *testing.T) {
		for hex, kind := range map[string]error{
			"": variant.ErrTruncated, "\xff\x00\x00\x00": variant.ErrUnknownType, "\x00\x00\x00\x00\x00": variant.ErrTrailing,
		} {
			raw, err := godot4.Raw([]byte(hex))
			require.ErrorIs(t, err, kind)
			require.Equal(t, err, godot4.Valid([]byte(hex)))
			require.Equal(t, codec.Raw{}, raw)
		}
	})
	t.Run("another dialect", func(t *testing.T) {
		raw := packet(godot4, variant.Int(7))
		for _, d := range codec.Dialects() {
			_, err := made(codec.Options{Dialect: d}).Encode(raw)
			if d == codec.Godot4 {
				require.NoError(t, err)
				continue
			}
			require.ErrorIs(t, err, variant.ErrUnsupported, d.Name)
		}
	})
	t.Run("a precision that the packet does not name", func(t *testing.T) {
		raw := packet(made(codec.Options{Dialect: codec.DocsGodot3, Precision: codec.Double}), variant.Int(7))
		_, err := made(codec.Options{Dialect: codec.DocsGodot3}).Encode(raw)
		require.EqualError(t, err, "godot: encode $ (int): not in this dialect: a packet of DocsGodot3 in double precision for DocsGodot3 in single precision")
	})
	t.Run("full objects", func(t *testing.T) {
		full := made(codec.Options{FullObjects: true})
		raw, err := full.Raw([]byte("\x18\x00\x00\x00\x01\x00\x00\x00A\x00\x00\x00\x00\x00\x00\x00"))
		require.NoError(t, err)
		_, err = godot4.Encode(raw)
		require.ErrorIs(t, err, variant.ErrObject)
		_, err = godot4.Encode(packet(full, variant.Int(7)))
		require.NoError(t, err)
	})
	t.Run("depth", func(t *testing.T) {
		shallow := made(codec.Options{Limits: codec.Limits{MaxDepth: 3}})
		raw := packet(shallow, variant.NewArray(variant.NewArray(variant.NewArray())))
		_, err := shallow.Encode(variant.NewArray(raw))
		require.NoError(t, err)
		_, err = shallow.Encode(variant.NewArray(variant.NewArray(raw)))
		require.ErrorIs(t, err, variant.ErrDepth)
		require.ErrorContains(t, err, "$[0][0]")
	})
	t.Run("typed containers", func(t *testing.T) {
		ints := variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, packet(godot4, variant.Int(7)))
		_, err := godot4.Encode(ints)
		require.NoError(t, err)
		ints.Items = append(ints.Items, packet(godot4, variant.String("7")))
		_, err = godot4.Encode(ints)
		require.ErrorIs(t, err, variant.ErrElementType)
	})
	t.Run("size", func(t *testing.T) {
		small := made(codec.Options{Limits: codec.Limits{MaxSize: 64}})
		_, err := small.Encode(packet(godot4, variant.String(strings.Repeat("x", 100))))
		require.ErrorIs(t, err, variant.ErrLimit)
	})
	t.Run("as a prototype", func(t *testing.T) {
		r := codec.NewRegistry()
		require.NoError(t, r.Replace(codec.Raw{}))
		_, err := made(codec.Options{Registry: r}).Decode([]byte{0, 0, 0, 0})
		require.ErrorIs(t, err, variant.ErrUnsupported)
	})
}

func TestRawLenient(t *testing.T) {
	c := codec.MustNew(codec.Options{Mode: codec.Lenient})
	raw, err := c.Raw([]byte("\x1d\x00\x00\x00\x03\x00\x00\x00abc"))
	require.NoError(t, err)
	out, err := c.Encode(variant.NewArray(raw, variant.Int(1)))
	require.NoError(t, err)
	require.Equal(t, "\x1d\x00\x00\x00\x03\x00\x00\x00abc\x00\x02\x00\x00\x00\x01\x00\x00\x00", string(out[8:]))

	raw, err = c.Raw([]byte("\x00\x00\x00\x00trailing"))
	require.NoError(t, err)
	require.Equal(t, 4, raw.Len())
}

func TestRawZero(t *testing.T) {
	var raw codec.Raw
	out, err := codec.Encode(variant.NewArray(raw))
	require.NoError(t, err)
	require.Equal(t, "\x1c\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00", string(out))
	require.Equal(t, make([]byte, 4), raw.AppendPacket(nil))
	require.Equal(t, 4, raw.Len())
	v, err := raw.Value()
	require.NoError(t, err)
	require.Equal(t, variant.Nil{}, v)
	require.True(t, variant.Equal(nil, raw))
	require.Equal(t, "null", raw.String())
}

// TestRelay: packets go through DecodeRaw and Encode untouched, from one
// framing to another, and bad ones stay behind.
func TestRelay(t *testing.T) {
	var in, want bytes.Buffer
	c := codec.MustNew(codec.Options{})
	for _, v := range vectors.Load(t, "godot-4.6-single.jsonl") {
		if v.Full {
			continue
		}
		for _, b := range []*bytes.Buffer{&in, &want} {
			size := []byte{byte(len(v.Hex)), byte(len(v.Hex) >> 8), byte(len(v.Hex) >> 16), 0}
			if b == &want {
				size[0], size[1], size[2], size[3] = size[3], size[2], size[1], size[0]
			}
			b.Write(size)
			b.Write(v.Hex)
		}
		in.Write([]byte{4, 0, 0, 0, 255, 0, 0, 0})
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
