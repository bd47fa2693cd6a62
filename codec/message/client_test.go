package message_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/variant"
)

// A heard is a sender of a client: it keeps what the server says.
type heard struct{ texts []string }

// bot connects a client in Go, in a dialect.
func (s *site) bot(network string, d *variant.Dialect) *message.Client[*heard] {
	s.t.Helper()
	mux := message.New[*heard](message.Options{
		Codec: codec.MustNew(codec.Options{Dialect: d}),
	})
	message.Register[tell](mux, "tell")
	message.Handle(mux, "tell", func(h *heard, m *tell) error {
		h.texts = append(h.texts, m.Text)
		return nil
	})
	message.Handle(mux, "bye", func(h *heard, m *bye) error {
		h.texts = append(h.texts, m.Why)
		return nil
	})

	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	s.t.Cleanup(cancel)
	c, err := message.Dial(ctx, network, s.addr, mux)
	require.NoError(s.t, err)
	return c
}

// bothDialects makes a server take Godot 3 and Godot 4.
func bothDialects(s *message.Server[*visitor]) {
	s.Dialects = []*variant.Dialect{codec.Godot4, codec.Godot3}
}

// TestClientsOfSeveralDialects: each is answered in the dialect of its first message.
func TestClientsOfSeveralDialects(t *testing.T) {
	for _, network := range []string{"tcp", "udp"} {
		t.Run(network, func(t *testing.T) {
			entered := make(chan string, 2)
			s := open(t, func(s *message.Server[*visitor]) {
				bothDialects(s)
				s.Enter = func(p *message.Peer) (*visitor, error) {
					entered <- p.Dialect().Name
					return &visitor{Peer: p}, p.Send(tell{"welcome"})
				}
			})

			for _, d := range []*variant.Dialect{codec.Godot3, codec.Godot4} {
				c := s.bot(network, d)
				var h heard
				require.NoError(t, c.Send(tell{"hi"}))
				require.NoError(t, c.Receive(&h))
				require.NoError(t, c.Receive(&h))
				require.Equal(t, []string{"welcome", "hi"}, h.texts)
				require.Equal(t, d.Name, <-entered)
			}
		})
	}
}

// TestWrongDialectIsAnsweredInItsOwn: a game at the port of another engine reads why.
func TestWrongDialectIsAnsweredInItsOwn(t *testing.T) {
	for name, set := range map[string]func(s *message.Server[*visitor]){
		"one dialect": farewell,
		"several": func(s *message.Server[*visitor]) {
			farewell(s)
			s.Dialects = []*variant.Dialect{codec.Godot4, codec.Pandemonium5}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, set)
			c := s.bot("tcp", codec.Godot3)
			require.NoError(t, c.Send(tell{"hi"}))

			var h heard
			require.NoError(t, c.Serve(&h))
			require.Len(t, h.texts, 1)
			require.Contains(t, h.texts[0],
				"these bytes are a Godot3 Dictionary, and Options.Dialect is Godot4")
		})
	}
}

// TestClientOverTLS: a listener and a connection of crypto/tls carry the same frames.
func TestClientOverTLS(t *testing.T) {
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	trust := certified.Client().Transport.(*http.Transport).TLSClientConfig

	s := open(t, farewell)
	l, err := tls.Listen("tcp", "127.0.0.1:0", certified.TLS)
	require.NoError(t, err)
	ended := make(chan error)
	go func() { ended <- s.server.Serve(l) }()

	conn, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{
		RootCAs: trust.RootCAs, ServerName: "example.com",
	})
	require.NoError(t, err)
	c := s.caller(conn)
	c.say("tell", "over TLS")
	c.hears("over TLS")
	c.say("boom", "")
	c.bids("no such room")

	l.Close()
	require.ErrorIs(t, <-ended, net.ErrClosed)
}

// TestClientErrors: those of messages do not end it, those of the connection do.
func TestClientErrors(t *testing.T) {
	s := open(t, farewell)
	mux := message.New[*heard](message.Options{
		Codec: codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 100}}),
	})
	message.Register[tell](mux, "tell")

	_, err := message.Dial(context.Background(), "tcp", "127.0.0.1:1", mux)
	require.Error(t, err)

	c, err := message.Dial(context.Background(), "tcp", s.addr, mux)
	require.NoError(t, err)
	require.ErrorIs(t, c.Send(5), message.ErrUnknown)
	require.ErrorIs(t, c.Send(tell{strings.Repeat("x", 100)}), variant.ErrLimit)

	udp, err := message.Dial(context.Background(), "udp", s.addr, message.New[int](message.Options{}))
	require.NoError(t, err)
	require.ErrorIs(t, udp.Send(5), message.ErrUnknown)
	require.NoError(t, udp.Close(nil))

	require.NoError(t, c.Send(tell{"hi"}))
	require.ErrorIs(t, c.Receive(nil), message.ErrUnknown, "there is no handler for tell")
	require.NoError(t, c.Close(nil))

	var lost *message.ConnError
	require.ErrorAs(t, c.Receive(nil), &lost)
	require.ErrorIs(t, lost, net.ErrClosed)
	require.ErrorContains(t, lost, "godot: connection: ")
	require.ErrorIs(t, s.gone(1)[0], io.EOF)
}

