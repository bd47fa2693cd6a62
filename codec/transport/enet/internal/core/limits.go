package core

import (
	"cmp"
	"time"
)

// Limits are limits for what a Host stores and does because of clients and strangers. Zero fields
// have defaults.
type Limits struct {
	MaxPeers           int           // default 3,800
	MaxHalfOpen        int           // default 256
	MaxHalfOpenPerHost int           // default 8
	HalfOpenTime       time.Duration // default 32 s
	MaxPacket          int           // default 1 MiB
	MaxWaiting         int           // default 1 MiB
}

// Filled returns the limits with their defaults.
func (l Limits) Filled() Limits {
	l.MaxPeers = cmp.Or(l.MaxPeers, 3800)
	l.MaxHalfOpen = cmp.Or(l.MaxHalfOpen, 256)
	l.MaxHalfOpenPerHost = cmp.Or(l.MaxHalfOpenPerHost, 8)
	l.HalfOpenTime = cmp.Or(l.HalfOpenTime, 32*time.Second)
	l.MaxPacket = cmp.Or(l.MaxPacket, 1<<20)
	l.MaxWaiting = cmp.Or(l.MaxWaiting, 1<<20)

	l.MaxPeers = min(l.MaxPeers, maxNumbers-l.MaxHalfOpen)
	return l
}

// These are limits that a program can't set.
const (
	maxNumbers  = 4095 // a head has 12 bits for the number of a connection, and 4095 is NoPeer
	maxChannels = 255

	// maxCommands is the greatest number of commands of a datagram that are handled. So a datagram
	// causes at most 64 acknowledgements. No sender writes more than 32 commands into a datagram.
	maxCommands = 64
	// maxAcks is the greatest number of acknowledgements that wait for the next Poll.
	maxAcks = 4096
	// manyAcks is the number of waiting acknowledgements that are sent immediately. Fewer
	// acknowledgements wait for an answer of the program, and are sent together with the answer.
	// But a peer that has sent manyAcks commands in one burst may have a full window. Such a peer
	// may send no more commands until it gets acknowledgements.
	manyAcks = 8
	// maxUnknownAcks is the greatest number of acknowledgements of unknown commands that are
	// handled in a datagram.
	maxUnknownAcks = 16

	// overhead is the number of bytes that a stored packet or fragment counts besides its data.
	overhead = 128
	// maxHeld is the greatest number of unreliable packets of a channel that wait for a reliable
	// packet.
	maxHeld = 256
	// heldTime is the longest time, in milliseconds, for which an unreliable packet waits.
	heldTime = 5000
	// minFragment is the minimum length of a fragment that is not the last one. The minimum MTU
	// makes fragments of 548 bytes.
	minFragment = 512

	// maxInFlight is the greatest number of unacknowledged commands. Without this limit many tiny
	// packets in one burst would overflow the buffers of sockets.
	maxInFlight = 1000

	// maxOpenings is the greatest number of compressed datagrams of strangers that are opened in a
	// second.
	maxOpenings = 200
	// maxWrong is the number of wrong answers that end a half-open connection.
	maxWrong = 8
)
