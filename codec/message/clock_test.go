//go:build go1.25

package message_test

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
	"godotvariant/codec/transport"
)

// A countedServer is a server that accepts 10 messages a second from a client. At most 5 of them
// may have the name "rare". It counts the messages. All tests of this file use the clock of
// testing/synctest.
type countedServer struct {
	*message.Server[int]
	enters, calls int
}

func newCounted() *countedServer {
	c := new(countedServer)
	mux := message.New[int](message.Options{})
	message.Declare[tell](mux, "tell")
	for _, name := range []string{"count", "rare"} {
		message.Handle(mux, name, func(int, *ping) error {
			c.calls++
			return nil
		})
	}

	c.Server = &message.Server[int]{
		Mux: mux, Rates: map[string]int{"rare": 5},
		Limits: transport.Limits{
			MaxRate: 10, Patience: time.Second, Idle: 300 * time.Millisecond,
		},
		Enter: func(*message.Peer) (int, error) {
			c.enters++
			return 0, nil
		},
	}

	return c
}

// serve serves a new client of the host 10.0.0.1.
func (c *countedServer) serve() (p *pipe, served chan error) {
	p = newPipe("10.0.0.1:5")
	served = make(chan error, 1)
	go func() { served <- c.ServeConn(p) }()
	return p, served
}

// TestClientsOverALimitLeave: a client that sends nothing or too much reads the reason why it has
// to leave.
func TestClientsOverALimitLeave(t *testing.T) {
	for _, row := range []struct {
		name  string
		sends int
		want  string
		why   error
		calls int
	}{
		{"", 0, "godot: the client is silent: nothing came for 300ms", transport.ErrIdle, 0},
		{"count", 11, "godot: the client sends too many messages: more than 10 in a second",
			transport.ErrRate, 10},
		{"rare", 6, `godot: the client sends too many messages: more than 5 "rare" in a second`,
			transport.ErrRate, 5},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newCounted()
			s.Farewell = func(_ int, why error) any { return tell{why.Error()} }
			p, served := s.serve()
			for range row.sends {
				p.toServer <- packet(row.name, "")
			}

			require.Equal(t, row.want, p.hears(t))
			require.ErrorIs(t, <-served, row.why)
			require.Equal(t, row.calls, s.calls)
		})
	}
}

// TestEndlessFrame: a client that sends a frame without end counts as silent.
func TestEndlessFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		game, end := net.Pipe()
		go io.Copy(io.Discard, game)
		written := make(chan error)
		go func() {
			_, err := game.Write([]byte{0, 2, 0, 0})
			for err == nil {
				time.Sleep(5 * time.Millisecond)
				_, err = game.Write([]byte{0})
			}
			written <- err
		}()

		conn := transport.NewStream(end, transport.StreamOptions{})
		require.ErrorIs(t, newCounted().ServeConn(conn), transport.ErrIdle)
		require.Error(t, <-written)
	})
}

// TestQueueIsExact: if a client reads no messages, Limits.MaxQueue messages may wait for it. One
// more message ends the visit of the client. The sender does not wait.
func TestQueueIsExact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newCounted()
		s.Limits.MaxQueue = 5
		conn, served := s.serve()
		synctest.Wait()

		p := s.Peers()[0]
		require.ErrorIs(t, p.Send(5), message.ErrUnknown) // ErrUnknown does not end the visit
		for i := range 5 {
			require.NoError(t, p.Send(tell{"x"}))
			require.Equal(t, i+1, p.Stats().Queue, "the one in writing counts")
		}

		require.ErrorIs(t, p.Send(tell{"x"}), transport.ErrSlow)
		require.ErrorIs(t, <-served, transport.ErrSlow)
		require.ErrorIs(t, conn.closedFor(), transport.ErrSlow)
		require.ErrorIs(t, p.Send(5), transport.ErrSlow, "the reason comes first")
	})
}

// TestEndedClientIsGoneWithinPatience: a disconnected client that reads its messages slowly is
// removed after Limits.Patience.
func TestEndedClientIsGoneWithinPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newCounted()
		conn, served := s.serve()
		synctest.Wait()
		p := s.Peers()[0]
		for range 100 {
			require.NoError(t, p.Send(tell{"x"}))
		}

		go func() {
			for {
				time.Sleep(900 * time.Millisecond)
				select {
				case <-conn.toClient:
				case <-conn.closed:
					return
				}
			}
		}()

		began := time.Now()
		p.End(errBanned)
		require.Equal(t, errBanned, <-served)
		require.Equal(t, s.Limits.Patience, time.Since(began))
		require.Empty(t, s.Peers())
		time.Sleep(time.Minute) // by then the goroutine that reads slowly has ended
	})
}

