package multiplayer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
)

// TestClient: a Client of each family joins a Server, calls its methods, receives calls, and
// leaves.
func TestClient(t *testing.T) {
	for _, p := range []*packet.Protocol{packet.Godot4, packet.Godot3} {
		s := newStage(multiplayer.Options{Protocol: p})
		far, near := transport.Pipe()
		go s.ServeConn(far)
		c := multiplayer.NewClient(near, multiplayer.Options{Protocol: p})
		heard := make(chan string, 9)
		chat := c.World().Node("Chat")
		chat.Declare(anyPeer("say"))
		chat.Handle(multiplayer.Method{Name: "heard"}, func(text string) { heard <- text })
		c.Event = func(e multiplayer.Event) {
			if _, ok := e.(multiplayer.Connected); ok {
				require.NoError(t, chat.Call(1, "say", "hello"))
			}
		}

		over := make(chan error, 1)
		go func() { over <- c.Run(context.Background()) }()
		require.Equal(t, "hello", <-heard)
		c.Do(func(w *multiplayer.World) {
			require.Equal(t, int32(2), w.ID())
			require.NoError(t, chat.Call(1, "say", "again"))
		})
		require.Equal(t, "again", <-heard)
		require.NoError(t, s.Shutdown(context.Background()))
		require.NoError(t, <-over)
		require.Empty(t, c.World().Peers())
	}
}

// TestServedByTCP: a server serves a listener until Shutdown, and a client connects over TCP.
func TestServedByTCP(t *testing.T) {
	s := newStage()
	listener := must(transport.Listen("tcp", "127.0.0.1:0"))
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()

	conn := must(transport.Dial(context.Background(), "tcp", listener.Addr().String()))
	c := multiplayer.NewClient(conn, multiplayer.Options{})
	chat := c.World().Node("Chat")
	chat.Declare(anyPeer("say"))
	chat.Handle(multiplayer.Method{Name: "heard"}, func(p *multiplayer.Peer, text string) {
		p.Conn().End(nil)
	})
	c.Event = func(e multiplayer.Event) {
		if _, ok := e.(multiplayer.Connected); ok {
			require.NoError(t, chat.Call(1, "say", "hello"))
		}
	}
	require.NoError(t, c.Run(context.Background()))

	require.NoError(t, s.Shutdown(context.Background()))
	require.ErrorIs(t, <-served, transport.ErrClosed)
	require.Equal(t, 1, s.Totals().Entered)
}

// TestTicks: a Server and a Client poll their Worlds. The state of a node reaches the other side
// after each change, in both directions.
func TestTicks(t *testing.T) {
	instance := func() multiplayer.Instance {
		ours, theirs := countedConfig, countedConfig
		theirs.Node, theirs.Authority = "Theirs", 2
		return countedWith(ours, theirs)
	}
	// count returns a function for the field Event of the Server or of the Client. When a state has
	// arrived, the function sends state.Changes to the channel seen, if the channel has space. Then
	// it increases state.Changes, so that the World sends the changed state.
	count := func(in multiplayer.Instance, seen chan<- int) func(multiplayer.Event) {
		state := in.State.(*counted)
		return func(e multiplayer.Event) {
			if _, ok := e.(multiplayer.Synced); !ok {
				return
			}
			select {
			case seen <- state.Changes:
			default:
			}
			state.Changes++
		}
	}

	s := newStage()
	s.Every = time.Millisecond
	server, atServer := instance(), make(chan int, 1)
	s.Event = count(server, atServer)
	s.Do(func(w *multiplayer.World) { must(w.Synchronize("Counted", server)) })
	far, near := transport.Pipe()
	go s.ServeConn(far)

	c := multiplayer.NewClient(near, multiplayer.Options{})
	c.Every = time.Millisecond
	client, atClient := instance(), make(chan int, 1)
	synced := count(client, atClient)
	c.Event = func(e multiplayer.Event) {
		if _, ok := e.(multiplayer.Connected); ok { // the client knows its ID now
			must(c.World().Synchronize("Counted", client))
		}
		synced(e)
	}
	over := make(chan error, 1)
	go func() { over <- c.Run(context.Background()) }()

	for <-atServer < 3 {
	}
	for <-atClient < 3 {
	}
	c.Close(nil)
	require.NoError(t, <-over)
}

