package message_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	vartext "godotvariant/codec/text"
	"godotvariant/codec/transport"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A visitor is the value that handlers get for the client that has sent a message.
type visitor struct{ *message.Peer }

// The messages of the server. It answers a tell with the same tell, and sends a bye before it
// disconnects a client.
type (
	tell struct {
		Text string `godot:"text"`
	}
	bye struct {
		Why string `godot:"why"`
	}
)

var errFailing = errors.New("failing")

// kinds are the kinds of errors that can occur in the text of an event.
var kinds = []struct {
	name string
	err  error
}{
	{"EOF", io.EOF}, {"ErrUnexpectedEOF", io.ErrUnexpectedEOF}, {"failing", errFailing},
	{"ErrClosed", transport.ErrClosed}, {"ErrEnded", transport.ErrEnded},
	{"ErrUnknown", message.ErrUnknown}, {"ErrPanic", transport.ErrPanic},
	{"ErrProtocol", transport.ErrProtocol}, {"ErrLimit", variant.ErrLimit},
	{"ErrWrongType", variant.ErrWrongType}, {"ErrUnknownType", variant.ErrUnknownType},
	{"ErrTrailing", variant.ErrTrailing},
}

// eventOf returns the text of an event. The text has the name of the event, the name of the error's
// kind, and the error. If the error has several kinds, the text has the first of them.
func eventOf(event string, err error) string {
	for _, kind := range kinds {
		if errors.Is(err, kind.err) {
			return event + " " + kind.name + ": " + err.Error()
		}
	}
	return event + " error: " + err.Error()
}

// A site is a server over TCP, UDP and Unix sockets.
type site struct {
	t       *testing.T
	server  *message.Server[*visitor]
	addrs   map[string]string // the addresses of the server by network
	network string            // the network of a client if a test names no network
	mu      sync.Mutex
	room    message.Group[*visitor]
	entered int
	left    int         // number of Leave events that the method event has returned
	events  chan string // the results of Leave, Fault and Refused
	logged  bytes.Buffer
	callers map[string]*caller
	closed  error // the error of Serve
	stop    func()
}

// serve starts a server. Before the start it calls the function set, which may change the fields of
// the site.
func serve(t *testing.T, set func(*site)) *site {
	t.Helper()
	s := &site{t: t, closed: net.ErrClosed, events: make(chan string, 100),
		callers: map[string]*caller{}}
	mux := message.New[*visitor](message.Options{})
	message.Declare[tell](mux, "tell")
	message.Declare[bye](mux, "bye")

	handle := func(name string, f func(v *visitor, text string) error) {
		message.Handle(mux, name, func(v *visitor, m *tell) error { return f(v, m.Text) })
	}
	handle("tell", func(v *visitor, text string) error { return v.Send(tell{text}) })
	handle("go", func(v *visitor, _ string) error {
		v.Send(tell{"bye"})
		return errors.New("go away")
	})
	handle("boom", func(*visitor, string) error { panic("no such room") })
	handle("end", func(v *visitor, _ string) error { v.End(nil); return nil })
	handle("much", func(v *visitor, _ string) error {
		err := v.Send(tell{strings.Repeat("x", 70_000)})
		assert.ErrorIs(t, err, variant.ErrLimit)
		return v.Send(tell{err.Error()})
	})
	handle("join", func(v *visitor, _ string) error {
		s.room.Add(v)
		s.room.Add(v)
		return s.room.Send(tell{fmt.Sprint("joined ", len(s.room.Members()))})
	})
	handle("part", func(v *visitor, _ string) error {
		s.room.Remove(v)
		return s.room.Send(tell{fmt.Sprint("parted ", len(s.room.Members()))})
	})

	s.server = &message.Server[*visitor]{
		Mux:   mux,
		Lock:  &s.mu,
		Log:   slog.New(slog.NewTextHandler(&s.logged, nil)),
		In:    codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 1 << 10}}),
		Enter: func(p *message.Peer) (*visitor, error) { s.entered++; return &visitor{p}, nil },
		Leave: func(_ *visitor, why error) { s.events <- eventOf("left", why) },
	}

	if set != nil {
		set(s)
	}

	s.serve()
	return s
}

// serve serves TCP, UDP and Unix sockets until stop.
func (s *site) serve() {
	dir, err := os.MkdirTemp("", "") // the address of a Unix socket must be short
	require.NoError(s.t, err)
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(s.t, err)
	unix, err := net.Listen("unix", filepath.Join(dir, "s"))
	require.NoError(s.t, err)
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(s.t, err)

	s.addrs = map[string]string{"udp": udp.LocalAddr().String()}
	ended := make(chan error, 3)
	for _, l := range []net.Listener{tcp, unix} {
		s.addrs[l.Addr().Network()] = l.Addr().String()
		go func() { ended <- s.server.Serve(transport.Stream(l, transport.StreamOptions{})) }()
	}
	go func() { ended <- s.server.Serve(transport.Datagrams(udp, transport.DatagramOptions{})) }()

	s.stop = sync.OnceFunc(func() {
		for _, c := range []io.Closer{tcp, unix, udp} {
			c.Close()
		}
		for range 3 {
			assert.ErrorIs(s.t, <-ended, s.closed)
		}
		os.RemoveAll(dir)
	})
	s.t.Cleanup(s.stop)
}

