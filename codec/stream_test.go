package codec_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/packed"
	"godotvariant/variant"
)

var errReader = errors.New("the reader's own error")

// readers make the readers of badinputs.json, and say which error of its own each returns.
var readers = map[string]func(io.Reader) (io.Reader, error){
	"":         func(r io.Reader) (io.Reader, error) { return r, nil },
	"one-byte": func(r io.Reader) (io.Reader, error) { return iotest.OneByteReader(r), nil },
	"half":     func(r io.Reader) (io.Reader, error) { return iotest.HalfReader(r), nil },
	"data-err": func(r io.Reader) (io.Reader, error) { return iotest.DataErrReader(r), nil },
	"zero-nil-50": func(r io.Reader) (io.Reader, error) {
		return &stutter{r: iotest.OneByteReader(r), times: 50}, nil
	},
	"zero-nil-forever": func(r io.Reader) (io.Reader, error) {
		return io.MultiReader(io.LimitReader(r, 6), &stutter{times: 1 << 30}), nil
	},
	"timeout": func(r io.Reader) (io.Reader, error) {
		return iotest.TimeoutReader(r), iotest.ErrTimeout
	},
	"err-after-6": func(r io.Reader) (io.Reader, error) { return failAfter(r, 6), errReader },
}

func failAfter(r io.Reader, n int64) io.Reader {
	return io.MultiReader(io.LimitReader(r, n), iotest.ErrReader(errReader))
}

// stutter returns no bytes and no error that many times before each read.
type stutter struct {
	r           io.Reader
	times, done int
}

func (s *stutter) Read(b []byte) (int, error) {
	if s.done < s.times {
		s.done++
		return 0, nil
	}
	s.done = 0
	return s.r.Read(b)
}

// TestStreamBadInputs reads every framed case, with every kind of reader, in the three
// modes. A case without framing is read in a frame.
func TestStreamBadInputs(t *testing.T) {
	seen := 0
	for _, c := range loadBadInputs(t) {
		if c.Framing == "" && c.Reader == "" {
			continue
		}

		seen++
		for name, mode := range modes {
			t.Run(c.Name+"/"+name, func(t *testing.T) {
				if c.Framing == "u32le" {
					c.stream(t, mode, codec.FrameU32, c.Hex)
					return
				}
				require.Empty(t, c.Framing)
				size := byte(len(c.Hex))
				if c.Reader == "zero-nil-forever" {
					size++
				}
				c.stream(t, mode, codec.FrameU32, append([]byte{size, 0, 0, 0}, c.Hex...))
				c.stream(t, mode, codec.FrameU32BE, append([]byte{0, 0, 0, size}, c.Hex...))
			})
		}
	}

	require.Equal(t, 48, seen)
}

func (c *badInput) stream(t *testing.T, mode codec.Mode, f codec.Framing, input []byte) {
	want := c.in(mode)
	r, own := readers[c.Reader](bytes.NewReader(input))
	d := c.codec(mode).NewDecoder(r, f)

	if want.Expect == "error" {
		c.streamFails(t, d, want, own)
		return
	}

	var out bytes.Buffer
	e := c.codec(mode).NewEncoder(&out, f)
	for range max(c.Values, 1) {
		v, err := d.Decode()
		require.NoError(t, err, c.Why)
		require.NoError(t, d.Err())
		require.NoError(t, e.Encode(v))
	}

	_, err := d.Decode()
	require.True(t, err == io.EOF, "%v", err)
	require.True(t, d.Err() == io.EOF)
	expected := input

	if want.Expect == "ok" {
		expected = want.Reencoded
	}

	require.Equal(t, expected, out.Bytes(), c.Why)
}

func (c *badInput) streamFails(t *testing.T, d *codec.Decoder, want outcome, own error) {
	t.Helper()
	var v variant.Variant
	var err error
	used := testkit.Allocated(func() { v, err = d.Decode() })
	require.Nil(t, v)
	require.True(t, c.MaxAllocBytes == 0 || used < uint64(c.MaxAllocBytes), "%d bytes: %s", used,
		c.Why)

	if want.Error == "eof" {
		require.True(t, err == io.EOF, "%v is not io.EOF itself", err)
		return
	}

	var e *variant.Error
	require.ErrorAs(t, err, &e)
	if want.Error == "reader" {
		require.ErrorIs(t, err, own)
		require.NotErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Positive(t, e.Offset)
		require.Equal(t, err, d.Err())
		return
	}

	requireKind(t, err, want, c.Why)
	if want.Error == "truncated" {
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	}
}

// requireNext reads the next value.
func requireNext(t *testing.T, d *codec.Decoder, want variant.Variant) {
	t.Helper()
	v, err := d.Decode()
	require.NoError(t, err)
	testkit.RequireEqual(t, want, v)
}

