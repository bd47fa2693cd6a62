package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/codec/transport/websocket"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/lossy"
	"godotvariant/internal/test/parsed"
	"godotvariant/packed"
	"godotvariant/variant"
)

// loss is 10 by default. With 20, an engine sometimes ends a connection, because it has sent a
// command at least six times without an answer.
var loss = flag.Int("loss", 10, "how many of 100 datagrams are lost in the tests of that")

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// common has values of every type that Godot 3 and Godot 4 have, and only4 has values of the types
// that only Godot 4 has, in Godot 4's text. The names in the NodePath have 4 bytes, because engines
// write random bytes after shorter names.
const (
	common = `[null, true, false, 0, -1, 127, 128, -32768, 32768, -2147483649,
		9223372036854775807, 0.5, 0.1, inf, nan, "", "Grüße, 世界 🙂", Vector2(0.5, -2),
		Rect2(1, 2, 3.25, 4), Vector3(1, 2, 0.1), Transform2D(1, 2, 3, 4, 5, 6),
		Plane(1, 2, 3, 4), Quaternion(1, 2, 3, 4), AABB(1, 2, 3, 4, 5, 6),
		Basis(1, 2, 3, 4, 5, 6, 7, 8, 9), Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
		Color(0.25, 0.5, 0.75, 1), NodePath("root/path:prop"), {}, {"a": 1, 2: [null, true]}, [],
		[1, "two", [[]]], PackedByteArray(0, 254, 255), PackedInt32Array(1, -2147483648),
		PackedFloat32Array(0.1, inf), PackedStringArray("", "世界"),
		PackedVector2Array(1, 2, 3, 4), PackedVector3Array(1, 2, 3, 4, 5, 6),
		PackedColorArray(0, 0.25, 0.5, 1)]`
	only4 = `[&"name", Vector2i(1, -2), Vector3i(1, 2, 3), Vector4(1, 2, 3, 4),
		Vector4i(1, 2, 3, 4), Rect2i(1, 2, 3, 4),
		Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
		PackedInt64Array(9223372036854775807), PackedFloat64Array(0.1),
		PackedVector4Array(1, 2, 3, 4), Array[int]([1, 2]), Dictionary[String, int]({"a": 1})]`
)

// items returns the values of an array in Godot's text.
func items(t *testing.T, s string) []variant.Variant {
	t.Helper()
	return parsed.Value(t, s).(variant.Array).Items
}

// folder makes a folder for the files of a bot: the values, encoded for its engine, and the script
// as lobby.gd.
func folder(t *testing.T, d *variant.Dialect, script string, values []variant.Variant) string {
	t.Helper()
	var file bytes.Buffer
	encoder := codec.MustNew(codec.Options{Dialect: d}).NewEncoder(&file, codec.FrameU32)
	require.NoError(t, encoder.Encode(variant.NewArray(values...)))
	source, err := os.ReadFile(script)
	require.NoError(t, err)

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "values"), file.Bytes(), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "lobby.gd"), source, 0o600))
	return dir
}

// A counter counts the calls of all games of a server, by direction and form. The keys are, for
// example, "in path" for received calls by path, "out number" for sent calls by number, and "in 5"
// for received calls whose first byte has 5 in its upper four bits. In Godot 4 these bits say how
// many bytes the numbers in the call have.
type counter struct {
	packets *packet.Codec
	framed  bool // each message is a packet.Frame, as in Godot 3
	mu      sync.Mutex
	calls   map[string]int
}

// serveGames serves the games of a server, and returns its addresses over WebSocket and ENet. The
// keys of counters are "godot3" and "godot4".
func serveGames(
	t *testing.T, s *multiplayer.Server, counters map[string]*counter,
) (url, udp string) {
	s.Tap = func(p *transport.Peer, way transport.Direction, m transport.Message) {
		words := map[transport.Direction]string{transport.Incoming: "in", transport.Outgoing: "out"}
		counters[engineOf(p.Conn())].count(words[way], m.Data)
	}
	games, err := websocket.Listen("127.0.0.1:0", websocket.Options{})
	require.NoError(t, err)
	overENet, err := enet.Listen("127.0.0.1:0", enet.Options{})
	require.NoError(t, err)
	go s.Serve(games, overENet)
	t.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	return "ws://" + games.Addr().String(), "enet://" + overENet.Addr().String()
}

