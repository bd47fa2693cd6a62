package enet_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
)

// worlds starts a server for games of both engines, and returns the server and its address. Games
// of both engines can call the server's node Chat.
func worlds(t *testing.T, o enet.Options) (*multiplayer.Server, string) {
	s := multiplayer.NewServer(
		multiplayer.Options{Relay: &multiplayer.RelayRules{}},
		multiplayer.Options{Relay: &multiplayer.RelayRules{}, Protocol: packet.Godot3},
	)
	for _, w := range s.Worlds() {
		chat := w.Node("Chat")
		chat.Declare(multiplayer.Method{Name: "heard"})
		chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
			func(p *multiplayer.Peer, text string) error {
				return chat.Call(multiplayer.All, "heard", p.ID(), text)
			})
	}

	l, err := enet.Listen("127.0.0.1:0", o)
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		require.NoError(t, s.Shutdown(ctx))
		<-served
	})
	return s, l.Addr().String()
}

// A guest is a multiplayer.Client that records the calls and bytes that it receives.
type guest struct {
	*multiplayer.Client
	heard chan string // calls
	bytes chan string
	ended chan error
}

func join(t *testing.T, address string, l enet.Layer) *guest {
	o := multiplayer.Options{Relay: &multiplayer.RelayRules{}}
	if l == enet.Godot3 {
		o.Protocol = packet.Godot3
	}
	g := &guest{
		Client: multiplayer.NewClient(dial(t, address, enet.Options{Layer: l}), o),
		heard:  make(chan string, 100), bytes: make(chan string, 100), ended: make(chan error, 1),
	}
	chat := g.World().Node("Chat")
	chat.Declare(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer})
	heard := func(_ *multiplayer.Peer, who int32, text string) error {
		g.heard <- fmt.Sprint(who, " ", text)
		return nil
	}
	chat.Handle(multiplayer.Method{Name: "heard"}, heard)

	connected := make(chan bool, 10)
	g.Event = func(e multiplayer.Event) {
		switch e := e.(type) {
		case multiplayer.Connected:
			if e.Peer.ID() == 1 {
				connected <- true
			}
		case multiplayer.Received:
			g.bytes <- fmt.Sprint(e.Peer.ID(), " ", string(e.Data))
		}
	}
	go func() { g.ended <- g.Run(context.Background()) }()
	<-connected
	return g
}

func (g *guest) say(t *testing.T, text string) {
	g.Do(func(w *multiplayer.World) {
		assert.NoError(t, w.Node("Chat").Call(1, "say", text))
	})
}

// TestBothEngines: games of both engines call methods of one server at one port, and get its calls.
func TestBothEngines(t *testing.T) {
	s, address := worlds(t, enet.Options{})
	four, three := join(t, address, enet.Godot4), join(t, address, enet.Godot3)
	for _, g := range []*guest{four, three} {
		g.say(t, "hello")
		require.Equal(t, fmt.Sprint(g.World().ID(), " hello"), <-g.heard)
	}

	s.Do(func(*multiplayer.World) {
		assert.Len(t, s.Worlds()[0].Peers(), 1)
		assert.Len(t, s.Worlds()[1].Peers(), 1)
	})
	for _, g := range []*guest{four, three} {
		g.Close(nil)
		require.NoError(t, <-g.ended)
	}
}

// waitForTwo waits until a World has two clients.
func waitForTwo(t *testing.T, s *multiplayer.Server, w *multiplayer.World) {
	require.Eventually(t, func() (both bool) {
		s.Do(func(*multiplayer.World) { both = len(w.Peers()) == 2 })
		return both
	}, 10*time.Second, time.Millisecond)
}

// tell sends some bytes to one client, and then to all clients.
func (g *guest) tell(t *testing.T, to int32) {
	g.Do(func(w *multiplayer.World) {
		assert.NoError(t, w.SendBytes(to, []byte("for b"), transport.Reliable, 0))
		assert.NoError(t, w.SendBytes(multiplayer.All, []byte("for all"), transport.Reliable, 0))
	})
}