// farewell makes a server send clients the reason of their disconnection.
func farewell(s *site) {
	s.server.Farewell = func(_ *visitor, why error) any { return bye{why.Error()} }
	s.server.Refused = func(_ *message.Peer, why error) any {
		return bye{"refused: " + why.Error()}
	}
}

// event waits for the next event of Leave, Fault or Refused, and returns its text.
func (s *site) event() string {
	s.t.Helper()
	select {
	case e := <-s.events:
		if strings.HasPrefix(e, "left") {
			s.left++
		}
		return e
	case <-time.After(time.Minute):
		s.t.Fatal("no event within a minute")
		return ""
	}
}

// set changes a field of the server. The argument word is a setting of a conversation, such as
// "maxpeers=2".
func (s *site) set(word string) {
	server := s.server
	enter := server.Enter
	leave := server.Leave
	fault := func(keep func(err error) error) {
		server.Fault = func(_ *visitor, name string, packet []byte, err error) error {
			s.events <- fmt.Sprintf("fault %s %d: %v", name, len(packet), err)
			return keep(err)
		}
	}

	switch word {
	case "alone":
	case "farewell":
		farewell(s)
	case "farewell=5":
		server.Farewell = func(*visitor, error) any { return 5 }
	case "farewell=panic":
		server.Farewell = func(*visitor, error) any { panic(errFailing) }
	case "leave=panic":
		server.Leave = func(v *visitor, why error) { leave(v, why); panic(errFailing) }
	case "refused=panic":
		server.Refused = func(_ *message.Peer, why error) any {
			s.events <- eventOf("refused", why)
			panic(errFailing)
		}

	case "enter=panic":
		server.Enter = func(*message.Peer) (*visitor, error) { panic(errFailing) }
	case "enter=refuse":
		server.Enter = func(p *message.Peer) (*visitor, error) {
			p.Send(tell{"welcome"})
			return nil, errors.New("closed for today")
		}
	case "enter=welcome":
		server.Enter = func(p *message.Peer) (*visitor, error) {
			p.Send(tell{"welcome " + p.Dialect().Name()})
			return enter(p)
		}

	case "fault=nil":
		fault(func(error) error { return nil })
	case "fault=panic":
		fault(func(error) error { panic(errFailing) })
	case "fault=unknown":
		fault(func(err error) error {
			if errors.Is(err, message.ErrUnknown) {
				return nil
			}
			return err
		})

	case "maxpeers=2":
		server.Limits.MaxPeers = 2
	case "maxperhost=2":
		server.Limits.MaxPerHost = 2
	case "out=61440":
		server.Out = codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 61440}})
	case "dialects":
		server.Dialects = []*variant.Dialect{codec.Godot4, codec.Godot3}
	case "dialects=other":
		server.Dialects = []*variant.Dialect{codec.Godot4, codec.Pandemonium5}
	default:
		s.t.Fatalf("no such setting: %s", word)
	}
}

// A caller is the test's end of a client's connection.
type caller struct {
	net.Conn
	t     *testing.T
	codec *codec.Codec
	dec   *codec.Decoder // nil if a packet is a datagram
	asked bool           // the client has answered the question of a UDP server
	last  []byte         // the last datagram
}

// dial connects a client in a dialect.
func (s *site) dial(network string, dialect *variant.Dialect) *caller {
	s.t.Helper()
	conn, err := net.Dial(network, s.addrs[network])
	require.NoError(s.t, err)
	s.t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(time.Minute))

	c := &caller{Conn: conn, t: s.t, codec: codec.MustNew(codec.Options{Dialect: dialect})}
	if network != "udp" {
		c.dec = c.codec.NewDecoder(conn, codec.FrameU32)
	}
	return c
}

// send sends a Go value.
func (c *caller) send(v any) {
	c.t.Helper()
	if c.dec != nil {
		require.NoError(c.t, c.codec.NewEncoder(c, codec.FrameU32).Marshal(v))
		return
	}

	packet, err := c.codec.Marshal(v)
	require.NoError(c.t, err)
	_, err = c.Write(packet)
	require.NoError(c.t, err)

	c.last = packet
	if !c.asked {
		c.prove(c.datagram())
	}
}

// datagram returns the next datagram.
func (c *caller) datagram() []byte {
	c.t.Helper()
	buf := make([]byte, 2048)
	n, err := c.Read(buf)
	require.NoError(c.t, err)
	return buf[:n]
}

// prove sends the question of a UDP server back, which proves the client's address. Then it repeats
// the last message.
func (c *caller) prove(question []byte) {
	c.t.Helper()
	require.Len(c.t, question, 12)
	c.asked = true

	for _, datagram := range [][]byte{question, c.last} {
		_, err := c.Write(datagram)
		require.NoError(c.t, err)
	}
}

func (c *caller) say(name, text string) {
	c.t.Helper()
	c.send(map[string]string{"type": name, "text": text})
}

