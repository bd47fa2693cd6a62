package main

import (
	"context"
	"fmt"
	"time"
)

// wait waits until the function done returns true for all players, but at most a minute.
func wait[P any](ctx context.Context, what string, players []P, done func(P) bool) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()

	for _, one := range players {
		for !done(one) {
			if err := pause(ctx, 10*time.Millisecond); err != nil {
				return fmt.Errorf("%v does not %s: %w", one, what, err)
			}
		}
	}

	return nil
}

// pause waits for a duration. If ctx ends first, it returns an error.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
