//go:build unix

package main

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFIFO: gdvar replaces only regular files. It refuses any other file without reading it.
func TestFIFO(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo("pipe", 0o600))
	refused(t, "gdvar set pipe hp=1", "not a regular file")
}