// TestClientEnds: Run returns the error that Close got, or the error of the context. Afterwards the
// World of the client has no peers.
func TestClientEnds(t *testing.T) {
	gone := errors.New("gone fishing")
	for name, end := range map[string]struct {
		do   func(c *multiplayer.Client, cancel func())
		want error
	}{
		"close":   {func(c *multiplayer.Client, _ func()) { c.Close(nil) }, nil},
		"reason":  {func(c *multiplayer.Client, _ func()) { c.Close(gone) }, gone},
		"context": {func(_ *multiplayer.Client, cancel func()) { cancel() }, context.Canceled},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		s := newStage()
		far, near := transport.Pipe()
		left := make(chan error, 1)
		go func() { left <- s.ServeConn(far) }()
		c := multiplayer.NewClient(near, multiplayer.Options{})
		connected := make(chan bool)
		c.Event = func(e multiplayer.Event) {
			if _, ok := e.(multiplayer.Connected); ok {
				close(connected)
			}
		}
		over := make(chan error, 1)
		go func() { over <- c.Run(ctx) }()
		<-connected

		end.do(c, cancel)
		require.ErrorIs(t, <-over, end.want, name)
		require.ErrorIs(t, <-left, io.EOF, name)
		require.Empty(t, c.World().Peers())
	}

	_, near := transport.Pipe()
	c := multiplayer.NewClient(near, multiplayer.Options{Protocol: packet.Godot3})
	early := c.World().SendBytes(multiplayer.All, []byte{1}, transport.Reliable, 0)
	require.ErrorIs(t, early, transport.ErrClosed)
	c.Close(nil)
	require.Error(t, c.Run(context.Background()), "the connection is closed")
}

// TestClientFaults: Fault decides what happens after a wrong message of a server. Log gets the
// errors that Fault does not get.
func TestClientFaults(t *testing.T) {
	id := must(packet.AppendID(nil, 2))
	frame := func(f packet.Frame) []byte {
		f.From = 1
		return must(f.Append(nil))
	}
	welcome := frame(packet.Frame{Kind: packet.FrameID, Peer: 2})
	damaged := frame(packet.Frame{To: 2, Packet: []byte{0xff}})
	joined := func(id int32) []byte { return frame(packet.Frame{Kind: packet.FrameAdd, Peer: id}) }
	const received = "godot: receive from peer 1: "
	for name, test := range map[string]struct {
		protocol *packet.Protocol
		sent     [][]byte
		want     string
	}{
		"an ID":    {packet.Godot4, [][]byte{{1}}, received},
		"a packet": {packet.Godot4, [][]byte{id, {0xff}}, received},
		"a frame":  {packet.Godot3, [][]byte{{1}}, received},
		"no ID":    {packet.Godot3, [][]byte{joined(1)}, "the first message is not the ID"},
		"a packet of Godot 3, behind the news of a client": {
			packet.Godot3, [][]byte{welcome, joined(1), joined(3), damaged}, received},
	} {
		run := func(fault func(*multiplayer.Peer, *multiplayer.Error) error) (string, error) {
			far, near := transport.Pipe()
			c := multiplayer.NewClient(near, multiplayer.Options{Protocol: test.protocol})
			var log bytes.Buffer
			c.Log = slog.New(slog.NewTextHandler(&log, nil))
			c.Fault = fault
			go func() {
				for _, data := range test.sent {
					_ = far.Send(transport.Message{Data: data}) // fails if the client has left
				}
				_ = far.Close(nil)
			}()
			err := c.Run(context.Background())
			return log.String(), err
		}

		log, err := run(nil)
		require.NoError(t, err, name)
		require.Contains(t, log, test.want, name)

		log, err = run(func(_ *multiplayer.Peer, e *multiplayer.Error) error {
			require.Equal(t, int32(1), e.Peer, name)
			return fmt.Errorf("I leave: %w", e)
		})
		require.ErrorContains(t, err, "I leave: ", name)
		require.ErrorContains(t, err, test.want, name)
		require.NotContains(t, log, test.want, name)
	}
}
