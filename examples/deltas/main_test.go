package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestAllClientsEndEqual: whatever is lost, doubled and reordered, soon after the last change all
// clients have the state of the server.
func TestAllClientsEndEqual(t *testing.T) {
	for _, loss := range []float64{0, 0.3, 0.8} {
		for seed := range uint64(20) {
			pairs, last, extra, err := play(5, 300, loss, seed, 0)
			require.NoError(t, err)
			require.True(t, equal(pairs, last))
			require.Less(t, extra, 200)
			for _, p := range pairs {
				require.LessOrEqual(t, len(p.feed.sent), 2*history+2)
			}
		}
	}
}

// TestFalseAcks: a client that acknowledges what it never got hurts itself alone.
func TestFalseAcks(t *testing.T) {
	f := newFeed()
	for _, seq := range []int{-1, 5, 1 << 30} {
		f.ack(&Ack{seq})
	}
	m, err := f.next(variant.NewDictionary(variant.KV("a", variant.Int(1))))
	require.NoError(t, err)
	require.Equal(t, 0, m.Base)
}

// harness3 and harness4 read messages, and write the state after the last.
const (
	harness3 = `
func _init():
	var dir = OS.get_environment("DIR")
	var file = File.new()
	file.open(dir + "/messages", File.READ)
	var have = {0: {}, "seq": 0}
	while file.get_position() < file.get_len():
		take(have, file.get_var())
	file.close()
	file.open(dir + "/state", File.WRITE)
	file.store_var(have[have.seq])
	file.close()
	quit()
`
	harness4 = `
func _ready():
	var dir = OS.get_environment("DIR")
	var file = FileAccess.open(dir + "/messages", FileAccess.READ)
	var have = {0: {}, "seq": 0}
	while file.get_position() < file.get_length():
		take(have, file.get_var())
	file.close()
	file = FileAccess.open(dir + "/state", FileAccess.WRITE)
	file.store_var(have[have.seq])
	file.close()
	get_tree().quit()
`
)

// TestEnginesApplyDeltas: delta.gd makes in both engines what Go makes, of hundreds of messages of
// which some are lost.
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
			w := world{random: random, players: map[string]math.Vector2{}}

			f, r := newFeed(), newReplica()

			for range 400 {
				state, err := w.tick()
				require.NoError(t, err)
				m, err := f.next(state)
				require.NoError(t, err)

				if random.IntN(3) == 0 {
					continue // lost
				}

				require.NoError(t, enc.Marshal(m))
				ack, err := r.take(&m)
				require.NoError(t, err)

				if random.IntN(3) != 0 {
					f.ack(&ack)
				}
			}

			require.NoError(t, os.WriteFile(filepath.Join(dir, "messages"), stream.Bytes(), 0o600))
			engine.Run(t, file, dir)
			written, err := os.Open(filepath.Join(dir, "state"))
			require.NoError(t, err)
			defer written.Close()

			got, err := c.NewDecoder(written, codec.FrameU32).Decode()
			require.NoError(t, err)
			rest, err := tree.Diff(got, r.state(), tree.DiffOptions{AnyKeyOrder: true})
			require.NoError(t, err)
			require.Empty(t, rest)
		})
	}
}
