package codec_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/packed"
	"godotvariant/variant"
)

// writes keeps what each call of Write got.
type writes [][]byte

func (w *writes) Write(b []byte) (int, error) {
	*w = append(*w, bytes.Clone(b))
	return len(b), nil
}

// A short writer takes at most n bytes of each frame, with or without an error.
type short struct {
	n     int
	err   error
	calls int
}

func (w *short) Write(b []byte) (int, error) {
	w.calls++
	return min(w.n, len(b)), w.err
}

func TestEncoderFrames(t *testing.T) {
	big := make(packed.PackedByteArray, 1<<20)
	for f, heads := range map[codec.Framing][2]string{
		codec.FrameU32:   {"\x08\x00\x00\x00", "\x08\x00\x10\x00"},
		codec.FrameU32BE: {"\x00\x00\x00\x08", "\x00\x10\x00\x08"},
		codec.FrameNone:  {"", ""},
	} {
		var w writes
		e := codec.NewEncoder(&w, f)
		require.NoError(t, e.Encode(variant.Int(7)))
		require.NoError(t, e.Encode(big))
		require.NoError(t, e.Encode(nil))
		require.Len(t, w, 3, "one Write a frame")
		require.Equal(t, heads[0]+"\x02\x00\x00\x00\x07\x00\x00\x00", string(w[0]))
		require.Equal(t, heads[1], string(w[1][:len(heads[1])]))

		d := codec.NewDecoder(bytes.NewReader(bytes.Join(w, nil)), f)
		for _, want := range []variant.Variant{variant.Int(7), big, variant.Nil{}} {
			if f != codec.FrameNone {
				requireNext(t, d, want)
				continue
			}
			_, err := d.Decode()
			require.ErrorContains(t, err, "a Decoder needs frames")
			require.Equal(t, err, d.Err())
		}
	}
}

func TestEncoderErrors(t *testing.T) {
	t.Run("a value that can't be written", func(t *testing.T) {
		var w writes
		e := codec.NewEncoder(&w, codec.FrameU32)
		err := e.Encode(variant.NewArray(variant.Int(1), variant.String("\xff")))
		require.ErrorIs(t, err, variant.ErrUTF8)
		var at *variant.Error
		require.ErrorAs(t, err, &at)
		require.Equal(t, 4+8+8, at.Offset, "in the frame")
		require.Empty(t, w)
		require.NoError(t, e.Encode(variant.Int(7)))
		require.Len(t, w, 1)
	})

	t.Run("over MaxFrame", func(t *testing.T) {
		c := codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 16}})
		var w writes
		for _, f := range []codec.Framing{codec.FrameU32, codec.FrameNone} {
			e := c.NewEncoder(&w, f)
			require.ErrorIs(t, e.Encode(variant.String("123456789")), variant.ErrLimit)
			require.Empty(t, w)
			require.NoError(t, e.Encode(variant.String("12345678")))
			require.Len(t, w, 1)
			w = nil
		}
	})

	for name, c := range map[string]struct {
		w    short
		want error
		ends bool
	}{
		"nothing taken":     {short{0, errReader, 0}, errReader, false},
		"some taken":        {short{5, errReader, 0}, errReader, true},
		"all, with error":   {short{99, errReader, 0}, errReader, false},
		"short, no error":   {short{5, nil, 0}, io.ErrShortWrite, true},
		"nothing, no error": {short{0, nil, 0}, io.ErrShortWrite, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := c.w
			e := codec.NewEncoder(&w, codec.FrameU32)
			err := e.Encode(variant.Int(7))
			require.ErrorIs(t, err, c.want)
			var at *variant.Error
			require.ErrorAs(t, err, &at)
			require.Equal(t, min(w.n, 12), at.Offset)
			again := e.Encode(variant.Int(7))
			require.Equal(t, c.ends, err == again)
			require.Equal(t, c.ends, w.calls == 1, "nothing is written after half a frame")
		})
	}
}

// TestStreamAllocations: an Encoder allocates nothing, and a Decoder only the value.
func TestStreamAllocations(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector allocates")
	}

	value := variant.NewDictionary(
		variant.KV("op", variant.String("move")),
		variant.KV("at", variant.NewArray(variant.Int(1000), variant.Float(2.5))),
	)

	packet := testkit.Encode(t, standard, value)
	allocs := func(f func() error) float64 {
		return testkit.AllocsPerRun(200, func() {
			if err := f(); err != nil {
				panic(err)
			}
		})
	}

	own := allocs(func() error { _, err := codec.Decode(packet); return err })
	for _, f := range framings {
		var w writes
		require.NoError(t, codec.NewEncoder(&w, f).Encode(value))
		d := codec.NewDecoder(&testkit.Loop{Frame: w[0]}, f)
		require.Equal(t, own, allocs(func() error { _, err := d.Decode(); return err }), f)
		raw, err := codec.NewDecoder(&testkit.Loop{Frame: w[0]}, f).DecodeRaw()
		require.NoError(t, err)

		e := codec.NewEncoder(io.Discard, f)
		for _, boxed := range []variant.Variant{value, raw} {
			require.Zero(t, allocs(func() error { return e.Encode(boxed) }), f)
		}
	}
}
