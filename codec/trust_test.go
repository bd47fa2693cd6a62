package codec_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/internal/wire"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestLenientTakesCutPadding: lenient mode reads a PackedByteArray at the very end whose padding
// is missing or cut, as engines do.
func TestLenientTakesCutPadding(t *testing.T) {
	for d, id := range map[*variant.Dialect]byte{codec.Godot3: 20, codec.Godot4: 29} {
		whole := append([]byte{id, 0, 0, 0, 5, 0, 0, 0}, 1, 2, 3, 4, 5, 0, 0, 0)
		for n := 13; n <= 16; n++ {
			cut := whole[:n]
			c := settings{dialect: d}.in(codec.Lenient)
			v, used, err := c.DecodeFirst(cut)
			require.NoError(t, err)
			require.Equal(t, packed.PackedByteArray{1, 2, 3, 4, 5}, v)
			require.Equal(t, n, used)
			require.NoError(t, c.Valid(cut))
			traced, err := c.Trace(cut, func(e codec.TraceEvent) { v = e.Value })
			require.NoError(t, err)
			require.Equal(t, n, traced)
			require.Equal(t, packed.PackedByteArray{1, 2, 3, 4, 5}, v)

			frame := testkit.Records(binary.LittleEndian, string(cut))
			s := c.NewDecoder(iotest.OneByteReader(bytes.NewReader(frame)), codec.FrameU32)
			v, err = s.Decode()
			require.NoError(t, err)
			require.Equal(t, packed.PackedByteArray{1, 2, 3, 4, 5}, v)
			_, err = s.Decode()
			require.Equal(t, io.EOF, err)

			for _, mode := range []codec.Mode{codec.Default, codec.Strict} {
				_, err := settings{dialect: d}.in(mode).Decode(cut)
				assert.Equal(t, n < 16, err != nil)
			}

			if n < 16 { // not at the very end
				_, err = c.Decode(append([]byte{id - 1, 0, 0, 0, 2, 0, 0, 0}, cut...))
				require.ErrorIs(t, err, variant.ErrTruncated)
			}
		}

		_, err := settings{dialect: d}.in(codec.Lenient).Decode(whole[:12])
		require.ErrorIs(t, err, variant.ErrTruncated)
	}
}

// TestElementTypeNilIsUntyped: a typed container whose element type is 0 is an untyped one, except
// in strict mode.
func TestElementTypeNilIsUntyped(t *testing.T) {
	for _, row := range []struct {
		hex  string
		at   int
		want variant.Variant
	}{
		{"1c000100 00000000 01000000 02000000 01000000", 4, variant.NewArray(variant.Int(1))},
		{"1b000100 00000000 00000000", 4, variant.Dictionary{}},
		{"1b000400 00000000 00000000", 4, variant.Dictionary{}},
		{"1b000500 02000000 00000000 00000000", 8,
			variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeInt}}},
	} {
		packet := testkit.Unhex(t, row.hex)

		for _, mode := range []codec.Mode{codec.Default, codec.Lenient} {
			testkit.RequireEqual(t, row.want,
				testkit.Decode(t, settings{dialect: codec.Godot4}.in(mode), packet))
		}
		requireStrictError(t, codec.Godot4, packet, variant.ErrUnknownType, row.at)
	}
}

// TestMissingNULHasItsOffset: the offset of the error is where the NUL should be, or the length if it
// is 0.
func TestMissingNULHasItsOffset(t *testing.T) {
	for _, row := range []struct {
		hex string
		at  int
	}{
		{"17000000 01000000 02000000 61620000", 14},
		{"17000000 01000000 04000000 61626364", 16},
		{"17000000 01000000 00000000", 8}, // the length
		{"17000000 02000000 02000000 61000000 01000000 61000000", 21},
	} {
		packet := testkit.Unhex(t, row.hex)
		require.NoError(t, settings{dialect: codec.Godot3}.in(codec.Default).Valid(packet))

		requireStrictError(t, codec.Godot3, packet, variant.ErrNUL, row.at)
	}
}

// nothing is a type whose Decode method returns neither a value nor an error.
type nothing struct{ variant.Nil }

func (nothing) Type() variant.Type { return variant.TypeCustom }

func (nothing) Decode(*variant.Reader) (variant.Variant, error) { return nil, nil }

// wrapped is a type whose Decode method relies on the value that it has read.
type wrapped struct{ variant.Array }

func (wrapped) Type() variant.Type { return variant.TypeCustom + 1 }

func (wrapped) Decode(r *variant.Reader) (variant.Variant, error) {
	v := r.Value()
	if (*wire.Reader)(r).Failed() {
		return nil, r.Err()
	}
	return wrapped{v.(variant.Array)}, nil
}

// TestNilFromDecodeIsAnError: a Decode method that returns (nil, nil) is an error of Valid as it is
// of Decode, and one that uses its value is valid if it decodes.
func TestNilFromDecodeIsAnError(t *testing.T) {
	for _, mode := range []codec.Mode{codec.Strict, codec.Default, codec.Lenient} {
		r := codec.NewRegistry()
		require.NoError(t, r.Register(nothing{}, 200))
		require.NoError(t, r.Register(wrapped{}, 201))

		c := codec.MustNew(codec.Options{Registry: r, Mode: mode})
		for _, hex := range []string{
			"c8000000",
			"1c000000 01000000 c8000000",
			"1b000000 01000000 c8000000 00000000",
			"1b000000 01000000 00000000 c8000000",
			"c9000000 1c000000 01000000 c8000000",
		} {
			packet := testkit.Unhex(t, hex)
			_, err := c.Decode(packet)
			require.ErrorContains(t, err, "neither a value nor an error", hex)
			require.Equal(t, err, c.Valid(packet))
		}

		for _, hex := range []string{"c9000000 1c000000 00000000",
			"1b000000 01000000 c9000000 1c000000 00000000 00000000"} {
			packet := testkit.Unhex(t, hex)
			testkit.Decode(t, c, packet)
			require.NoError(t, c.Valid(packet))
		}

		packet := testkit.Unhex(t, "c9000000 00000000")
		_, err := c.Decode(packet)
		require.ErrorContains(t, err, "panicked")
		require.Equal(t, err, c.Valid(packet))
	}
}

// requireStrictError requires that strict mode rejects a packet at an offset.
func requireStrictError(t *testing.T, d *variant.Dialect, packet []byte, kind error, at int) {
	t.Helper()
	c := settings{dialect: d}.in(codec.Strict)
	_, err := c.Decode(packet)
	var e *variant.Error
	require.ErrorAs(t, err, &e)
	require.ErrorIs(t, err, kind)
	require.Equal(t, at, e.Offset)
	require.Equal(t, err, c.Valid(packet))
}
