package traffic_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdnet/rpc"
	"godotvariant/cmd/gdnet/traffic"
	"godotvariant/codec"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// A talk is a connection in a test.
type talk struct {
	t *testing.T
	*traffic.Monitor
	format *packet.Codec
}

func newTalk(t *testing.T, p *packet.Protocol, m *traffic.Monitor) talk {
	return talk{t, m, testkit.Must(packet.New(packet.Options{Protocol: p}))}
}

// bytes returns the encoded bytes of a packet.
func (k talk) bytes(p packet.Packet) []byte {
	return testkit.Must(k.format.Append(nil, p))
}

// says requires that the explanation of a message is the text want.
func (k talk) says(want string, fromServer bool, message []byte) {
	k.t.Helper()
	text, ok, err := k.Text(1, fromServer, message)
	require.NoError(k.t, err)
	require.True(k.t, ok)
	require.Equal(k.t, want, text)
}

// up checks the explanation of a packet to the server. The method down checks the explanation of a
// packet to the client.
func (k talk) up(want string, p packet.Packet) {
	k.t.Helper()
	k.says(want, false, k.bytes(p))
}

func (k talk) down(want string, p packet.Packet) {
	k.t.Helper()
	k.says(want, true, k.bytes(p))
}

func TestGodot4(t *testing.T) {
	set := new(rpc.Set)
	chat := set.Node(set.Add("chat.gd", "@rpc func heard(): pass\n@rpc func say(): pass"))
	k := newTalk(t, packet.Godot4, &traffic.Monitor{Scripts: []rpc.Node{chat}})
	one := []variant.Variant{variant.Int(1)}
	checksum := chat.Signature.Checksum()
	unknown := strings.Repeat("0", 32)

	k.says("the client is peer 7", true, []byte{7, 0, 0, 0})
	k.down("peer 9 is there", packet.AddPeer{ID: 9})
	k.up("authenticates, 2 bytes", packet.Auth{Data: []byte{1, 2}})
	k.down("has completed the authentication", packet.Auth{})

	k.up("Chat.#1(1)", packet.RPC{Path: "Chat", Method: 1, Args: one})
	k.up("Chat is node 3, of chat.gd",
		packet.SimplifyPath{Checksum: checksum, Number: 3, Path: "Chat"})
	k.up("Chat.say(1)", packet.RPC{Path: "Chat", Method: 1, Args: one})
	k.down("knows Chat", packet.ConfirmPath{Equal: true, Number: 3})
	k.down("has other methods of Chat", packet.ConfirmPath{Number: 3})
	k.up("Chat.say(1)", packet.RPC{Node: 3, Method: 1, Args: one})
	k.up("Chat.#2()", packet.RPC{Node: 3, Method: 2})
	k.down("node 3.#1()", packet.RPC{Node: 3, Method: 1})
	k.down("Main is node 3, checksum "+unknown,
		packet.SimplifyPath{Checksum: unknown, Number: 3, Path: "Main"})
	k.down("Main.#1()", packet.RPC{Node: 3, Method: 1})
	k.up("2 bytes: aa bb", packet.Bytes{Data: []byte{0xaa, 0xbb}})

	inner := k.bytes(packet.RPC{Node: 3, Method: 0})
	k.up("for 9: Chat.heard()", packet.Relay{Peer: 9, Packet: inner})
	k.up("for all but 9: Chat.heard()", packet.Relay{Peer: -9, Packet: inner})
	k.down("from 9: node 3.#0()", packet.Relay{Peer: 9, Packet: inner})
	k.down("relays what is never relayed",
		packet.Relay{Peer: 9, Packet: k.bytes(packet.AddPeer{ID: 9})})

	k.down("spawns Tia by Main, scene 2 (1, 1)", packet.Spawn{
		Scene: 2, Spawner: 3, Node: 1, Synchronizers: []uint32{2, 3}, Name: "Tia",
		State: append(one, one...),
	})
	k.down(`spawns Bo by node 4, {"a": 1} ()`, packet.Spawn{
		Scene: packet.CustomScene, Spawner: 4, Node: 4, Synchronizers: []uint32{5}, Name: "Bo",
		Data: variant.NewDictionary(variant.Pair{Key: variant.String("a"), Value: variant.Int(1)}),
	})
	k.down("state 5: Tia#1 (1), Main (1), synchronizer 9 (1)", packet.Sync{Time: 5,
		States: []packet.State{
			{ID: 3, Values: one}, {ID: packet.NumberBit | 3, Values: one}, {ID: 9, Values: one},
		}})
	k.down("changes: Bo (1: 1, 3: 1)", packet.Delta{Changes: []packet.DeltaState{
		{ID: 5, Bits: 10, Values: append(one, one...)},
	}})
	k.down("despawns Bo", packet.Despawn{Node: 4})
	k.down("peer 9 has left", packet.DelPeer{ID: 9})

	k.says("knows Chat", true, []byte("\x02\x01Chat\x00")) // in the form of Godot 4.0 to 4.2
	long := variant.String(strings.Repeat("x", 70_000))
	k.up("Chat.say(1 values)", packet.RPC{Node: 3, Method: 1, Args: []variant.Variant{long}})
	_, ok, err := k.Text(1, true, []byte{0, 3, 1, 1})
	require.True(t, ok)
	require.ErrorIs(t, err, variant.ErrTruncated)
}

