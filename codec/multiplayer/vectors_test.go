package multiplayer_test

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/variant"
)

// rows reads the lines of a file of testdata/multiplayer, without the first.
func rows[T any](t testing.TB, name string) (all []T) {
	t.Helper()
	file, err := os.Open(filepath.Join("../../testdata/multiplayer", name))
	require.NoError(t, err)
	defer file.Close()

	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<22)
	for first := true; lines.Scan(); first = false {
		var row T
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row), "%.200s", lines.Bytes())
		if !first {
			all = append(all, row)
		}
	}
	require.NoError(t, lines.Err())
	require.NotEmpty(t, all)
	return all
}

// A hexed is bytes in hexadecimal digits.
type hexed []byte

func (h *hexed) UnmarshalJSON(b []byte) error {
	var digits string
	if err := json.Unmarshal(b, &digits); err != nil {
		return err
	}
	decoded, err := hex.DecodeString(digits)
	*h = decoded
	return err
}

// An item is one of several things in a JSON array.
type item = json.RawMessage

// unpack puts the items of an array into variables.
func unpack(items []item, into ...any) error {
	if len(items) < len(into) {
		return fmt.Errorf("%d items, want %d", len(items), len(into))
	}
	for i, v := range into {
		if err := json.Unmarshal(items[i], v); err != nil {
			return err
		}
	}
	return nil
}

// A message is a packet on its way: [peer, mode, channel, hex].
type message struct {
	peer int32
	multiplayer.Message
}

// modes are the modes by Godot's number.
var modes = []multiplayer.Mode{
	multiplayer.Unreliable, multiplayer.UnreliableOrdered, multiplayer.Reliable,
}

func (m *message) UnmarshalJSON(b []byte) error {
	var items []item
	if err := json.Unmarshal(b, &items); err != nil {
		return err
	}
	var mode int
	var data hexed
	err := unpack(items, &m.peer, &mode, &m.Channel, &data)
	m.Mode, m.Data = modes[mode], data
	return err
}

func format(t testing.TB, p *multiplayer.Protocol) *multiplayer.Format {
	t.Helper()
	f, err := multiplayer.NewFormat(p, codec.Options{})
	require.NoError(t, err)
	return f
}

// TestCompressedVectors holds AppendCompressed and DecodeCompressed against what an engine wrote.
func TestCompressedVectors(t *testing.T) {
	type row struct {
		Plain, Hex hexed
		Full       bool
	}

	codecs := map[bool]*codec.Codec{
		false: codec.MustNew(codec.Options{}),
		true:  codec.MustNew(codec.Options{FullObjects: true}),
	}

	all := rows[row](t, "cvariants-4.6.jsonl")
	require.Equal(t, 1008, len(all))
	for _, row := range all {
		c := codecs[row.Full]
		want, err := c.Decode(row.Plain)
		require.NoError(t, err)

		got, n, err := multiplayer.DecodeCompressed(c, append(row.Hex, 0xaa))
		require.NoError(t, err, "% x", row.Hex)
		require.Equal(t, len(row.Hex), n)
		require.True(t, variant.Equal(want, got), "% x: %v", row.Hex, got)

		out, err := multiplayer.AppendCompressed([]byte{7}, c, want)
		require.NoError(t, err)
		require.Equal(t, append([]byte{7}, row.Hex...), out)
	}
}

// differences are the reasons why Parse refuses packets that engines write.
type differences map[string]int

// sameBytes reads a packet, and packets in it, and writes it again; with relayed, also those that a
// RELAY has. It returns how many packets it has seen.
func sameBytes(
	t *testing.T, f *multiplayer.Format, packet []byte, relayed bool, refused differences,
) int {
	t.Helper()
	p, err := f.Parse(packet)
	if why := engineFault(packet, err); why != "" {
		refused[why]++
		return 1
	}
	require.NoError(t, err, "% x", packet)

	out, err := f.Append([]byte{1, 2}, p)
	require.NoError(t, err, "% x", packet)
	require.Equal(t, append([]byte{1, 2}, packet...), out, "%#v", p)

	if relay, ok := p.(multiplayer.Relay); ok && relayed {
		return 1 + sameBytes(t, f, relay.Packet, relayed, refused)
	}
	return 1
}

// engineFault names the fault of a packet that an engine has written.
func engineFault(packet []byte, err error) string {
	switch {
	case err == nil:
		return ""
	case packet[0] == 0x16 && strings.HasSuffix(err.Error(), "values for 64 bits"):
		return "DELTA of more than 64 properties"
	}
	return ""
}

// TestPacketVectors parses all packets that engines sent, and appends them to the same bytes. What
// the engines of cache and sys relay is damaged on purpose, so only its RELAY is read.
func TestPacketVectors(t *testing.T) {
	for _, test := range []struct {
		file    string
		packets int
		relayed bool
		refused differences
	}{
		{"rpc-4.6.jsonl", 2729, true, differences{}},
		{"cache-4.6.jsonl", 578, false, differences{}},
		{"sys-4.6.jsonl", 277, false, differences{}},
		{"replication-4.6.jsonl", 4147, true, differences{"DELTA of more than 64 properties": 14}},
	} {
		t.Run(test.file, func(t *testing.T) {
			f := format(t, multiplayer.Godot4)
			refused := differences{}
			n := 0
			for _, row := range rows[struct{ Out []message }](t, test.file) {
				for _, m := range row.Out {
					n += sameBytes(t, f, m.Data, test.relayed, refused)
				}
			}

			require.Equal(t, test.packets, n)
			require.Equal(t, test.refused, refused)
		})
	}
}

// A frame is a message of Godot 3: [connection, "up" or "down", hex]; with a fourth item it is
// none.
type frame struct {
	connection int
	way        string
	data       hexed
	closes     bool
}

func (f *frame) UnmarshalJSON(b []byte) error {
	var items []item
	if err := json.Unmarshal(b, &items); err != nil {
		return err
	}
	f.closes = len(items) > 3
	return unpack(items, &f.connection, &f.way, &f.data)
}

// TestFrameVectors parses all messages of Godot 3 and the packets in them, and appends them to the
// same bytes.
func TestFrameVectors(t *testing.T) {
	f := format(t, multiplayer.Godot3)
	refused := differences{}
	frames, packets := 0, 0
	for _, row := range rows[struct{ Frames []frame }](t, "rpc-3.2.jsonl") {
		for _, m := range row.Frames {
			if m.closes {
				continue
			}
			frames++
			parsed, err := multiplayer.ParseFrame(m.data)
			require.NoError(t, err)

			out, err := parsed.Append([]byte{9})
			require.NoError(t, err)
			require.Equal(t, append([]byte{9}, m.data...), out)
			if parsed.Kind == multiplayer.FramePacket {
				packets += sameBytes(t, f, parsed.Packet, false, refused)
			}
		}
	}

	require.Empty(t, refused)
	require.Equal(t, []int{554, 512}, []int{frames, packets})
}
