package packet_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/recorded"
	"godotvariant/variant"
)

// mark is the byte order mark U+FEFF, which engines drop at the start of a text.
const mark = "\ufeff"

// TestMisreadTexts: Decode and Append refuse a path or name that engines read as another text. This
// holds for every packet with a path or a name.
func TestMisreadTexts(t *testing.T) {
	checksum := strings.Repeat("0", 32)
	for _, c := range []struct {
		protocol *packet.Protocol
		kind     error
		packet   func(text string) packet.Packet
	}{
		{packet.Godot4, packet.ErrPath, func(text string) packet.Packet {
			return packet.RPC{Path: text}
		}},
		{packet.Godot4, packet.ErrPath, func(text string) packet.Packet {
			return packet.SimplifyPath{Checksum: checksum, Number: 1, Path: text}
		}},
		{packet.Godot41, packet.ErrPath, func(text string) packet.Packet {
			return packet.ConfirmPath{Path: text}
		}},
		{packet.Godot4, packet.ErrName, func(text string) packet.Packet {
			return packet.Spawn{Name: text}
		}},
		{packet.Godot3, packet.ErrPath, func(text string) packet.Packet {
			return packet.Call{Path: text, Method: "m"}
		}},
		{packet.Godot3, packet.ErrName, func(text string) packet.Packet {
			return packet.Call{Method: text}
		}},
		{packet.Godot3, packet.ErrPath, func(text string) packet.Packet {
			return packet.Set{Path: text, Property: "p"}
		}},
		{packet.Godot3, packet.ErrName, func(text string) packet.Packet {
			return packet.Set{Property: text}
		}},
		{packet.Godot3, packet.ErrPath, func(text string) packet.Packet {
			return packet.SimplifyPath{Number: 1, Path: text}
		}},
		{packet.Godot3, packet.ErrPath, func(text string) packet.Packet {
			return packet.ConfirmPath{Equal: true, Path: text}
		}},
	} {
		f := recorded.Codec(t, c.protocol)
		plain := must(f.Append(nil, c.packet("abcdAdmin")))
		marked := bytes.Replace(plain, []byte("abcd"), []byte(mark+"x"), 1)
		what := fmt.Sprintf("%T", c.packet(""))

		_, err := f.Append(nil, c.packet(mark+"Admin"))
		require.ErrorIs(t, err, c.kind, what)
		_, err = f.Append(nil, c.packet("Admin\x00x"))
		require.Error(t, err, what)
		_, err = f.Decode(plain)
		require.NoError(t, err, what)
		_, err = f.Decode(marked)
		require.ErrorIs(t, err, c.kind, what)
		require.ErrorContains(t, err, "byte order mark", what)
	}

	for _, p := range packet.Protocols() {
		require.ErrorIs(t, p.CheckPath(mark+"Admin"), packet.ErrPath)
		require.ErrorIs(t, p.CheckPath("Admin\x00"), packet.ErrPath)
		require.ErrorIs(t, p.CheckName(mark+"Admin"), packet.ErrName)
		require.NoError(t, p.CheckPath("Main/"+mark+"Admin")) // engines keep a mark inside a path
	}
}

// TestTextsKeepNoPackets: the short name of a long packet does not keep the packet in memory.
func TestTextsKeepNoPackets(t *testing.T) {
	f := recorded.Codec(t, packet.Godot3)
	call := packet.Call{Path: "A", Method: "m", Args: []variant.Variant{
		variant.String(strings.Repeat("x", 60_000)),
	}}
	body := must(f.Append(nil, call))

	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var names []string
	for range 100 {
		p := must(f.Decode(body)).(packet.Call)
		names = append(names, p.Path, p.Method)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int(after.HeapAlloc)-int(before.HeapAlloc), 1<<20)
	require.Len(t, names, 200)
}

// TestEngineReadsTexts: if Decode accepts a call by a path, the engine calls the node with exactly
// this path. Decode refuses all other paths by which the engine also reaches the node.
func TestEngineReadsTexts(t *testing.T) {
	engine := enginetest.Multiplayer4(t)
	f := recorded.Codec(t, packet.Godot4)
	every, _ := packet.NewSignature([]string{"every", "one", "two"}, nil).ID("every")
	var packets [][]byte
	var paths []string
	for _, path := range []string{
		"Actor", mark + "Actor", mark + mark + "Actor", "Actor" + mark, "Main/../Actor", "./Actor",
		mark + "./Actor", "Actor/", "/Actor", "Actor:x", "Actor/.", "Actor//.", "Actor\r", " Actor",
		"\u200bActor", "\u2060Actor", "\ufffeActor", "Act\ufefforr", "Actor%", "Actor\x01", "actor",
	} {
		call := packet.RPC{Path: "A", Method: every, Args: []variant.Variant{variant.Int(1)}}
		body := must(f.Append(nil, call))
		body = append(body[:len(body)-len("A\x00")], path+"\x00"...)
		packets = append(packets, body)
		paths = append(paths, path)
	}

	others := 0
	for i, args := range argsInEngine(t, engine, packets) {
		reached := len(args.Items) > 0
		p, err := f.Decode(packets[i])
		if err == nil {
			require.Equal(t, reached, p.(packet.RPC).Path == "Actor", "%q", paths[i])
		} else if reached {
			others++
		}
	}
	require.GreaterOrEqual(t, others, 5) // paths that Decode refuses but the engine accepts
}
