package multiplayer_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/recorded"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// A wire is the game's end of a Pipe. It records the messages of the server.
type wire struct {
	transport.Conn
	far   *farEnd
	said  int64      // the number of messages that the game has sent
	ended chan error // the result of ServeConn

	mu   sync.Mutex
	sent []string // in hexadecimal digits
	n    int      // the number of messages that the server has sent
}

// A farEnd is the server's end of a Pipe. When the server calls Receive for message n, it has
// accepted the game and has handled the first n-1 messages.
type farEnd struct {
	transport.Conn
	asked atomic.Int64
}

// Receive implements transport.Conn.
func (f *farEnd) Receive() (transport.Message, error) {
	f.asked.Add(1)
	return f.Conn.Receive()
}

// dial connects a game with a server.
func dial(s *multiplayer.Server) *wire {
	a, near := transport.Pipe()
	far := &farEnd{Conn: a}
	w := &wire{Conn: near, far: far, ended: make(chan error, 1)}
	go func() { w.ended <- s.ServeConn(far) }()
	go func() {
		for {
			m, err := near.Receive()
			if err != nil {
				return
			}
			w.mu.Lock()
			w.sent = append(w.sent, hex.EncodeToString(m.Data))
			w.n++
			w.mu.Unlock()
		}
	}()
	return w
}

// count returns the number of messages that the server has sent.
func (w *wire) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.n
}

// take returns the messages that the server has sent since the last call.
func (w *wire) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	sent := w.sent
	w.sent = nil
	return sent
}

// say sends a message.
func (w *wire) say(t *testing.T, data []byte) {
	w.said++
	require.NoError(t, w.Send(transport.Message{Data: data}))
}

// hears waits until the server has sent n messages in total, and returns the last message.
func (w *wire) hears(t *testing.T, n int) string {
	t.Helper()
	require.Eventually(t, func() bool { return w.count() >= n }, time.Minute, time.Millisecond)
	sent := w.take()
	return sent[len(sent)-1]
}

// A stage is a server with its games, and a log of its errors and events.
type stage struct {
	*multiplayer.Server
	games    map[int]*wire
	happened []string
}

// newStage returns a server that sends clients their texts back.
func newStage(os ...multiplayer.Options) *stage {
	s := &stage{Server: multiplayer.NewServer(os...), games: map[int]*wire{}}
	s.Every = time.Hour
	for _, w := range s.Worlds() {
		chat := w.Node("Chat")
		chat.Declare(multiplayer.Method{Name: "heard"})
		chat.Handle(anyPeer("say"), func(p *multiplayer.Peer, v variant.Variant) error {
			return chat.Call(p.ID(), "heard", v)
		})
	}
	s.Event = func(e multiplayer.Event) {
		line := fmt.Sprintf("%T", e)
		if received, ok := e.(multiplayer.Received); ok {
			line = fmt.Sprintf("received %x", received.Data)
		}
		s.happened = append(s.happened, line)
	}
	s.Fault = func(_ *multiplayer.Peer, err *multiplayer.Error) error {
		s.happened = append(s.happened, fmt.Sprint("error: ", err))
		return nil
	}
	return s
}

// settle waits until the server has handled all messages of the games, and the games have received
// all its answers.
func (s *stage) settle(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool {
		quiet := true
		entered := 0
		for _, game := range s.games {
			quiet = quiet && game.far.asked.Load() == game.said+1
		}
		s.Do(func(*multiplayer.World) {
			for _, w := range s.Worlds() {
				entered += len(w.Peers())
				for _, p := range w.Peers() {
					stats, game := p.Conn().Stats(), s.games[int(p.ID())]
					quiet = quiet && stats.Queue == 0 && game != nil && stats.Sent == game.count()
				}
			}
		})
		return quiet && entered == len(s.games)
	}, time.Minute, time.Millisecond)
}

// TestTranscript runs the sessions of testdata/sessions.txt. A line of this file is an action. The
// indented lines below it are the effects of the action: the errors, the events, and the messages
// that each client gets.
func TestTranscript(t *testing.T) {
	protocols := map[string]*packet.Protocol{}
	for _, p := range packet.Protocols() {
		protocols[p.Name()] = p
	}
	file := string(must(os.ReadFile("testdata/sessions.txt")))

	var got strings.Builder
	var s *stage
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		got.WriteString(line)
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}

		if words[0] == "server" {
			o := multiplayer.Options{Protocol: protocols[words[1]]}
			if len(words) > 2 {
				o.Relay = &multiplayer.RelayRules{}
			}
			s = newStage(o)
			continue
		}
		s.act(t, words)
		s.write(&got)
	}
	require.Equal(t, file, got.String())
}

