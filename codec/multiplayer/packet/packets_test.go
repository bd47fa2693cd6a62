package packet_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/recorded"
	"godotvariant/codec/multiplayer/packet"
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
		protocol *packet.Protocol
		body     packet.Any
		hex      string
	}{
		{packet.Godot4, packet.RPC{Node: 1, Method: 1, Args: args}, "00 01 01 01 0205"},
		{packet.Godot4, packet.RPC{Node: 1, Method: 3}, "80 01 03"},
		{packet.Godot4, packet.RPC{Path: "Actor", Method: 3},
			"a0 06000080 03 4163746f7200"},
		{packet.Godot4, packet.RPC{Path: "Actor", Method: 0x8001, Args: args},
			"60 0a000080 0180 01 0205 4163746f7200"},
		{packet.Godot4, packet.RPC{Node: 9, NodeSize: 2, Method: 1, Args: args},
			"10 0900 01 01 0205"},
		{packet.Godot4, packet.RPC{
			Node: 9, NodeSize: 4, MethodSize: 2, Method: 1, Args: args,
		},
			"60 09000000 0100 01 0205"},
		{packet.Godot4, packet.RPC{Node: 256, Method: 256}, "d0 0001 0001"},
		{packet.Godot4, packet.RPC{Node: 65536}, "a0 00000100 00"},
		{packet.Godot4, packet.RPC{
			Node: 1, Args: []variant.Variant{packed.PackedByteArray{1, 2}},
		}, "80 01 00 0102"},
		{packet.Godot4, packet.RPC{
			Node: 1, Args: []variant.Variant{packed.PackedByteArray{}},
		}, "00 01 00 01 1d000000 00000000"},

		{packet.Godot4, packet.SimplifyPath{Checksum: checksum, Number: 7, Path: "A"},
			"01" + zeros + "00 07000000 4100"},
		{packet.Godot3, packet.SimplifyPath{Number: 7, Path: "A"}, "02 07000000 4100"},
		{packet.Pandemonium, packet.SimplifyPath{Number: 7, Path: "A"},
			"01 07000000 4100"},
		{packet.Godot43, packet.ConfirmPath{Equal: true, Number: 7}, "02 01 07000000"},
		{packet.Godot41, packet.ConfirmPath{Path: "A"}, "02 00 4100"},
		{packet.Godot40, packet.ConfirmPath{Equal: true, Path: "."}, "02 01 2e00"},
		{packet.Godot3, packet.ConfirmPath{Equal: true, Path: "A"}, "03 4100"},
		{packet.Pandemonium, packet.ConfirmPath{Equal: true, Path: "A"}, "02 4100"},

		{packet.Godot3, packet.Call{Node: 1, Method: "alpha", Args: args},
			"00 01000000 616c70686100 01 02000000 05000000"},
		{packet.Pandemonium, packet.Call{Path: "A", Method: "z"},
			"00 08000080 7a00 00 4100"},
		{packet.Godot3, packet.Set{Node: 1, Property: "score", Value: variant.Int(9)},
			"01 01000000 73636f726500 02000000 09000000"},
		{packet.Godot3, packet.Raw{Data: []byte{0xaa}}, "04 aa"},
		{packet.Pandemonium, packet.Raw{Data: []byte{0xaa}}, "03 aa"},

		{packet.Godot4, packet.Spawn{
			Spawner: 1, Node: 2, Synchronizers: []uint32{3}, Name: "b", State: args,
		}, "04 00 01000000 02000000 01000000 02000000 03000000 6200 0205"},
		{packet.Godot4, packet.Spawn{
			Scene: packet.CustomScene, Spawner: 1, Node: 2, Name: "b", Data: variant.Nil{},
		}, "04 ff 01000000 02000000 00000000 02000000 6200 04000000 00000000"},
		{packet.Godot4, packet.Despawn{Node: 2}, "05 02000000"},
		{packet.Godot4, packet.Sync{
			Time: 258, States: []packet.State{{ID: 2, Values: args}},
		}, "06 0201 02000000 02000000 0205"},
		{packet.Godot4, packet.Delta{
			Changes: []packet.Change{{ID: 2, Bits: 4, Values: args}},
		}, "16 02000000 0400000000000000 02000000 0205"},
		{packet.Godot4, packet.Auth{Data: []byte{1}}, "07 00 01"},
		{packet.Godot4, packet.AddPeer{ID: 3}, "07 01 03000000"},
		{packet.Godot4, packet.DelPeer{ID: 3}, "07 02 03000000"},
		{packet.Godot4, packet.Relay{Peer: -3, Packet: []byte{3, 1}},
			"07 03 fdffffff 0301"},
	} {
		f := recorded.Format(t, test.protocol)
		want := testkit.Unhex(t, test.hex)
		got, err := f.Append(nil, test.body)
		require.NoError(t, err, "%#v", test.body)
		require.Equal(t, want, got, "%#v", test.body)

		parsed, err := f.Parse(want)
		require.NoError(t, err, test.hex)
		require.Equal(t, test.body, parsed, test.hex)
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
		{"a0 06000080 03 2e2e00", packet.ErrPath, `parse RPC at offset 6: ".."`},
		{"a0 06000080 03 2f4100", packet.ErrPath, `parse RPC at offset 6: "/A"`},
		{"a0 06000080 03 413a6200", packet.ErrPath, `parse RPC at offset 6: "A:b"`},
		{"a0 06000080 03 412f00", packet.ErrPath, `parse RPC at offset 6: "A/"`},
		{"a0 06000080 03 254100", packet.ErrPath, `parse RPC at offset 6: "%A"`},
		{"a0 06000080 03 00", packet.ErrPath, `parse RPC at offset 6: ""`},
		{"a0 06000080 03 41", variant.ErrTruncated,
			"parse RPC at offset 6: text without its final NUL"},
		{"a0 06000080 03 410042", variant.ErrTrailing, "parse RPC at offset 8"},
		{"a0 06000080 03 ff00", variant.ErrUTF8, "parse RPC at offset 6"},
		{"a0 04000080 03 4100", variant.ErrLength, "parse RPC at offset 5: offset 4 of the path"},
		{"a0 09000080 03 4100", variant.ErrLength, "parse RPC at offset 5: offset 9 of the path"},

		{"01" + zeros + "00 00000000 4100", packet.ErrNumber,
			"parse SIMPLIFY_PATH at offset 34"},
		{"01" + zeros + "00 00000080 4100", packet.ErrNumber,
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
		{"04 00 01000000 02000000 00000000 02000000 2f00", packet.ErrName,
			"parse SPAWN at offset 18"},
		{"04 00 01000000 02000000 00000000 03000000 610000", packet.ErrName,
			"parse SPAWN at offset 18"},
		{"04 ff 01000000 02000000 00000000 02000000 6200 03000000 020500", variant.ErrTrailing,
			"parse SPAWN at offset 26"},
		{"05 0200000000", variant.ErrTrailing, "parse DESPAWN at offset 5"},

		{"06 0100 02000000 00000000", variant.ErrLength, "parse SYNC at offset 7: no values"},
		{"06 0100 02000000 03000000 0205", variant.ErrTruncated, "parse SYNC at offset 7"},
		{"06 0100 02000000", variant.ErrTruncated, "parse SYNC at offset 7"},
		{"16 02000000 0300000000000000 02000000 0205", variant.ErrLength,
			"parse SYNC at offset 13: 1 values for 2 bits"},
		{"07 04", packet.ErrCommand, "parse SYS at offset 1"},
		{"07 01 01000000", packet.ErrID, "parse SYS at offset 2"},
		{"07 01 02000000 00", variant.ErrTrailing, "parse SYS at offset 6"},
		{"07 03 01000000", variant.ErrTruncated, "parse SYS at offset 6"},
	} {
		p, err := recorded.Format(t, packet.Godot4).Parse(testkit.Unhex(t, test.hex))
		require.ErrorIs(t, err, test.kind, test.hex)
		for part := range strings.SplitSeq(test.text, ": ") {
			require.ErrorContains(t, err, part, test.hex)
		}
		require.Nil(t, p)
	}

	_, err := recorded.Format(t, packet.Godot3).Parse([]byte{5})
	require.ErrorIs(t, err, packet.ErrCommand)
	_, err = recorded.Format(t, packet.Godot40).Parse(testkit.Unhex(t, "16"))
	require.ErrorIs(t, err, variant.ErrFlags)
}

