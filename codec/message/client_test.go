package message_test

import (
	"context"
	"io"
	"net"
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

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
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
	t.Parallel()
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

	require.Eventually(t, func() bool { return p.Stats().Sent == 2 },
		time.Minute, time.Millisecond)
	got := p.Stats()
	assert.Greater(t, got.RoundTrip, 2*time.Millisecond)
	assert.WithinDuration(t, time.Now(), got.Since, time.Minute)
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
