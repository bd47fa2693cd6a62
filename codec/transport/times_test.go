//go:build go1.25

package transport_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
)

// These tests run in virtual time, so they hold on a busy machine.

// A stubborn is a Conn whose Close waits for ever, unless the reason is ErrSlow.
type stubborn struct {
	Conn
	slow chan struct{}
	once sync.Once
}

func (c *stubborn) Close(why error) error {
	if errors.Is(why, ErrSlow) {
		c.once.Do(func() { close(c.slow) })
		return c.Conn.Close(why)
	}
	<-c.slow
	return nil
}

// TestCloseThatWaits: a Close that waits for the client does not hold up the end of the visit.
func TestCloseThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		far, near := Pipe()
		defer near.Close(nil)
		left := make(chan time.Time, 1)

		server := &Server{
			Receive: func(p *Peer, _ Message) error { return errors.New("go") },
			Leave:   func(*Peer, error) { left <- time.Now() },
			Limits:  Limits{Patience: 200 * time.Millisecond},
		}
		go server.ServeConn(&stubborn{Conn: far, slow: make(chan struct{})})

		began := time.Now()
		send(t, near, "x")
		assert.Equal(t, 200*time.Millisecond, (<-left).Sub(began))
	})
}

// A pinged is a Conn whose client answers pings while alive.
type pinged struct {
	Conn
	alive chan bool
}

func (c pinged) Ping(ctx context.Context) error {
	select {
	case <-c.alive: // closed: it does not answer any more
		<-ctx.Done()
		return ctx.Err()
	case <-time.After(trip):
		return nil
	}
}

const trip = 10 * time.Millisecond

// TestPings: a client that has said something may be silent as long as its transport answers; one that
// has said nothing may not.
func TestPings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := make(chan error, 1)
		server := &Server{
			Leave:  func(_ *Peer, why error) { left <- why },
			Limits: Limits{Idle: time.Second},
		}

		far, near := Pipe()
		defer near.Close(nil)
		go server.ServeConn(pinged{far, make(chan bool)})
		require.ErrorIs(t, <-left, ErrIdle, "a stranger")

		far, near = Pipe()
		defer near.Close(nil)
		alive := make(chan bool)
		go server.ServeConn(pinged{far, alive})
		send(t, near, "hi")

		time.Sleep(time.Hour)
		require.Empty(t, left)
		require.Equal(t, trip, server.Peers()[0].Stats().RoundTrip)

		close(alive)
		require.ErrorIs(t, <-left, ErrIdle)
	})
}