// TestRefusedStructs: what no packet can say is refused, and the slice stays as it was.
func TestRefusedStructs(t *testing.T) {
	sync := []packet.State{{ID: 1}}
	for _, test := range []struct {
		body packet.Any
		kind error
	}{
		{nil, variant.ErrUnsupported},
		{packet.Call{Method: "a"}, variant.ErrUnsupported},
		{packet.RPC{Node: 1 << 31}, packet.ErrNumber},
		{packet.RPC{NodeSize: 8}, variant.ErrLength},
		{packet.RPC{MethodSize: 4}, variant.ErrLength},
		{packet.RPC{Path: "a\x00b"}, variant.ErrNUL},
		{packet.RPC{Path: "\xff"}, variant.ErrUTF8},
		{packet.RPC{Path: "../a"}, packet.ErrPath},
		{packet.RPC{Args: make([]variant.Variant, 256)}, variant.ErrLength},
		{packet.SimplifyPath{Number: 1, Path: "a"}, variant.ErrSyntax},
		{packet.Raw{}, variant.ErrLength},
		{packet.Spawn{Name: "a:b"}, packet.ErrName},
		{packet.Spawn{Name: "a", Data: variant.Int(1)}, variant.ErrUnsupported},
		{packet.Sync{States: sync}, variant.ErrLength},
		{packet.Delta{Changes: []packet.Change{{Bits: 1}}}, variant.ErrLength},
		{packet.AddPeer{ID: 1}, packet.ErrID},
		{packet.DelPeer{ID: -2}, packet.ErrID},
		{packet.Relay{Peer: 2}, variant.ErrLength},
	} {
		out, err := recorded.Format(t, packet.Godot4).Append([]byte{7}, test.body)
		require.ErrorIs(t, err, test.kind, "%#v", test.body)
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
		{"04 02000000 01000000 01", packet.ErrCommand},
		{"01 01000000 00000000 00000000", packet.ErrID},
		{"01 01000000 00000000 0200000000", variant.ErrTrailing},
	} {
		_, err := packet.ParseFrame(testkit.Unhex(t, test.hex))
		require.ErrorIs(t, err, test.kind, test.hex)
	}

	for _, f := range []packet.Frame{
		{Kind: 4}, {Kind: packet.FramePacket}, {Kind: packet.FrameID},
	} {
		out, err := f.Append([]byte{7})
		require.Error(t, err)
		require.Equal(t, []byte{7}, out)
	}

	id, err := packet.ParseID([]byte{0x67, 0x12, 0, 0})
	require.NoError(t, err)
	require.Equal(t, int32(4711), id)
	for _, b := range [][]byte{nil, {1, 0, 0, 0}, {2, 0, 0}, {2, 0, 0, 0, 0}, {0, 0, 0, 0x80}} {
		_, err := packet.ParseID(b)
		require.Error(t, err, "% x", b)
	}
	_, err = packet.AppendID(nil, 1)
	require.ErrorIs(t, err, packet.ErrID)
}

