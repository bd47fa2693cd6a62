//go:build unix

package terminal

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestResized: a signal says that the terminal has another size, until the context is done.
func TestResized(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	changed := resized(ctx)

	arrives := func() bool {
		_ = syscall.Kill(os.Getpid(), syscall.SIGWINCH) // if this fails, the first wait fails, too
		select {
		case <-changed:
			return true
		case <-time.After(50 * time.Millisecond):
			return false
		}
	}

	const soon = 10 * time.Second
	require.Eventually(t, arrives, soon, time.Millisecond)
	cancel()
	require.Eventually(t, func() bool { return !arrives() }, soon, time.Millisecond)
}
