package transport

import (
	"cmp"
	"math"
	"net/netip"
	"time"
)

// Limits say who may connect to a [Server], and what a client may cost. Zero fields have defaults.
// A negative MaxPerHost, MaxRate or MaxByteRate is no limit.
type Limits struct {
	// MaxPeers is the greatest number of clients. Default: 1024.
	MaxPeers int
	// MaxPerHost is the greatest number of clients of one host. Default: 64 of a public address,
	// and no limit for private ones, such as that of a proxy. A number that is set counts for all.
	MaxPerHost int

	// MaxRate is how many messages a client may send in a second, MaxByteRate how many bytes.
	// Defaults: 1000, and 1 MiB. What came in the last second counts, also that of the last
	// connection of the same host.
	MaxRate, MaxByteRate int
	// MaxFrame is the length of the longest message of a client, in bytes. Default: 64 KiB.
	// message.Server and multiplayer.Server take it from their codec.
	MaxFrame int

	// MaxQueue is how many messages may wait to be sent to a client, MaxQueueBytes how many bytes,
	// unless one message alone is longer. Defaults: 1024, and 4 MiB. Buffers of the operating
	// system hold further messages, see StreamOptions.SendBuffer.
	MaxQueue, MaxQueueBytes int

	// Idle is the longest time until the next message of a client. Default: 30 s. If the transport
	// can ping, the answer to a ping counts too, after the first message of the client: a game that
	// has nothing to say stays, and a stranger that says nothing goes.
	Idle time.Duration
	// Patience is the longest time to write a message, and to write all of them after the end of
	// the visit. Default: 5 s.
	Patience time.Duration
}

// publicPerHost is the default of MaxPerHost for a host with a public address.
const publicPerHost = 64

// filled returns the limits with their defaults.
func (l Limits) filled() Limits {
	l.MaxPeers = cmp.Or(l.MaxPeers, 1024)
	l.MaxRate = unlimited(cmp.Or(l.MaxRate, 1000))
	l.MaxByteRate = unlimited(cmp.Or(l.MaxByteRate, 1<<20))
	l.MaxFrame = cmp.Or(l.MaxFrame, 64<<10)
	l.MaxQueue = cmp.Or(l.MaxQueue, 1024)
	l.MaxQueueBytes = cmp.Or(l.MaxQueueBytes, 4<<20)
	l.Idle = cmp.Or(l.Idle, 30*time.Second)
	l.Patience = cmp.Or(l.Patience, 5*time.Second)
	return l
}

// unlimited returns n, or the greatest number if n is negative.
func unlimited(n int) int {
	if n < 0 {
		return math.MaxInt
	}
	return n
}

// perHost returns how many clients a host may have.
func (l *Limits) perHost(host string) int {
	switch {
	case host == "":
		return math.MaxInt // a Unix socket, or a pipe
	case l.MaxPerHost != 0:
		return unlimited(l.MaxPerHost)
	case isPublic(host):
		return publicPerHost
	default:
		return math.MaxInt
	}
}

func isPublic(host string) bool {
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsGlobalUnicast() && !addr.Unmap().IsPrivate()
}