// TestStreamGoesOn reads on after an error.
func TestStreamGoesOn(t *testing.T) {
	good := []byte{8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0}
	join := func(parts ...[]byte) io.Reader { return bytes.NewReader(bytes.Join(parts, nil)) }

	t.Run("bad packets in whole frames", func(t *testing.T) {
		empty, unknown := []byte{0, 0, 0, 0}, []byte{4, 0, 0, 0, 255, 0, 0, 0}
		slack := []byte{12, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0}

		d := codec.NewDecoder(join(empty, unknown, good, slack, good), codec.FrameU32)
		for i, kind := range []error{variant.ErrTruncated, variant.ErrUnknownType, nil,
			variant.ErrTrailing, nil, io.EOF} {
			v, err := d.Decode()
			require.ErrorIs(t, err, kind, i)
			require.Equal(t, kind == io.EOF, d.Err() != nil)

			if kind == nil {
				require.Equal(t, variant.Int(7), v)
			}

			require.Equal(t, []int64{0, 4, 12, 24, 40, 52}[i], d.InputOffset())
		}
	})

	t.Run("a frame over the limit ends the stream", func(t *testing.T) {
		r := join([]byte{1, 0, 128, 0}, good, good)
		d := codec.NewDecoder(r, codec.FrameU32)
		_, err := d.Decode()
		require.ErrorIs(t, err, variant.ErrLimit)
		_, again := d.Decode()
		require.True(t, err == again && err == d.Err())
		rest, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Len(t, rest, 2*len(good), "nothing of the frame was read")
	})

	t.Run("a cut frame ends the stream", func(t *testing.T) {
		d := codec.NewDecoder(join(good[:7]), codec.FrameU32)
		_, err := d.Decode()
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		_, again := d.Decode()
		require.True(t, err == again)
	})

	t.Run("a timeout loses nothing", func(t *testing.T) {
		for cut := range len(good) {
			d := codec.NewDecoder(io.MultiReader(bytes.NewReader(good[:cut]), &timeoutOnce{},
				bytes.NewReader(good[cut:])), codec.FrameU32)
			_, err := d.Decode()
			var e *variant.Error
			require.ErrorAs(t, err, &e)
			require.ErrorIs(t, err, iotest.ErrTimeout)
			require.Equal(t, cut, e.Offset)
			require.Equal(t, err, d.Err())
			requireNext(t, d, variant.Int(7))
			_, err = d.Decode()
			require.True(t, err == io.EOF)
		}
	})

	t.Run("a file that grows", func(t *testing.T) {
		var file bytes.Buffer
		d := codec.NewDecoder(&file, codec.FrameU32)
		for range 3 {
			_, err := d.Decode()
			require.True(t, err == io.EOF)
			file.Write(good)
			requireNext(t, d, variant.Int(7))
		}
	})

	t.Run("impossible counts", func(t *testing.T) {
		for _, n := range []int{-1, 1 << 20} {
			_, err := codec.NewDecoder(miscounter(n), codec.FrameU32).Decode()
			require.ErrorContains(t, err, "impossible count")
		}
	})

	t.Run("impossible framing", func(t *testing.T) {
		_, err := codec.NewDecoder(join(good), 9).Decode()
		require.ErrorContains(t, err, "no such framing")
		require.ErrorContains(t, codec.NewEncoder(io.Discard, 9).Encode(nil), "no such framing")
	})
}

type timeoutOnce struct{ done bool }

func (r *timeoutOnce) Read([]byte) (int, error) {
	if r.done {
		return 0, io.EOF
	}
	r.done = true
	return 0, iotest.ErrTimeout
}

type miscounter int

func (n miscounter) Read([]byte) (int, error) { return int(n), nil }

// TestDecoderAll: All goes on after a bad packet, and ends where the stream ends.
func TestDecoderAll(t *testing.T) {
	input := []byte{
		8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0,
		4, 0, 0, 0, 255, 0, 0, 0,
		4, 0, 0, 0, 0, 0, 0, 0,
		9, 0, 0, 0, 1,
	}

	var values []variant.Variant
	var kinds []error
	for v, err := range codec.NewDecoder(bytes.NewReader(input), codec.FrameU32).All() {
		values = append(values, v)
		kinds = append(kinds, errors.Unwrap(err))
	}

	require.Equal(t, []variant.Variant{variant.Int(7), nil, variant.Nil{}, nil}, values)
	require.Len(t, kinds, 4)
	require.ErrorIs(t, kinds[1], variant.ErrUnknownType)
	require.ErrorIs(t, kinds[3], variant.ErrTruncated)

	d := codec.NewDecoder(bytes.NewReader(input), codec.FrameU32)
	for range d.All() {
		break
	}

	require.Equal(t, input[4:12], d.Packet())
	for _, err := range d.All() {
		require.ErrorIs(t, err, variant.ErrUnknownType)
		break
	}

	require.Equal(t, input[16:20], d.Packet(), "Packet returns bad packets too")

	d = codec.NewDecoder(iotest.ErrReader(errReader), codec.FrameU32)

	n := 0
	for _, err := range d.All() {
		require.ErrorIs(t, err, errReader)
		n++
	}

	require.Equal(t, 1, n)
	require.Nil(t, d.Packet())
}

