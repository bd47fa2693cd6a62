package packet_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/internal/test/recorded"
	"godotvariant/variant"
)

// TestCompressedVectors compares AppendCompressed and DecodeCompressed with the bytes that an
// engine wrote.
func TestCompressedVectors(t *testing.T) {
	type row struct {
		Plain, Hex recorded.Hex
		Full       bool
	}

	codecs := map[bool]*codec.Codec{
		false: codec.MustNew(codec.Options{}),
		true:  codec.MustNew(codec.Options{FullObjects: true}),
	}

	all := recorded.Rows[row](t, "cvariants-4.6.jsonl")
	require.Equal(t, 1008, len(all))
	for _, row := range all {
		c := codecs[row.Full]
		want := must(c.Decode(row.Plain))
		got, n, err := packet.DecodeCompressed(append(row.Hex, 0xaa), c)
		require.NoError(t, err, "% x", row.Hex)
		require.Equal(t, len(row.Hex), n)
		require.True(t, variant.Equal(want, got), "% x: %v", row.Hex, got)

		out := must(packet.AppendCompressed([]byte{7}, want, c))
		require.Equal(t, append([]byte{7}, row.Hex...), out)
	}
}

// sameBytes decodes a packet and encodes it again, and the bytes must be equal. If relayed is true,
// it does the same with the packet in a RELAY. It returns the number of packets.
func sameBytes(
	t *testing.T, f *packet.Codec, body []byte, relayed bool, refused recorded.Differences,
) int {
	t.Helper()
	p, err := f.Decode(body)
	if why := engineFault(body, err); why != "" {
		refused[why]++
		return 1
	}
	require.NoError(t, err, "% x", body)

	out, err := f.Append([]byte{1, 2}, p)
	require.NoError(t, err, "% x", body)
	require.Equal(t, append([]byte{1, 2}, body...), out, "%#v", p)

	if relay, ok := p.(packet.Relay); ok && relayed {
		return 1 + sameBytes(t, f, relay.Packet, relayed, refused)
	}
	return 1
}

// engineFault returns the name of the fault in a packet that an engine has written. It returns ""
// if err is nil or unexpected.
func engineFault(body []byte, err error) string {
	switch {
	case err == nil:
		return ""
	case body[0] == 0x16 && strings.HasSuffix(err.Error(), "values for 64 bits"):
		return "DELTA of more than 64 properties"
	}
	return ""
}

// TestPacketVectors decodes all packets that engines sent, and encodes them to the same bytes. In
// cache-4.6.jsonl and sys-4.6.jsonl, the packets inside RELAYs are damaged on purpose, so the test
// does not decode them.
func TestPacketVectors(t *testing.T) {
	for _, test := range []struct {
		file    string
		packets int
		relayed bool
		refused recorded.Differences
	}{
		{"rpc-4.6.jsonl", 2729, true, recorded.Differences{}},
		{"cache-4.6.jsonl", 578, false, recorded.Differences{}},
		{"sys-4.6.jsonl", 277, false, recorded.Differences{}},
		{"replication-4.6.jsonl", 4147, true, recorded.Differences{
			"DELTA of more than 64 properties": 14,
		}},
	} {
		t.Run(test.file, func(t *testing.T) {
			f := recorded.Codec(t, packet.Godot4)
			refused := recorded.Differences{}
			n := 0
			for _, row := range recorded.Rows[struct{ Out []recorded.Message }](t, test.file) {
				for _, m := range row.Out {
					n += sameBytes(t, f, m.Data, test.relayed, refused)
				}
			}

			require.Equal(t, test.packets, n)
			require.Equal(t, test.refused, refused)
		})
	}
}

// TestFrameVectors decodes all messages of Godot 3 and the packets in them, and encodes them to the
// same bytes.
func TestFrameVectors(t *testing.T) {
	f := recorded.Codec(t, packet.Godot3)
	refused := recorded.Differences{}
	frames, packets := 0, 0
	for _, row := range recorded.Rows[struct{ Frames []recorded.Frame }](t, "rpc-3.2.jsonl") {
		for _, m := range row.Frames {
			if m.Closes {
				continue
			}
			frames++
			parsed := must(packet.DecodeFrame(m.Data))
			require.Equal(t, append([]byte{9}, m.Data...), must(parsed.Append([]byte{9})))
			if parsed.Kind == packet.FramePacket {
				packets += sameBytes(t, f, parsed.Packet, false, refused)
			}
		}
	}

	require.Empty(t, refused)
	require.Equal(t, []int{554, 512}, []int{frames, packets})
}
