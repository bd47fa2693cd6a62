package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

// interrupted returns a context that ends with Ctrl-C, for a command that has something to finish
// then. All other commands end at once. The caller calls stop.
func interrupted(c *cobra.Command) (ctx context.Context, stop func()) {
	return signal.NotifyContext(c.Context(), os.Interrupt)
}

var errInterrupted = errors.New("interrupted")

// An interruptedReader ends with an error when its context does.
type interruptedReader struct {
	ctx context.Context
	r   io.Reader
}

func (r interruptedReader) Read(b []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return r.r.Read(b)
}
