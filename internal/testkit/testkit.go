// Package testkit has what the tests of several packages need.
package testkit

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

var standard = codec.MustNew(codec.Options{})

// Encode returns the packet of v, and fails the test if there is an error. A nil
// codec is the one with Options{}.
func Encode(t testing.TB, c *codec.Codec, v variant.Variant) []byte {
	t.Helper()
	if c == nil {
		c = standard
	}
	packet, err := c.Encode(v)
	require.NoError(t, err, "%s: %#v", c.Dialect().Name, v)
	return packet
}

// Decode returns the value of a packet, and fails the test if there is an error. A
// nil codec is the one with Options{}.
func Decode(t testing.TB, c *codec.Codec, packet []byte) variant.Variant {
	t.Helper()
	if c == nil {
		c = standard
	}
	v, err := c.Decode(packet)
	require.NoError(t, err, "%s: % x", c.Dialect().Name, packet)
	return v
}

// RequireEqual fails the test unless got is a value that is [variant.Equal] to want.
func RequireEqual(t testing.TB, want, got variant.Variant) {
	t.Helper()
	require.True(t, variant.Equal(want, got), "want %#v\ngot  %#v", want, got)
}

// Unhex returns the bytes of hexadecimal digits, among which spaces may stand.
func Unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	require.NoError(t, err)
	return b
}