// act performs the action in a line of a transcript.
func (s *stage) act(t *testing.T, words []string) {
	id := must(strconv.Atoi(words[1]))
	data := testkit.Unhex(t, strings.Join(words[2:], ""))
	switch words[0] {
	case "connect":
		s.games[id] = dial(s.Server)
	case "receive":
		s.games[id].say(t, data)
	case "disconnect":
		require.NoError(t, s.games[id].Close(nil))
		require.ErrorIs(t, <-s.games[id].ended, io.EOF)
		delete(s.games, id)
	case "send":
		s.Do(func(w *multiplayer.World) {
			require.NoError(t, w.SendBytes(int32(id), data, transport.Reliable, 0))
		})
	default:
		t.Fatal(words)
	}
	s.settle(t)
}

// write writes the effects of a line of a transcript.
func (s *stage) write(w *strings.Builder) {
	for _, line := range s.happened {
		fmt.Fprintf(w, "\t%s\n", line)
	}
	s.happened = nil
	for id := range 10 {
		if game := s.games[id]; game != nil {
			for _, message := range game.take() {
				fmt.Fprintf(w, "\tto %d: %s\n", id, message)
			}
		}
	}
}

// TestServerOfTwoFamilies: games of Godot 4 and of Godot 3 play on one server. All games have
// different IDs. Each game gets the bytes of its family.
func TestServerOfTwoFamilies(t *testing.T) {
	s := newStage(multiplayer.Options{}, multiplayer.Options{Protocol: packet.Godot3})
	next := 0
	s.Choose = func(transport.Conn) *multiplayer.World {
		w := s.Worlds()[next]
		next = 1 - next
		return w
	}
	for id := 2; id <= 5; id++ {
		s.act(t, []string{"connect", fmt.Sprint(id)})
	}
	require.Equal(t, []string{"02000000"}, s.games[2].take())
	require.Equal(t, []string{"04000000"}, s.games[4].take())
	framed := []string{"03010000000000000005000000", "01010000000000000001000000"}
	require.Equal(t, framed, s.games[5].take())
	require.Nil(t, s.Worlds()[0].Peer(3))
	require.NoError(t, s.Shutdown(context.Background()))
	for _, game := range s.games {
		require.ErrorIs(t, <-game.ended, transport.ErrClosed)
	}
}

// TestServerRefuses: a client that the server refuses gets no message, not even its ID.
func TestServerRefuses(t *testing.T) {
	s := newStage(multiplayer.Options{Limits: multiplayer.Limits{MaxPeers: 1}})
	errClosed := errors.New("the game has begun")
	var closed error
	s.Enter = func(*transport.Peer) error { return closed }
	s.act(t, []string{"connect", "2"})

	late := dial(s.Server)
	require.ErrorIs(t, <-late.ended, variant.ErrLimit) // the World refuses the client
	require.Empty(t, late.take())

	closed = errClosed
	late = dial(s.Server)
	require.ErrorIs(t, <-late.ended, errClosed)
	require.Empty(t, late.take())
	require.Equal(t, 2, s.Totals().Refused["limit"]+s.Totals().Refused["other"])

	s.Do(func(w *multiplayer.World) { must(w.Kick(2)) })
	require.ErrorIs(t, <-s.games[2].ended, transport.ErrEnded)
}

// TestFaultDecides: an error contains the ID of the client, and Fault decides whether the client
// stays connected. Without Fault a server disconnects a client that exceeds a rate.
func TestFaultDecides(t *testing.T) {
	s := newStage(multiplayer.Options{})
	var fault *multiplayer.Error
	s.Fault = func(p *multiplayer.Peer, err *multiplayer.Error) error {
		require.Equal(t, p.ID(), err.Peer)
		fault = err
		if errors.Is(err, multiplayer.ErrArguments) {
			return err
		}
		return nil
	}
	call := func(args ...variant.Variant) []byte {
		return append4(t, packet.RPC{Path: "Chat", Method: 1, Args: args})
	}
	s.act(t, []string{"connect", "2"})
	s.games[2].say(t, []byte{0xff})
	s.games[2].say(t, call())
	require.ErrorIs(t, <-s.games[2].ended, multiplayer.ErrArguments)
	require.Equal(t, "Chat", fault.Node)
	require.Equal(t, "say", fault.Method)
	require.Equal(t, int32(2), fault.Peer)

	for _, limits := range []transport.Limits{{MaxRate: 5}, {MaxByteRate: 50, MaxRate: -1}} {
		s = newStage(multiplayer.Options{})
		s.Fault = nil
		s.Limits = limits
		s.act(t, []string{"connect", "2"})
		m := transport.Message{Data: append4(t, packet.Bytes{Data: make([]byte, 9)})}
		for s.games[2].Send(m) == nil {
		}
		require.ErrorIs(t, <-s.games[2].ended, transport.ErrRate)
		require.Equal(t, slices.Repeat([]string{"received 000000000000000000"}, 5), s.happened[1:6])
	}
}

