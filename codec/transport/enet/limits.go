package enet

import (
	"time"

	"godotvariant/codec/transport/enet/internal/core"
)

// Limits bound what strangers and clients can make a [Listener] store. The server that uses the
// Listener has its own limits. Zero fields have defaults.
type Limits struct {
	// MaxPeers is the greatest number of connections. Above this number a new client gets no
	// answer. A server has a limit of its own, transport.Limits.MaxPeers. It is smaller by default,
	// and a client that it refuses gets the reason. Default: 3,800. ENet has numbers for 4,095
	// connections, including those that are connecting.
	MaxPeers int
	// MaxHalfOpen is the greatest number of clients that are connecting at the same time. Above
	// this number a new client replaces the oldest of these clients, which has to begin again.
	// MaxHalfOpenPerHost is the greatest number of such clients with the same IPv4 address, or with
	// the same first 64 bits of an IPv6 address. Further clients get no answer. Defaults: 256, and
	// 8.
	MaxHalfOpen, MaxHalfOpenPerHost int
	// HalfOpenTime is the longest time for connecting. Engines try for 31.5 s. Default: 32 s.
	HalfOpenTime time.Duration

	// MaxPacket is the length of the longest packet of a client in bytes. A transport.Server
	// replaces it with its own Limits.MaxFrame. Default: 1 MiB.
	MaxPacket int
	// MaxWaiting is the greatest number of bytes in the waiting packets of a client. A packet waits
	// for a lost packet, for its missing fragments, or until the server reads it. Each packet and
	// fragment counts 128 bytes more than its length. A reliable packet that exceeds the limit is
	// not acknowledged, so the client sends it again. An unreliable packet that exceeds the limit
	// is lost. The reliable packet that is next in order may exceed the limit by MaxPacket.
	// Default: 1 MiB.
	MaxWaiting int
}

func (l Limits) core() core.Limits { return core.Limits(l) }
