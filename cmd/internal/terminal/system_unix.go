//go:build unix

package terminal

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// enable returns a function that does nothing, because terminals of Unix always understand escape
// sequences.
func enable(*os.File) (restore func(), err error) { return func() {}, nil }

// resized returns a channel that receives after the size of the terminal has changed, until the
// context is done.
func resized(ctx context.Context) <-chan os.Signal {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	context.AfterFunc(ctx, func() { signal.Stop(changed) })

	return changed
}
