package rooms

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// attempt is the greatest time of one request to NATS. After this time the request is repeated.
const attempt = 400 * time.Millisecond

// Pauses between attempts.
const (
	firstPause   = 10 * time.Millisecond
	longestPause = time.Second
)

// A retry repeats a request with pauses that grow, so that processes do not keep NATS busy while it
// has no leader.
type retry struct {
	pause time.Duration
	gate  chan struct{} // limits the repeated requests that run at the same time
}

// newGate returns a gate, which lets at most 8 repeated requests run at the same time.
func newGate() chan struct{} { return make(chan struct{}, 8) }

// do calls a request until it returns true, or ctx is done. It reports whether the request returned
// true.
func (r *retry) do(ctx context.Context, request func(ctx context.Context) bool) bool {
	if once(ctx, request) {
		return true
	}

	for r.wait(ctx) {
		select {
		case r.gate <- struct{}{}:
		case <-ctx.Done():
			return false
		}

		done := once(ctx, request)
		<-r.gate
		if done {
			return true
		}
	}

	return false
}

// once calls a function with a context that ends after the time of an attempt.
func once[T any](ctx context.Context, request func(ctx context.Context) T) T {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	return request(ctx)
}

// opening is the maximum time of one request that opens a stream or bucket.
const opening = 5 * time.Second

// opens calls the function f, which asks NATS for streams and buckets. If the error of f may
// disappear, opens calls f again, until f succeeds or ctx is done. For example, a cluster that is
// starting or has lost its leader does not answer, or answers that it is not available.
func opens(ctx context.Context, f func(ctx context.Context) error) error {
	var again retry
	for {
		attempt, cancel := context.WithTimeout(ctx, opening)
		err := f(attempt)
		cancel()
		if err == nil || !isTemporary(err) || !again.wait(ctx) {
			return err
		}
	}
}

// isTemporary reports whether an error may disappear if the same request is repeated.
func isTemporary(err error) bool {
	var refused *jetstream.APIError
	if errors.As(err, &refused) {
		return refused.Code == http.StatusServiceUnavailable || lacksServers(refused)
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, nats.ErrConnectionReconnecting) ||
		errors.Is(err, nats.ErrReconnectBufExceeded)
}

// lacksServers reports whether NATS has too few running servers for a stream, for example while a
// cluster is starting.
func lacksServers(refused *jetstream.APIError) bool {
	const noPeers = 10005 // JSClusterNoPeersErrF of the NATS server
	return refused.ErrorCode == noPeers && strings.Contains(refused.Description, "peer offline")
}

// wait waits before the next attempt. It returns false if ctx is done.
func (r *retry) wait(ctx context.Context) bool {
	r.pause = r.next()
	pause(ctx, time.Duration((0.5+rand.Float64())*float64(r.pause)))
	return ctx.Err() == nil
}

// next returns the length of the next pause, without the random part.
func (r *retry) next() time.Duration {
	return min(max(2*r.pause, firstPause), longestPause)
}

// signal puts an item into a channel with space for one item. If the channel is full, it does
// nothing.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// pause waits for a duration, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()

	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
