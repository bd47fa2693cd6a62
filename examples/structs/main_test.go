package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
)

func TestRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "player.save")
	var out bytes.Buffer
	require.NoError(t, run(&out, []string{"write", file}))
	require.NoError(t, run(&out, []string{"show", file}))

	require.Equal(t, `Tía has 80 hp at Vector3(1.5, 0, -20.25) and played 1h30m0s
  1 × sword [sharp old]
  12 × apple []
  quest ferry done: false
  quest lighthouse done: true
`, out.String())

	got, err := read(file)
	require.NoError(t, err)
	require.Equal(t, newSave(), got)
}

func TestRunErrors(t *testing.T) {
	require.ErrorContains(t, run(nil, nil), "usage")
	require.ErrorContains(t, run(nil, []string{"eat", "x"}), "no such command")
	file := filepath.Join(t.TempDir(), "player.save")
	require.ErrorIs(t, run(nil, []string{"show", file}), os.ErrNotExist)
	require.NoError(t, os.WriteFile(file, []byte{9, 0, 0, 0, 1}, 0o644))
	require.ErrorIs(t, run(nil, []string{"show", file}), io.ErrUnexpectedEOF)
	require.NoError(t, write(file, newSave()))
	record, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append(record, 1), 0o644))
	require.ErrorContains(t, run(nil, []string{"show", file}), "1 bytes follow")

	player := variant.NewDictionary(variant.KV("hp", variant.Int(70000)))
	packet, err := game.Encode(variant.NewDictionary(variant.KV("player", player)))
	require.NoError(t, err)
	frame := append([]byte{byte(len(packet)), 0, 0, 0}, packet...)
	require.NoError(t, os.WriteFile(file, frame, 0o644))
	err = run(nil, []string{"show", file})
	require.ErrorIs(t, err, variant.ErrRange)
	require.EqualError(t, err,
		`godot: decode $["player"]["hp"] (int) at offset 48: out of range: 70000 into a Go uint16`)
	require.NotErrorIs(t, err, variant.ErrWrongType)
}

// TestEnginePlays lets a real Godot 3 open the save, change it, and write it again.
func TestEnginePlays(t *testing.T) {
	godot := enginetest.Godot3(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "player.save")
	require.NoError(t, write(file, newSave()))

	lines := godot.Run(t, "testdata/play.gd", dir)
	require.Equal(t, []string{
		"Tía 80 (1.5, 0, -20.25) True",
		"True True 4.5",
		"[sharp, old] False 1,0.5,0.25,1",
		"True [3, 5, 8] True",
		"90 2024-05-17T20:15:00Z",
	}, lines)

	want := newSave()
	want.Player.HP = 95
	want.Player.Speed = 5
	want.Player.Position = math.Vector3{X: float64(float32(1.5) + float32(0.1)), Y: 1, Z: -20.25}
	want.Player.Inventory = []Item{
		{ID: "apple", Count: 12},
		{ID: "lamp", Count: 2, Tags: []string{"bright"}},
	}
	want.Quests["ferry"] = true
	want.Explored = []int32{3, 5, 8, 13}
	want.Settings = &Settings{Volume: 0.3, Subs: true}
	got, err := read(file)
	require.NoError(t, err)
	require.Equal(t, want, got)
}
