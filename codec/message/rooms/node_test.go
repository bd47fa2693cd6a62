package rooms

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/codec/transport"
	"godotvariant/math"
	"godotvariant/variant"
)

// patience is how long a test waits for what must come.
const patience = time.Minute

// eventually waits until something is so.
func eventually(t *testing.T, is func() bool) {
	t.Helper()
	require.Eventually(t, is, patience, time.Millisecond)
}

// startNode returns a Node and its address for clients.
func startNode(t *testing.T, s *server.Server, c Config) (*Node, string) {
	t.Helper()
	c.Game = meadow.Game{}
	node := must(Open(t.Context(), connect(t, s), c))
	l := must(transport.Listen("tcp", "127.0.0.1:0"))
	go node.Server().Serve(l)
	return node, "tcp://" + l.Addr().String()
}

// play lets a client play until the test ends, or until the function that it returns is called.
func play(t *testing.T, c *Client) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() { c.Run(ctx) })
	stop = func() {
		cancel()
		run.Wait()
	}
	t.Cleanup(stop)
	return stop
}

// newClient returns a client that plays. ended gets why its connections end.
func newClient(t *testing.T, token, room, address string) (c *Client, ended chan string) {
	t.Helper()
	ended = make(chan string, 100)
	c = &Client{Addresses: []string{address}, Room: room, Token: token}
	c.OnEnd = func(_ string, err error) {
		select {
		case ended <- err.Error():
		default:
		}
	}
	play(t, c)
	return c, ended
}

// walk sends messages and waits until they are accepted.
func walk(t *testing.T, c *Client, x float64, times int) {
	t.Helper()
	for range times {
		c.Do(variant.NewDictionary(variant.KV("go", math.V2(x, 0))))
	}
	eventually(t, func() bool { return c.Waiting() == 0 })
}

// TestRoomMoves: a process that drains gives its room to another one, with all that was accepted,
// and its client goes there.
func TestRoomMoves(t *testing.T) {
	nats := startNATS(t)
	first, at := startNode(t, nats, Config{})
	ada, _ := newClient(t, "ada", "one", at)
	walk(t, ada, 1, 3)
	require.Equal(t, Stats{Rooms: 1, Visitors: 1}, first.Stats())
	require.NoError(t, first.Ready())

	second, at := startNode(t, nats, Config{})
	bob, _ := newClient(t, "bob", "one", at)
	walk(t, bob, -1, 1)
	require.NoError(t, first.Drain(t.Context()))
	require.ErrorIs(t, first.Ready(), ErrDraining)

	walk(t, bob, 0, 100)
	eventually(t, func() bool { return second.Stats().Rooms == 1 })
	require.Equal(t, int64(101), bob.Acked())
	require.NoError(t, second.Drain(t.Context()))
}

// TestRefusals: clients are told why they may not join, and messages why the game refuses them.
func TestRefusals(t *testing.T) {
	verify := func(token string) (Player, error) {
		if token == "forged" {
			return Player{}, errors.New("the signature is wrong")
		}
		return Player{ID: token, Room: "one"}, nil
	}
	node, at := startNode(t, startNATS(t), Config{Verify: verify})

	for _, c := range []struct{ token, room, why string }{
		{"forged", "one", "the signature is wrong"},
		{"ada", "two", "the token is for another room"},
		{"ada", "one.>", "a room has a name of"},
		{"", "one", "a player has a name of"},
	} {
		_, ended := newClient(t, c.token, c.room, at)
		require.Contains(t, <-ended, c.why)
	}

	ada, ended := newClient(t, "ada", "one", at)
	walk(t, ada, 1, 1)
	whys := make(chan string, 1)
	bob := &Client{Addresses: []string{at}, Room: "one", Token: "bob",
		OnAck: func(_ int64, why string) { whys <- why }}
	play(t, bob)
	bob.Do(variant.NewDictionary(variant.KV("go", math.V2(7, 0))))
	require.Equal(t, "a step is -1, 0 or 1 each way", <-whys)

	newClient(t, "ada", "one", at)
	require.Contains(t, <-ended, "the player has joined again")
	require.NoError(t, node.Drain(t.Context()))
}

// TestRoomCloses: a room without players is closed, and has its state when one comes again.
func TestRoomCloses(t *testing.T) {
	node, at := startNode(t, startNATS(t), Config{Idle: time.Second})
	ada := &Client{Addresses: []string{at}, Room: "one", Token: "ada"}
	leave := play(t, ada)
	walk(t, ada, 0, 3)
	leave()
	eventually(t, func() bool { return node.Stats().Rooms == 0 })

	again, _ := newClient(t, "ada", "one", at)
	walk(t, again, 1, 2) // perhaps before it has joined
	require.Equal(t, int64(5), again.Acked())
	require.NoError(t, node.Drain(t.Context()))
}
