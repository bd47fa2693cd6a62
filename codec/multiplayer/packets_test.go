package multiplayer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/internal/testkit"
	"godotvariant/packed"
	"godotvariant/variant"
)

const zeros = "30303030303030303030303030303030 30303030303030303030303030303030"

// TestPackets has packets by hand, with the bytes that each protocol has for them.
func TestPackets(t *testing.T) {
	args := []variant.Variant{variant.Int(5)}
	checksum := "00000000000000000000000000000000"
	for _, test := range []struct {
		protocol *multiplayer.Protocol
		packet   multiplayer.Packet
		hex      string
	}{
		{multiplayer.Godot4, multiplayer.RPC{Node: 1, Method: 1, Args: args}, "00 01 01 01 0205"},
		{multiplayer.Godot4, multiplayer.RPC{Node: 1, Method: 3}, "80 01 03"},
		{multiplayer.Godot4, multiplayer.RPC{Path: "Actor", Method: 3},
			"a0 06000080 03 4163746f7200"},
		{multiplayer.Godot4, multiplayer.RPC{Path: "Actor", Method: 0x8001, Args: args},
			"60 0a000080 0180 01 0205 4163746f7200"},
		{multiplayer.Godot4, multiplayer.RPC{Node: 9, NodeSize: 2, Method: 1, Args: args},
			"10 0900 01 01 0205"},
		{multiplayer.Godot4, multiplayer.RPC{
			Node: 9, NodeSize: 4, MethodSize: 2, Method: 1, Args: args,
		},
			"60 09000000 0100 01 0205"},
		{multiplayer.Godot4, multiplayer.RPC{Node: 256, Method: 256}, "d0 0001 0001"},
		{multiplayer.Godot4, multiplayer.RPC{Node: 65536}, "a0 00000100 00"},
		{multiplayer.Godot4, multiplayer.RPC{
			Node: 1, Args: []variant.Variant{packed.PackedByteArray{1, 2}},
		}, "80 01 00 0102"},
		{multiplayer.Godot4, multiplayer.RPC{
			Node: 1, Args: []variant.Variant{packed.PackedByteArray{}},
		}, "00 01 00 01 1d000000 00000000"},

		{multiplayer.Godot4, multiplayer.SimplifyPath{Checksum: checksum, Number: 7, Path: "A"},
			"01" + zeros + "00 07000000 4100"},
		{multiplayer.Godot3, multiplayer.SimplifyPath{Number: 7, Path: "A"}, "02 07000000 4100"},
		{multiplayer.Pandemonium, multiplayer.SimplifyPath{Number: 7, Path: "A"},
			"01 07000000 4100"},
		{multiplayer.Godot43, multiplayer.ConfirmPath{Equal: true, Number: 7}, "02 01 07000000"},
		{multiplayer.Godot41, multiplayer.ConfirmPath{Path: "A"}, "02 00 4100"},
		{multiplayer.Godot40, multiplayer.ConfirmPath{Equal: true, Path: "."}, "02 01 2e00"},
		{multiplayer.Godot3, multiplayer.ConfirmPath{Equal: true, Path: "A"}, "03 4100"},
		{multiplayer.Pandemonium, multiplayer.ConfirmPath{Equal: true, Path: "A"}, "02 4100"},

		{multiplayer.Godot3, multiplayer.Call{Node: 1, Method: "alpha", Args: args},
			"00 01000000 616c70686100 01 02000000 05000000"},
		{multiplayer.Pandemonium, multiplayer.Call{Path: "A", Method: "z"},
			"00 08000080 7a00 00 4100"},
		{multiplayer.Godot3, multiplayer.Set{Node: 1, Property: "score", Value: variant.Int(9)},
			"01 01000000 73636f726500 02000000 09000000"},
		{multiplayer.Godot3, multiplayer.Raw{Data: []byte{0xaa}}, "04 aa"},
		{multiplayer.Pandemonium, multiplayer.Raw{Data: []byte{0xaa}}, "03 aa"},

		{multiplayer.Godot4, multiplayer.Spawn{
			Spawner: 1, Node: 2, Synchronizers: []uint32{3}, Name: "b", State: args,
		}, "04 00 01000000 02000000 01000000 02000000 03000000 6200 0205"},
		{multiplayer.Godot4, multiplayer.Spawn{
			Scene: multiplayer.CustomScene, Spawner: 1, Node: 2, Name: "b", Data: variant.Nil{},
		}, "04 ff 01000000 02000000 00000000 02000000 6200 04000000 00000000"},
		{multiplayer.Godot4, multiplayer.Despawn{Node: 2}, "05 02000000"},
		{multiplayer.Godot4, multiplayer.Sync{
			Time: 258, States: []multiplayer.State{{ID: 2, Values: args}},
		}, "06 0201 02000000 02000000 0205"},
		{multiplayer.Godot4, multiplayer.Delta{
			Changes: []multiplayer.Change{{ID: 2, Bits: 4, Values: args}},
		}, "16 02000000 0400000000000000 02000000 0205"},
		{multiplayer.Godot4, multiplayer.Auth{Data: []byte{1}}, "07 00 01"},
		{multiplayer.Godot4, multiplayer.AddPeer{ID: 3}, "07 01 03000000"},
		{multiplayer.Godot4, multiplayer.DelPeer{ID: 3}, "07 02 03000000"},
		{multiplayer.Godot4, multiplayer.Relay{Peer: -3, Packet: []byte{3, 1}},
			"07 03 fdffffff 0301"},
	} {
		f := format(t, test.protocol)
		want := testkit.Unhex(t, test.hex)
		got, err := f.Append(nil, test.packet)
		require.NoError(t, err, "%#v", test.packet)
		require.Equal(t, want, got, "%#v", test.packet)

		parsed, err := f.Parse(want)
		require.NoError(t, err, test.hex)
		require.Equal(t, test.packet, parsed, test.hex)
	}
}

