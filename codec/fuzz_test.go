package codec_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/vectors"
	"godotvariant/variant"
)

// FuzzPacket passes the fuzzer's bytes to all functions that read packets, in all modes, and the
// decoded values to all functions with a value as argument. TestCampaign does the same with its
// mutants. The functions must not change the input. The settings are a number, so that the fuzzer
// reaches all dialects, precisions and both settings of FullObjects; see random.SettingsOf.
func FuzzPacket(f *testing.F) {
	for _, s := range seeds(f, 3) {
		f.Add(s.packet, s.settings)
	}

	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		x := newExecutor(t, uint64(n))
		x.all = false
		x.packet = bytes.Clone(data)
		x.run(random.SettingsOf(n))
		require.Equal(t, data, x.packet, "the input is unchanged")
	})
}

// requireSameBits requires that two values encode to the same bytes.
func requireSameBits(t testing.TB, c *codec.Codec, want, got variant.Variant) {
	t.Helper()
	a, errA := c.Encode(want)
	b, errB := c.Encode(got)
	require.Equal(t, errA, errB)
	require.Equal(t, a, b)
}

// FuzzValues makes a tree of values from the fuzzer's bytes, and checks its properties.
func FuzzValues(f *testing.F) {
	for i := range 40 {
		f.Add(bytes.Repeat([]byte{byte(i), 7, byte(3 * i), 1, 0, 0xFF}, 10+i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		s := random.SettingsOf(n)
		newExecutor(t, uint64(n)).runValue(t, s, random.New(s, data).Value())
	})
}

// FuzzEncode encodes values that a program can pass by mistake, see oddGenerator. Encoding must
// return bytes that can be decoded, or an error and the caller's slice unchanged.
func FuzzEncode(f *testing.F) {
	for i := range 40 {
		f.Add(bytes.Repeat([]byte{byte(i), 9, byte(5 * i), 3, 0, 0xFF}, 10+i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte,
		n uint8) {
		checkOddValue(t, random.SettingsOf(n), data)
	})
}

// FuzzStream: the values, errors and offsets of a stream do not depend on the sizes of the reads.
func FuzzStream(f *testing.F) {
	for i, c := range loadBadInputs(f) {
		if len(c.Hex) <= 1<<10 {
			f.Add([]byte(c.Hex), uint64(i), uint8(i))
		}
	}

	for i, v := range vectors.Load(f, "godot-4.6-single.jsonl") {
		if i%20 == 0 && len(v.Hex) <= 1<<10 {
			frame := binary.LittleEndian.AppendUint32(nil, uint32(len(v.Hex)))
			f.Add(append(append(frame, v.Hex...), 4, 0, 0), uint64(i), uint8(0))
		}
	}

	f.Fuzz(func(t *testing.T, input []byte, seed uint64, how uint8) {
		if len(input) > 1<<14 {
			return
		}

		framing := codec.Framing(how % 2)
		o := codec.Options{Mode: codec.Mode(how / 2 % 3), FullObjects: how/6%2 == 1,
			Limits: codec.Limits{MaxFrame: 1 << 10}}
		if how/12%2 == 1 {
			o.Dialect = codec.Godot3
		}

		reader := &chopper{rest: input, rng: rand.New(rand.NewPCG(seed, uint64(how)))}
		checkChopped(t, codec.MustNew(o), framing, input, reader)
	})
}

// checkChopped reads a stream in small pieces to its end, and compares the results with the results
// for the same frames in memory.
func checkChopped(t *testing.T, c *codec.Codec, framing codec.Framing, input []byte,
	reader *chopper) {
	d := c.NewDecoder(reader, framing)
	at := 0
	for {
		v, err := d.Decode()
		for errors.Is(err, errReader) {
			v, err = d.Decode()
		}

		require.EqualValues(t, at, d.InputOffset())
		packet, end := nextFrame(input[at:], framing, c.Limits().MaxFrame)
		if end != nil {
			require.Nil(t, v)
			require.True(t, err == d.Err())
			require.True(t, sameInFrame(err, end, 0), "%v is not %v", err, end)
			return
		}

		at += 4 + len(packet)
		require.NoError(t, d.Err())
		require.Equal(t, at, reader.read, "not one byte more is read")

		want, wantErr := c.Decode(packet)
		require.True(t, sameInFrame(err, wantErr, 4), "%v is not %v", err, wantErr)
		require.True(t, v == nil && want == nil || variant.Equal(want, v), "%v, not %v", v, want)
	}
}

// nextFrame returns the packet of the first frame of b, or the error that ends the stream.
func nextFrame(b []byte, framing codec.Framing, most int) (packet []byte, err error) {
	var order binary.ByteOrder = binary.LittleEndian
	if framing == codec.FrameU32BE {
		order = binary.BigEndian
	}

	if len(b) == 0 {
		return nil, io.EOF
	}
	if len(b) < 4 {
		return nil, variant.ErrTruncated
	}

	size := int64(order.Uint32(b))
	switch {
	case size > int64(most):
		return nil, variant.ErrLimit
	case size > int64(len(b)-4):
		return nil, variant.ErrTruncated
	}

	return b[4 : 4+size], nil
}

// sameInFrame reports whether err, the error of a stream, is equal to the wanted error, except for
// its offset: this must be greater, by the given shift. If the wanted error is io.EOF, err must be
// io.EOF itself. The paths may differ.
func sameInFrame(err, want error, shift int) bool {
	if want == nil || want == io.EOF {
		return err == want
	}

	var e, w *variant.Error
	if errors.As(want, &w) {
		shift += w.Offset
	}

	return errors.As(err, &e) && e.Offset == shift && rootOf(e) == rootOf(want)
}

// rootOf unwraps an error completely, and returns the innermost error, which is its kind.
func rootOf(err error) error {
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

// A chopper returns its bytes in pieces of any length. Sometimes it returns none, or a
// temporary error, or io.EOF together with the last bytes.
type chopper struct {
	rest []byte
	read int
	rng  *rand.Rand
}

func (c *chopper) Read(b []byte) (int, error) {
	switch c.rng.IntN(8) {
	case 0:
		return 0, nil
	case 1:
		return 0, errReader
	}

	n := copy(b[:min(len(b), c.rng.IntN(9)+1)], c.rest)
	c.rest = c.rest[n:]
	c.read += n

	if n == 0 || len(c.rest) == 0 && c.rng.IntN(2) == 0 {
		return n, io.EOF
	}

	return n, nil
}
