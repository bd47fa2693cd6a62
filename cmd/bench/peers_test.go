package main

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
)

// TestMain runs the server in Go, if the process is started as this server.
func TestMain(m *testing.M) {
	if os.Getenv(serveVariable) != "" {
		serveGame(os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// TestPeers: each server answers the moves of its clients, and its process uses processor time.
func TestPeers(t *testing.T) {
	play := func(t *testing.T, s *gameServer) {
		defer s.close()
		l, err := s.measure(t.Context(), 3, 500*time.Millisecond)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, l.messages, 2*3)
		assert.Positive(t, l.processor)
		assert.Positive(t, l.answered)
		assert.GreaterOrEqual(t, l.span, 500*time.Millisecond)
	}

	t.Run("godotvariant", func(t *testing.T) {
		s, err := startOwn()
		require.NoError(t, err)
		play(t, s)
	})

	for _, k := range kinds() {
		t.Run(k.name, func(t *testing.T) {
			if k.missing != nil && k.dialect == codec.Godot4 {
				enginetest.Native4(t) // skips the test; .ci/run accepts this skip
			}
			if k.missing != nil {
				enginetest.Missing(t, k.missing)
			}

			s, err := k.startServer()
			require.NoError(t, err)
			play(t, s)
			assert.Contains(t, s.version, k.name)
		})
	}
}

// TestPeersFail: clients return an error if their server ends, or if the program is not a server.
func TestPeersFail(t *testing.T) {
	s, err := startOwn()
	require.NoError(t, err)
	s.close()
	_, err = s.measure(t.Context(), 3, time.Millisecond)
	require.ErrorContains(t, err, "refused")

	_, err = processTime(s.pid)
	require.ErrorContains(t, err, "-peers needs Linux")

	none := kinds()[0]
	none.program = "no such program"
	_, err = none.startServer()
	require.ErrorIs(t, err, exec.ErrNotFound)
}
