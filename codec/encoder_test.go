package codec_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// writeLog stores the data of each call of Write.
type writeLog [][]byte

func (w *writeLog) Write(b []byte) (int, error) {
	*w = append(*w, bytes.Clone(b))
	return len(b), nil
}

// A shortWriter takes at most n bytes of each frame, with or without an error.
type shortWriter struct {
	n     int
	err   error
	calls int
}

func (w *shortWriter) Write(b []byte) (int, error) {
	w.calls++
	return min(w.n, len(b)), w.err
}

// fixedStruct is a struct into which a packet can be decoded again without new memory.
type fixedStruct struct {
	ID int32        `godot:"id"`
	At math.Vector3 `godot:"at"`
	Up bool         `godot:"up"`
}

// TestCut: Cut returns the packet that Append got. If the frame is not complete, Cut returns the
// number of missing bytes.
func TestCut(t *testing.T) {
	for _, f := range framings {
		var stream []byte
		for _, text := range []string{"", "a", "four", "more than that"} {
			stream = f.Append(stream, []byte(text))
		}

		rest := stream
		for _, text := range []string{"", "a", "four", "more than that"} {
			var packet []byte
			var missing int
			packet, rest, missing = f.Cut(rest)
			require.Equal(t, text, string(packet), f)
			require.Zero(t, missing)
		}
		require.Empty(t, rest)

		for n, missing := range []int{4, 3, 2, 1, 4, 3, 2, 1} {
			packet, rest, got := f.Cut(f.Append(nil, []byte("four"))[:n])
			require.Nil(t, packet)
			require.Len(t, rest, n)
			require.Equal(t, missing, got)
		}

		_, _, missing := f.Cut([]byte{255, 255, 255, 255, 1})
		require.Equal(t, 1<<31-1, missing, "no more than fits an int of 32 bits")
	}

}

// TestEncoderFrames: each frame is one Write.
func TestEncoderFrames(t *testing.T) {
	big := make(packed.PackedByteArray, 1<<20)
	for f, heads := range map[codec.Framing][2]string{
		codec.FrameU32:   {"\x08\x00\x00\x00", "\x08\x00\x10\x00"},
		codec.FrameU32BE: {"\x00\x00\x00\x08", "\x00\x10\x00\x08"},
	} {
		var w writeLog
		e := codec.NewEncoder(&w, f)
		values := []variant.Variant{variant.Int(7), big, nil}
		for _, v := range values {
			require.NoError(t, e.Encode(v))
		}
		require.Len(t, w, 3)
		require.Equal(t, heads[0]+"\x02\x00\x00\x00\x07\x00\x00\x00", string(w[0]))
		require.Equal(t, heads[1], string(w[1][:len(heads[1])]))

		d := codec.NewDecoder(bytes.NewReader(bytes.Join(w, nil)), f)
		for _, want := range values {
			requireNext(t, d, want)
		}
	}
}

// TestEncoderWritesNothingBad: if encoding a value fails, no byte of it is written, and the next
// value is written.
func TestEncoderWritesNothingBad(t *testing.T) {
	small := codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 16}})
	for _, f := range framings {
		var w writeLog
		e := small.NewEncoder(&w, f)
		for kind, err := range map[error]error{
			variant.ErrLimit: e.Encode(variant.String("123456789")),
			variant.ErrUTF8:  e.Encode(array(variant.Int(1), variant.String("\xff"))),
			variant.ErrRange: e.Marshal(uint64(1 << 63)),
		} {
			require.ErrorIs(t, err, kind)
		}
		require.ErrorIs(t, e.Marshal("123456789"), variant.ErrLimit)
		require.Empty(t, w)

		require.NoError(t, e.Encode(variant.String("12345678")))
		require.NoError(t, e.Marshal("12345678"))
		require.Len(t, w, 2)
	}
}

// TestEncoderErrors: if only a part of a frame was written, the stream has ended, and each later
// call returns the error.
func TestEncoderErrors(t *testing.T) {
	for name, c := range map[string]struct {
		w    shortWriter
		want error
		ends bool
	}{
		"nothing taken":     {shortWriter{0, errReader, 0}, errReader, false},
		"some taken":        {shortWriter{5, errReader, 0}, errReader, true},
		"all, with error":   {shortWriter{99, errReader, 0}, errReader, false},
		"short, no error":   {shortWriter{5, nil, 0}, io.ErrShortWrite, true},
		"nothing, no error": {shortWriter{0, nil, 0}, io.ErrShortWrite, false},
	} {
		for method, encode := range map[string]func(*codec.Encoder) error{
			"Encode":  func(e *codec.Encoder) error { return e.Encode(variant.Int(7)) },
			"Marshal": func(e *codec.Encoder) error { return e.Marshal(7) },
		} {
			t.Run(name+"/"+method, func(t *testing.T) {
				w := c.w
				e := codec.NewEncoder(&w, codec.FrameU32)
				err := encode(e)
				require.ErrorIs(t, err, c.want)
				var at *variant.Error
				require.ErrorAs(t, err, &at)
				require.Equal(t, min(w.n, 12), at.Offset)

				require.Equal(t, c.ends, err == e.Encode(variant.Int(7)))
				require.Equal(t, c.ends, w.calls == 1)
			})
		}
	}
}

