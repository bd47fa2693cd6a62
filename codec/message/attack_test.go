package message_test

import (
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// A trap is a type whose methods panic. A program may use such a type in its messages.
type trap struct{}

func (trap) MarshalVariant() (variant.Variant, error) { panic("marshal") }

func (*trap) UnmarshalVariant(variant.Variant) error { panic("unmarshal") }

type trapped struct {
	Trap trap `godot:"trap"`
}

// TestPanicsEndTheirClient: a panic in Tap, or in a method of a message's type, ends the visit of
// its client, but not the program.
func TestPanicsEndTheirClient(t *testing.T) {
	good, err := codec.Marshal(map[string]any{"type": "tell", "text": "hi"})
	require.NoError(t, err)
	bad, err := codec.Marshal(map[string]any{"type": "trapped", "trap": 1})
	require.NoError(t, err)

	for name, row := range map[string]struct {
		packet []byte
		set    func(s *message.Server[int])
		why    error
	}{
		"UnmarshalVariant": {bad, func(*message.Server[int]) {}, transport.ErrPanic},
		"Tap": {good, func(s *message.Server[int]) {
			s.Tap = func(*message.Peer, transport.Direction, string, []byte) { panic("tap") }
		}, transport.ErrPanic},
		"MarshalVariant": {[]byte{1, 2, 3, 4}, func(s *message.Server[int]) {
			s.Farewell = func(int, error) any { return trapped{} }
		}, variant.ErrFlags},
	} {
		t.Run(name, func(t *testing.T) {
			mux := message.New[int](message.Options{})
			message.Declare[trapped](mux, "trapped")
			message.Handle(mux, "trapped", func(int, *trapped) error { return nil })
			message.Handle(mux, "tell", func(int, *tell) error { return nil })
			server := &message.Server[int]{Mux: mux, Log: slog.New(slog.DiscardHandler)}
			row.set(server)

			far, near := transport.Pipe()
			go near.Send(transport.Message{Data: row.packet})
			require.ErrorIs(t, server.ServeConn(far), row.why)
		})
	}
}

// TestZeroPeer: the methods of the zero Peer return errors or zero values, and a Group drops it. So
// tests can call handlers with the zero Peer.
func TestZeroPeer(t *testing.T) {
	p := new(message.Peer)
	require.ErrorIs(t, p.Send(tell{"hi"}), transport.ErrClosed)
	require.ErrorIs(t, p.Ping(tell{"hi"}), transport.ErrClosed)
	require.Nil(t, p.Dialect())
	require.Nil(t, p.Addr())
	require.Zero(t, p.Stats())
	p.End(nil)

	var group message.Group[*message.Peer]
	group.Add(p)
	require.NoError(t, group.Send(tell{"hi"}))
	require.Empty(t, group.Members())
}

// TestBadPacketsAreCheap: if Fault ignores bad packets, a bad packet costs little more than a good
// one.
func TestBadPacketsAreCheap(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector allocates")
	}

	wrong, err := codec.Marshal(map[string]any{"type": "tell", "text": make([]int, 1000)})
	require.NoError(t, err)
	three := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	other, err := three.Marshal(map[string]any{"type": "tell", "text": "hi"})
	require.NoError(t, err)

	for name, bad := range map[string][]byte{
		"unknown": packet("nope", "x"), "wrong type": wrong, "other dialect": other,
		"garbage": append([]byte{28, 0, 0, 0, 255, 0, 0, 0}, make([]byte, 4000)...),
	} {
		t.Run(name, func(t *testing.T) {
			mux := message.New[int](message.Options{})
			message.Handle(mux, "tell", func(int, *tell) error { return nil })
			server := &message.Server[int]{
				Mux:    mux,
				Fault:  func(int, string, []byte, error) error { return nil },
				Limits: transport.Limits{MaxRate: -1, MaxByteRate: -1},
			}
			far, near := transport.Pipe()
			go server.ServeConn(far)
			send := func() { require.NoError(t, near.Send(transport.Message{Data: bad})) }
			send()

			const n = 100
			allocated := testkit.Allocated(func() {
				for range n {
					send()
				}
				near.Close(nil)
				for len(server.Peers()) > 0 {
					time.Sleep(time.Millisecond)
				}
			})
			assert.Less(t, allocated/n, uint64(8<<10+4*len(bad)), "bytes of memory for a packet")
		})
	}
}

// TestServeReturnsNilAtTheEnd: if the server closes the connection normally, Serve of a client
// returns nil.
func TestServeReturnsNilAtTheEnd(t *testing.T) {
	mux := message.New[int](message.Options{})
	server := &message.Server[int]{Mux: mux}
	far, near := transport.Pipe()
	served := make(chan error, 1)
	go func() { served <- server.ServeConn(far) }()
	for len(server.Peers()) == 0 {
		time.Sleep(time.Millisecond)
	}

	client := message.NewClient(t.Context(), near, mux)
	server.Peers()[0].End(errors.New("the end"))
	require.NoError(t, client.Serve(0))
	require.EqualError(t, <-served, "the end")
	require.Equal(t, map[string]int{"other": 1}, server.Totals().Left)

	far, near = transport.Pipe()
	go func() { served <- server.ServeConn(far) }()
	near.Close(nil)
	require.ErrorIs(t, <-served, io.EOF)
}
