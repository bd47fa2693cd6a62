package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An actor is a player in an engine.
type actor struct {
	name   string
	room   string
	codec  *codec.Codec
	script *enginetest.Script
}

// startActors starts one player of each engine in a room: Godot 3 over TCP and Godot 4 over
// WebSocket.
func startActors(t *testing.T, room string, processes []*process) []*actor {
	t.Helper()
	var tcp, ws []string
	for _, p := range processes {
		tcp = append(tcp, p.tcp)
		ws = append(ws, p.ws)
	}

	return []*actor{
		startActor(t, enginetest.Godot3(t), codec.Godot3, room, tcp),
		startActor(t, enginetest.Godot4(t), codec.Godot4, room, ws),
	}
}

func startActor(
	t *testing.T, e *enginetest.Engine, d *variant.Dialect, room string, addresses []string,
) *actor {
	t.Helper()
	script, err := os.ReadFile("player.gd")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "player.gd"), script, 0o600))

	a := &actor{name: d.Name, room: room, codec: codec.MustNew(codec.Options{Dialect: d})}
	e.Limit = time.Hour
	a.script = e.Start(t, strings.Replace(d.Name, "Godot", "bot", 1)+".gd", dir, []string{
		"ADDRESSES=" + strings.Join(addresses, ","), "ROOM=" + room, "TOKEN=" + a.name,
	})

	return a
}

// requireDone waits for the end of the engine, and requires that all its messages are in the log
// and that it has seen the state in the end.
func (a *actor) requireDone(t *testing.T, did []variant.Variant, want variant.Variant) {
	t.Helper()
	out := a.script.Wait()
	require.Len(t, out, 2)
	require.Equal(t, fmt.Sprintf("%d accepted, %[1]d done, 0 waiting", len(did)), out[0], a.name)

	packet, err := base64.StdEncoding.DecodeString(out[1])
	require.NoError(t, err)
	state, err := a.codec.Decode(packet)
	require.NoError(t, err)
	require.True(t, same(state, want), "%s sees another state: %v", a.name, state)
	t.Logf("%s: %s", a.name, out[0])
}

// standsStill reports whether the state of a room has an actor that does not walk.
func (a *actor) standsStill(state variant.Variant) bool {
	dir, err := tree.Lookup(state, "go."+a.name)
	return err == nil && dir == variant.Variant(math.Vector2{})
}