func newCounter(t *testing.T, p *packet.Protocol) *counter {
	packets, err := packet.New(packet.Options{Protocol: p})
	require.NoError(t, err)
	return &counter{packets: packets, framed: p == packet.Godot3, calls: map[string]int{}}
}

func (c *counter) count(way string, body []byte) {
	if c.framed {
		frame, _ := packet.DecodeFrame(body)
		body = frame.Packet
	}

	var path string
	parsed, _ := c.packets.Decode(body)
	switch p := parsed.(type) {
	case packet.RPC:
		path = p.Path
	case packet.Call:
		path = p.Path
	default: // another packet, or the first message of a server, which is not a packet
		return
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	if path != "" {
		c.calls[way+" path"]++
	} else {
		c.calls[way+" number"]++
	}
	c.calls[fmt.Sprint(way, " ", body[0]>>4)]++
}

// requireBoth requires calls by path and by number in both directions.
func (c *counter) requireBoth(t *testing.T) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, way := range []string{"in", "out"} {
		require.Positive(t, c.calls[way+" path"], "%v", c.calls)
		require.GreaterOrEqual(t, c.calls[way+" number"], c.calls[way+" path"], "%v", c.calls)
	}
}

// TestEnginesMeet: players of both engines send each other values of every type, load and start the
// game together, and leave and come back with another ID. The others are told when a player leaves
// or comes back. In both directions there are calls by path and calls by number.
func TestEnginesMeet(t *testing.T) {
	t.Run("WebSocket", func(t *testing.T) {
		meet(t, enginetest.Multiplayer4(t), true, func(web, _, engine string) string {
			return web + "/" + engine
		})
	})
	t.Run("ENet", func(t *testing.T) {
		meet(t, enginetest.Native4(t), true, func(_, udp, _ string) string { return udp })
	})
	t.Run(fmt.Sprintf("ENet, %d of 100 lost", *loss), func(t *testing.T) {
		// No player leaves in this test. An engine sends only one datagram to say that it leaves.
		// If this datagram is lost, the server notices only after a timeout that the player has
		// left.
		meet(t, enginetest.Native4(t), false, func(_, udp, _ string) string {
			server := strings.TrimPrefix(udp, "enet://")
			n, err := lossy.New(server, lossy.Weather{Loss: float64(*loss) / 100, Seed: 3})
			require.NoError(t, err)
			t.Cleanup(func() { t.Log(n.Close(), "datagrams were lost") })
			return "enet://" + n.Addr()
		})
	})
}

