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

// TestResized: the channel of resized receives the signal SIGWINCH, which the system sends when the
// size of the terminal changes. After the context is done, the channel receives nothing more.
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