// TestStreamMarshal: for the same value, Marshal writes the same bytes as Encode, in one Write.
// Unmarshal has the same result as Decode and FromVariant.
func TestStreamMarshal(t *testing.T) {
	goValues := []any{
		&fixedStruct{1, math.Vector3{X: 1, Y: 2, Z: 3}, true}, fixedStruct{}, awkwardSeed(),
		[]string{"a", "b"}, map[string]int{"b": 1, "a": 2}, 7, "text", nil, variant.Float(0.5),
		(*fixedStruct)(nil),
	}

	for _, f := range framings {
		for _, c := range []*codec.Codec{codec.MustNew(full), {}} {
			var structs, values writeLog
			marshals, encodes := c.NewEncoder(&structs, f), c.NewEncoder(&values, f)
			for _, v := range goValues {
				value, err := c.ToVariant(v)
				require.NoError(t, err)
				require.NoError(t, encodes.Encode(value))
				require.NoError(t, marshals.Marshal(v))
			}
			require.Equal(t, values, structs, f)

			stream := bytes.Join(structs, nil)
			d := c.NewDecoder(bytes.NewReader(stream), f)
			twin := c.NewDecoder(bytes.NewReader(stream), f)
			for v, err := range twin.All() {
				require.NoError(t, err)
				var want, got any
				require.NoError(t, codec.FromVariant(v, &want))
				require.NoError(t, d.Unmarshal(&got))
				require.Equal(t, twin.InputOffset(), d.InputOffset())
				require.Equal(t, want, got)
			}
			require.Equal(t, io.EOF, d.Unmarshal(new(any)))
		}
	}
}

// TestErrorsInFrames: the error of a stream is equal to the error for the same packet outside a
// stream, except that the offset counts from the start of the frame.
func TestErrorsInFrames(t *testing.T) {
	bad, err := codec.Marshal(map[string]any{"id": 5, "up": 1})
	require.NoError(t, err)
	good, err := codec.Marshal(fixedStruct{ID: 5})
	require.NoError(t, err)

	for i, f := range framings {
		e := codec.NewEncoder(io.Discard, f)
		for _, v := range []any{[]string{"a", "\xff"}, map[string]uint64{"a": 1 << 63},
			uint64(1 << 63)} {
			_, packetErr := codec.Marshal(v)
			requireSameError(t, packetErr, e.Marshal(v), 4)
		}

		v := array(variant.Int(1), variant.String("\xff"))
		_, packetErr := codec.Encode(v)
		requireSameError(t, packetErr, e.Encode(v), 4)

		stream := testkit.Records(orders[i], string(bad), string(good), string(bad))
		d := codec.NewDecoder(bytes.NewReader(stream), f)
		var got fixedStruct
		requireSameError(t, codec.Unmarshal(bad, &got), d.Unmarshal(&got), 4)
		require.NoError(t, d.Err())
		require.Equal(t, bad, d.Packet())
		require.NoError(t, d.Unmarshal(&got))
		require.Equal(t, fixedStruct{ID: 5}, got)

		err = d.Unmarshal(fixedStruct{})
		require.EqualError(t, err, "godot: convert $: wrong type: the destination must be "+
			"a non-nil pointer, and it has the type codec_test.fixedStruct")
		require.Equal(t, codec.Unmarshal(good, fixedStruct{}), err)
		require.NoError(t, d.Err())
	}
}

// requireSameError requires that two errors are equal, except for their offsets: the offset of the
// error got must be greater than the offset of the error want, by the given shift.
func requireSameError(t testing.TB, want, got error, shift int) {
	t.Helper()
	var a, b *variant.Error
	require.True(t, errors.As(want, &a) && errors.As(got, &b), "%v, %v", want, got)
	moved := *a
	moved.Offset += shift
	require.Equal(t, moved.Error(), b.Error())
	require.Equal(t, moved.Offset, b.Offset)
}

// TestAllStructs: All yields values that share no memory, and continues after a bad packet.
func TestAllStructs(t *testing.T) {
	var w bytes.Buffer
	e := codec.NewEncoder(&w, codec.FrameU32)
	for _, v := range []any{[]int{1, 2}, "no list", []int{3, 4}} {
		require.NoError(t, e.Marshal(v))
	}
	w.Write([]byte{1})

	var lists [][]int
	var failures []error
	for list, err := range codec.All[[]int](codec.NewDecoder(&w, codec.FrameU32)) {
		if err != nil {
			failures = append(failures, err)
			continue
		}
		lists = append(lists, list)
	}
	require.Equal(t, [][]int{{1, 2}, {3, 4}}, lists)
	require.Len(t, failures, 2)
	require.ErrorIs(t, failures[0], variant.ErrWrongType)
	require.ErrorIs(t, failures[1], variant.ErrTruncated)

	d := codec.NewDecoder(bytes.NewReader(slices.Concat(words(8, 2, 1), goodFrame)), codec.FrameU32)
	for n := range codec.All[*int](d) {
		require.Equal(t, 1, *n)
		break
	}
	require.Equal(t, int64(0), d.InputOffset())
	requireNext(t, d, variant.Int(7))
}
