package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestAllClientsEndEqual: at the end all clients have the state of the server, even if datagrams
// are lost.
func TestAllClientsEndEqual(t *testing.T) {
	for _, loss := range []float64{0, 0.3, 0.8} {
		g, err := play(5, 100, loss, 5*time.Millisecond)
		require.NoError(t, err)
		require.Equal(t, 100, g.world.Tick)
		require.Len(t, g.bots, 5)

		last, err := codec.ToVariant(g.world)
		require.NoError(t, err)
		for _, b := range g.bots {
			require.True(t, b.has(last))
		}
	}
}

// harness3 and harness4 are scripts for Godot 3 and Godot 4. They read the messages of a server,
// and write the state that follows from all messages.
const (
	harness3 = `
func _init():
	var dir = OS.get_environment("DIR")
	var file = File.new()
	file.open(dir + "/messages", File.READ)
	var have = {0: {}}
	while file.get_position() < file.get_len():
		take(have, file.get_var())
	file.close()
	file.open(dir + "/state", File.WRITE)
	file.store_var(have.values().back())
	file.close()
	quit()
`
	harness4 = `
func _ready():
	var dir = OS.get_environment("DIR")
	var file = FileAccess.open(dir + "/messages", FileAccess.READ)
	var have = {0: {}}
	while file.get_position() < file.get_length():
		take(have, file.get_var())
	file.close()
	file = FileAccess.open(dir + "/state", FileAccess.WRITE)
	file.store_var(have.values().back())
	file.close()
	get_tree().quit()
`
)

// TestEnginesApplyDeltas: delta.gd in both engines, and this package, have the same state after
// hundreds of messages. Some messages are lost, and some arrive twice.
func TestEnginesApplyDeltas(t *testing.T) {
	script, err := os.ReadFile("delta.gd")
	require.NoError(t, err)

	for _, e := range []struct {
		name    string
		engine  func(testing.TB) *enginetest.Engine
		dialect *variant.Dialect
		script  string
	}{
		{
			"Godot 3", enginetest.Godot3, codec.Godot3,
			"extends SceneTree\n" + string(script) + harness3,
		},
		{
			"Godot 4", enginetest.Godot4, codec.Godot4,
			"extends Node\n" + string(script) + harness4,
		},
	} {
		t.Run(e.name, func(t *testing.T) {
			engine := e.engine(t)
			dir := t.TempDir()
			file := filepath.Join(t.TempDir(), "harness.gd")
			require.NoError(t, os.WriteFile(file, []byte(e.script), 0o600))

			c := codec.MustNew(codec.Options{Dialect: e.dialect})
			var stream bytes.Buffer
			enc := c.NewEncoder(&stream, codec.FrameU32)
			random := rand.New(rand.NewPCG(3, 4))
			w := World{Players: map[string]math.Vector2{}}

			var feed message.Feed[*message.Peer]
			server := newServer(&feed, e.dialect)
			far, near := transport.Pipe()
			go server.ServeConn(far)
			t.Cleanup(func() { near.Close(nil) })

			var got *message.Update
			mux := message.New[int](message.Options{Codec: c})
			message.Handle(mux, "state", func(_ int, m *message.Update) error {
				got = m
				return nil
			})
			client := message.NewClient(t.Context(), near, mux)

			var replica message.Replica
			var arrived []*message.Update
			for len(feed.Members()) == 0 {
				time.Sleep(time.Millisecond)
			}
			for range 400 {
				w.move(random)
				require.NoError(t, feed.Send(w))
				require.NoError(t, client.Receive(0))

				if random.IntN(3) == 0 {
					continue // lost
				}

				arrive := []*message.Update{got}
				arrived = append(arrived, got)
				if random.IntN(4) == 0 { // an old message arrives again
					arrive = append(arrive, arrived[random.IntN(len(arrived))])
				}

				for _, update := range arrive {
					require.NoError(t, enc.Marshal(update))
					ack, err := replica.Apply(update)
					require.NoError(t, err)

					if random.IntN(3) != 0 {
						require.NoError(t, feed.Ack(feed.Members()[0], &ack))
					}
				}
			}

			require.NoError(t, os.WriteFile(filepath.Join(dir, "messages"), stream.Bytes(), 0o600))
			engine.Run(t, file, dir)
			written, err := os.Open(filepath.Join(dir, "state"))
			require.NoError(t, err)
			defer written.Close()

			state, err := c.NewDecoder(written, codec.FrameU32).Decode()
			require.NoError(t, err)
			rest, err := tree.Diff(state, replica.State(), tree.DiffOptions{AnyKeyOrder: true})
			require.NoError(t, err)
			require.Empty(t, rest)
		})
	}
}