// TestRelay: clients of one engine send each other packets through the server. A packet arrives
// with the ID of the client that has sent it.
func TestRelay(t *testing.T) {
	for _, layer := range []enet.Layer{enet.Godot4, enet.Godot3} {
		_, address := worlds(t, enet.Options{})
		a, b := join(t, address, layer), join(t, address, layer)
		id := b.World().ID()
		require.Eventually(t, func() (known bool) {
			a.Do(func(w *multiplayer.World) { known = w.Peer(id) != nil })
			return known
		}, 10*time.Second, time.Millisecond)

		a.tell(t, id)
		require.Equal(t, fmt.Sprint(a.World().ID(), " for b"), <-b.bytes)
		require.Equal(t, fmt.Sprint(a.World().ID(), " for all"), <-b.bytes)

		b.Close(nil)
		require.NoError(t, <-b.ended)
		require.Empty(t, b.World().Peers())
	}
}

// TestRelay3: games of Godot 3 send packets to each other. The header of a packet names the
// receiver. The server tells the games about each other.
func TestRelay3(t *testing.T) {
	s, address := worlds(t, enet.Options{})
	a := join(t, address, enet.Godot3)
	b := dial(t, address, enet.Options{Layer: enet.Godot3})
	b.(interface{ CarryFrames() }).CarryFrames()
	own := b.(interface{ LocalID() int32 }).LocalID()
	next := func() packet.Frame {
		m, err := b.Receive()
		require.NoError(t, err)
		f, err := packet.DecodeFrame(m.Data)
		require.NoError(t, err)
		return f
	}

	id := a.World().ID()
	require.Equal(t, packet.Frame{Kind: packet.FrameAdd, From: 1, To: own, Peer: id}, next())
	waitForTwo(t, s, s.Worlds()[1])
	a.tell(t, own)
	for _, text := range []string{"for b", "for all"} {
		f := next()
		require.Equal(t, id, f.From)
		require.Equal(t, own, f.To)
		require.Equal(t, append([]byte{4}, text...), f.Packet)
	}
	a.Close(nil)
	require.Equal(t, packet.Frame{Kind: packet.FrameDel, From: 1, To: own, Peer: id}, next())
}

// TestOneID: two clients can't have the same ID, even in the Worlds of two engines.
func TestOneID(t *testing.T) {
	s, address := worlds(t, enet.Options{})
	dial(t, address, enet.Options{ID: 99})
	require.Eventually(t, func() (entered bool) {
		s.Do(func(w *multiplayer.World) { entered = w.Peer(99) != nil })
		return entered
	}, 10*time.Second, time.Millisecond)

	for _, layer := range []enet.Layer{enet.Godot4, enet.Godot3} {
		c := dial(t, address, enet.Options{ID: 99, Layer: layer})
		for {
			_, err := c.Receive()
			if err != nil {
				require.ErrorIs(t, err, transport.ErrLost)
				break
			}
		}
	}
}

// TestWrongLayer: the server disconnects a game of Godot 4 that looks like a game of Godot 3. The
// error has the reason.
func TestWrongLayer(t *testing.T) {
	left := make(chan error, 1)
	address := serve(t, &transport.Server{
		Leave: func(_ *transport.Peer, why error) { left <- why },
	}, enet.Options{})
	c := dial(t, address, enet.Options{Channels: 3})
	require.NoError(t, c.Send(transport.Message{Data: []byte("a packet of Godot 4")}))
	err := <-left
	require.ErrorIs(t, err, transport.ErrProtocol)
	require.ErrorContains(t, err, "Options.Layer")
}

// TestMessages: a message.Server serves games of both engines, and games that use ENetConnection.
func TestMessages(t *testing.T) {
	type hello struct {
		N int `godot:"n"`
	}
	mux := new(message.Mux[*message.Peer])
	message.Declare[hello](mux, "hello")
	message.Handle(mux, "hello", func(p *message.Peer, m *hello) error {
		return p.Send(hello{N: m.N + 1})
	})

	for name, o := range layers {
		t.Run(name, func(t *testing.T) {
			s := &message.Server[*message.Peer]{
				Mux:   mux,
				Enter: func(p *message.Peer) (*message.Peer, error) { return p, nil },
			}
			l, err := enet.Listen("127.0.0.1:0", o[0])
			require.NoError(t, err)
			go s.Serve(l)
			defer s.Shutdown(context.Background(), nil)

			c := dial(t, l.Addr().String(), o[1])
			data, err := mux.Append(nil, hello{N: 7})
			require.NoError(t, err)
			require.NoError(t, c.Send(transport.Message{Data: data}))
			answer, err := c.Receive()
			require.NoError(t, err)
			want, err := mux.Append(nil, hello{N: 8})
			require.NoError(t, err)
			require.Equal(t, want, answer.Data)
		})
	}
}
