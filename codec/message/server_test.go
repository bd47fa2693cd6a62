package message_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// peers replaces the function Enter of the server. The new function sends each peer that enters to
// the channel that peers returns.
func peers(s *site) <-chan *message.Peer {
	entered := make(chan *message.Peer, 10)
	enter := s.server.Enter
	s.server.Enter = func(p *message.Peer) (*visitor, error) {
		entered <- p
		return enter(p)
	}
	return entered
}

// packet returns the packet of a message.
func packet(name, text string) []byte {
	b, err := codec.Marshal(map[string]string{"type": name, "text": text})
	if err != nil {
		panic(err)
	}
	return b
}

// A tired is embedded in a listener or connection. It fails a few times with a temporary error.
type tired struct{ left int }

func (t *tired) Close() error { return nil }

func (t *tired) fails() error {
	t.left--
	if t.left > 0 {
		return &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return io.ErrClosedPipe
}

type tiredListener struct {
	noListener
	tired
}

// A noListener makes a tiredListener a net.Listener. If a tiredListener embedded net.Listener
// itself, its method Close would be ambiguous, because tired has a method Close, too.
type noListener struct{ net.Listener }

func (t *tiredListener) Accept() (net.Conn, error) { return nil, t.fails() }

type tiredConn struct {
	noConn
	tired
}

type noConn struct{ net.PacketConn }

func (t *tiredConn) ReadFrom([]byte) (int, net.Addr, error) { return 0, nil, t.fails() }

// TestServerGoesOn: temporary errors do not end the server or a client.
func TestServerGoesOn(t *testing.T) {
	server := message.Server[int]{Mux: message.New[int](message.Options{})}
	a, b := &tiredListener{tired: tired{left: 4}}, &tiredConn{tired: tired{left: 4}}
	stream := transport.Stream(a, transport.StreamOptions{})
	datagrams := transport.Datagrams(b, transport.DatagramOptions{})
	assert.Equal(t, io.ErrClosedPipe, server.Serve(stream))
	assert.Equal(t, io.ErrClosedPipe, server.Serve(datagrams))
	assert.Zero(t, a.left+b.left)
}

// TestServerZero: all fields but Mux may be left out.
func TestServerZero(t *testing.T) {
	mux := message.New[int](message.Options{})
	heard := make(chan string, 1)
	message.Handle(mux, "tell", func(from int, m *tell) error {
		heard <- m.Text
		return nil
	})

	p := newPipe("10.0.0.1:5")
	served := make(chan error)
	go func() { served <- (&message.Server[int]{Mux: mux}).ServeConn(p) }()
	p.toServer <- packet("tell", "all")
	require.Equal(t, "all", <-heard)
	close(p.gone)
	require.ErrorIs(t, <-served, io.EOF)
}

// TestHTTPIsAnswered: an HTTP client that connects to the port of a server gets an explanation.
func TestHTTPIsAnswered(t *testing.T) {
	s := serve(t, nil)
	answer, err := http.Get("http://" + s.addrs["tcp"])
	require.NoError(t, err)
	defer answer.Body.Close()

	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusBadRequest, answer.StatusCode)
	require.Contains(t, string(text), "Godot's packets")
}

// TestShutdownDoesNotWaitForDeafClients: when the context is done, Shutdown closes the connections
// of clients that do not read.
func TestShutdownDoesNotWaitForDeafClients(t *testing.T) {
	var entered <-chan *message.Peer
	s := serve(t, func(s *site) {
		s.server.Limits.Patience = time.Hour
		entered = peers(s)
	})

	s.dial("tcp", nil) // this client reads nothing
	p := <-entered
	for range 60 {
		require.NoError(t, p.Send(tell{strings.Repeat("x", 60<<10)}))
	}

	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, s.server.Shutdown(ctx, nil), context.DeadlineExceeded)
	require.Equal(t, eventOf("left", transport.ErrClosed), s.event())
	s.closed = transport.ErrClosed
}

