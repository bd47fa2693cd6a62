//go:build !unix && !windows

package terminal

import (
	"context"
	"os"
)

// enable returns a function that does nothing: there is no terminal on this system.
func enable(*os.File) (restore func(), err error) { return func() {}, nil }

// resized returns a channel that never receives.
func resized(context.Context) <-chan os.Signal { return nil }
