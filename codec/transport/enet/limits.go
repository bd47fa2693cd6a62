package enet

import (
	"time"

	"godotvariant/codec/transport/enet/internal/core"
)

// Limits bound what strangers and clients can make a [Listener] store, besides the limits of the
// server that uses it. Zero fields have defaults.
type Limits struct {
	// MaxPeers is the greatest number of connections. A client beyond it gets no answer. The limit
	// of a server, MaxPeers of transport.Limits, is smaller by default, and tells clients the
	// reason. Default: 3,800. ENet has numbers for 4,095, those that are connecting included.
	MaxPeers int
	// MaxHalfOpen is how many clients may be connecting at the same time. When there are more, the
	// oldest one is forgotten, and has to begin again. MaxHalfOpenPerHost is how many of them may
	// have the same IPv4 address, or the same 64 bits of an IPv6 address; further ones are not
	// answered. Defaults: 256, and 8.
	MaxHalfOpen, MaxHalfOpenPerHost int
	// HalfOpenTime is how long connecting may take. Engines try for 31.5 s. Default: 32 s.
	HalfOpenTime time.Duration

	// MaxPacket is the length of the longest packet of a client in bytes, unless the server has a
	// limit: MaxFrame of transport.Limits. Default: 1 MiB.
	MaxPacket int
	// MaxWaiting is how many bytes of a client may wait: for packets that were lost, for the rest
	// of their fragments, or for the server to take them. Each packet and fragment counts 128 bytes
	// more than it has. What is beyond is not acknowledged, so the client sends it again. The packet
	// that is next in order may take MaxPacket more. Default: 1 MiB.
	MaxWaiting int
}

func (l Limits) core() core.Limits { return core.Limits(l) }