// TestInvalidServers: Serve and similar functions return an error for invalid fields.
func TestInvalidServers(t *testing.T) {
	s := &message.Server[int]{
		Mux: message.New[int](message.Options{}), Dialects: []*variant.Dialect{codec.Godot3},
		In: codec.MustNew(codec.Options{Precision: codec.Double}),
	}

	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	err = s.Serve(transport.Datagrams(conn, transport.DatagramOptions{}))
	require.ErrorContains(t, err, "double")
	require.Equal(t, err, s.ServeConn(newPipe("x")))
	require.Equal(t, err, s.Shutdown(context.Background(), nil))
}

// TestAddressIsNoIdentity: several clients with the same address are counted separately.
func TestAddressIsNoIdentity(t *testing.T) {
	begun, held := make(chan struct{}), make(chan struct{})
	s := serve(t, func(s *site) {
		s.server.Limits.MaxPeers = 2
		s.server.Lock = nil
		message.Handle(s.server.Mux, "wait", func(*visitor, *tell) error {
			close(begun)
			<-held
			return nil
		})
	})

	served := make(chan error, 1)
	first, second := newPipe("10.0.0.1:5"), newPipe("10.0.0.1:5")
	go func() { served <- s.server.ServeConn(first) }()
	first.toServer <- packet("wait", "")
	<-begun
	close(first.gone)

	go s.server.ServeConn(second)
	second.says(t, "second")
	require.Len(t, s.server.Peers(), 2)

	close(held) // the first client leaves
	require.ErrorIs(t, <-served, io.EOF)
	require.Len(t, s.server.Peers(), 1)
	second.says(t, "still here")
}

// A heard has the texts of the messages that a client has got from the server.
type heard struct{ texts []string }

// bot connects a message.Client to the server over TCP. The options are those of its codec.
func (s *site) bot(ctx context.Context, o codec.Options) *message.Client[*heard] {
	s.t.Helper()
	mux := message.New[*heard](message.Options{Codec: codec.MustNew(o)})
	message.Declare[tell](mux, "tell")
	message.Handle(mux, "bye", func(h *heard, m *bye) error { return nil })
	message.Handle(mux, "tell", func(h *heard, m *tell) error {
		h.texts = append(h.texts, m.Text)
		return nil
	})

	c, err := dial(ctx, "tcp", s.addrs["tcp"], mux)
	require.NoError(s.t, err)
	return c
}

// dial connects a client to a server.
func dial[S any](ctx context.Context, network, address string, mux *message.Mux[S]) (
	*message.Client[S], error) {
	conn, err := transport.Dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return message.NewClient(ctx, conn, mux), nil
}

// TestClientErrors: an error of a message does not end the client, and an error of the connection
// does.
func TestClientErrors(t *testing.T) {
	s := serve(t, farewell)
	c := s.bot(context.Background(), codec.Options{Limits: codec.Limits{MaxFrame: 100}})
	require.ErrorIs(t, c.Send(5), message.ErrUnknown)
	require.ErrorIs(t, c.Send(tell{strings.Repeat("x", 100)}), variant.ErrLimit)

	none := message.New[int](message.Options{})
	_, err := dial(context.Background(), "tcp", "127.0.0.1:1", none)
	require.Error(t, err)
	udp, err := dial(context.Background(), "udp", s.addrs["udp"], none)
	require.NoError(t, err)
	require.ErrorIs(t, udp.Send(5), message.ErrUnknown)
	require.NoError(t, udp.Close(nil))

	require.NoError(t, c.Send(tell{"hi"}))
	var h heard
	require.NoError(t, c.Receive(&h))
	require.Equal(t, []string{"hi"}, h.texts)
	require.NoError(t, c.Close(nil))

	var lost *message.ConnError
	require.ErrorAs(t, c.Receive(nil), &lost)
	require.ErrorIs(t, lost, net.ErrClosed)
	require.ErrorContains(t, lost, "godot: connection: ")
	require.Equal(t, "left EOF: EOF", s.event())
}

