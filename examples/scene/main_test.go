package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	dir := t.TempDir()
	require.NoError(t, run(&out, dir))
	require.Contains(t, out.String(), `"spawn": at Vector3(12.5, 0.1, -3), turned by 45°`)
	require.Contains(t, out.String(), "Godot 4 double: 1172 bytes")
	for _, target := range targets {
		c, err := codec.New(target.options)
		require.NoError(t, err)
		file, err := os.ReadFile(dir + "/" + target.file)
		require.NoError(t, err)
		require.NoError(t, c.Valid(file[4:]))
	}
}

// TestEngineReads makes a real Godot 3 read the level.
func TestEngineReads(t *testing.T) {
	godot := enginetest.Godot3(t)
	dir := t.TempDir()
	require.NoError(t, run(&bytes.Buffer{}, dir))

	lines := godot.Run(t, "testdata/read.gd", dir)
	require.Equal(t, []string{
		"name Harbour",
		"seed 20015998343868",
		"spawn (12.5, 0.1, -3)",
		"turned 45",
		"camera Level current",
		"enemy Crab 3 [shore, armoured]",
		"enemy Gull 1 [air]",
		"patrol 3",
		"strings Ahoy!||Grüße",
		"timer 2.5 True",
		"seven keys can be of any type",
	}, lines)
}
