package message_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/math"
	"godotvariant/variant"
)

// One list of messages for the server and for a bot.
func ExampleMirror() {
	mux := message.New[*message.Peer](message.Options{Key: "op"})
	message.Declare[Moved](mux, "moved")
	message.Handle(mux, "move", func(p *message.Peer, m *Move) error {
		return p.Send(Moved{"Tia", m.Dir})
	})

	server := &message.Server[*message.Peer]{
		Mux:   mux,
		Enter: func(p *message.Peer) (*message.Peer, error) { return p, nil },
	}
	far, near := transport.Pipe()
	go server.ServeConn(far)

	botMux := message.Mirror(mux, func(bot string, m any) error {
		switch m := m.(type) {
		case *Moved:
			fmt.Println(bot, "sees", m.Name, "at", m.At)
		}
		return nil
	})
	bot := message.NewClient(context.Background(), near, botMux)
	bot.Send(Move{math.V2(1, 0)})
	fmt.Println(bot.Receive("Ann"))
	// Output:
	// Ann sees Tia at Vector2(1, 0)
	// <nil>
}

// A client that does not begin with the message of Join is disconnected, and gets the reason.
func ExampleErrJoin() {
	mux := message.New[string](message.Options{})
	message.Declare[bye](mux, "goodbye")
	message.Handle(mux, "join", func(string, *Join) error { return nil })
	message.Handle(mux, "move", func(string, *Move) error { return nil })

	server := &message.Server[string]{
		Mux:      mux,
		Join:     "join",
		Farewell: func(_ string, why error) any { return bye{why.Error()} },
	}
	far, near := transport.Pipe()
	go server.ServeConn(far)

	botMux := message.Mirror(mux, func(_ string, m any) error {
		fmt.Println(m.(*bye).Why)
		return nil
	})
	bot := message.NewClient(context.Background(), near, botMux)
	bot.Send(Move{math.V2(1, 0)})
	fmt.Println(bot.Serve("Ann"))
	// Output:
	// out of order: not joined: "join" has to come first
	// <nil>
}

// TestMirror tests both directions of every message, and a struct with two names, which the mirror
// can't send.
func TestMirror(t *testing.T) {
	mux := message.New[int](message.Options{
		Codec: codec.MustNew(codec.Options{Dialect: codec.Godot3}),
	})
	message.Declare[tell](mux, "heard")
	for _, name := range []string{"ping", "pong"} {
		message.Handle(mux, name, func(int, *ping) error { return nil })
	}
	var got []string
	message.Handle(mux, "say", func(_ int, m *bye) error {
		got = append(got, m.Why)
		return nil
	})

	var heard []any
	mirror := message.Mirror(mux, func(from string, m any) error {
		heard = append(heard, m)
		return io.EOF
	})

	packet, err := mux.Append(nil, tell{"hi"})
	require.NoError(t, err)
	require.Equal(t, io.EOF, mirror.Dispatch("x", packet))
	require.Equal(t, []any{&tell{"hi"}}, heard)

	packet, err = mirror.Append(nil, bye{"now"})
	require.NoError(t, err)
	require.NoError(t, mux.Dispatch(0, packet))
	require.Equal(t, []string{"now"}, got)

	_, err = mirror.Append(nil, ping{})
	require.ErrorIs(t, err, message.ErrUnknown, "two names have this struct")
	require.Panics(t, func() { message.Mirror[int](mux, nil) })
}

// TestJoin: a client has to send the message Join first, and only once. If the handler of Join
// returns an error, the client may send it again.
func TestJoin(t *testing.T) {
	var calls, faults []string
	mux := message.New[int](message.Options{})
	message.Handle(mux, "join", func(_ int, m *tell) error {
		calls = append(calls, "join "+m.Text)
		if m.Text == "bad" {
			return io.ErrNoProgress
		}
		return nil
	})
	message.Handle(mux, "tell", func(_ int, m *tell) error {
		calls = append(calls, "tell "+m.Text)
		return nil
	})

	server := &message.Server[int]{
		Mux: mux, Join: "join", Lock: new(sync.Mutex), Log: slog.New(slog.DiscardHandler),
		Fault: func(_ int, name string, _ []byte, err error) error {
			faults = append(faults, name+" "+variant.KindOf(err))
			return nil
		},
	}
	far, near := transport.Pipe()
	served := make(chan error, 1)
	go func() { served <- server.ServeConn(far) }()
	for _, m := range [][2]string{
		{"tell", "a"}, {"join", "bad"}, {"tell", "b"},
		{"join", "good"}, {"tell", "c"}, {"join", "again"},
	} {
		require.NoError(t, near.Send(transport.Message{Data: packet(m[0], m[1])}))
	}
	near.Close(nil)
	require.ErrorIs(t, <-served, io.EOF)

	require.Equal(t, []string{"join bad", "join good", "tell c"}, calls)
	require.Equal(t, []string{"tell join", "join ", "tell join", "join join"}, faults)
}

// TestJoinHasAHandler: a server without a handler for Join accepts no clients.
func TestJoinHasAHandler(t *testing.T) {
	server := &message.Server[int]{Mux: message.New[int](message.Options{}), Join: "join"}
	far, _ := transport.Pipe()
	require.EqualError(t, server.ServeConn(far),
		`godot: invalid options: Server.Join: no handler for "join"`)
	server.Every(time.Millisecond, func() { t.Error("it ticks") })
}

// TestEvery: the server holds its lock while it calls the function of Every.
func TestEvery(t *testing.T) {
	var mu sync.Mutex
	server := &message.Server[int]{Mux: message.New[int](message.Options{}), Lock: &mu}
	ticks := make(chan bool)
	server.Every(time.Millisecond, func() { ticks <- mu.TryLock() })
	require.False(t, <-ticks)
	require.False(t, <-ticks)
	go func() {
		for range ticks {
		}
	}()
	require.NoError(t, server.Shutdown(t.Context(), nil))
}
