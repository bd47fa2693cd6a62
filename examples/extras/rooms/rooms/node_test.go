package rooms_test

import (
	"context"
	"net"
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

const patience = time.Minute

// start starts a Node and returns it with its address.
func start(t *testing.T, url string, c rooms.Config) (*rooms.Node, string) {
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

func TestRoomMoves(t *testing.T) {
	server, err := natsd.Start("127.0.0.1:-1", t.TempDir())
	require.NoError(t, err)
	t.Cleanup(server.Shutdown)

	a, at := start(t, server.ClientURL(), rooms.Config{})
	ada := &rooms.Client{Addresses: []string{at}, Room: "one", Token: "ada"}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)

	b, bt := start(t, server.ClientURL(), rooms.Config{})
	ada.Addresses = append(ada.Addresses, bt)
	go ada.Run(ctx)

	for range 3 {
		ada.Do(variant.NewDictionary(variant.KV("go", math.V2(1, 0))))
	}
	require.Eventually(t, func() bool { return ada.Waiting() == 0 }, patience, time.Millisecond)
	t.Log(ada.State())

	for _, n := range []*rooms.Node{a, b} {
		t.Log(n.Stats(), n.Ready())
	}
	require.NoError(t, a.Drain(ctx))
	ada.Do(variant.NewDictionary(variant.KV("go", math.V2(0, 0))))
	require.Eventually(t, func() bool { return ada.Waiting() == 0 }, patience, time.Millisecond)
	t.Log(ada.State())
	require.NoError(t, b.Drain(ctx))
}