// meet lets two games of each engine meet. If leaves is set, one game of each engine leaves and
// comes back. The function address returns the address for the games of an engine.
func meet(
	t *testing.T, godot4 *enginetest.Engine, leaves bool,
	address func(web, udp, engine string) string,
) {
	godot3 := enginetest.Godot3(t)
	l := newLobby()
	calls3, calls4 := newCounter(t, packet.Godot3), newCounter(t, packet.Godot4)
	web, udp := serveGames(t, l.server, map[string]*counter{"godot3": calls3, "godot4": calls4})
	url3, url4 := address(web, udp, "godot3"), address(web, udp, "godot4")

	large := variant.Variant(packed.PackedByteArray(make([]byte, 2000)))
	values3 := append([]variant.Variant{large}, items(t, common)...)
	values4 := slices.Concat([]variant.Variant{large}, items(t, only4), items(t, common))
	dir3 := folder(t, codec.Godot3, "godot3/lobby.gd", values3)
	dir4 := folder(t, codec.Godot4, "godot4/lobby.gd", values4)
	start := func(name, engine string, env ...string) *enginetest.Script {
		env = append(env, "NAME="+name, "PLAYERS=4", fmt.Sprint("COMMON=", len(values3)-1))
		if engine == "3" {
			return godot3.Start(t, "testdata/bot3.gd", dir3, append(env, "URL="+url3))
		}
		return godot4.Start(t, "testdata/bot4.gd", dir4, append(env, "URL="+url4))
	}
	type staying struct {
		*enginetest.Script
		values int
	}
	stay := []staying{
		{start("Tia", "3", "BEGIN=1"), len(values3)}, {start("Ada", "4"), len(values4)},
	}
	var leave []*enginetest.Script
	var news []string
	if leaves {
		leave = append(leave, start("Tom", "3", "RETURN=1"), start("Ann", "4", "RETURN=1"))
		news = []string{
			"somebody has left", "somebody has left", "Ann has come", "Tom has come",
		}
	} else {
		stay = append(stay, staying{start("Tom", "3"), len(values3)},
			staying{start("Ann", "4"), len(values4)})
	}

	require.Eventually(t, func() (ready bool) {
		l.server.Do(func(*multiplayer.World) {
			waits := func(p *player) bool { return !p.loaded }
			ready = len(l.players) == 4 && !slices.ContainsFunc(l.players, waits)
		})
		return ready && l.server.Totals().Entered == 4+len(leave) // coming back counts as entering
	}, time.Minute, 20*time.Millisecond)
	time.Sleep(time.Second) // until the last calls have arrived
	require.NoError(t, l.server.Shutdown(context.Background()))

	for _, bot := range stay {
		require.ElementsMatch(t, append([]string{
			"Ada has come", "Ann has come", "Tia has come", "Tom has come",
			fmt.Sprintf("heard %d values as they were said", bot.values),
			"heard the same of 4 players", "load res://game.tscn", "started after 1 scene",
			"the server is gone",
		}, news...), bot.Wait())
	}
	for _, bot := range leave {
		lines := strings.ToLower(strings.Join(bot.Wait(), "\n"))
		require.Contains(t, lines, "heard the same of 4 players")
		require.Contains(t, lines, "started after 1 scene")
		require.Contains(t, lines, "back, with another id: true, among true")
		require.Equal(t, 2, strings.Count(lines, "load res://game.tscn"))
		require.NotContains(t, lines, "instead")
		require.True(t, strings.HasSuffix(lines, "the server is gone"))
	}
	calls3.requireBoth(t)
	calls4.requireBoth(t)
}

// TestCallsOfEverySize: calls of all forms arrive in both directions: by path, with 1-byte and
// 2-byte numbers of nodes and methods, with 0 to 255 arguments, with raw bytes, and with 64 KiB and
// more.
func TestCallsOfEverySize(t *testing.T) {
	const count = 300
	godot4 := enginetest.Multiplayer4(t)
	server := multiplayer.NewServer(multiplayer.Options{})
	server.Limits = transport.Limits{MaxRate: -1, MaxByteRate: -1}
	var methods []multiplayer.Method
	for i := range count {
		name := fmt.Sprint("m", i)
		methods = append(methods, multiplayer.Method{Name: name, Access: multiplayer.ByAnyPeer})
	}
	for i := range count {
		server.World().Node(fmt.Sprint("Main/N", i)).Declare(methods...)
	}

	server.Event = func(event multiplayer.Event) {
		if c, ok := event.(multiplayer.Called); ok {
			args := make([]any, len(c.Args))
			for i, arg := range c.Args {
				args[i] = arg
			}
			assert.NoError(t, c.Node.Call(c.Peer.ID(), c.Method.Name, args...))
		}
	}
	calls := newCounter(t, packet.Godot4)
	url, _ := serveGames(t, server, map[string]*counter{"": calls})
	lines := godot4.Run(t, "testdata/sizes4.gd", "", "URL="+url, fmt.Sprint("COUNT=", count))
	require.Equal(t, []string{
		"600 calls came back as they were", "6 large calls came back as they were",
	}, lines)

	calls.requireBoth(t)
	for _, way := range []string{"in", "out"} {
		for _, form := range []int{0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14} { // 8: raw bytes
			require.Positive(t, calls.calls[fmt.Sprint(way, " ", form)], "%v", calls.calls)
		}
	}
}
