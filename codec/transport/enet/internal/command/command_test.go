package command

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHeads: a head can be written and read back. A datagram that ends inside its head is refused.
func TestHeads(t *testing.T) {
	for want, h := range map[string]Head{
		"\x00\x05":         {Peer: 5},
		"\x30\x05":         {Peer: 5, Session: 3},
		"\x6f\xfe":         {Peer: NoPeer - 1, Session: 2, Compressed: true},
		"\x9f\x00\x12\x34": {Peer: 0xf00, Session: 1, Timed: true, Time: 0x1234},
	} {
		b := h.Append([]byte{7})
		require.Equal(t, "\x07"+want, string(b))
		require.Equal(t, len(want), h.Len())

		got, rest, ok := ParseHead(append(b, 9)[1:])
		require.True(t, ok)
		require.Equal(t, h, got)
		require.Equal(t, []byte{9}, rest)

		_, rest, ok = ParseHead([]byte(want))
		require.True(t, ok)
		require.Empty(t, rest)
		_, _, ok = ParseHead([]byte(want[:len(want)-1]))
		require.False(t, ok)
	}

	require.Equal(t, "\x0f\xff", string(Head{Peer: NoPeer, Session: 3}.Append(nil)),
		"without a peer there is no session")
}

// TestCommands: commands with and without data can be written and read back. Next refuses commands
// that are cut, and unknown kinds of commands.
func TestCommands(t *testing.T) {
	for want, c := range map[string]Command{
		"\x06\x00\x00\x00\x00\x00":         {Kind: SendReliable},
		"\x07\x02\x00\x01\x00\x05\x00\x00": {Kind: SendUnreliable, Channel: 2, Number: 1},
		"\x01\x00\x00\x01\x00\x02\xff\xff": {Kind: Acknowledge, Number: 1},
		"\x86\x00\x12\x34\x00\x03abc": {
			Kind: SendReliable, Acknowledged: true, Number: 0x1234,
		},
		"\x49\x01\x00\x00\x00\x07\x00\x02ab": {
			Kind: SendUnsequenced, Unsequenced: true, Channel: 1,
		},
		"\x85\xff\x00\x02": {
			Kind: Ping, Acknowledged: true, Channel: 0xff, Number: 2,
		},
		"\x84\xff\x00\x01\x00\x00\x00\x09": {
			Kind: Disconnect, Acknowledged: true, Channel: 0xff, Number: 1,
		},
		"\x8a\xff\x00\x03\x00\x00\x01\x00\x00\x00\x02\x00": {
			Kind: BandwidthLimit, Acknowledged: true, Channel: 0xff, Number: 3,
		},
	} {
		size := c.Kind.Size()
		c.Body = []byte(want[header:size])
		c.Data = []byte(want[size:])
		require.Equal(t, "\x07"+want, string(c.Append([]byte{7})))
		require.Equal(t, len(want), c.Len())

		got, rest, ok := Next([]byte(want + "\x00"))
		require.True(t, ok, "%q", want)
		require.Equal(t, c, got)
		require.Equal(t, []byte{0}, rest)

		_, rest, ok = Next([]byte(want[:len(want)-1]))
		require.False(t, ok, "%q", want)
		require.Len(t, rest, len(want)-1)
	}

	for _, b := range []string{
		"", "\x00\x00\x00\x00",
		"\x0f" + "the longest command has 48 bytes, and this is longer",
	} {
		_, _, ok := Next([]byte(b))
		require.False(t, ok, "%q", b)
	}
}