// TestClientEndsWithItsContext: Dial's context closes the connection.
func TestClientEndsWithItsContext(t *testing.T) {
	s := open(t, nil)
	mux := message.New[int](message.Options{})
	for _, network := range []string{"tcp", "udp"} {
		ctx, cancel := context.WithCancel(context.Background())
		c, err := message.Dial(ctx, network, s.addr, mux)
		require.NoError(t, err)
		time.AfterFunc(10*time.Millisecond, cancel)
		require.ErrorIs(t, c.Serve(0), net.ErrClosed)
		require.Equal(t, s.addr, c.Conn().RemoteAddr().String())
	}
}

// TestBroadcastEncodesOnceForEachDialect: all get the message, in their own dialect, and one that
// can't be encoded reaches nobody.
func TestBroadcastEncodesOnceForEachDialect(t *testing.T) {
	var mu sync.Mutex
	all := map[*visitor]bool{}
	taps := map[string]int{}
	packets := map[*byte]bool{}

	s := open(t, func(s *message.Server[*visitor]) {
		bothDialects(s)
		s.Lock = &mu
		s.Leave = nil
		s.Enter = func(p *message.Peer) (*visitor, error) {
			v := &visitor{Peer: p}
			all[v] = true
			return v, nil
		}
		s.Tap = func(p *message.Peer, way message.Direction, name string, packet []byte) {
			if way == message.Outgoing && name == "tell" && len(packet) > 200 {
				taps[p.Dialect().Name]++
				packets[&packet[0]] = true
			}
		}
	})

	var bots []*message.Client[*heard]
	for i := range 6 {
		c := s.bot("tcp", []*variant.Dialect{codec.Godot3, codec.Godot4}[i%2])
		require.NoError(t, c.Send(tell{"hi"}))
		require.NoError(t, c.Receive(new(heard)))
		bots = append(bots, c)
	}

	long := strings.Repeat("x", 200)
	mu.Lock()
	require.NoError(t, message.Broadcast(maps.Keys(all), tell{long}))
	require.ErrorIs(t, message.Broadcast(maps.Keys(all), 5), message.ErrUnknown)
	mu.Unlock()

	for _, c := range bots {
		var h heard
		require.NoError(t, c.Receive(&h))
		require.Equal(t, []string{long}, h.texts)
	}

	require.Equal(t, map[string]int{"Godot3": 3, "Godot4": 3}, taps)
	require.Len(t, packets, 2, "packets in memory")
}

// TestGroup: members get the messages, and whoever has gone is none.
func TestGroup(t *testing.T) {
	var room message.Group[*visitor]
	s := open(t, func(s *message.Server[*visitor]) {
		message.Handle(s.Mux, "join", func(v *visitor, _ *tell) error {
			room.Add(v)
			room.Add(v)
			return room.Send(tell{"joined"})
		})
		message.Handle(s.Mux, "part", func(v *visitor, _ *tell) error {
			room.Remove(v)
			return room.Send(tell{"parted"})
		})
	})

	a, b := s.dial("tcp"), s.dial("udp")
	a.say("join", "")
	a.hears("joined")
	b.say("join", "")
	a.hears("joined")
	b.hears("joined")
	require.Len(t, room.Members(), 2)

	b.say("part", "")
	a.hears("parted")
	a.say("tell", "still connected")
	a.hears("still connected")
	require.Len(t, room.Members(), 1)

	a.Close()
	s.gone(1)
	require.Empty(t, room.Members())
	require.NoError(t, room.Send(tell{"nobody"}))
}

// TestStats: what a client and the server have sent each other, and the time between.
func TestStats(t *testing.T) {
	entered := make(chan *message.Peer, 1)
	var mu sync.Mutex
	var taps []string
	s := open(t, func(s *message.Server[*visitor]) {
		s.Enter = func(p *message.Peer) (*visitor, error) {
			entered <- p
			return &visitor{Peer: p}, nil
		}
		message.Handle(s.Mux, "pong", func(v *visitor, _ *tell) error {
			time.Sleep(2 * time.Millisecond)
			v.Pong()
			v.Pong() // of no Ping
			return v.Send(tell{"measured"})
		})
		s.Tap = func(_ *message.Peer, way message.Direction, name string, packet []byte) {
			mu.Lock()
			defer mu.Unlock()
			taps = append(taps, way.String()+" "+name)
		}
	})

	c := s.dial("tcp")
	p := <-entered
	require.Equal(t, []*message.Peer{p}, s.server.Peers())
	require.Zero(t, p.Stats().RoundTrip)
	require.NoError(t, p.Ping(tell{"ping"}))
	c.hears("ping")
	c.say("pong", "")
	c.hears("measured")

	require.Eventually(t, func() bool { return p.Stats().Sent == 2 }, time.Second, time.Millisecond)
	got := p.Stats()
	assert.Greater(t, got.RoundTrip, 2*time.Millisecond)
	assert.WithinDuration(t, time.Now(), got.Since, 10*time.Second)
	assert.Equal(t, 1, got.Received)
	assert.Equal(t, 52, got.ReceivedBytes)
	assert.Equal(t, 116, got.SentBytes)
	assert.Zero(t, got.Queue+got.QueueBytes)

	c.Close()
	s.gone(1)
	require.Empty(t, s.server.Peers())
	require.Equal(t, []string{"incoming pong", "outgoing tell", "outgoing tell"},
		slices.Sorted(slices.Values(taps)))
}

