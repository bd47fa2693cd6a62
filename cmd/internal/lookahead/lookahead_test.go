package lookahead_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/lookahead"
)

// TestReader: bytes that Peek has returned are read again, and bytes that were put back come first.
// The length of the file may be known or not.
func TestReader(t *testing.T) {
	const text = "0123456789"
	open := func(length int64) *lookahead.Reader {
		return lookahead.New(iotest.OneByteReader(strings.NewReader(text)), length)
	}

	for _, in := range []*lookahead.Reader{open(0), open(10), lookahead.Bytes([]byte(text))} {
		require.Equal(t, "012", string(in.Peek(3)))
		require.Equal(t, "01", string(in.Peek(2)))
		require.Equal(t, "0123", string(in.Append(nil, 4)))
		require.Equal(t, "x45", string(in.Append([]byte("x"), 2)))
		require.False(t, in.IsWhole(in.Peek(2)))

		in.PutBack([]byte("ab"))
		in.Skip(1)
		require.Equal(t, "b6789", string(in.Peek(100)))
		require.True(t, in.IsWhole(in.Peek(100)))
		require.False(t, in.AtEnd())

		require.Equal(t, "b6789", string(in.Append(nil, 100)))
		require.True(t, in.AtEnd())
		require.NoError(t, in.Err())
		require.ErrorIs(t, in.Failed(io.ErrUnexpectedEOF), io.ErrUnexpectedEOF)
	}

	broken := errors.New("broken")
	in := lookahead.New(io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(broken)), 0)
	require.Equal(t, "ab", string(in.Peek(5)))
	require.ErrorIs(t, in.Err(), broken)
	require.ErrorIs(t, in.Failed(io.ErrUnexpectedEOF), broken)
	require.False(t, in.AtEnd())
}

// TestMemory: if the length of the file is known, Peek and Append allocate little more than this
// length.
func TestMemory(t *testing.T) {
	const length, most = 1 << 20, 1<<20 + 2*bytes.MinRead
	text := strings.Repeat("x", length)

	in := lookahead.New(strings.NewReader(text), length)
	require.LessOrEqual(t, cap(in.Peek(length)), most)
	in = lookahead.New(strings.NewReader(text), length)
	require.LessOrEqual(t, cap(in.Append(nil, length)), most)
	in = lookahead.New(strings.NewReader(text), length)
	require.LessOrEqual(t, cap(in.Append(nil, 4*length)), most)
}

// TestAtEnd: AtEnd reads no more than one byte. It must not read more, because a stream may have to
// wait for the next byte.
func TestAtEnd(t *testing.T) {
	broken := iotest.ErrReader(errors.New("broken"))
	in := lookahead.New(io.MultiReader(strings.NewReader("a"), broken), 0)
	require.False(t, in.AtEnd())
	require.NoError(t, in.Err())
}