func TestFramingString(t *testing.T) {
	for f, want := range map[codec.Framing]string{
		codec.FrameU32: "FrameU32", codec.FrameU32BE: "FrameU32BE", codec.FrameNone: "FrameNone",
		3: "unknown framing",
	} {
		assert.Equal(t, want, f.String())
	}
}

// TestStreamBufferKept: the frames after a big one decide whether its buffer is kept.
// Sizes are in bytes and include the frame's length.
func TestStreamBufferKept(t *testing.T) {
	small := func(n int) []int { return slices.Repeat([]int{16}, n) }
	between := func(size, n int) []int { return slices.Concat(small(60), []int{size}, small(n)) }

	for name, c := range map[string]struct {
		big  int
		then []int
		kept bool
	}{
		"64 KiB are always kept":           {64 << 10, small(200), true},
		"more is kept for 64 small frames": {64<<10 + 4, small(64), true},
		"and let go for the next":          {64<<10 + 4, small(65), false},
		"however big it is":                {4 << 20, small(65), false},
		"a quarter of the buffer is small": {128 << 10, between(32<<10, 60), false},
		"more than a quarter begins anew":  {128 << 10, between(32<<10+4, 60), true},
		"and is counted from there":        {128 << 10, between(32<<10+4, 65), false},
		"frames that fill it keep it forever": {128 << 10, slices.Repeat([]int{128 << 10}, 100),
			true},
	} {
		t.Run(name, func(t *testing.T) {
			var stream bytes.Buffer
			e := codec.NewEncoder(&stream, codec.FrameU32)

			sizes := append([]int{c.big}, c.then...)
			for _, size := range sizes {
				require.NoError(t, e.Encode(make(packed.PackedByteArray, size-4-8)))
			}

			d := codec.NewDecoder(&stream, codec.FrameU32)
			for i, size := range sizes {
				_, err := d.Decode()
				require.NoError(t, err)
				require.Len(t, d.Packet(), size-4)
				if i == 0 {
					require.Equal(t, c.big-4, cap(d.Packet()), "as big as needed and no bigger")
				}
			}

			assert.Equal(t, c.kept, cap(d.Packet()) == c.big-4, "%d", cap(d.Packet()))
			assert.True(t, c.kept || cap(d.Packet()) < 64<<10)
		})
	}
}

// asked keeps how many bytes each Read could return.
type asked struct {
	r     io.Reader
	sizes []int
}

func (a *asked) Read(b []byte) (int, error) {
	a.sizes = append(a.sizes, len(b))
	return a.r.Read(b)
}

// TestDecoderReads: a Decoder reads only its frame, and makes room for as much as it has
// read already, or for 4 KiB.
func TestDecoderReads(t *testing.T) {
	for _, c := range []struct {
		size int
		want []int
	}{
		{12, []int{4, 8}},
		{512, []int{4, 508}},
		{516, []int{4, 508, 4}},
		{4 << 10, []int{4, 508, 3584}},
		{4<<10 + 4, []int{4, 508, 3584, 4}},
		{20_000, []int{4, 508, 3584, 4096, 8192, 3616}},
	} {
		packet := testkit.Encode(t, standard, make(packed.PackedByteArray, c.size-4-8))
		r := asked{r: bytes.NewReader(append(testkit.Records(binary.LittleEndian, string(packet)),
			"what follows"...))}
		_, err := codec.NewDecoder(&r, codec.FrameU32).Decode()
		require.NoError(t, err)

		assert.Equal(t, c.want, r.sizes, "%d bytes", c.size)
	}
}

// TestDecoderNoProgress: a hundred reads without bytes in a row are an error, 99 are not.
func TestDecoderNoProgress(t *testing.T) {
	frame := []byte{8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0}
	for times, want := range map[int]error{99: nil, 100: io.ErrNoProgress} {
		_, err := codec.NewDecoder(&stutter{r: iotest.OneByteReader(bytes.NewReader(frame)),
			times: times}, codec.FrameU32).Decode()
		require.ErrorIs(t, err, want, "%d", times)
	}
}

// TestDecoderBufferIsBounded: the buffer has at most twice the bytes of the frame.
func TestDecoderBufferIsBounded(t *testing.T) {
	for n := 1000; n < 24_000; n += 1000 {
		frame := testkit.Records(binary.LittleEndian, string(nullArray(n)))
		d := codec.NewDecoder(bytes.NewReader(frame), codec.FrameU32)
		_, err := d.Decode()
		require.NoError(t, err)
		assert.LessOrEqual(t, cap(d.Packet()), max(2*len(frame), 4<<10))
	}
}

// nullArray is the packet of an Array of n Nils.
func nullArray(n int) []byte {
	b := make([]byte, 8+4*n)
	copy(b, []byte{28, 0, 0, 0})
	binary.LittleEndian.PutUint32(b[4:], uint32(n))
	return b
}
