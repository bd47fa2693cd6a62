package rooms_test

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"godotvariant/examples/extras/rooms/meadow"
	"godotvariant/examples/extras/rooms/natsd"
	"godotvariant/examples/extras/rooms/rooms"
	"godotvariant/math"
	"godotvariant/variant"
)

// patience is how long a test waits for what must come.
const patience = time.Minute

// startNATS returns the URL of a server.
func startNATS(t *testing.T) string {
	t.Helper()
	server, err := natsd.Start("127.0.0.1:-1", t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() {
		server.Shutdown()
		server.WaitForShutdown()
	})
	return server.ClientURL()
}

// startNode returns a Node and its address for clients.
func startNode(t *testing.T, url string, c rooms.Config) (*rooms.Node, string) {
	t.Helper()
	conn, err := nats.Connect(url)
	require.NoError(t, err)
	t.Cleanup(conn.Close)

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c.Game = meadow.Game{}
	node, err := rooms.Open(ctx, conn, c)
	require.NoError(t, err)

	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go node.Server().Serve(l)
	return node, "tcp://" + l.Addr().String()
}

// play lets a client play until the test ends. ended gets why its connections end.
func play(t *testing.T, token, room string, addresses ...string) (
	c *rooms.Client, ended chan string,
) {
	t.Helper()
	ended = make(chan string, 100)
	c = &rooms.Client{Addresses: addresses, Room: room, Token: token}
	c.OnEnd = func(_ string, err error) {
		select {
		case ended <- err.Error():
		default:
		}
	}

	ctx, cancel := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() { c.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		run.Wait()
	})

	return c, ended
}

// walk sends messages and waits until they are accepted.
func walk(t *testing.T, c *rooms.Client, x float64, times int) {
	t.Helper()
	for range times {
		c.Do(variant.NewDictionary(variant.KV("go", math.V2(x, 0))))
	}
	require.Eventually(t, func() bool { return c.Waiting() == 0 }, patience, time.Millisecond)
}

// TestRoomMoves: a process that drains gives its room to another one, with all that was accepted,
// and its client goes there.
func TestRoomMoves(t *testing.T) {
	url := startNATS(t)
	first, at := startNode(t, url, rooms.Config{})
	ada, _ := play(t, "ada", "one", at)
	walk(t, ada, 1, 3)
	require.Equal(t, rooms.Stats{Rooms: 1, Visitors: 1}, first.Stats())
	require.NoError(t, first.Ready())

	second, at := startNode(t, url, rooms.Config{})
	bob, _ := play(t, "bob", "one", at)
	walk(t, bob, -1, 1)
	require.NoError(t, first.Drain(t.Context()))
	require.ErrorIs(t, first.Ready(), rooms.ErrDraining)

	walk(t, bob, 0, 100)
	require.Eventually(t, func() bool { return second.Stats().Rooms == 1 }, patience,
		time.Millisecond)
	require.Equal(t, int64(101), bob.Acked())
	require.NoError(t, second.Drain(t.Context()))
}

// TestRefusals: clients are told why they may not join, and messages why the game refuses them.
func TestRefusals(t *testing.T) {
	verify := func(token string) (rooms.Player, error) {
		if token == "forged" {
			return rooms.Player{}, errors.New("the signature is wrong")
		}
		return rooms.Player{ID: token, Room: "one"}, nil
	}
	node, at := startNode(t, startNATS(t), rooms.Config{Verify: verify})

	for _, c := range []struct{ token, room, why string }{
		{"forged", "one", "the signature is wrong"},
		{"ada", "two", "the token is for another room"},
		{"ada", "one.>", "a room has a name of"},
		{"", "one", "a player has a name of"},
	} {
		_, ended := play(t, c.token, c.room, at)
		require.Contains(t, <-ended, c.why)
	}

	ada, ended := play(t, "ada", "one", at)
	walk(t, ada, 1, 1)
	whys := make(chan string, 1)
	bob := &rooms.Client{Addresses: []string{at}, Room: "one", Token: "bob",
		OnAck: func(_ int64, why string) { whys <- why }}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go bob.Run(ctx)
	bob.Do(variant.NewDictionary(variant.KV("go", math.V2(7, 0))))
	require.Equal(t, "a step is -1, 0 or 1 each way", <-whys)

	play(t, "ada", "one", at)
	require.Contains(t, <-ended, "the player has joined again")
	require.NoError(t, node.Drain(t.Context()))
}

// TestRoomCloses: a room without players is closed, and has its state when one comes again.
func TestRoomCloses(t *testing.T) {
	node, at := startNode(t, startNATS(t), rooms.Config{Idle: time.Second})
	ctx, cancel := context.WithCancel(context.Background())
	ada := &rooms.Client{Addresses: []string{at}, Room: "one", Token: "ada"}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		ada.Run(ctx)
	}()
	walk(t, ada, 0, 3)
	cancel()
	<-gone
	require.Eventually(t, func() bool { return node.Stats().Rooms == 0 }, patience,
		time.Millisecond)

	again, _ := play(t, "ada", "one", at)
	walk(t, again, 1, 2) // perhaps before it has joined
	require.Equal(t, int64(5), again.Acked())
	require.NoError(t, node.Drain(t.Context()))
}
