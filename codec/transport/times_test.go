//go:build go1.25

package transport_test

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
)

// These tests run in virtual time, so they do not fail on a busy machine.

// A stubbornConn is a Conn whose Close never returns, unless the reason is ErrSlow.
type stubbornConn struct {
	Conn
	slow chan struct{}
	once sync.Once
}

func (c *stubbornConn) Close(why error) error {
	if errors.Is(why, ErrSlow) {
		c.once.Do(func() { close(c.slow) })
		return c.Conn.Close(why)
	}
	<-c.slow
	return nil
}

// TestCloseThatWaits: if Close waits for the client, the visit still ends in time.
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
		go server.ServeConn(&stubbornConn{Conn: far, slow: make(chan struct{})})

		began := time.Now()
		send(t, near, "x")
		assert.Equal(t, 200*time.Millisecond, (<-left).Sub(began))
	})
}

// A lingeringConn is a Conn with the methods Linger and Finish of a stream. It records when they
// are called.
type lingeringConn struct {
	Conn
	finished, closed time.Time
}

func (c *lingeringConn) Linger() time.Duration { return 200 * time.Millisecond }

func (c *lingeringConn) Finish() { c.finished = time.Now() }

func (c *lingeringConn) Close(why error) error {
	c.closed = time.Now()
	return c.Conn.Close(why)
}

// TestEndOfAStream: a connection stays open for a short time after the last message. After the
// server has ended its sending direction, it waits for the client to close, for up to a second.
func TestEndOfAStream(t *testing.T) {
	for closes, took := range map[bool][2]time.Duration{
		true:  {0, 0},
		false: {200 * time.Millisecond, 1200 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			server := &Server{
				Receive:  func(p *Peer, _ Message) error { p.End(nil); return nil },
				Farewell: func(*Peer, error) []byte { return []byte("bye") },
				Limits:   Limits{Patience: 3 * time.Second},
			}
			far, near := Pipe()
			conn := &lingeringConn{Conn: far}
			done := make(chan error, 1)
			go func() { done <- server.ServeConn(conn) }()

			send(t, near, first)
			_, err := near.Receive()
			require.NoError(t, err)
			said := time.Now()
			if closes {
				near.Close(nil)
			}
			require.ErrorIs(t, <-done, ErrEnded)
			near.Close(nil)
			assert.Equal(t, took[0], conn.finished.Sub(said))
			assert.Equal(t, took[1], conn.closed.Sub(said))
		})
	}
}

// TestRefusedStrangersDoNotStay: a client that may not enter has the time Patience for its first
// message, and not the time Idle.
func TestRefusedStrangersDoNotStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &Server{
			First:  func(*Peer, Message) error { return nil },
			Limits: Limits{MaxPeers: 1, Idle: time.Hour, Patience: time.Second},
		}
		inside, stranger := make(chan error, 1), make(chan error, 1)
		far, near := Pipe()
		go func() { inside <- server.ServeConn(far) }()
		send(t, near, first)

		second, silent := Pipe()
		began := time.Now()
		go func() { stranger <- server.ServeConn(second) }()
		require.ErrorIs(t, <-stranger, ErrIdle)
		assert.Equal(t, time.Second, time.Since(began))
		assert.Equal(t, map[string]int{"full": 1}, server.Totals().Refused)

		silent.Close(nil)
		near.Close(nil)
		require.ErrorIs(t, <-inside, io.EOF)
	})
}

// A pingedConn is a Conn whose client answers pings until the channel alive is closed.
type pingedConn struct {
	Conn
	alive chan bool
}

func (c pingedConn) Ping(ctx context.Context) error {
	select {
	case <-c.alive: // alive is closed, so the client does not answer
		<-ctx.Done()
		return ctx.Err()
	case <-time.After(trip):
		return nil
	}
}

const trip = 10 * time.Millisecond

// TestPings: after its first message, a client may be silent as long as its transport answers
// pings. Before its first message, it may not.
func TestPings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := make(chan error, 1)
		server := &Server{
			Leave:  func(_ *Peer, why error) { left <- why },
			Limits: Limits{Idle: time.Second},
		}

		far, near := Pipe()
		defer near.Close(nil)
		go server.ServeConn(pingedConn{far, make(chan bool)})
		require.ErrorIs(t, <-left, ErrIdle, "a stranger")

		far, near = Pipe()
		defer near.Close(nil)
		alive := make(chan bool)
		go server.ServeConn(pingedConn{far, alive})
		send(t, near, "hi")

		time.Sleep(time.Hour)
		require.Empty(t, left)
		require.Equal(t, trip, server.Peers()[0].Stats().RoundTrip)

		close(alive)
		require.ErrorIs(t, <-left, ErrIdle)
	})
}

// TestReconnectingSendsNoMore: a client can't exceed MaxRate by connecting again. The client in the
// test connects three times, the third time more than a second after the first. MaxRate applies to
// the messages of all three connections together.
func TestReconnectingSendsNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &Server{Limits: Limits{MaxRate: 3}}
		left := make(chan error, 1)
		at := func(c Conn, pause time.Duration) {
			time.Sleep(pause)
			send(t, c, first)
		}

		c := visit(server, left)
		for range 3 {
			at(c, 0)
		}
		c.Close(nil)
		require.ErrorIs(t, <-left, io.EOF)

		c = visit(server, left)
		at(c, 340*time.Millisecond)
		at(c, 340*time.Millisecond)
		time.Sleep(220 * time.Millisecond)
		c.Close(nil)
		require.ErrorIs(t, <-left, io.EOF)

		time.Sleep(110 * time.Millisecond)
		c = visit(server, left)
		at(c, 0)
		at(c, 0) // the seventh message in 1010 ms; a client may send six in this time
		require.ErrorIs(t, <-left, ErrRate)
		c.Close(nil)
	})
}

// TestRateSurvivesReconnecting: the rate of a new client includes the messages that an earlier
// client of the same host has sent in the last second.
func TestRateSurvivesReconnecting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := make(chan error, 1)
		server := &Server{
			Leave:  func(_ *Peer, why error) { left <- why },
			Limits: Limits{MaxRate: 3, MaxPerHost: -1},
		}
		visits := func(messages int) error {
			client := visit(server, make(chan error, 1))
			for range messages {
				send(t, client, first)
			}
			client.Close(nil)
			return <-left
		}

		require.ErrorIs(t, visits(3), io.EOF)
		require.ErrorIs(t, visits(1), ErrRate)

		refused := make(chan error, 1)
		client := visit(server, refused)
		_, err := client.Receive()
		require.ErrorIs(t, err, io.EOF)
		require.ErrorIs(t, <-refused, ErrRate, "its host was over the rate in this second")
		client.Close(nil)
		time.Sleep(time.Second)
		require.ErrorIs(t, visits(3), io.EOF)
	})
}