// TestClientServes: Serve returns nil when the server closes the connection. It returns an error
// for a message without a handler.
func TestClientServes(t *testing.T) {
	s := serve(t, farewell)
	var h heard
	c := s.bot(context.Background(), codec.Options{Dialect: codec.Godot3})
	require.NoError(t, c.Send(tell{"hi"}))
	require.NoError(t, c.Serve(&h), "it reads the farewell in its own dialect")

	mux := message.New[int](message.Options{})
	message.Declare[tell](mux, "tell")
	d, err := dial(context.Background(), "udp", s.addrs["udp"], mux)
	require.NoError(t, err)
	require.NoError(t, d.Send(tell{"hi"}))
	require.ErrorIs(t, d.Serve(0), message.ErrUnknown, "there is no handler for tell")
}

// TestClientEndsWithItsContext: the end of Dial's context closes the connection.
func TestClientEndsWithItsContext(t *testing.T) {
	s := serve(t, nil)
	mux := message.New[int](message.Options{})
	for _, network := range []string{"tcp", "udp"} {
		ctx, cancel := context.WithCancel(context.Background())
		c, err := dial(ctx, network, s.addrs[network], mux)
		require.NoError(t, err)
		time.AfterFunc(10*time.Millisecond, cancel)
		require.ErrorIs(t, c.Serve(0), net.ErrClosed)
		require.Equal(t, s.addrs[network], c.Conn().RemoteAddr().String())
	}
}

// TestStats: Stats counts the messages and bytes of both directions, and has the round-trip time.
func TestStats(t *testing.T) {
	var entered <-chan *message.Peer
	var mu sync.Mutex
	var taps []string
	s := serve(t, func(s *site) {
		entered = peers(s)
		message.Handle(s.server.Mux, "pong", func(v *visitor, _ *tell) error {
			time.Sleep(2 * time.Millisecond)
			v.Pong()
			v.Pong() // a Pong without a Ping has no effect
			return v.Send(tell{"measured"})
		})
		s.server.Tap = func(_ *message.Peer, way transport.Direction, name string, packet []byte) {
			mu.Lock()
			defer mu.Unlock()
			taps = append(taps, way.String()+" "+name)
		}
	})

	c := s.dial("tcp", nil)
	p := <-entered
	require.Equal(t, c.LocalAddr().String(), p.Addr().String())
	require.Zero(t, p.Stats().RoundTrip)
	require.NoError(t, p.Ping(tell{"ping"}))
	c.hears("ping")
	require.Equal(t, []*message.Peer{p}, s.server.Peers())
	c.say("pong", "")
	c.hears("measured")
	c.Close()
	require.Equal(t, "left EOF: EOF", s.event())
	s.stop()
	require.Empty(t, s.server.Peers())

	got := p.Stats()
	assert.Greater(t, got.RoundTrip, 2*time.Millisecond)
	assert.WithinDuration(t, time.Now(), got.Since, time.Minute)
	got.RoundTrip = 0
	got.Since = time.Time{}
	assert.Equal(t, transport.Stats{Received: 1, ReceivedBytes: 52, Sent: 2, SentBytes: 116}, got)
	require.Equal(t, []string{"incoming pong", "outgoing tell", "outgoing tell"},
		slices.Sorted(slices.Values(taps)))
}

// TestServeConnTakesAnyTransport: over any transport, ServeConn receives and sends packets, refuses
// packets that are too long, and closes the connection with the reason.
func TestServeConnTakesAnyTransport(t *testing.T) {
	s := serve(t, farewell)
	ended := make(chan error)
	serve := func() *pipe {
		p := newPipe("10.0.0.1:5")
		go func() { ended <- s.server.ServeConn(p) }()
		return p
	}

	p := serve()
	p.says(t, "hi")
	p.toServer <- packet("tell", strings.Repeat("x", 2000))
	require.Contains(t, p.hears(t), "Limits.MaxFrame is 1024")
	require.ErrorIs(t, p.closedFor(), variant.ErrLimit)
	require.ErrorIs(t, <-ended, variant.ErrLimit)

	p = serve()
	p.toServer <- packet("tell", "hi")
	close(p.gone)
	require.Error(t, <-ended)

	require.NoError(t, s.server.Shutdown(context.Background(), nil))
	require.Equal(t, transport.ErrClosed, serve().closedFor())
	require.Equal(t, transport.ErrClosed, <-ended)
	s.closed = transport.ErrClosed

	again, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	stream := transport.Stream(again, transport.StreamOptions{})
	require.Equal(t, transport.ErrClosed, s.server.Serve(stream))
}