// hear returns the text of the next message.
func (c *caller) hear() (text string, err error) {
	var v variant.Variant
	if c.dec != nil {
		v, err = c.dec.Decode()
	} else {
		v, _ = c.codec.Decode(c.datagram())
		if _, question := v.(variant.Int); question { // a new visit begins with a question
			packet, _ := c.codec.Encode(v)
			c.prove(packet)
			v, _ = c.codec.Decode(c.datagram())
		}
	}

	if err != nil {
		return "", err
	}

	said, _ := tree.Get[variant.String](v, "text")
	why, _ := tree.Get[variant.String](v, "why")
	return string(said + why), nil
}

// hears requires that the text of the next message contains the wanted text.
func (c *caller) hears(wanted string) {
	c.t.Helper()
	got, err := c.hear()
	require.NoError(c.t, err)
	require.Contains(c.t, got, wanted)
}

// ends checks that the server closes the connection.
func (c *caller) ends() {
	c.t.Helper()
	if c.dec != nil {
		_, err := c.hear()
		require.ErrorIs(c.t, err, io.EOF)
		c.Close() // the server waits until the client closes
	}
}

// play plays one step of a conversation.
func (s *site) play(step string) {
	s.t.Helper()
	who, rest, _ := strings.Cut(step, " ")
	verb, what, _ := strings.Cut(rest, " ")

	if n, err := strconv.Atoi(who); err == nil && verb == "times" {
		for i := range n {
			s.play(strings.ReplaceAll(what, "%", fmt.Sprint(i)))
		}
		return
	}

	switch who {
	case "left", "fault", "refused":
		kind, text, _ := strings.Cut(step, ": ")
		got := s.event()
		require.True(s.t, strings.HasPrefix(got, kind+": "), "%s\nand not %s", got, step)
		require.Contains(s.t, got, text)
		return

	case "logged":
		require.Contains(s.t, s.logged.String(), rest)
		return

	case "shutdown":
		require.NoError(s.t, s.server.Shutdown(context.Background(), tell{rest}))
		require.NoError(s.t, s.server.Shutdown(context.Background(), nil), "once more")
		s.closed = transport.ErrClosed
		return

	case "peers":
		require.Eventually(s.t, func() bool {
			return fmt.Sprint(len(s.server.Peers())-1) == rest
		}, time.Minute, time.Millisecond)
		return
	}

	c := s.callers[who]
	switch verb {
	case "dials":
		network, dialect, _ := strings.Cut(what, " ")
		network = cmp.Or(strings.TrimPrefix(network, "$"), s.network)
		s.callers[who] = s.dial(network, codec.DialectByName(dialect))
	case "says":
		name, text, _ := strings.Cut(what, " ")
		if letter, n, ok := strings.Cut(text, "*"); ok {
			count, err := strconv.Atoi(n)
			require.NoError(s.t, err)
			text = strings.Repeat(letter, count)
		}
		c.say(name, text)
	case "sends":
		v, err := vartext.Parse(what, nil)
		require.NoError(s.t, err)
		c.send(v)
	case "writes":
		data, err := strconv.Unquote(what)
		require.NoError(s.t, err)
		_, err = c.Write([]byte(data))
		require.NoError(s.t, err)
	case "hears":
		c.hears(what)
	case "ends":
		c.ends()
	case "closes":
		c.Close()
	default:
		s.t.Fatalf("no such step: %s", step)
	}
}

// TestVisits plays the conversations of testdata/visits.txt.
func TestVisits(t *testing.T) {
	page, err := os.ReadFile("testdata/visits.txt")
	require.NoError(t, err)

	for _, text := range strings.Split(string(page), "\n== ")[1:] {
		head, body, _ := strings.Cut(strings.TrimSpace(text), "\n")
		networks, name, _ := strings.Cut(head, ": ")
		steps := strings.Split(body, "\n")
		words := ""
		if set, ok := strings.CutPrefix(steps[0], "server "); ok {
			words = set
			steps = steps[1:]
		}

		for _, network := range strings.Fields(networks) {
			t.Run(network+" "+name, func(t *testing.T) {
				t.Parallel()
				converse(t, network, strings.Fields(words), steps)
			})
		}
	}
}

// converse plays one conversation.
func converse(t *testing.T, network string, words, steps []string) {
	s := serve(t, func(s *site) {
		s.network = network
		for _, word := range words {
			s.set(word)
		}
	})

	alone := slices.Contains(words, "alone")
	if !alone {
		steps = slices.Concat(
			[]string{"honest dials", "honest says tell hi", "honest hears hi"}, steps,
			[]string{"honest says tell here", "honest hears here"})
	}

	for _, step := range steps {
		s.play(step)
		if t.Failed() {
			t.Fatalf("in the step: %s", step)
		}
	}

	for _, c := range s.callers {
		go func() {
			io.Copy(io.Discard, c)
			c.Close() // the server waits until the client closes
		}()
	}
	s.stop()
	require.Len(t, s.events, s.entered-s.left, "clients that are left")
	close(s.events)
	for e := range s.events {
		require.Equal(t, eventOf("left", transport.ErrClosed), e)
	}
}
