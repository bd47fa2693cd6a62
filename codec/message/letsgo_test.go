package message_test

import (
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
)

// TestNoHandlerAfterEnd: what a client has sent before its end, and sends after it, is dropped,
// while the messages that wait for it are still written.
func TestNoHandlerAfterEnd(t *testing.T) {
	for _, network := range []string{"tcp", "udp"} {
		t.Run(network, func(t *testing.T) {
			var calls atomic.Int32
			s := open(t, func(s *message.Server[*visitor]) {
				s.Patience = time.Second
				message.Handle(s.Mux, "ban", func(v *visitor, m *tell) error {
					calls.Add(1)
					v.Send(tell{"last"})
					v.End(errors.New("banned"))
					return nil
				})
			})

			c := s.dial(network)
			for range 50 {
				c.say("ban", "")
			}

			c.hears("last")
			if network == "tcp" {
				require.EqualError(t, s.gone(1)[0], "banned")
				require.EqualValues(t, 1, calls.Load())
				_, err := c.hear()
				require.ErrorIs(t, err, io.EOF)
				return
			}

			s.stop() // each visit of the address has ended at its first message
			require.Len(t, s.left, int(calls.Load()))
		})
	}
}

// TestEndedClientIsGoneWithinPatience: though it takes one message after the other, slowly.
func TestEndedClientIsGoneWithinPatience(t *testing.T) {
	entered := make(chan *message.Peer, 1)
	s := open(t, func(s *message.Server[*visitor]) {
		s.Patience = time.Second
		s.Enter = func(p *message.Peer) (*visitor, error) {
			entered <- p
			return &visitor{Peer: p}, nil
		}
	})

	slow := s.dial("tcp")
	p := <-entered
	long := tell{strings.Repeat("x", 60<<10)}
	for range 200 {
		require.NoError(t, p.Send(long))
	}

	go func() { // 400 KB a second
		for buf := make([]byte, 4<<10); ; time.Sleep(10 * time.Millisecond) {
			if _, err := slow.Read(buf); err != nil {
				return
			}
		}
	}()

	began := time.Now()
	p.End(errors.New("banned"))
	require.EqualError(t, s.gone(1)[0], "banned")
	require.Less(t, time.Since(began), 5*time.Second)
	require.Empty(t, s.server.Peers())
}

// TestAddressIsNoIdentity: clients that have the address of one before them, or one address
// together, are counted one by one, and end with the listener.
func TestAddressIsNoIdentity(t *testing.T) {
	t.Run("same port", func(t *testing.T) {
		held := make(chan struct{})
		s := open(t, func(s *message.Server[*visitor]) {
			s.MaxPeers = 2
			message.Handle(s.Mux, "wait", func(*visitor, *tell) error {
				<-held
				return nil
			})
			s.Lock = nil
			s.Leave = nil
		})

		free, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		from := free.Addr().(*net.TCPAddr)
		free.Close()

		d := net.Dialer{LocalAddr: from, Control: reuseAddress}
		first, err := d.Dial("tcp", s.addr)
		require.NoError(t, err)
		require.NoError(t, s.caller(first).marshal(map[string]string{"type": "wait", "text": ""}))
		require.Eventually(t, func() bool { return len(s.server.Peers()) == 1 }, time.Second, time.Millisecond)
		time.Sleep(50 * time.Millisecond) // the handler runs
		require.NoError(t, first.(*net.TCPConn).SetLinger(0))
		first.Close()

		second, err := d.Dial("tcp", s.addr)
		require.NoError(t, err)
		c := s.caller(second)
		c.say("tell", "second")
		c.hears("second")
		require.Len(t, s.server.Peers(), 2)

		close(held) // the first leaves
		require.Eventually(t, func() bool { return len(s.server.Peers()) == 1 }, 5*time.Second, time.Millisecond)
		c.say("tell", "still here")
		c.hears("still here")
	})

	t.Run("unix", func(t *testing.T) {
		s := open(t, func(s *message.Server[*visitor]) { s.MaxPeers = 2 })
		l, err := net.Listen("unix", filepath.Join(t.TempDir(), "socket"))
		require.NoError(t, err)
		ended := make(chan error)
		go func() { ended <- s.server.Serve(l) }()

		var refused int
		for range 5 {
			conn, err := net.Dial("unix", l.Addr().String())
			require.NoError(t, err)
			defer conn.Close()
			c := s.caller(conn)
			c.say("tell", "hi")
			if _, err := c.hear(); err != nil {
				refused++
			}
		}

		require.Equal(t, 3, refused)
		l.Close()
		require.ErrorIs(t, <-ended, net.ErrClosed)
		require.Len(t, s.gone(2), 2)
	})
}