// TestRefusedPackets: what Parse refuses, where, and why. Engines accept most of it.
func TestRefusedPackets(t *testing.T) {
	for _, test := range []struct {
		hex  string
		kind error
		text string
	}{
		{"", variant.ErrTruncated, "parse at offset 0"},
		{"08 01 00 00", variant.ErrFlags, "parse RPC at offset 0"},
		{"30 01 00 00", variant.ErrFlags, "parse RPC at offset 0"},
		{"00 01 00 01 0205 ff", variant.ErrTrailing, "parse RPC at offset 6"},
		{"00 01 00 02 0205", variant.ErrTruncated, "parse RPC at offset 6: argument 1"},
		{"00 01 00 03 0205", variant.ErrTruncated, "parse RPC at offset 3: 3 arguments"},
		{"00 01 00 01 41", variant.ErrFlags, "parse RPC at offset 4: argument 0"},
		{"00 01 00 01 84000000 00000000", variant.ErrFlags, "parse RPC at offset 4: argument 0"},
		{"00 01 00 01 18000000 00000000", variant.ErrObject, "parse RPC at offset 4: argument 0"},
		{"a0 06000080 03 2e2e00", multiplayer.ErrPath, `parse RPC at offset 6: ".."`},
		{"a0 06000080 03 2f4100", multiplayer.ErrPath, `parse RPC at offset 6: "/A"`},
		{"a0 06000080 03 413a6200", multiplayer.ErrPath, `parse RPC at offset 6: "A:b"`},
		{"a0 06000080 03 412f00", multiplayer.ErrPath, `parse RPC at offset 6: "A/"`},
		{"a0 06000080 03 254100", multiplayer.ErrPath, `parse RPC at offset 6: "%A"`},
		{"a0 06000080 03 00", multiplayer.ErrPath, `parse RPC at offset 6: ""`},
		{"a0 06000080 03 41", variant.ErrTruncated,
			"parse RPC at offset 6: text without its final NUL"},
		{"a0 06000080 03 410042", variant.ErrTrailing, "parse RPC at offset 8"},
		{"a0 06000080 03 ff00", variant.ErrUTF8, "parse RPC at offset 6"},
		{"a0 04000080 03 4100", variant.ErrLength, "parse RPC at offset 5: offset 4 of the path"},
		{"a0 09000080 03 4100", variant.ErrLength, "parse RPC at offset 5: offset 9 of the path"},

		{"01" + zeros + "00 00000000 4100", multiplayer.ErrNumber,
			"parse SIMPLIFY_PATH at offset 34"},
		{"01" + zeros + "00 00000080 4100", multiplayer.ErrNumber,
			"parse SIMPLIFY_PATH at offset 34"},
		{"01" + zeros + "01 01000000 4100", variant.ErrSyntax, "parse SIMPLIFY_PATH at offset 33"},
		{"01 41" + zeros[2:] + "00 01000000 4100", variant.ErrSyntax,
			"parse SIMPLIFY_PATH at offset 1"},
		{"02 02 01000000", variant.ErrBool, "parse CONFIRM_PATH at offset 1"},
		{"02 01 01000000 00", variant.ErrTrailing, "parse CONFIRM_PATH at offset 6"},
		{"03", variant.ErrTruncated, "parse RAW at offset 1"},

		{"04 00 01000000 02000000 ffffff7f 02000000 6200", variant.ErrTruncated,
			"parse SPAWN at offset 10"},
		{"04 00 01000000 02000000 00000040 02000000 6200", variant.ErrTruncated,
			"parse SPAWN at offset 10"},
		{"04 00 01000000 02000000 00000000 00000000", variant.ErrNUL, "parse SPAWN at offset 18"},
		{"04 00 01000000 02000000 00000000 02000000 6162", variant.ErrNUL,
			"parse SPAWN at offset 18"},
		{"04 00 01000000 02000000 00000000 02000000 2f00", multiplayer.ErrName,
			"parse SPAWN at offset 18"},
		{"04 00 01000000 02000000 00000000 03000000 610000", multiplayer.ErrName,
			"parse SPAWN at offset 18"},
		{"04 ff 01000000 02000000 00000000 02000000 6200 03000000 020500", variant.ErrTrailing,
			"parse SPAWN at offset 26"},
		{"05 0200000000", variant.ErrTrailing, "parse DESPAWN at offset 5"},

		{"06 0100 02000000 00000000", variant.ErrLength, "parse SYNC at offset 7: no values"},
		{"06 0100 02000000 03000000 0205", variant.ErrTruncated, "parse SYNC at offset 7"},
		{"06 0100 02000000", variant.ErrTruncated, "parse SYNC at offset 7"},
		{"16 02000000 0300000000000000 02000000 0205", variant.ErrLength,
			"parse SYNC at offset 13: 1 values for 2 bits"},
		{"07 04", multiplayer.ErrCommand, "parse SYS at offset 1"},
		{"07 01 01000000", multiplayer.ErrPeer, "parse SYS at offset 2"},
		{"07 01 02000000 00", variant.ErrTrailing, "parse SYS at offset 6"},
		{"07 03 01000000", variant.ErrTruncated, "parse SYS at offset 6"},
	} {
		p, err := format(t, multiplayer.Godot4).Parse(testkit.Unhex(t, test.hex))
		require.ErrorIs(t, err, test.kind, test.hex)
		for part := range strings.SplitSeq(test.text, ": ") {
			require.ErrorContains(t, err, part, test.hex)
		}
		require.Nil(t, p)
	}

	_, err := format(t, multiplayer.Godot3).Parse([]byte{5})
	require.ErrorIs(t, err, multiplayer.ErrCommand)
	_, err = format(t, multiplayer.Godot40).Parse(testkit.Unhex(t, "16"))
	require.ErrorIs(t, err, variant.ErrFlags)
}

