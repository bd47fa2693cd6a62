package dtls

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCut: a record is cut from a datagram only if the datagram has all of it.
func TestCut(t *testing.T) {
	datagram := make([]byte, recordHeader, recordHeader+5)
	datagram[0], datagram[4], datagram[12] = handshake, 3, 2
	datagram = append(datagram, "ab..."...)

	for n := range recordHeader + 2 {
		r, rest, ok := cut(datagram[:n])
		require.False(t, ok, n)
		require.Empty(t, rest)
		require.Empty(t, r.body)
	}

	r, rest, ok := cut(datagram)
	require.True(t, ok)
	require.Equal(t, record{kind: handshake, epoch: 3, body: []byte("ab")}, r)
	require.Equal(t, "...", string(rest))
}

// TestLengths: a length of a message has three bytes. The first byte is the most significant one.
func TestLengths(t *testing.T) {
	require.Equal(t, 0x010203, uint24([]byte{1, 2, 3}))
}