// TestBroadcastEncodesOnceForEachDialect: all clients get a message in their own dialect. A value
// that is not a registered message reaches no client.
func TestBroadcastEncodesOnceForEachDialect(t *testing.T) {
	all := map[*visitor]bool{}
	taps := map[string]int{}
	packets := map[*byte]bool{}
	var tapped sync.Mutex

	s := serve(t, func(s *site) {
		s.set("dialects")
		s.server.Enter = func(p *message.Peer) (*visitor, error) {
			v := &visitor{p}
			all[v] = true
			return v, nil
		}
		s.server.Tap = func(p *message.Peer, way transport.Direction, _ string, packet []byte) {
			if way == transport.Outgoing && len(packet) > 200 {
				tapped.Lock()
				defer tapped.Unlock()
				taps[p.Dialect().Name()]++
				packets[&packet[0]] = true
			}
		}
	})

	var bots []*message.Client[*heard]
	for _, d := range slices.Repeat(s.server.Dialects, 3) {
		c := s.bot(context.Background(), codec.Options{Dialect: d})
		require.NoError(t, c.Send(tell{"hi"}))
		require.NoError(t, c.Receive(new(heard)))
		bots = append(bots, c)
	}

	long := strings.Repeat("x", 200)
	s.mu.Lock()
	require.NoError(t, message.Broadcast(maps.Keys(all), tell{long}))
	require.ErrorIs(t, message.Broadcast(maps.Keys(all), 5), message.ErrUnknown)
	s.mu.Unlock()

	for _, c := range bots {
		var h heard
		require.NoError(t, c.Receive(&h))
		require.Equal(t, []string{long}, h.texts)
	}

	s.stop()
	require.Equal(t, map[string]int{"Godot3": 3, "Godot4": 3}, taps)
	require.Len(t, packets, 2, "packets in memory")
}

var errBanned = errors.New("banned")

// TestShutdownTellsWhoEnters: if Shutdown is called while Enter runs, the client counts as entered.
// It gets the last message of Shutdown and the message of Farewell, and Leave is called.
func TestShutdownTellsWhoEnters(t *testing.T) {
	for name, dialects := range map[string][]*variant.Dialect{
		"one":     {codec.Godot4},
		"several": {codec.Godot3, codec.Godot4},
	} {
		t.Run(name, func(t *testing.T) {
			mux := message.New[int](message.Options{})
			message.Declare[tell](mux, "tell")
			message.Handle(mux, "tell", func(int, *tell) error { return nil })

			entering := make(chan bool)
			var left []error
			s := &message.Server[int]{
				Mux:      mux,
				Dialects: dialects,
				Enter: func(p *message.Peer) (int, error) {
					close(entering)
					for p.Ended() == nil {
						time.Sleep(time.Millisecond)
					}
					return 0, nil
				},
				Leave:    func(_ int, why error) { left = append(left, why) },
				Farewell: func(_ int, why error) any { return tell{transport.Reason(why)} },
			}

			p := newPipe("10.0.0.1:5")
			served := make(chan error, 1)
			go func() { served <- s.ServeConn(p) }()
			if len(dialects) > 1 {
				p.toServer <- packet("tell", "hi")
			}
			<-entering

			shut := make(chan error, 1)
			go func() { shut <- s.Shutdown(t.Context(), tell{"a restart"}) }()
			require.Equal(t, "a restart", p.hears(t))
			require.Equal(t, "closed", p.hears(t))
			require.NoError(t, <-shut)
			require.ErrorIs(t, <-served, transport.ErrClosed)
			require.Equal(t, []error{transport.ErrClosed}, left)
		})
	}
}

// TestShutdownReturnsTheError: Shutdown returns the error of a last message that can't be encoded.
func TestShutdownReturnsTheError(t *testing.T) {
	s := &message.Server[int]{Mux: message.New[int](message.Options{})}
	require.ErrorIs(t, s.Shutdown(t.Context(), tell{"hi"}), message.ErrUnknown)
}
