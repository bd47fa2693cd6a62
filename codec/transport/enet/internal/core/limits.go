package core

import (
	"cmp"
	"time"
)

// Limits bound what others can make a Host store and do. Zero fields have defaults.
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

// The bounds that are not a matter of taste.
const (
	maxNumbers  = 4095 // of peers, in the head of a datagram
	maxChannels = 255

	// maxCommands is how many commands of a datagram are read. No sender puts more than 32 into
	// one. So a datagram draws at most 64 acknowledgements.
	maxCommands = 64
	// maxAcks is how many acknowledgements may wait for the next Poll.
	maxAcks = 4096
	// manyAcks is how many acknowledgements are not kept back to go with an answer: who sends that
	// many commands at once may wait for them, since its window is full.
	manyAcks = 8
	// maxUnknownAcks is how many acknowledgements of nothing are read in a datagram.
	maxUnknownAcks = 16

	// overhead is what a stored packet or fragment costs besides its bytes.
	overhead = 128
	// maxHeld is how many unreliable packets of a channel may wait for a reliable one.
	maxHeld = 256
	// heldTime is how long they may wait, in milliseconds.
	heldTime = 5000
	// minFragment is the least length of a fragment that is not the last one. The least MTU makes
	// fragments of 548 bytes.
	minFragment = 512

	// maxInFlight is how many commands may be unacknowledged. A burst of tiny packets would be too
	// much for the buffers of sockets otherwise.
	maxInFlight = 1000

	// maxOpenings is how many compressed datagrams of strangers are opened in a second.
	maxOpenings = 200
	// maxWrong is how many wrong answers end a half-open connection.
	maxWrong = 8
)
