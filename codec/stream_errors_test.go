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
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

// TestErrorsTruncation: whatever is cut off, the error is variant.ErrTruncated and
// io.ErrUnexpectedEOF.
func TestErrorsTruncation(t *testing.T) {
	check := func(err error, what string, args ...any) {
		t.Helper()
		assert.ErrorIs(t, err, variant.ErrTruncated, fmt.Sprintf(what, args...))
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF, fmt.Sprintf(what, args...))
	}

	packet := testkit.Encode(t, standard, variant.NewArray(variant.String("abc"), variant.Int(1<<40)))
	frame := testkit.Records(binary.LittleEndian, string(packet))
	stream := func(r io.Reader, f codec.Framing) error {
		_, err := codec.NewDecoder(r, f).Decode()
		return err
	}

	for n := 1; n < len(packet); n++ {
		_, err := codec.Decode(packet[:n])
		check(err, "Decode %d", n)
		check(codec.Dump(io.Discard, packet[:n], codec.DumpOptions{}), "Dump %d", n)
	}

	for n := 1; n < len(frame); n++ {
		check(stream(bytes.NewReader(frame[:n]), codec.FrameU32), "FrameU32 %d", n)
		check(codec.Dump(io.Discard, frame[:n], codec.DumpOptions{Frames: true}),
			"Dump of frames %d", n)
	}

	for _, f := range framings {
		input := testkit.Records([]binary.ByteOrder{binary.LittleEndian, binary.BigEndian}[f],
			string(packet))
		own := fmt.Errorf("own: %w", io.ErrUnexpectedEOF)
		err := stream(io.MultiReader(bytes.NewReader(input[:6]), iotest.ErrReader(own)), f)
		check(err, "a reader's own error")
		assert.ErrorIs(t, err, own)

		var file bytes.Buffer
		w := gzip.NewWriter(&file)
		_, _ = w.Write(input)
		require.NoError(t, w.Close())
		r, err := gzip.NewReader(bytes.NewReader(file.Bytes()[:file.Len()-14]))
		require.NoError(t, err)
		check(stream(r, f), "gzip")

		save, err := savefile.Pack(input, savefile.Options{Format: savefile.Compressed})
		require.NoError(t, err)
		s, err := savefile.NewReader(bytes.NewReader(save[:len(save)-8]), savefile.Options{})
		require.NoError(t, err)
		check(stream(s, f), "a save file")
	}
}

// TestErrorsTimeout: a timeout reads as one.
func TestErrorsTimeout(t *testing.T) {
	packet := []byte{2, 0, 0, 0, 7, 0, 0, 0}
	for _, f := range framings {
		input := testkit.Records([]binary.ByteOrder{binary.LittleEndian, binary.BigEndian}[f],
			string(packet))
		near, far := net.Pipe()
		go func() { _, _ = far.Write(input[:6]) }()
		require.NoError(t, near.SetDeadline(time.Now().Add(50*time.Millisecond)))
		_, err := codec.NewDecoder(near, f).Decode()
		assert.ErrorIs(t, err, os.ErrDeadlineExceeded)
		assert.ErrorContains(t, err, "at offset 6: timed out: ")
		var timeout net.Error
		require.ErrorAs(t, err, &timeout)
		assert.True(t, timeout.Timeout())
		assert.NotErrorIs(t, err, variant.ErrTruncated)

		err = codec.NewEncoder(near, f).Encode(variant.Int(7))
		assert.ErrorIs(t, err, os.ErrDeadlineExceeded)
		assert.ErrorContains(t, err, "encode $: timed out: ")

		_, err = codec.NewDecoder(iotest.ErrReader(errors.New("no route")), f).Decode()
		assert.NotContains(t, err.Error(), "timed out")
	}
}