// TestDatagramsOfStrangers: nobody enters and nothing is sent before a message with a known name
// has come, and none that is longer than MaxFrame counts.
func TestDatagramsOfStrangers(t *testing.T) {
	var enters, calls atomic.Int32
	s := open(t, func(s *message.Server[*visitor]) {
		s.Enter = func(p *message.Peer) (*visitor, error) {
			enters.Add(1)
			p.Send(tell{strings.Repeat("x", 900)})
			return &visitor{Peer: p}, nil
		}
		message.Handle(s.Mux, "count", func(*visitor, *tell) error {
			calls.Add(1)
			return nil
		})
	})

	c := s.dial("udp")
	for range 100 {
		c.Write([]byte{1})
		c.Write(nil)
		c.say("fly", "")
		c.say("count", strings.Repeat("x", 2000))
	}

	c.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	_, err := c.hear()
	assert.Error(t, err)
	assert.Zero(t, enters.Load())
	assert.Zero(t, calls.Load())
}

// TestPerSecondSurvivesReconnecting: over UDP, where a client is new after each end, and over TCP.
func TestPerSecondSurvivesReconnecting(t *testing.T) {
	for _, network := range []string{"tcp", "udp"} {
		t.Run(network, func(t *testing.T) {
			var calls, enters atomic.Int32
			s := open(t, func(s *message.Server[*visitor]) {
				s.PerSecond = 10
				s.Lock = nil
				s.Leave = nil
				s.Enter = func(p *message.Peer) (*visitor, error) {
					enters.Add(1)
					return &visitor{Peer: p}, nil
				}
				message.Handle(s.Mux, "count", func(*visitor, *tell) error {
					calls.Add(1)
					return nil
				})
			})

			began := time.Now()
			packet := map[string]string{"type": "count", "text": ""}
			for n := 0; time.Since(began) < 300*time.Millisecond; n++ {
				c := s.dial(network)
				for range 9 {
					c.marshal(packet)
				}
				c.Close()
				time.Sleep(time.Millisecond)
			}

			// A connection whose end the server has not seen yet has a count of its own.
			most := int32(30 * (1 + time.Since(began)/time.Second))
			if network == "udp" { // who does not disconnect has a count of its own
				most = 10 * enters.Load()
			}
			require.LessOrEqual(t, calls.Load(), most)
		})
	}
}

// TestFloodOfDatagrams: an address that floods is not heard again before its second is over.
func TestFloodOfDatagrams(t *testing.T) {
	var calls, enters atomic.Int32
	s := open(t, func(s *message.Server[*visitor]) {
		s.PerSecond = 10
		s.Enter = func(p *message.Peer) (*visitor, error) {
			enters.Add(1)
			return &visitor{Peer: p}, nil
		}
		message.Handle(s.Mux, "count", func(*visitor, *tell) error {
			calls.Add(1)
			return nil
		})
	})

	c := s.dial("udp")
	began := time.Now()
	for range 2000 {
		c.say("count", "")
		time.Sleep(100 * time.Microsecond)
	}

	seconds := int32(2 + time.Since(began)/time.Second)
	require.LessOrEqual(t, calls.Load(), 10*seconds)
	require.LessOrEqual(t, enters.Load(), seconds)
}

// TestQueueIsExact: Server.Queue messages may wait, and one more ends the visit.
func TestQueueIsExact(t *testing.T) {
	conn := newPipe("deaf")
	ended := make(chan error, 1)
	var p *message.Peer
	entered := make(chan struct{})
	s := open(t, func(s *message.Server[*visitor]) {
		s.Queue = 5
		s.Patience = 50 * time.Millisecond
		s.Enter = func(peer *message.Peer) (*visitor, error) {
			p = peer
			close(entered)
			return &visitor{Peer: peer}, nil
		}
	})

	go func() { ended <- s.server.ServeConn(conn) }()
	<-entered
	for i := range 5 {
		require.NoError(t, p.Send(tell{"x"}))
		require.Equal(t, i+1, p.Stats().Queue, "the one in writing counts")
	}

	require.ErrorIs(t, p.Send(tell{"x"}), message.ErrSlow)
	require.ErrorIs(t, <-ended, message.ErrSlow)
	require.ErrorIs(t, conn.closedFor(), message.ErrSlow)
}