// TestRefusalsAreFew: if the server has MaxPeers clients, it refuses further clients. It sends the
// reason to at most 16 refused clients at a time, and closes the connections of other refused
// clients at once.
func TestRefusalsAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newCounted()
		s.Limits.MaxPeers = 1
		s.Refused = func(_ *message.Peer, why error) any { return tell{why.Error()} }
		var conns []*pipe
		for range 30 {
			p, _ := s.serve()
			conns = append(conns, p)
		}

		synctest.Wait()
		atOnce := 0
		for _, p := range conns {
			select {
			case <-p.closed:
				atOnce++
			default:
			}
		}
		require.Equal(t, len(conns)-1-16, atOnce)
		time.Sleep(time.Minute) // by then all clients have left
	})
}

// TestRateSurvivesReconnecting: a client can't send more messages by connecting again and again.
// The test uses a virtual clock.
func TestRateSurvivesReconnecting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newCounted()
		for range 3 * 100 { // three seconds
			p, served := s.serve()
			for range 9 {
				select {
				case p.toServer <- packet("count", ""):
				case <-p.closed:
				}
			}

			close(p.gone)
			<-served
			time.Sleep(10 * time.Millisecond)
		}

		require.LessOrEqual(t, s.calls, 10+3*10, "a full bucket, and what has drained")
		require.Greater(t, s.calls, 2*10)
	})
}

// A wire is a net.PacketConn in memory. All datagrams in its channel come from one address.
type wire struct {
	net.PacketConn
	datagrams chan []byte
	closed    chan struct{}
}

func (w wire) ReadFrom(b []byte) (int, net.Addr, error) {
	select {
	case d := <-w.datagrams:
		return copy(b, d), net.UDPAddrFromAddrPort(netip.MustParseAddrPort("10.0.0.1:5")), nil
	case <-w.closed:
		return 0, nil, io.ErrClosedPipe
	}
}

func (w wire) Close() error { return nil }

// TestFloodOfDatagrams: if one address sends too many datagrams, the server reads at most as many
// messages from it as from any other address. The test uses a virtual clock.
func TestFloodOfDatagrams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newCounted()
		w := wire{datagrams: make(chan []byte), closed: make(chan struct{})}
		served := make(chan error)
		l := transport.Datagrams(w, transport.DatagramOptions{NoProof: true})
		go func() { served <- s.Serve(l) }()

		for range 3 * 1000 { // three seconds
			w.datagrams <- packet("count", "")
			time.Sleep(time.Millisecond)
		}

		close(w.closed)
		require.ErrorIs(t, <-served, io.ErrClosedPipe)
		require.LessOrEqual(t, s.calls, 10+3*10)
		require.Greater(t, s.calls, 2*10)
		require.LessOrEqual(t, s.enters, 4)
	})
}

// TestServerInVirtualTime is shown in the package comment. A client that sends nothing gets the
// reason of its disconnection. The test does not have to wait for this, because its clock is
// virtual.
func TestServerInVirtualTime(t *testing.T) {
	type Join struct {
		Name string `godot:"name"`
	}
	type Goodbye struct {
		Why string `godot:"why"`
	}
	type player struct{ name, why string }

	mux := message.New[*player](message.Options{})
	message.Declare[Goodbye](mux, "goodbye")
	message.Handle(mux, "join", func(p *player, m *Join) error {
		p.name = m.Name
		return nil
	})

	joined := new(player)
	server := &message.Server[*player]{
		Mux:   mux,
		Enter: func(*message.Peer) (*player, error) { return joined, nil },
		Farewell: func(_ *player, why error) any {
			return Goodbye{transport.Reason(why)}
		},
	}

	botMux := message.New[*player](message.Options{})
	message.Declare[Join](botMux, "join")
	message.Handle(botMux, "goodbye", func(p *player, m *Goodbye) error {
		p.why = m.Why
		return nil
	})
	bot := new(player)

	synctest.Test(t, func(t *testing.T) {
		far, near := transport.Pipe()
		go server.ServeConn(far)
		client := message.NewClient(t.Context(), near, botMux)

		time.Sleep(29 * time.Second) // takes no time
		require.NoError(t, client.Send(Join{"Tia"}))
		synctest.Wait() // waits until the handler has returned
		require.Equal(t, "Tia", joined.name)
		time.Sleep(29 * time.Second)
		require.NoError(t, client.Serve(bot)) // reads the farewell, and the end of the stream
		require.Equal(t, "idle", bot.why)
	})
}
