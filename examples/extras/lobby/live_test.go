package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/text"
	"godotvariant/examples/extras/wsconn"
	"godotvariant/internal/enginetest"
	"godotvariant/packed"
	"godotvariant/variant"
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// common are values of every type that Godot 3 and Godot 4 have, in Godot 4's text. The names of the
// NodePath have 4 bytes, since engines write anything behind shorter ones.
var common = []string{
	"null", "true", "false", "0", "-1", "127", "128", "-32768", "32768", "-2147483649",
	"9223372036854775807", "0.5", "0.1", "inf", "nan", `""`, `"Grüße, 世界 🙂"`,
	"Vector2(0.5, -2)", "Rect2(1, 2, 3.25, 4)", "Vector3(1, 2, 0.1)",
	"Transform2D(1, 2, 3, 4, 5, 6)", "Plane(1, 2, 3, 4)", "Quaternion(1, 2, 3, 4)",
	"AABB(1, 2, 3, 4, 5, 6)", "Basis(1, 2, 3, 4, 5, 6, 7, 8, 9)",
	"Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)", "Color(0.25, 0.5, 0.75, 1)",
	`NodePath("root/path:prop")`, "{}", `{"a": 1, 2: [null, true]}`, "[]", `[1, "two", [[]]]`,
	"PackedByteArray(0, 254, 255)", "PackedInt32Array(1, -2147483648)",
	"PackedFloat32Array(0.1, inf)", `PackedStringArray("", "世界")`,
	"PackedVector2Array(1, 2, 3, 4)", "PackedVector3Array(1, 2, 3, 4, 5, 6)",
	"PackedColorArray(0, 0.25, 0.5, 1)",
}

// only4 are values that Godot 3 has no type for.
var only4 = []string{
	`&"name"`, "Vector2i(1, -2)", "Vector3i(1, 2, 3)", "Vector4(1, 2, 3, 4)",
	"Vector4i(1, 2, 3, 4)", "Rect2i(1, 2, 3, 4)",
	"Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
	"PackedInt64Array(9223372036854775807)", "PackedFloat64Array(0.1)",
	"PackedVector4Array(1, 2, 3, 4)", "Array[int]([1, 2])", `Dictionary[String, int]({"a": 1})`,
}

// folder makes the folder of a bot, with the values in its engine's format and its lobby.gd.
func folder(t *testing.T, d *variant.Dialect, script string, values ...string) string {
	t.Helper()
	array := variant.NewArray(packed.PackedByteArray(make([]byte, 2000)))
	for _, s := range values {
		v, err := text.Parse(s, text.ParseOptions{})
		require.NoError(t, err, s)
		array.Items = append(array.Items, v)
	}
	packet, err := codec.MustNew(codec.Options{Dialect: d}).Encode(array)
	require.NoError(t, err)

	dir := t.TempDir()
	length := binary.LittleEndian.AppendUint32(nil, uint32(len(packet)))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "values"), append(length, packet...), 0o600))
	source, err := os.ReadFile(script)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "lobby.gd"), source, 0o600))
	return dir
}

// A wire notes what goes over all connections: packets, and frames of Godot 3, by way.
type wire struct {
	mu      sync.Mutex
	in, out [][]byte
}

// A tapped is a Conn whose packets are noted.
type tapped struct {
	message.Conn
	wire *wire
}

func (c tapped) ReadPacket() ([]byte, error) {
	packet, err := c.Conn.ReadPacket()
	if err == nil {
		c.wire.mu.Lock()
		defer c.wire.mu.Unlock()
		c.wire.in = append(c.wire.in, slices.Clone(packet))
	}
	return packet, err
}

func (c tapped) WritePacket(packet []byte) error {
	c.wire.mu.Lock()
	c.wire.out = append(c.wire.out, packet)
	c.wire.mu.Unlock()
	return c.Conn.WritePacket(packet)
}

