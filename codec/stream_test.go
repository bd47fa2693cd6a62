package codec_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/codec/savefile"
	"godotvariant/internal/test/testkit"
	"godotvariant/packed"
	"godotvariant/variant"
)

var (
	framings = []codec.Framing{codec.FrameU32, codec.FrameU32BE}
	// the byte order of each framing
	orders = []binary.ByteOrder{binary.LittleEndian, binary.BigEndian}

	// goodFrame has the packet of the int 7.
	goodFrame = words(8, 2, 7)

	errReader = errors.New("the reader's own error")
)

// readers maps the names of readers in badinputs.json to functions that make such readers. Each
// function also returns the error with which its reader fails, or nil.
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

// stutter returns no bytes and no error several times before each read.
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

// TestStreamBadInputs reads every case that has a framing, with every kind of reader, in the three
// modes. It puts a case without framing into a frame.
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
	require.True(t, c.MaxAllocBytes == 0 || used < uint64(c.MaxAllocBytes), "%d: %s", used, c.Why)

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

// requireNext reads the next value and requires that it is equal to the wanted value.
func requireNext(t *testing.T, d *codec.Decoder, want variant.Variant) {
	t.Helper()
	v, err := d.Decode()
	require.NoError(t, err)
	testkit.RequireEqual(t, want, v)
}

// decodeFrame returns the error of reading one packet.
func decodeFrame(r io.Reader, f codec.Framing) error {
	_, err := codec.NewDecoder(r, f).Decode()
	return err
}

// TestDecoderGoesOn: after a bad packet in a complete frame a Decoder reads the next packet. All
// yields each packet or its error.
func TestDecoderGoesOn(t *testing.T) {
	stream := slices.Concat(words(0, 4, 255), goodFrame, words(12, 2, 7, 0), goodFrame,
		[]byte{9, 0, 0, 0, 1})
	kinds := []error{variant.ErrTruncated, variant.ErrUnknownType, nil, variant.ErrTrailing, nil,
		variant.ErrTruncated}
	offsets := []int64{0, 4, 12, 24, 40, 52}

	d, all := codec.NewDecoder(bytes.NewReader(stream), codec.FrameU32), 0
	for v, err := range codec.NewDecoder(bytes.NewReader(stream), codec.FrameU32).All() {
		one, oneErr := d.Decode()
		require.Equal(t, one, v)
		require.Equal(t, oneErr, err)

		require.ErrorIs(t, err, kinds[all])
		require.Equal(t, offsets[all], d.InputOffset())
		if err == nil {
			require.Equal(t, variant.Int(7), v)
		}

		all++
		require.Equal(t, all == len(kinds), d.Err() != nil)
	}
	require.Equal(t, len(kinds), all)

	d = codec.NewDecoder(bytes.NewReader(stream), codec.FrameU32)
	for _, want := range [][]byte{nil, stream[8:12], stream[16:24]} {
		for range d.All() {
			break
		}
		require.Equal(t, string(want), string(d.Packet()), "Packet returns bad packets too")
	}

	d = codec.NewDecoder(iotest.ErrReader(errReader), codec.FrameU32)
	all = 0
	for _, err := range d.All() {
		require.ErrorIs(t, err, errReader)
		all++
	}
	require.Equal(t, 1, all)
	require.Nil(t, d.Packet())
}

