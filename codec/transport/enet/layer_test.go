package enet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
)

// TestChannelsOfGodot4: the game's channel 0 is ENet's channel 0 for reliable messages, and ENet's
// channel 1 for other messages. The game's channel n is ENet's channel n + 1. Without a second
// channel all messages use the first.
func TestChannelsOfGodot4(t *testing.T) {
	for _, c := range []struct {
		channels int
		delivery transport.Delivery
		channel  int
		want     uint8
	}{
		{4, transport.Reliable, 0, 0},
		{4, transport.UnreliableOrdered, 0, 1},
		{4, transport.Unreliable, 0, 1},
		{4, transport.Reliable, 1, 2},
		{4, transport.Unreliable, 2, 3},
		{1, transport.Unreliable, 0, 0},
		{2, transport.Unreliable, 0, 1},
	} {
		m := transport.Message{Data: []byte("a"), Delivery: c.delivery, Channel: c.channel}
		layer := godot4Layer{c.channels}
		p, err := layer.packet(m)
		require.NoError(t, err)
		require.Equal(t, c.want, p.Channel, "%+v", c)

		back, _, err := layer.message(p)
		require.NoError(t, err)
		require.Equal(t, m, back)
	}
}
