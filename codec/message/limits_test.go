//go:build go1.25

package message_test

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
)

// A counted is a server that takes 10 messages a second, and counts them.
type counted struct {
	*message.Server[int]
	enters, calls int
}

func newCounted() *counted {
	c := new(counted)
	mux := message.New[int](message.Options{})
	message.Handle(mux, "count", func(int, *ping) error {
		c.calls++
		return nil
	})

	c.Server = &message.Server[int]{
		Mux: mux, PerSecond: 10,
		Enter: func(*message.Peer) (int, error) {
			c.enters++
			return 0, nil
		},
	}

	return c
}

// countMessage is the packet that counted counts.
var countMessage, _ = codec.Marshal(map[string]string{"type": "count"})

// TestPerSecondSurvivesReconnecting: a client that connects again and again sends no more than one
// that stays, by a clock of the test.
func TestPerSecondSurvivesReconnecting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newCounted()
		for range 3 * 100 { // three seconds
			p := newPipe("10.0.0.1:5")
			served := make(chan error)
			go func() { served <- s.ServeConn(p) }()

			for range 9 {
				select {
				case p.toServer <- countMessage:
				case <-p.closed:
				}
			}

			close(p.gone)
			<-served
			time.Sleep(10 * time.Millisecond)
		}

		require.LessOrEqual(t, s.calls, 3*10)
		require.Greater(t, s.calls, 2*10)
	})
}

// A wire is a net.PacketConn in memory: what is put into it is read from one address.
type wire struct {
	net.PacketConn
	datagrams chan []byte
	closed    chan struct{}
}

func (w wire) ReadFrom(b []byte) (int, net.Addr, error) {
	select {
	case d := <-w.datagrams:
		return copy(b, d), pipeAddr("10.0.0.1:5"), nil
	case <-w.closed:
		return 0, nil, io.ErrClosedPipe
	}
}

// TestFloodOfDatagrams: an address that floods is not heard again before its second is over, by a
// clock of the test.
func TestFloodOfDatagrams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newCounted()
		w := wire{datagrams: make(chan []byte), closed: make(chan struct{})}
		served := make(chan error)
		go func() { served <- s.ServePacket(w) }()

		for range 3 * 1000 { // three seconds
			w.datagrams <- countMessage
			time.Sleep(time.Millisecond)
		}

		close(w.closed)
		require.ErrorIs(t, <-served, io.ErrClosedPipe)
		require.LessOrEqual(t, s.calls, 4*10)
		require.Greater(t, s.calls, 2*10)
		require.LessOrEqual(t, s.enters, 4)
	})
}
