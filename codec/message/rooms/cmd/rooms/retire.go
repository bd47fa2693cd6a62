package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"time"

	"godotvariant/codec/message/rooms"
)

// untilRetired returns a context. The context is done when a signal has made the host retire, and
// the host has no rooms any more.
func untilRetired(ctx context.Context, host *rooms.Host) (context.Context, context.CancelFunc) {
	asked := make(chan os.Signal, 1)
	if len(retireSignals) > 0 { // with an empty list Notify would catch all signals
		signal.Notify(asked, retireSignals...)
	}

	ctx, end := context.WithCancel(ctx)
	go func() {
		defer end()
		defer signal.Stop(asked)
		select {
		case <-ctx.Done():
			return
		case <-asked:
		}

		slog.Info("retiring")
		host.Retire()
		for host.Stats().Rooms > 0 {
			select {
			case <-ctx.Done():
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	return ctx, end
}