func TestGodot3(t *testing.T) {
	k := newTalk(t, packet.Godot3, &traffic.Monitor{Dialect: codec.Godot3})
	framed := func(f packet.Frame) []byte { return testkit.Must(f.Append(nil)) }
	id := packet.Frame{Kind: packet.FrameID, From: 1, Peer: 7}
	k.says("the client is peer 7", true, framed(id))
	k.says("peer 1 is there", true, framed(packet.Frame{Kind: packet.FrameAdd, From: 1, Peer: 1}))

	numbered := k.bytes(packet.SimplifyPath{Number: 3, Path: "Chat"})
	k.says("Chat is node 3", false, framed(packet.Frame{From: 7, To: 1, Packet: numbered}))
	call := k.bytes(packet.Call{Node: 3, Method: "say"})
	k.says("for all: Chat.say()", false, framed(packet.Frame{From: 7, Packet: call}))
	k.says("from 9: node 3.say()", true, framed(packet.Frame{From: 9, Packet: call}))
	set := k.bytes(packet.Set{Path: "Chat", Property: "hp", Value: variant.Int(9)})
	k.says("Chat.hp = 9", false, framed(packet.Frame{From: 7, To: 1, Packet: set}))
	k.says("peer 9 has left", true, framed(packet.Frame{Kind: packet.FrameDel, From: 1, Peer: 9}))
	_, _, err := k.Text(1, true, []byte{9})
	require.Error(t, err)
}

// TestOther: a Monitor does not explain a connection without Godot's multiplayer, unless the
// Monitor has a Protocol.
func TestOther(t *testing.T) {
	for _, first := range []string{"\x04\x00\x00\x00\x00\x00\x00\x00", "\x00\x00\x00\x00", ""} {
		m := &traffic.Monitor{}
		for range 2 {
			_, ok, err := m.Text(1, true, []byte(first))
			require.NoError(t, err)
			require.False(t, ok)
		}
	}

	m := &traffic.Monitor{Protocol: packet.Godot4}
	text, ok, err := m.Text(1, false, []byte{3, 0xaa})
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "1 bytes: aa", text)
}

// TestTotals: the totals count packets by kind, and the number of kinds is limited. After a
// connection is closed, the Monitor keeps only its totals.
func TestTotals(t *testing.T) {
	k := newTalk(t, packet.Godot4, &traffic.Monitor{})
	k.says("the client is peer 2", true, []byte{2, 0, 0, 0})
	for i := range 1000 {
		_, _, err := k.Text(1, false, k.bytes(packet.RPC{Path: "A\x1b", Method: uint16(i)}))
		require.NoError(t, err)
	}
	k.Close(1)
	k.Close(1)
	_, ok, _ := k.Text(1, false, []byte{3, 1})
	require.False(t, ok)

	var b strings.Builder
	require.NoError(t, k.WriteTotals(&b))
	lines := strings.Split(b.String(), "\n")
	require.Equal(t, []string{"#1, peer 2", "  packets  bytes  bytes each",
		"      745   7449        10.0  > other"}, lines[:3])
	require.Contains(t, lines[3], "> A?.#")
	require.Less(t, len(lines), 265)
}