// TestRefusedStructs: what no packet can say is refused, and the slice stays as it was.
func TestRefusedStructs(t *testing.T) {
	sync := []multiplayer.State{{ID: 1}}
	for _, test := range []struct {
		packet multiplayer.Packet
		kind   error
	}{
		{nil, variant.ErrUnsupported},
		{multiplayer.Call{Method: "a"}, variant.ErrUnsupported},
		{multiplayer.RPC{Node: 1 << 31}, multiplayer.ErrNumber},
		{multiplayer.RPC{NodeSize: 8}, variant.ErrLength},
		{multiplayer.RPC{MethodSize: 4}, variant.ErrLength},
		{multiplayer.RPC{Path: "a\x00b"}, variant.ErrNUL},
		{multiplayer.RPC{Path: "\xff"}, variant.ErrUTF8},
		{multiplayer.RPC{Path: "../a"}, multiplayer.ErrPath},
		{multiplayer.RPC{Args: make([]variant.Variant, 256)}, variant.ErrLength},
		{multiplayer.SimplifyPath{Number: 1, Path: "a"}, variant.ErrSyntax},
		{multiplayer.Raw{}, variant.ErrLength},
		{multiplayer.Spawn{Name: "a:b"}, multiplayer.ErrName},
		{multiplayer.Spawn{Name: "a", Data: variant.Int(1)}, variant.ErrUnsupported},
		{multiplayer.Sync{States: sync}, variant.ErrLength},
		{multiplayer.Delta{Changes: []multiplayer.Change{{Bits: 1}}}, variant.ErrLength},
		{multiplayer.AddPeer{ID: 1}, multiplayer.ErrPeer},
		{multiplayer.DelPeer{ID: -2}, multiplayer.ErrPeer},
		{multiplayer.Relay{Peer: 2}, variant.ErrLength},
	} {
		out, err := format(t, multiplayer.Godot4).Append([]byte{7}, test.packet)
		require.ErrorIs(t, err, test.kind, "%#v", test.packet)
		require.Equal(t, []byte{7}, out)
	}
}

// TestFrames: frames and first messages that are damaged are refused.
func TestFrames(t *testing.T) {
	for _, test := range []struct {
		hex  string
		kind error
	}{
		{"00 02000000 01000000", variant.ErrTruncated},
		{"00 02000000 0100", variant.ErrTruncated},
		{"04 02000000 01000000 01", multiplayer.ErrCommand},
		{"01 01000000 00000000 00000000", multiplayer.ErrPeer},
		{"01 01000000 00000000 0200000000", variant.ErrTrailing},
	} {
		_, err := multiplayer.ParseFrame(testkit.Unhex(t, test.hex))
		require.ErrorIs(t, err, test.kind, test.hex)
	}

	for _, f := range []multiplayer.Frame{
		{Kind: 4}, {Kind: multiplayer.FramePacket}, {Kind: multiplayer.FrameID},
	} {
		out, err := f.Append([]byte{7})
		require.Error(t, err)
		require.Equal(t, []byte{7}, out)
	}

	id, err := multiplayer.ParseID([]byte{0x67, 0x12, 0, 0})
	require.NoError(t, err)
	require.Equal(t, int32(4711), id)
	for _, b := range [][]byte{nil, {1, 0, 0, 0}, {2, 0, 0}, {2, 0, 0, 0, 0}, {0, 0, 0, 0x80}} {
		_, err := multiplayer.ParseID(b)
		require.Error(t, err, "% x", b)
	}
	_, err = multiplayer.AppendID(nil, 1)
	require.ErrorIs(t, err, multiplayer.ErrPeer)
}
