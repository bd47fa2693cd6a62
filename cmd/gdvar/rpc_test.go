package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRPC: a script is printed with the methods of the one that it extends, a folder without
// scripts that have none. Package rpc holds them against an engine.
func TestRPC(t *testing.T) {
	dir := filepath.Join("rpc", "testdata", "godot4")
	r := runArgs(t, "rpc", filepath.Join(dir, "derived.gd"))
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "derived.gd  checksum 1274a11ed20b38b16e4f2ebba5412708\n")
	require.Contains(t, r.out, "\n       0  again  authority  call_local   reliable")

	r = runArgs(t, "rpc", dir)
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "odd.gd  checksum")
	require.NotContains(t, r.out, "none.gd")

	r = runArgs(t, "rpc", "missing.gd")
	require.Equal(t, 2, r.code)
	require.Contains(t, r.err, "missing.gd")
}