// TestRenumber: the IDs of peers in frames and packets are replaced. A negative ID stays negative.
func TestRenumber(t *testing.T) {
	other := func(id int32) int32 { return id + 100 }
	framed := func(f packet.Frame) []byte { return testkit.Must(f.Append(nil)) }

	for _, c := range []struct{ old, want packet.Frame }{
		{packet.Frame{Kind: packet.FrameID, From: 1, Peer: 7},
			packet.Frame{Kind: packet.FrameID, From: 101, To: 100, Peer: 107}},
		{packet.Frame{From: 7, To: -9, Packet: []byte{1}},
			packet.Frame{From: 107, To: -109, Packet: []byte{1}}},
		{packet.Frame{From: 7, Packet: []byte{1}},
			packet.Frame{From: 107, To: 100, Packet: []byte{1}}},
	} {
		got := testkit.Must(packet.DecodeFrame(traffic.Renumber(framed(c.old), true, other)))
		require.Equal(t, testkit.Must(packet.DecodeFrame(framed(c.want))), got)
	}

	k := newTalk(t, packet.Godot4, nil)
	for _, c := range [][2]packet.Packet{
		{packet.AddPeer{ID: 9}, packet.AddPeer{ID: 109}},
		{packet.DelPeer{ID: 9}, packet.DelPeer{ID: 109}},
		{
			packet.Relay{Peer: -9, Packet: []byte{3, 1}},
			packet.Relay{Peer: -109, Packet: []byte{3, 1}},
		},
	} {
		require.Equal(t, k.bytes(c[1]), traffic.Renumber(k.bytes(c[0]), false, other))
	}

	for _, same := range []string{"", "\x09", "\x07\x01"} {
		require.Equal(t, same, string(traffic.Renumber([]byte(same), true, other)))
		require.Equal(t, same, string(traffic.Renumber([]byte(same), false, other)))
	}
}

// TestJoin: after Join with a protocol the first packet of a client is explained. After Join
// without a protocol it is not explained.
func TestJoin(t *testing.T) {
	k := newTalk(t, packet.Godot4, &traffic.Monitor{})
	k.Join(1, 7, packet.Godot4)
	k.up("2 bytes: aa bb", packet.Bytes{Data: []byte{0xaa, 0xbb}})

	k.Close(1)
	// only one side has ended; the other side may still send
	k.up("2 bytes: aa bb", packet.Bytes{Data: []byte{0xaa, 0xbb}})
	var b strings.Builder
	require.NoError(t, k.WriteTotals(&b))
	require.Contains(t, b.String(), "#1, peer 7\n")

	k = newTalk(t, packet.Godot4, &traffic.Monitor{})
	k.Join(1, 7, nil)
	_, ok, err := k.Text(1, true, []byte{7, 0, 0, 0})
	require.NoError(t, err)
	require.False(t, ok)
}

// TestBegin: a Monitor without a Protocol detects the protocol only in a message of the server. A
// Monitor with a Protocol detects no other protocol.
func TestBegin(t *testing.T) {
	m := &traffic.Monitor{}
	_, ok, err := m.Text(1, false, []byte{7, 0, 0, 0})
	require.NoError(t, err)
	require.False(t, ok)

	id := packet.Frame{Kind: packet.FrameID, From: 1, Peer: 7}
	m = &traffic.Monitor{Protocol: packet.Godot4}
	text, ok, _ := m.Text(1, true, testkit.Must(id.Append(nil)))
	require.True(t, ok)
	require.NotContains(t, text, "peer 7")
}

// TestForms: a packet that is valid in the forms of two engines is read in the form of the
// session's engine. The checksum of a script without methods does not identify the script.
func TestForms(t *testing.T) {
	set := new(rpc.Set)
	empty := set.Node(set.Add("empty.gd", "extends Node"))
	k := newTalk(t, packet.Godot4, &traffic.Monitor{Scripts: []rpc.Node{empty}})
	checksum := empty.Signature.Checksum()
	const abc = 0x636261 // the text "abc" in the form of Godot 4.0 to 4.2

	k.says("the client is peer 7", true, []byte{7, 0, 0, 0})
	k.up("Chat is node 6513249, without methods",
		packet.SimplifyPath{Checksum: checksum, Number: abc, Path: "Chat"})
	k.down("knows Chat", packet.ConfirmPath{Equal: true, Number: abc})
}