// TestDecoderWaits: a Decoder continues after a timeout, and after the end of a file that grows.
func TestDecoderWaits(t *testing.T) {
	for cut := range len(goodFrame) {
		d := codec.NewDecoder(io.MultiReader(bytes.NewReader(goodFrame[:cut]), &timeoutOnce{},
			bytes.NewReader(goodFrame[cut:])), codec.FrameU32)
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

	var file bytes.Buffer
	d := codec.NewDecoder(&file, codec.FrameU32)
	for range 3 {
		_, err := d.Decode()
		require.True(t, err == io.EOF)
		file.Write(goodFrame)
		requireNext(t, d, variant.Int(7))
	}
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

// TestImpossibleReaders: a reader that returns a wrong count, or returns no bytes a hundred times
// in a row, causes an error.
func TestImpossibleReaders(t *testing.T) {
	for _, n := range []int{-1, 1 << 20} {
		err := decodeFrame(miscounter(n), codec.FrameU32)
		require.ErrorContains(t, err, "impossible count")
	}

	for times, want := range map[int]error{99: nil, 100: io.ErrNoProgress} {
		r := &stutter{r: iotest.OneByteReader(bytes.NewReader(goodFrame)), times: times}
		require.ErrorIs(t, decodeFrame(r, codec.FrameU32), want, "%d", times)
	}
}

func TestFramings(t *testing.T) {
	for f, want := range map[codec.Framing]string{
		codec.FrameU32: "FrameU32", codec.FrameU32BE: "FrameU32BE",
		2: "unknown framing",
	} {
		assert.Equal(t, want, f.String())
	}

	err := decodeFrame(bytes.NewReader(goodFrame), 9)
	require.ErrorContains(t, err, "no such framing")
	require.ErrorContains(t, codec.NewEncoder(io.Discard, 9).Encode(nil), "no such framing")
}

// TestStreamBufferKept: after a big frame, the sizes of the next frames decide whether its buffer
// is kept. A size includes the 4 bytes for the length of the frame.
func TestStreamBufferKept(t *testing.T) {
	small := func(n int) []int { return slices.Repeat([]int{16}, n) }
	between := func(size, n int) []int { return slices.Concat(small(60), []int{size}, small(n)) }
	const kib = 1 << 10

	for name, c := range map[string]struct {
		big  int
		then []int
		kept bool
	}{
		"64 KiB are always kept":           {64 * kib, small(200), true},
		"more is kept for 64 small frames": {64*kib + 4, small(64), true},
		"and let go for the next":          {64*kib + 4, small(65), false},
		"however big it is":                {4096 * kib, small(65), false},
		"a quarter of the buffer is small": {128 * kib, between(32*kib, 60), false},
		"more than a quarter begins anew":  {128 * kib, between(32*kib+4, 60), true},
		"and is counted from there":        {128 * kib, between(32*kib+4, 65), false},
		"frames that fill it keep it forever": {128 * kib, slices.Repeat([]int{128 * kib}, 100),
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

// sizeRecorder records the length of the buffer of each Read.
type sizeRecorder struct {
	r     io.Reader
	sizes []int
}

func (a *sizeRecorder) Read(b []byte) (int, error) {
	a.sizes = append(a.sizes, len(b))
	return a.r.Read(b)
}

// TestDecoderReads: a Decoder reads only its frame. Its buffer grows to at most 4 KiB, or to at
// most twice the number of bytes that were read. For a longer frame the last growth is from half of
// the frame to the whole frame, so the last Read reads half of the frame.
func TestDecoderReads(t *testing.T) {
	for _, c := range []struct {
		size int
		want []int
	}{
		{12, []int{4, 8}},
		{512, []int{4, 508}},
		{516, []int{4, 508, 4}},
		{4 << 10, []int{4, 508, 3584}},
		{4<<10 + 4, []int{4, 508, 1538, 2050}},
		{20_000, []int{4, 508, 1988, 2500, 5000, 10_000}},
	} {
		packet := testkit.Encode(t, standard, make(packed.PackedByteArray, c.size-4-8))
		r := sizeRecorder{r: bytes.NewReader(append(
			testkit.Records(binary.LittleEndian, string(packet)), "what follows"...))}
		require.NoError(t, decodeFrame(&r, codec.FrameU32))
		assert.Equal(t, c.want, r.sizes, "%d bytes", c.size)
	}

	for n := 1000; n < 24_000; n += 1000 {
		frame := testkit.Records(binary.LittleEndian, string(nullArray(n)))
		d := codec.NewDecoder(bytes.NewReader(frame), codec.FrameU32)
		_, err := d.Decode()
		require.NoError(t, err)
		assert.LessOrEqual(t, cap(d.Packet()), max(2*len(frame), 4<<10))
	}
}

// nullArray is the packet of an Array of n Nils.
func nullArray(n int) []byte { return append(words(28, uint32(n)), make([]byte, 4*n)...) }

// TestErrorsTruncation: wherever the data is cut off, the error is variant.ErrTruncated and
// io.ErrUnexpectedEOF.
func TestErrorsTruncation(t *testing.T) {
	check := func(err error, what string, args ...any) {
		t.Helper()
		assert.ErrorIs(t, err, variant.ErrTruncated, fmt.Sprintf(what, args...))
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF, fmt.Sprintf(what, args...))
	}

	value := array(variant.String("abc"), variant.Int(1<<40))
	packet := testkit.Encode(t, standard, value)
	for n := 1; n < len(packet); n++ {
		check(codec.Valid(packet[:n]), "Valid %d", n)
	}

	frame := testkit.Records(binary.LittleEndian, string(packet))
	for n := 1; n < len(frame); n++ {
		check(decodeFrame(bytes.NewReader(frame[:n]), codec.FrameU32), "FrameU32 %d", n)
		check(inspect.Dump(io.Discard, frame[:n], inspect.Options{Framed: true}), "frames %d", n)
	}

	for _, f := range framings {
		input := testkit.Records(orders[f], string(packet))
		own := fmt.Errorf("own: %w", io.ErrUnexpectedEOF)
		err := decodeFrame(io.MultiReader(bytes.NewReader(input[:6]), iotest.ErrReader(own)), f)
		check(err, "a reader's own error")
		assert.ErrorIs(t, err, own)

		var file bytes.Buffer
		w := gzip.NewWriter(&file)
		_, _ = w.Write(input)
		require.NoError(t, w.Close())
		r, err := gzip.NewReader(bytes.NewReader(file.Bytes()[:file.Len()-14]))
		require.NoError(t, err)
		check(decodeFrame(r, f), "gzip")

		save, err := savefile.Encode(input, savefile.Options{Container: savefile.Compressed})
		require.NoError(t, err)
		s, err := savefile.NewReader(bytes.NewReader(save[:len(save)-8]), savefile.Options{})
		require.NoError(t, err)
		check(decodeFrame(s, f), "a save file")
	}
}

// TestErrorsTimeout: the error of a deadline is a timeout and not a truncation.
func TestErrorsTimeout(t *testing.T) {
	for _, f := range framings {
		near, far := net.Pipe()
		go func() {
			_, _ = far.Write(testkit.Records(orders[f], string(goodFrame[4:]))[:6])
			_ = near.SetDeadline(time.Now()) // after all bytes have been read
		}()

		err := decodeFrame(near, f)
		assert.ErrorIs(t, err, os.ErrDeadlineExceeded)
		assert.ErrorContains(t, err, "at offset 6: timed out: ")
		var timeout net.Error
		require.ErrorAs(t, err, &timeout)
		assert.True(t, timeout.Timeout())
		assert.NotErrorIs(t, err, variant.ErrTruncated)

		err = codec.NewEncoder(near, f).Encode(variant.Int(7))
		assert.ErrorIs(t, err, os.ErrDeadlineExceeded)
		assert.ErrorContains(t, err, "encode $: timed out: ")

		err = decodeFrame(iotest.ErrReader(errors.New("no route")), f)
		assert.NotContains(t, err.Error(), "timed out")
	}
}
