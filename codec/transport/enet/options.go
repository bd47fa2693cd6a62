package enet

import (
	"time"

	"godotvariant/codec/transport/enet/internal/command"
)

// Options say what the connections of a [Listener] or of [Dial] carry.
type Options struct {
	// Layer is the protocol above ENet. The default is the multiplayer of Godot: a Listener accepts
	// games of Godot 4 and of Godot 3 at the same port, and Dial connects as a game of Godot 4.
	Layer Layer
	// Limits bound what strangers and clients can make a Listener store.
	Limits Limits
	// Decompress opens datagrams that are compressed by zstd, which is not in the standard library.
	// It decompresses src to dst, and returns the length. If the result is longer than dst, it
	// returns an error. Range coder, FastLZ and zlib need no option. Godot:
	// ENetConnection.compress.
	Decompress func(dst, src []byte) (int, error)

	// InBandwidth and OutBandwidth are the numbers of bytes a second that this side can receive and
	// send, for all connections together. This side tells the other sides their shares. A side with
	// a limit drops unreliable messages that exceed the limit, and sends reliable messages more
	// slowly. Default: no limits. Godot: the arguments of create_server and create_host, and
	// ENetConnection.bandwidth_limit.
	InBandwidth, OutBandwidth int
	// Throttle is the rule by which both sides drop unreliable messages while the round trip grows.
	// Without a Throttle, this package follows a rule only if the other side sends one, and a game
	// keeps the rule with which engines begin. Godot: ENetPacketPeer.throttle_configure.
	Throttle Throttle

	// ID is the ID of the client that Dial connects. Godot servers refuse an ID that is in use. By
	// default the ID is random, as in engines. With the Layer Raw any number is allowed, and the
	// server gets it as the connect data.
	ID int32
	// Channels is the number of ENet channels that Dial requests. Default: 255. In Godot 4 the
	// argument channel_count of create_client is this number minus 2, or 0 for 255 channels. With
	// the Layer Godot3, Dial always requests 3 channels.
	Channels int
}

// A Throttle is the rule by which both sides of a connection drop unreliable messages. Each side
// sends a share of its unreliable messages, a multiple of 1/32. At first it sends all.
//
// Each acknowledgement ends a round trip. The time of this round trip is compared with the lowest
// mean time of round trips during the last Interval. If the time is not longer than this mean, the
// share rises by Acceleration/32. If the time is much longer, the share falls by Deceleration/32.
// Engines begin with an Interval of 5 s, and with 2 for Acceleration and Deceleration. Godot:
// ENetPacketPeer.throttle_configure.
type Throttle struct {
	Interval                   time.Duration
	Acceleration, Deceleration int
}

func (t Throttle) rule() command.Throttle {
	return command.Throttle{
		Interval:     uint32(t.Interval.Milliseconds()),
		Acceleration: uint32(t.Acceleration),
		Deceleration: uint32(t.Deceleration),
	}
}

// A Layer is a protocol above ENet.
type Layer uint8

const (
	// Godot is the multiplayer of Godot 4 or of Godot 3. A client with three channels counts as
	// Godot 3. Its first packet must confirm that, otherwise the connection ends with an
	// ErrProtocol.
	Godot Layer = iota
	// Godot4 is the multiplayer of Godot 4 alone. Godot: ENetMultiplayerPeer.
	Godot4
	// Godot3 is the multiplayer of Godot 3 and Pandemonium alone. Godot 3:
	// NetworkedMultiplayerENet.
	Godot3
	// Raw is ENet itself: a message is a packet of ENet, and its Channel is the channel of ENet.
	// Godot: ENetConnection.
	Raw
)
