// Package testkit has helpers for the tests of several packages.
package testkit

import (
	"encoding/binary"
	"encoding/hex"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// A Codec encodes and decodes values, as *codec.Codec does.
type Codec interface {
	Encode(v variant.Variant) ([]byte, error)
	Decode(packet []byte) (variant.Variant, error)
	Valid(packet []byte) error
	Dialect() *variant.Dialect
}

// Encode returns the packet of v, and fails the test if there is an error.
func Encode(t testing.TB, c Codec, v variant.Variant) []byte {
	t.Helper()
	packet, err := c.Encode(v)
	require.NoError(t, err, "%s: %#v", c.Dialect().Name(), v)
	return packet
}

// Decode returns the value of a packet, and fails the test if there is an error.
func Decode(t testing.TB, c Codec, packet []byte) variant.Variant {
	t.Helper()
	v, err := c.Decode(packet)
	require.NoError(t, err, "%s: % x", c.Dialect().Name(), packet)
	return v
}

// RefuseEncode fails the test unless encoding v returns an error of the kind. It returns the error.
func RefuseEncode(t testing.TB, c Codec, v variant.Variant, kind error) *variant.Error {
	t.Helper()
	packet, err := c.Encode(v)
	require.Nil(t, packet)
	return Fault(t, err, kind, "%s: %#v", c.Dialect().Name(), v)
}

// RefuseDecode fails the test unless decoding and checking the packet fail with equal errors of the
// given kind. It returns the error.
func RefuseDecode(t testing.TB, c Codec, packet []byte, kind error) *variant.Error {
	t.Helper()
	v, err := c.Decode(packet)
	require.Nil(t, v)
	require.Equal(t, err, c.Valid(packet))
	return Fault(t, err, kind, "%s: % x", c.Dialect().Name(), packet)
}

// Fault fails the test unless err is a *variant.Error of the kind, or of any kind if kind is nil.
// It returns the error.
func Fault(t testing.TB, err, kind error, args ...any) *variant.Error {
	t.Helper()
	var e *variant.Error
	require.ErrorAs(t, err, &e, args...)
	if kind != nil {
		require.ErrorIs(t, err, kind, args...)
	}
	return e
}

// Must returns v. If err is not nil, Must panics.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// RequireEqual fails the test unless variant.Equal returns true for the two values.
func RequireEqual(t testing.TB, want, got variant.Variant) {
	t.Helper()
	require.True(t, variant.Equal(want, got), "want %#v\ngot  %#v", want, got)
}

// InOneGoroutine skips a test if the race detector runs. Call it in a long test that uses only one
// goroutine, because such a test can't have races.
func InOneGoroutine(t testing.TB) {
	t.Helper()
	if Raced {
		t.Skip("one goroutine: nothing for the race detector, which takes a minute here")
	}
}

// Allocated returns the number of bytes that the program allocates while f runs.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// LeastAllocated returns the number of bytes that f allocates. If a measurement is greater than the
// argument limit, it measures again, up to three times in all. It returns the least measurement,
// because allocations of the runtime are counted, too.
func LeastAllocated(limit uint64, f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	least := Allocated(f)
	for i := 0; i < 2 && least > limit; i++ {
		least = min(least, Allocated(f))
	}
	return least
}

// AllocsPerRun does the same as testing.AllocsPerRun, but with the garbage collector off, because a
// collection would empty the pools.
func AllocsPerRun(runs int, f func()) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return testing.AllocsPerRun(runs, f)
}

// Records returns the packets, each after its length in 4 bytes, as store_var writes them.
func Records(order binary.ByteOrder, packets ...string) []byte {
	var b []byte
	for _, p := range packets {
		size := make([]byte, 4)
		order.PutUint32(size, uint32(len(p)))
		b = append(append(b, size...), p...)
	}
	return b
}

// Unhex returns the bytes of hexadecimal digits. Spaces are ignored.
func Unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	require.NoError(t, err)
	return b
}

// Loop is a reader that returns the bytes of one frame again and again.
type Loop struct {
	Frame []byte
	at    int
}

// Read returns the next bytes of the frame. One call does not read beyond the end of the frame.
func (l *Loop) Read(b []byte) (int, error) {
	n := copy(b, l.Frame[l.at:])
	l.at = (l.at + n) % len(l.Frame)
	return n, nil
}

// Words returns the bytes of 32-bit words, little-endian.
func Words(all ...uint32) []byte {
	var b []byte
	for _, w := range all {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// RequirePlace fails the test unless err is a *variant.Error with an offset in the text, the line
// of this offset, and a column.
func RequirePlace(t testing.TB, text string, err error) {
	t.Helper()
	var place *variant.Error
	require.ErrorAs(t, err, &place)
	require.LessOrEqual(t, place.Offset, len(text))
	require.Equal(t, 1+strings.Count(text[:place.Offset], "\n"), place.Line)
	require.Positive(t, place.Column)
}