// TestFaultsInLog: if Server.Fault is nil, Server.Log gets the error of a refused packet, and the
// client stays.
func TestFaultsInLog(t *testing.T) {
	var log bytes.Buffer
	s := newStage()
	s.Fault = nil
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	s.act(t, []string{"connect", "2"})
	s.games[2].say(t, []byte{0xff})
	s.settle(t)
	require.Contains(t, log.String(), "godot: receive from peer 2: ")
	require.Equal(t, []string{"multiplayer.Connected"}, s.happened)
}

// A knownConn is a connection whose transport has the ID of the client, as ENet does.
type knownConn struct {
	transport.Conn
	id int32
}

func (k knownConn) PeerID() int32 { return k.id }

// TestKnownIDs: a client has the ID of its transport. The server does not send this ID, and refuses
// a second client with the same ID.
func TestKnownIDs(t *testing.T) {
	s := newStage()
	far, near := transport.Pipe()
	go s.ServeConn(knownConn{far, 77})
	call := packet.RPC{Path: "Chat", Method: 1, Args: []variant.Variant{variant.String("hello")}}
	require.NoError(t, near.Send(transport.Message{Data: append4(t, call)}))

	f := recorded.Codec(t, packet.Godot4)
	checksum := s.World().Node("Chat").Signature().Checksum()
	for _, want := range []packet.Packet{
		packet.SimplifyPath{Checksum: checksum, Number: 1, Path: "Chat"},
		packet.RPC{Path: "Chat", Args: call.Args},
	} {
		require.Equal(t, want, must(f.Decode(must(near.Receive()).Data)))
	}

	for _, id := range []int32{77, 1, 0, -2} {
		far, _ := transport.Pipe()
		require.ErrorIs(t, s.ServeConn(knownConn{far, id}), multiplayer.ErrPeer)
	}
	require.NoError(t, s.Shutdown(context.Background()))
}

// TestFarewell: a server calls a method of a game as the last message before it disconnects the
// game.
func TestFarewell(t *testing.T) {
	for _, p := range []*packet.Protocol{packet.Godot4, packet.Godot3} {
		s := newStage(multiplayer.Options{Protocol: p})
		s.Farewell = func(p *multiplayer.Peer, why error) {
			require.NoError(t, s.World().Node("Chat").Call(p.ID(), "heard", transport.Reason(why)))
		}
		s.act(t, []string{"connect", "2"})
		game := s.games[2]
		before := game.count()
		require.NoError(t, s.Shutdown(context.Background()))
		require.ErrorIs(t, <-game.ended, transport.ErrClosed)

		last := testkit.Unhex(t, game.hears(t, before+1))
		if p == packet.Godot3 {
			last = must(packet.DecodeFrame(last)).Packet
		}
		switch call := must(recorded.Codec(t, p).Decode(last)).(type) {
		case packet.RPC:
			require.Equal(t, []variant.Variant{variant.String("closed")}, call.Args)
		case packet.Call:
			require.Equal(t, []variant.Variant{variant.String("closed")}, call.Args)
		default:
			t.Fatalf("%T", call)
		}
	}
}

// TestDeafGames: the server disconnects a game that does not read, and keeps no memory for it. The
// other games go on.
func TestDeafGames(t *testing.T) {
	s := newStage(multiplayer.Options{})
	s.Limits.Patience = 200 * time.Millisecond
	s.act(t, []string{"connect", "2"})
	far, near := transport.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.ServeConn(far) }()
	must(near.Receive()) // the game reads the message with its ID, and no later message
	for range 100 {
		s.Do(func(w *multiplayer.World) {
			_ = w.SendBytes(multiplayer.All, make([]byte, 10_000), transport.Reliable, 0)
		})
	}
	require.ErrorIs(t, <-ended, transport.ErrSlow)
	s.settle(t)
	require.Equal(t, 101, s.games[2].count())
}

// TestSilentGames: the server ends a connection that sends nothing.
func TestSilentGames(t *testing.T) {
	s := newStage(multiplayer.Options{})
	s.Limits.Idle = 20 * time.Millisecond
	require.ErrorIs(t, <-dial(s.Server).ended, transport.ErrIdle)
}

// TestServerHasItsSender: NewServer and NewClient refuse Options with a Sender or a wrong ID. The
// World of a server has the ID 1.
func TestServerHasItsSender(t *testing.T) {
	for _, o := range []multiplayer.Options{{ID: 2}, {ID: -1}, {Sender: &deaf{}}} {
		require.Panics(t, func() { multiplayer.NewServer(o) })
		require.Panics(t, func() { multiplayer.NewClient(nil, o) })
	}
	require.Equal(t, int32(1), multiplayer.NewServer().World().ID())
}