// TestLongMessagesAreRefusedBySend: what no datagram holds, and what Out's MaxFrame forbids, does
// not disconnect the client.
func TestLongMessagesAreRefusedBySend(t *testing.T) {
	for _, network := range []string{"tcp", "udp"} {
		s := open(t, func(s *message.Server[*visitor]) {
			if network == "tcp" {
				s.Out = codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 60 << 10}})
			}
			message.Handle(s.Mux, "much", func(v *visitor, _ *tell) error {
				err := v.Send(tell{strings.Repeat("x", 70_000)})
				assert.ErrorIs(t, err, variant.ErrLimit)
				assert.ErrorContains(t, err, `godot: message "tell": encode $: over the limit: the packet has`)
				return v.Send(tell{"too long"})
			})
		})

		c := s.dial(network)
		c.say("much", "")
		c.hears("too long")
	}
}

// TestServeConnTakesAnyTransport: packets, the limit of their length, and the reason of the end.
func TestServeConnTakesAnyTransport(t *testing.T) {
	s := open(t, farewell)
	ended := make(chan error)
	serve := func(p *pipe) {
		go func() { ended <- s.server.ServeConn(p) }()
	}
	packet := func(name, text string) []byte {
		b, err := codec.Marshal(map[string]string{"type": name, "text": text})
		require.NoError(t, err)
		return b
	}
	textOf := func(packet []byte) string {
		var m map[string]string
		require.NoError(t, codec.Unmarshal(packet, &m))
		return m["text"] + m["why"]
	}

	p := newPipe("10.0.0.1:5")
	serve(p)
	p.toServer <- packet("tell", "hi")
	require.Equal(t, "hi", textOf(<-p.toClient))
	p.toServer <- packet("tell", strings.Repeat("x", 2000))
	require.Contains(t, textOf(<-p.toClient), "Limits.MaxFrame is 1024")
	require.ErrorIs(t, p.closedFor(), variant.ErrLimit)
	require.ErrorIs(t, <-ended, variant.ErrLimit)

	p = newPipe("10.0.0.1:5")
	serve(p)
	p.toServer <- packet("tell", "hi")
	close(p.gone)
	require.Error(t, <-ended)

	require.NoError(t, s.server.Shutdown(context.Background(), nil))
	p = newPipe("10.0.0.1:5")
	serve(p)
	require.Equal(t, message.ErrClosed, p.closedFor())
	require.Equal(t, message.ErrClosed, <-ended)
	s.closed = message.ErrClosed
}

// TestRefusalsAreFew: of clients over MaxPeers, some at a time are told, and the others go at once.
func TestRefusalsAreFew(t *testing.T) {
	s := open(t, func(s *message.Server[*visitor]) {
		farewell(s)
		s.MaxPeers = 1
		s.Patience = time.Second
	})

	conns := make([]*pipe, 30)
	for i := range conns {
		conns[i] = newPipe("10.0.0.1:5")
		go s.server.ServeConn(conns[i])
	}

	require.Eventually(t, func() bool {
		atOnce := 0
		for _, p := range conns {
			select {
			case <-p.closed:
				atOnce++
			default:
			}
		}
		return atOnce == len(conns)-1-16
	}, 500*time.Millisecond, time.Millisecond)
}

// TestFarewellThatIsNoMessage: it is logged, and the client goes all the same.
func TestFarewellThatIsNoMessage(t *testing.T) {
	var log bytes.Buffer
	s := open(t, func(s *message.Server[*visitor]) {
		s.SendBuffer = 4 << 10
		s.Log = slog.New(slog.NewTextHandler(&log, nil))
		s.Farewell = func(*visitor, error) any { return 5 }
	})

	c := s.dial("tcp")
	c.say("fly", "")
	_, err := c.hear()
	require.ErrorIs(t, err, io.EOF)
	s.gone(1)
	require.Contains(t, log.String(), "no name is registered for a int")
}

// TestInvalidServers: Serve and its like return what is wrong with the fields.
func TestInvalidServers(t *testing.T) {
	double := codec.MustNew(codec.Options{Precision: codec.Double})
	s := &message.Server[int]{
		Mux: message.New[int](message.Options{}), In: double,
		Dialects: []*variant.Dialect{codec.Godot3},
	}

	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	err = s.ServePacket(conn)
	require.ErrorContains(t, err, "double")
	require.Equal(t, err, s.ServeConn(newPipe("x")))
	require.Equal(t, err, s.Shutdown(context.Background(), nil))
}
