//go:build go1.25

package transport_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
	"godotvariant/variant"
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

// A lingering is a Conn with the methods of a stream for its end. It notes when they are called.
type lingering struct {
	Conn
	finished, closed time.Time
}

func (c *lingering) Linger() time.Duration { return 200 * time.Millisecond }

func (c *lingering) Finish() { c.finished = time.Now() }

func (c *lingering) Close(why error) error {
	c.closed = time.Now()
	return c.Conn.Close(why)
}

// TestEndOfAStream: a connection stays open for a moment after the last message, and for up to a second
// after the server has ended its direction, until the client closes.
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
			conn := &lingering{Conn: far}
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

// TestRefusedStrangersDoNotStay: a client that may not enter has Patience for its first message, and not
// Idle.
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

// TestRateSurvivesReconnecting: what a client of the same host has sent in the last second counts.
func TestRateSurvivesReconnecting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := make(chan error, 1)
		server := &Server{
			Leave:  func(_ *Peer, why error) { left <- why },
			Limits: Limits{MaxRate: 3, MaxPerHost: -1},
		}
		visit := func(messages int) error {
			far, near := net.Pipe()
			client := NewStream(near, StreamOptions{})
			host := hosted{far, &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 1}}
			go server.ServeConn(NewStream(host, StreamOptions{}))
			for range messages {
				send(t, client, first)
			}
			client.Close(nil)
			return <-left
		}

		require.ErrorIs(t, visit(3), io.EOF)
		require.ErrorIs(t, visit(1), ErrRate)
		time.Sleep(time.Second)
		require.ErrorIs(t, visit(3), io.EOF)
	})
}

// datagramsInMemory returns a listener over a socket in memory, which accepts all the time, and what it
// accepts.
func datagramsInMemory(t *testing.T, o DatagramOptions) (*memorySocket, <-chan Conn) {
	socket := newMemorySocket()
	l := Datagrams(socket, o)
	accepted := make(chan Conn)
	var accepting sync.WaitGroup
	accepting.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	})
	t.Cleanup(func() {
		socket.Close()
		accepting.Wait()
	})
	return socket, accepted
}

// TestWaitingDatagrams: 64 datagrams and 256 KiB of a client wait until they are received. Further ones
// are dropped.
func TestWaitingDatagrams(t *testing.T) {
	for _, row := range []struct{ size, wait int }{{4, 64}, {60_000, 4}} {
		socket, accepted := datagramsInMemory(t, DatagramOptions{NoProof: true})
		client := socket.dial(netip.MustParseAddrPort("10.0.0.1:1"))
		write := func(i int) {
			data := make([]byte, row.size)
			data[0] = byte(i)
			_, err := client.Write(data)
			require.NoError(t, err)
		}
		write(0)
		conn := <-accepted
		for i := range 99 {
			write(1 + i)
		}
		_, err := socket.dial(netip.MustParseAddrPort("10.0.0.2:1")).Write([]byte("all were read"))
		require.NoError(t, err)
		<-accepted

		for i := range row.wait {
			m, err := conn.Receive()
			require.NoError(t, err)
			require.Equal(t, byte(i), m.Data[0])
		}
		write(200)
		m, err := conn.Receive()
		require.NoError(t, err)
		require.Equal(t, byte(200), m.Data[0], "those between were dropped")
		conn.Close(nil)
	}
}

// TestLongDatagram: a datagram over MaxFrame is an error of Receive, and others arrive as before.
func TestLongDatagram(t *testing.T) {
	socket, accepted := datagramsInMemory(t, DatagramOptions{NoProof: true})
	client := socket.dial(netip.MustParseAddrPort("10.0.0.1:1"))
	write := func(size int) {
		_, err := client.Write(make([]byte, size))
		require.NoError(t, err)
	}
	write(64)
	conn := <-accepted
	defer conn.Close(nil)
	conn.(interface{ SetMaxFrame(int) }).SetMaxFrame(64)
	write(65)
	write(4) // has been read when the listener accepts another client
	_, err := socket.dial(netip.MustParseAddrPort("10.0.0.2:1")).Write(make([]byte, 4))
	require.NoError(t, err)
	(<-accepted).Close(nil)

	for _, size := range []int{64, 4} {
		m, err := conn.Receive()
		require.NoError(t, err)
		require.Len(t, m.Data, size)
	}
	_, err = conn.Receive()
	require.ErrorIs(t, err, variant.ErrLimit)
	require.ErrorContains(t, err, "the message has 65 bytes")
}

// TestProofIsGoodForAMinute, and not for two.
func TestProofIsGoodForAMinute(t *testing.T) {
	for after, good := range map[time.Duration]bool{time.Minute: true, 2 * time.Minute: false} {
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(30 * time.Second) // of a minute
			socket, accepted := datagramsInMemory(t, DatagramOptions{})
			client := socket.dial(netip.MustParseAddrPort("10.0.0.1:1"))
			_, err := client.Write([]byte(first))
			require.NoError(t, err)
			question := make([]byte, 100)
			n, err := client.Read(question)
			require.NoError(t, err)

			time.Sleep(after)
			_, err = client.Write(question[:n])
			require.NoError(t, err)
			synctest.Wait()
			select {
			case c := <-accepted:
				require.True(t, good)
				c.Close(nil)
			default:
				require.False(t, good)
			}
		})
	}
}