// TestEnginesMeet: players of both engines hear values of every type that they and others say, load
// and start the game together, leave and come back with another ID, and hear of all that. Calls go
// by path and by number in both directions.
func TestEnginesMeet(t *testing.T) {
	godot3, godot4 := enginetest.Godot3(t), enginetest.Multiplayer4(t)
	l := newLobby()
	wires := map[string]*wire{"3": {}, "4": {}}
	sites := map[string]string{}
	for engine, p := range map[string]*packet.Protocol{"3": packet.Godot3, "4": packet.Godot4} {
		server := l.newServer(p)
		site := httptest.NewServer(wsconn.Handler(func(conn message.Conn) error {
			return l.gate.Serve(server, tapped{conn, wires[engine]})
		}))
		t.Cleanup(site.Close)
		sites[engine] = strings.Replace(site.URL, "http", "ws", 1)
	}

	dir3 := folder(t, codec.Godot3, "godot3/lobby.gd", common...)
	dir4 := folder(t, codec.Godot4, "godot4/lobby.gd", append(only4, common...)...)
	start := func(name, engine string, env ...string) *enginetest.Script {
		env = append(env, "NAME="+name, "PLAYERS=4", fmt.Sprint("COMMON=", len(common)),
			"URL="+sites[engine])
		if engine == "3" {
			return godot3.Start(t, "testdata/bot3.gd", dir3, env)
		}
		return godot4.Start(t, "testdata/bot4.gd", dir4, env)
	}
	stay := map[int]*enginetest.Script{
		len(common) + 1:              start("Tia", "3", "BEGIN=1"),
		len(common) + len(only4) + 1: start("Ada", "4"),
	}
	leave := []*enginetest.Script{start("Tom", "3", "RETURN=1"), start("Ann", "4", "RETURN=1")}

	require.Eventually(t, func() bool {
		l.gate.Lock()
		defer l.gate.Unlock()
		last := slices.IndexFunc(l.players, func(p *player) bool { return p.peer.ID() == 7 })
		waits := func(p *player) bool { return !p.loaded }
		return last >= 0 && len(l.players) == 4 && !slices.ContainsFunc(l.players, waits)
	}, time.Minute, 20*time.Millisecond)
	time.Sleep(time.Second) // the last calls arrive
	l.gate.Close()

	for values, bot := range stay {
		require.ElementsMatch(t, []string{
			"Ada has come", "Ann has come", "Tia has come", "Tom has come",
			fmt.Sprintf("heard %d values as they were said", values),
			"heard the same of 4 players", "load res://game.tscn", "started after 1 scene",
			"somebody has left", "somebody has left", "Ann has come", "Tom has come",
			"the server is gone",
		}, bot.Wait())
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
	wires["3"].requireBothForms(t, packet.Godot3, "Lobby")
	wires["4"].requireBothForms(t, packet.Godot4, "Lobby")
}

// requireBothForms: there are calls by path and by number in both directions. Paths begin with a
// prefix.
func (w *wire) requireBothForms(t *testing.T, p *packet.Protocol, prefix string) {
	t.Helper()
	format, err := packet.NewFormat(p, codec.Options{})
	require.NoError(t, err)

	for way, messages := range map[string][][]byte{"in": w.in, "out": w.out} {
		byPath, byNumber := 0, 0
		for _, m := range messages {
			if p == packet.Godot3 {
				frame, err := packet.ParseFrame(m)
				require.NoError(t, err)
				m = frame.Packet
			}
			path, ok := calledPath(format, m)
			switch {
			case ok && strings.HasPrefix(path, prefix):
				byPath++
			case ok:
				require.Empty(t, path)
				byNumber++
			}
		}
		t.Logf("%s %s: %d calls by path, %d by number", p.Name, way, byPath, byNumber)
		require.Positive(t, byPath, way)
		require.GreaterOrEqual(t, byNumber, byPath, way)
	}
}

// calledPath returns the path of the node that a packet calls, "" if it has the number instead. It
// is not ok for other packets.
func calledPath(f *packet.Format, body []byte) (path string, ok bool) {
	p, err := f.Parse(body)
	if err != nil {
		return "", false // the first message of a server
	}
	switch p := p.(type) {
	case packet.RPC:
		return p.Path, true
	case packet.Call:
		return p.Path, true
	}
	return "", false
}
