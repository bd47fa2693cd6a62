package multiplayer_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/variant"
)

// A tin is a Socket that keeps what is sent.
type tin struct {
	sent   [][]byte
	fault  error // of Send
	closed int
}

func (s *tin) Send(message []byte) error {
	s.sent = append(s.sent, message)
	return s.fault
}

func (s *tin) Close() { s.closed++ }

// take returns what was sent since the last call.
func (s *tin) take() [][]byte {
	sent := s.sent
	s.sent = nil
	return sent
}

// echoServer returns a server of a protocol, which gives the clients back what they say.
func echoServer(
	t *testing.T, p *multiplayer.Protocol, o multiplayer.Options,
) *multiplayer.WebSocketServer {
	o.Format = format(t, p)
	server := multiplayer.NewWebSocketServer(o)
	chat := server.World().Node("Chat")
	chat.Declare(multiplayer.Method{Name: "heard"})
	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, v variant.Variant) error {
			return chat.Call(p.ID(), "heard", v)
		})
	return server
}

// TestWebSocketServerOfGodot4: the ID is the first message, and each message after it a packet.
func TestWebSocketServerOfGodot4(t *testing.T) {
	server := echoServer(t, multiplayer.Godot4,
		multiplayer.Options{Relay: &multiplayer.RelayRules{}})
	two, three := &tin{}, &tin{}

	events, err := server.Connect(2, two)
	require.NoError(t, err)
	require.Len(t, events, 1)
	require.Equal(t, [][]byte{{2, 0, 0, 0}}, two.take())

	_, err = server.Connect(3, three)
	require.NoError(t, err)
	require.Equal(t, [][]byte{{3, 0, 0, 0}, {7, 1, 2, 0, 0, 0}}, three.take())
	require.Equal(t, [][]byte{{7, 1, 3, 0, 0, 0}}, two.take())

	say := append([]byte{0x20, 9, 0, 0, 0x80, 1, 1, 2, 5}, "Chat\x00"...)
	_, err = server.Receive(2, say)
	require.NoError(t, err)
	answer := two.take()
	require.Len(t, answer, 2) // the number of the node, and the call
	require.Equal(t, append([]byte{0x20, 9, 0, 0, 0x80, 0, 1, 2, 5}, "Chat\x00"...), answer[1])
	require.Empty(t, three.take())

	_, err = server.Disconnect(2)
	require.NoError(t, err)
	require.Equal(t, [][]byte{{7, 2, 2, 0, 0, 0}}, three.take())
	_, err = server.Connect(2, two) // it comes back
	require.NoError(t, err)
	require.Equal(t, []byte{2, 0, 0, 0}, two.take()[0])
}

// TestWebSocketServerOfGodot3: each message is a frame, and a call to all has one target.
func TestWebSocketServerOfGodot3(t *testing.T) {
	server := echoServer(t, multiplayer.Godot3, multiplayer.Options{})
	two, three := &tin{}, &tin{}

	_, err := server.Connect(2, two)
	require.NoError(t, err)
	require.Equal(t, [][]byte{
		{3, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0}, {1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0},
	}, two.take())
	_, err = server.Connect(3, three)
	require.NoError(t, err)
	require.Len(t, three.take(), 2)
	require.Empty(t, two.take())

	require.NoError(t, server.World().SendBytes(
		multiplayer.AllBut(3), []byte{9}, multiplayer.Reliable, 0))
	require.Equal(t, [][]byte{{0, 1, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff, 4, 9}}, two.take())
	require.Empty(t, three.take())

	for _, to := range []int32{1, 0, -3} {
		frame, err := multiplayer.Frame{From: 2, To: to, Packet: []byte{4, 7}}.Append(nil)
		require.NoError(t, err)
		events, err := server.Receive(2, frame)
		require.NoError(t, err)
		require.Equal(t, []byte{7}, events[0].(multiplayer.Received).Data)
	}
	require.Empty(t, three.take(), "a client knows the server alone")
}

// TestWebSocketServerRefusesFrames that are not those of the client, or not for the server.
func TestWebSocketServerRefusesFrames(t *testing.T) {
	server := echoServer(t, multiplayer.Godot3, multiplayer.Options{})
	for id := int32(2); id <= 3; id++ {
		_, err := server.Connect(id, &tin{})
		require.NoError(t, err)
	}

	for _, c := range []struct {
		what  string
		frame multiplayer.Frame
		kind  error
	}{
		{"of another one", multiplayer.Frame{From: 3, To: 1, Packet: []byte{4, 7}},
			multiplayer.ErrPeer},
		{"of the server", multiplayer.Frame{From: 1, To: 1, Packet: []byte{4, 7}},
			multiplayer.ErrPeer},
		{"to a client", multiplayer.Frame{From: 2, To: 3, Packet: []byte{4, 7}},
			multiplayer.ErrPeer},
		{"an ADD", multiplayer.Frame{Kind: multiplayer.FrameAdd, From: 2, Peer: 9},
			multiplayer.ErrRefused},
		{"to all but the server", multiplayer.Frame{From: 2, To: -1, Packet: []byte{4, 7}}, nil},
	} {
		frame, err := c.frame.Append(nil)
		require.NoError(t, err)
		events, err := server.Receive(2, frame)
		require.ErrorIs(t, err, c.kind, c.what)
		require.Empty(t, events, c.what)
	}

	_, err := server.Receive(2, []byte{0, 2})
	require.ErrorIs(t, err, variant.ErrTruncated)
}

// TestWebSocketServerRefusesClients: the World and the first one with the ID stay as they were.
func TestWebSocketServerRefusesClients(t *testing.T) {
	server := echoServer(t, multiplayer.Godot4,
		multiplayer.Options{Limits: multiplayer.Limits{MaxPeers: 1}})
	first, second := &tin{}, &tin{}

	_, err := server.Connect(1, first)
	require.ErrorIs(t, err, multiplayer.ErrPeer)
	broken := errors.New("broken")
	_, err = server.Connect(2, &tin{fault: broken})
	require.ErrorIs(t, err, broken)
	require.Empty(t, server.World().Peers())

	_, err = server.Connect(2, first)
	require.NoError(t, err)
	_, err = server.Connect(2, second)
	require.ErrorIs(t, err, multiplayer.ErrPeer)
	_, err = server.Connect(3, second)
	require.ErrorIs(t, err, variant.ErrLimit)
	require.Len(t, server.World().Peers(), 1)

	_, err = server.World().Kick(2)
	require.NoError(t, err)
	require.Equal(t, 1, first.closed)
	events, err := server.Disconnect(2)
	require.NoError(t, err)
	require.Empty(t, events)
	require.Zero(t, second.closed)
}

// TestWebSocketServerHasItsTransport, and is the server.
func TestWebSocketServerHasItsTransport(t *testing.T) {
	for _, o := range []multiplayer.Options{{ID: 2}, {ID: -1}, {Transport: port{newHub(), 1}}} {
		require.Panics(t, func() { multiplayer.NewWebSocketServer(o) })
	}
	require.Equal(t, int32(1), multiplayer.NewWebSocketServer(multiplayer.Options{}).World().ID())
}

// TestWebSocketServerOfPandemonium has frames too.
func TestWebSocketServerOfPandemonium(t *testing.T) {
	server := echoServer(t, multiplayer.Pandemonium, multiplayer.Options{})
	client := &tin{}
	_, err := server.Connect(2, client)
	require.NoError(t, err)

	first, err := multiplayer.ParseFrame(client.take()[0])
	require.NoError(t, err)
	require.Equal(t, multiplayer.Frame{Kind: multiplayer.FrameID, From: 1, Peer: 2}, first)
}
