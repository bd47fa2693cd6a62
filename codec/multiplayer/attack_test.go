package multiplayer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
)

// TestDeafGamesOfARelay: one game sends through the relay, and the other games do not read. The
// server disconnects the games that do not read, and keeps no memory for them. The sending game
// stays connected.
func TestDeafGamesOfARelay(t *testing.T) {
	const deaf = 5
	s := multiplayer.NewServer(multiplayer.Options{Relay: &multiplayer.RelayRules{}})
	s.Limits = transport.Limits{MaxRate: -1, MaxByteRate: -1}
	l := must(transport.Listen("tcp", "127.0.0.1:0"))
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()

	games := make([]transport.Conn, deaf+1)
	for i := range games {
		games[i] = must(transport.Dial(t.Context(), "tcp", l.Addr().String()))
		defer games[i].Close(nil)
	}
	inside := func() (n int) {
		s.Do(func(w *multiplayer.World) { n = len(w.Peers()) })
		return n
	}
	allInside := func() bool { return inside() == len(games) }
	require.Eventually(t, allInside, time.Minute, time.Millisecond)

	loud := games[deaf]
	heard := make(chan error, 1)
	go func() {
		for {
			if _, err := loud.Receive(); err != nil {
				heard <- err
				return
			}
		}
	}()

	body := append4(t, packet.Bytes{Data: make([]byte, 120<<10)})
	data := append4(t, packet.Relay{Peer: -1, Packet: body})
	left := kept(func() {
		for range 300 { // the operating system buffers about 10 MB for each connection
			require.NoError(t, loud.Send(transport.Message{Data: data}))
		}
		require.Eventually(t, func() bool { return s.Totals().Left["slow"] == deaf }, time.Minute,
			time.Millisecond)
	})
	require.Less(t, left, 4<<20)
	require.Equal(t, 1, inside())

	require.NoError(t, s.Shutdown(t.Context()))
	require.Error(t, <-heard)
	require.ErrorIs(t, <-served, transport.ErrClosed)
}
