package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/enginetest"
)

// TestScript4 parses the script for Godot 4. Its native program is on few machines, and the web
// build has no TCP.
func TestScript4(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "godot4.gd"), []byte(script4), 0o644))
	assert.Equal(t, []string{"OK", "true"}, enginetest.Godot4(t).Run(t, "testdata/parses.gd", dir))
}