// TestProtocols: each protocol makes a format, and no other dialect fits it.
func TestProtocols(t *testing.T) {
	for _, p := range packet.Protocols() {
		f := recorded.Format(t, p)
		b, err := f.Append(nil, packet.Raw{Data: []byte{7}})
		require.NoError(t, err)
		body, err := f.Parse(b)
		require.NoError(t, err)
		require.Equal(t, packet.Raw{Data: []byte{7}}, body)

		_, err = packet.NewFormat(p, codec.Options{Dialect: codec.DocsGodot3})
		require.ErrorIs(t, err, variant.ErrUnsupported)
	}
	_, err := recorded.Format(t, packet.Godot40).Append(nil, packet.Delta{})
	require.ErrorIs(t, err, variant.ErrUnsupported)
	_, err = recorded.Format(t, packet.Pandemonium).Append(nil, packet.Set{})
	require.ErrorIs(t, err, variant.ErrUnsupported)
}

// TestFormats: a format has what it was made with; one that no engine could have is refused.
func TestFormats(t *testing.T) {
	for _, p := range []*packet.Protocol{
		{Name: "X", Dialect: codec.Godot4, Commands: []packet.Command{99}, CommandBits: 7},
		{Name: "Y", Dialect: codec.Godot4, Commands: packet.Godot4.Commands, CommandBits: 1},
	} {
		_, err := packet.NewFormat(p, codec.Options{})
		require.ErrorIs(t, err, variant.ErrUnsupported, p.Name)
	}
	_, err := packet.NewFormat(packet.Godot3, codec.Options{Dialect: codec.Godot4})
	require.ErrorIs(t, err, variant.ErrUnsupported)

	var zero packet.Format
	require.Same(t, packet.Godot4, zero.Protocol())
	_, err = zero.Codec().Decode(make([]byte, 4)) // nil
	require.NoError(t, err)
	require.Nil(t, recorded.Format(t, packet.Godot3).Twin())
}

// TestTwin: the twin of a format reads the other form of CONFIRM_PATH, and nothing else otherwise.
func TestTwin(t *testing.T) {
	byNumber := packet.ConfirmPath{Equal: true, Number: 7}
	byPath := packet.ConfirmPath{Equal: true, Path: "A"}
	for p, forms := range map[*packet.Protocol][2]packet.ConfirmPath{
		packet.Godot43: {byNumber, byPath}, packet.Godot41: {byPath, byNumber},
	} {
		f := recorded.Format(t, p)
		for i, f := range []*packet.Format{f, f.Twin()} {
			b, err := f.Append(nil, forms[i])
			require.NoError(t, err)
			command, ok := f.Command(b)
			require.True(t, ok)
			require.Equal(t, "CONFIRM_PATH", command.String())
			got, err := f.Parse(b)
			require.NoError(t, err)
			require.Equal(t, forms[i], got)
		}
	}
}

// TestSignature: names lead to IDs, and IDs to names. A name may be in both groups.
func TestSignature(t *testing.T) {
	s := packet.NewSignature([]string{"b", "a", "b"}, []string{"c", "b"})
	require.Equal(t, []string{"b", "c", "a", "b"}, s.Names())
	for id, name := range map[uint16]string{0: "a", 1: "b", 0x8000: "b", 0x8001: "c"} {
		got, ok := s.Name(id)
		require.True(t, ok)
		require.Equal(t, name, got)
	}
	for name, id := range map[string]uint16{"a": 0, "b": 1, "c": 0x8001} {
		got, ok := s.ID(name)
		require.True(t, ok)
		require.Equal(t, id, got)
	}

	for _, id := range []uint16{2, 0x8002} {
		_, ok := s.Name(id)
		require.False(t, ok)
	}
	_, ok := s.ID("d")
	require.False(t, ok)
}
