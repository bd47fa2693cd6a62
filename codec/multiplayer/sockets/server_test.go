package sockets_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/internal/recorded"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/multiplayer/sockets"
	"godotvariant/variant"
)

// A tin is a Conn that keeps what is sent.
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
	t *testing.T, p *packet.Protocol, o multiplayer.Options,
) *sockets.Server {
	o.Format = recorded.Format(t, p)
	server := sockets.New(o)
	chat := server.World().Node("Chat")
	chat.Declare(multiplayer.Method{Name: "heard"})
	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, v variant.Variant) error {
			return chat.Call(p.ID(), "heard", v)
		})
	return server
}

// TestServerOfGodot4: the ID is the first message, and each message after it a packet.
func TestServerOfGodot4(t *testing.T) {
	server := echoServer(t, packet.Godot4,
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

// TestServerOfGodot3: each message is a frame, and a call to all has one target.
func TestServerOfGodot3(t *testing.T) {
	server := echoServer(t, packet.Godot3, multiplayer.Options{})
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
		frame, err := packet.Frame{From: 2, To: to, Packet: []byte{4, 7}}.Append(nil)
		require.NoError(t, err)
		events, err := server.Receive(2, frame)
		require.NoError(t, err)
		require.Equal(t, []byte{7}, events[0].(multiplayer.Received).Data)
	}
	require.Empty(t, three.take(), "a client knows the server alone")
}

// TestRelayOfGodot3: frames of one client to another have its ID, and frames of the server tell who
// is there.
func TestRelayOfGodot3(t *testing.T) {
	server := echoServer(t, packet.Godot3,
		multiplayer.Options{Relay: &multiplayer.RelayRules{}})
	two, three := &tin{}, &tin{}
	for id, conn := range map[int32]*tin{2: two, 3: three} {
		_, err := server.Connect(id, conn)
		require.NoError(t, err)
	}
	require.Equal(t, []byte{1, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0}, two.take()[2])
	require.Equal(t, []byte{1, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0}, three.take()[2])

	hello := []byte{0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 7}
	events, err := server.Receive(2, hello)
	require.NoError(t, err)
	require.Empty(t, events)
	require.Equal(t, [][]byte{hello}, three.take())
	require.Empty(t, two.take())

	_, err = server.Disconnect(3)
	require.NoError(t, err)
	require.Equal(t, [][]byte{{2, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0}}, two.take())
}

// TestServerRefusesFrames that are not those of the client, or not for the server.
func TestServerRefusesFrames(t *testing.T) {
	server := echoServer(t, packet.Godot3, multiplayer.Options{})
	for id := int32(2); id <= 3; id++ {
		_, err := server.Connect(id, &tin{})
		require.NoError(t, err)
	}

	for _, c := range []struct {
		what  string
		frame packet.Frame
		kind  error
	}{
		{"of another one", packet.Frame{From: 3, To: 1, Packet: []byte{4, 7}},
			multiplayer.ErrPeer},
		{"of the server", packet.Frame{From: 1, To: 1, Packet: []byte{4, 7}},
			multiplayer.ErrPeer},
		{"to a client", packet.Frame{From: 2, To: 3, Packet: []byte{4, 7}},
			multiplayer.ErrPeer},
		{"an ADD", packet.Frame{Kind: packet.FrameAdd, From: 2, Peer: 9},
			multiplayer.ErrRefused},
		{"to all but the server", packet.Frame{From: 2, To: -1, Packet: []byte{4, 7}}, nil},
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

// TestServerRefusesClients: the World and the first one with the ID stay as they were.
func TestServerRefusesClients(t *testing.T) {
	server := echoServer(t, packet.Godot4,
		multiplayer.Options{Limits: multiplayer.Limits{MaxPeers: 1}})
	first, second := &tin{}, &tin{}

	_, err := server.Connect(1, first)
	require.ErrorIs(t, err, packet.ErrID)
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

// deaf is a Transport.
type deaf struct{}

func (deaf) Send(int32, multiplayer.Message) error { return nil }

func (deaf) Disconnect(int32) {}

// TestServerHasItsTransport, and is the server.
func TestServerHasItsTransport(t *testing.T) {
	for _, o := range []multiplayer.Options{{ID: 2}, {ID: -1}, {Transport: deaf{}}} {
		require.Panics(t, func() { sockets.New(o) })
	}
	require.Equal(t, int32(1), sockets.New(multiplayer.Options{}).World().ID())
}

// TestServerOfPandemonium has frames too.
func TestServerOfPandemonium(t *testing.T) {
	server := echoServer(t, packet.Pandemonium, multiplayer.Options{})
	client := &tin{}
	_, err := server.Connect(2, client)
	require.NoError(t, err)

	first, err := packet.ParseFrame(client.take()[0])
	require.NoError(t, err)
	require.Equal(t, packet.Frame{Kind: packet.FrameID, From: 1, Peer: 2}, first)
}
