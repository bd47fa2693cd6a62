package enet_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/internal/test/enginetest"
)

// TestLiveRelay3: a client in Go and another client are connected to a server of Godot 3. The
// client in Go gets an event when the other client connects. It gets packets with the ID of the
// other client as the sender, and its answer reaches the other client.
func TestLiveRelay3(t *testing.T) {
	program := enginetest.Godot3(t)
	address := freePort(t)
	script := program.Start(t, "testdata/relay3.gd", "", []string{portOf(t, address)})

	conn := dial(t, address, enet.Options{Layer: enet.Godot3})
	c := multiplayer.NewClient(conn, multiplayer.Options{Protocol: packet.Godot3})
	came := make(chan int32, 9)
	got := make(chan string, 9)
	c.Event = func(e multiplayer.Event) {
		switch e := e.(type) {
		case multiplayer.Connected:
			came <- e.Peer.ID()
		case multiplayer.Received:
			got <- fmt.Sprint(e.Peer.ID(), " ", string(e.Data))
			answer := []byte("welcome")
			assert.NoError(t, c.World().SendBytes(e.Peer.ID(), answer, transport.Reliable, 0))
		}
	}

	ended := make(chan error, 1)
	go func() { ended <- c.Run(context.Background()) }()
	require.EqualValues(t, 1, next(t, came))
	other := next(t, came)
	require.Equal(t, fmt.Sprint(other, " hello"), next(t, got))

	script.Expect("the other welcome")
	c.Close(nil)
	require.NoError(t, next(t, ended))
	require.Empty(t, c.World().Peers())
	require.Equal(t, []string{
		fmt.Sprint("client ", other), "the other welcome", "it has left",
	}, script.Wait())
}

// next returns the next value. It fails the test if no value arrives in time.
func next[T any](t *testing.T, values <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-values:
	case <-time.After(30 * time.Second):
		require.Fail(t, "nothing comes")
	}

	return value
}
