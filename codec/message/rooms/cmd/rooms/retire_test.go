//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms/internal/meadow"
)

// TestRetire: a process without rooms ends after the signal to retire.
func TestRetire(t *testing.T) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGUSR1) // an unhandled signal would end the test
	defer signal.Stop(caught)

	s := must(parse([]string{
		"-listen", "127.0.0.1:0", "-ws", "127.0.0.1:0", "-http", "127.0.0.1:0",
	}))
	ended := make(chan error, 1)
	go func() { ended <- run(t.Context(), s, meadow.Game{}) }()

	for {
		select {
		case err := <-ended:
			require.NoError(t, err)
			return
		case <-time.After(20 * time.Millisecond):
			require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGUSR1))
		}
	}
}
