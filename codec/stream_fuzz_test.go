package codec_test

import (
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/variant"
)

// FuzzStream: the sizes of reads do not change the values, errors and offsets of a stream.
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

		c := codec.MustNew(o)
		model := streamModel{codec: c, framing: framing, rest: input}
		reader := &chopper{rest: input, rng: rand.New(rand.NewPCG(seed, uint64(how)))}
		checkStream(t, c.NewDecoder(reader, framing), reader, &model)
	})
}

// checkStream reads both to their end and compares them.
func checkStream(t *testing.T, d *codec.Decoder, reader *chopper, model *streamModel) {
	for {
		start := model.at
		v, err := d.Decode()
		for errors.Is(err, errReader) {
			v, err = d.Decode()
		}

		want := model.next()
		require.Equal(t, start, int(d.InputOffset()))
		if err == nil {
			require.NoError(t, want.err)
			require.True(t, variant.Equal(want.value, v), "%v is not %v", v, want.value)
			require.Equal(t, model.at, reader.read, "not one byte more is read")
			continue
		}

		require.Nil(t, v)
		require.True(t, want.is(err), "%v is not %v", err, want.err)

		if d.Err() == nil {
			require.Equal(t, model.at, reader.read)
			continue
		}

		require.True(t, err == d.Err())
		return
	}
}

// A result is a value, or an error and its offset from the frame's start.
type result struct {
	value  variant.Variant
	err    error
	offset int
}

// is reports whether err has the kind and offset, whatever its path.
func (r result) is(err error) bool {
	var e *variant.Error
	switch {
	case r.err == nil || r.err == io.EOF || err == io.EOF:
		return r.err == err && err != nil
	case !errors.As(err, &e):
		return false
	}
	return e.Offset == r.offset && errors.Is(err, rootOf(r.err))
}

// rootOf returns the kind at the bottom of an error.
func rootOf(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}

// A streamModel reads a stream that is in memory as a whole.
type streamModel struct {
	codec   *codec.Codec
	framing codec.Framing
	rest    []byte
	at      int
}

// next returns the next result.
func (m *streamModel) next() result {
	if len(m.rest) == 0 {
		return result{err: io.EOF}
	}
	if len(m.rest) < 4 {
		return result{err: variant.ErrTruncated}
	}

	size := binary.LittleEndian.Uint32(m.rest)
	if m.framing == codec.FrameU32BE {
		size = binary.BigEndian.Uint32(m.rest)
	}

	switch {
	case int64(size) > int64(m.codec.Limits().MaxFrame):
		return result{err: variant.ErrLimit}
	case int64(size) > int64(len(m.rest)-4):
		return result{err: variant.ErrTruncated}
	}

	v, err := m.codec.Decode(m.rest[4 : 4+size])
	m.skip(4 + int(size))
	return resultOf(v, err, 4)
}

func (m *streamModel) skip(n int) {
	m.rest = m.rest[n:]
	m.at = m.at + n
}

func resultOf(v variant.Variant, err error, prefix int) result {
	var e *variant.Error
	if errors.As(err, &e) {
		return result{err: err, offset: e.Offset + prefix}
	}
	return result{value: v, err: err}
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
	c.read = c.read + n

	if n == 0 || len(c.rest) == 0 && c.rng.IntN(2) == 0 {
		return n, io.EOF
	}

	return n, nil
}
