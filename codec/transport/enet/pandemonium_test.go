package enet_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
)

// unspaced returns the bytes of hexadecimal digits with spaces.
func unspaced(t *testing.T, text string) []byte {
	data, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	require.NoError(t, err)
	return data
}

// TestPandemonium: a game of Pandemonium calls a method of the server, and the server calls a
// method of the game. The bytes follow the source code of Pandemonium, they are not a recording of
// a game. Pandemonium has the transport of Godot 3, and all commands of Godot 3 except SET.
func TestPandemonium(t *testing.T) {
	s := multiplayer.NewServer(multiplayer.Options{Protocol: packet.Pandemonium})
	received := make(chan string, 1)
	s.Event = func(e multiplayer.Event) {
		if e, ok := e.(multiplayer.Received); ok {
			received <- fmt.Sprintf("%d %x", e.Peer.ID(), e.Data)
		}
	}
	chat := s.World().Node("Chat")
	chat.Declare(multiplayer.Method{Name: "heard"})
	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, text string) error { return chat.Call(p.ID(), "heard", text) })

	l, err := enet.Listen("127.0.0.1:0", enet.Options{})
	require.NoError(t, err)
	go s.Serve(l)
	t.Cleanup(func() { _ = s.Shutdown(t.Context()) })

	game := dial(t, l.Addr().String(), enet.Options{Layer: enet.Raw, Channels: 3, ID: 0x0535fc21})
	const (
		toServer = "21fc3505 01000000 "
		toGame   = "01000000 21fc3505 "
	)
	for _, text := range []string{
		toServer + "01 01000000 4368617400",                             // SIMPLIFY 1 "Chat"
		toServer + "00 01000000 73617900 01 04000000 02000000 68690000", // call of say("hi")
		toServer + "03 aabb",                                            // RAW
	} {
		m := transport.Message{Data: unspaced(t, text), Channel: 1}
		require.NoError(t, game.Send(m))
	}

	for _, text := range []string{
		toGame + "02 4368617400",          // CONFIRM "Chat"
		toGame + "01 01000000 4368617400", // SIMPLIFY 1 "Chat"
		// CALL heard("hi")
		toGame + "00 18000080 686561726400 01 04000000 02000000 68690000 4368617400",
	} {
		m, err := game.Receive()
		require.NoError(t, err)
		require.Equal(t, 1, m.Channel)
		require.Equal(t, unspaced(t, text), m.Data, "%x", m.Data)
	}
	require.Equal(t, fmt.Sprintf("%d aabb", 0x0535fc21), next(t, received))
}
