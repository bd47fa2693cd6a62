package transport

import (
	"cmp"
	"math"
	"net/netip"
	"time"
)

// Limits say who may connect to a [Server], and how much a client may cost. Zero fields have
// defaults. A negative MaxPerHost, MaxRate or MaxByteRate means no limit.
type Limits struct {
	// MaxPeers is the greatest number of clients. Default: 1024.
	MaxPeers int
	// MaxPerHost is the greatest number of clients of one host. Default: 64 for a public address,
	// and no limit for a private address, such as that of a proxy. If MaxPerHost is set, the limit
	// is the same for all addresses.
	MaxPerHost int

	// MaxRate is the greatest number of messages that a client may send in a second, and
	// MaxByteRate is the greatest number of bytes. Defaults: 1000, and 1 MiB. Messages of earlier
	// connections from the same host in the last second count, too.
	MaxRate, MaxByteRate int
	// MaxFrame is the length of the longest message of a client, in bytes. Default: 64 KiB. The
	// default of message.Server is MaxFrame of its codec. The default of multiplayer.Server is the
	// length of the longest message that its Worlds accept.
	MaxFrame int

	// MaxQueue is the greatest number of messages that wait to be sent to a client. MaxQueueBytes
	// is the greatest number of their bytes; a single message may be longer. Defaults: 1024, and 4
	// MiB. Buffers of the operating system hold further messages, see StreamOptions.SendBuffer.
	MaxQueue, MaxQueueBytes int

	// Idle is the longest time until the next message of a client. Default: 30 s. If the transport
	// can ping, the answer to a ping counts too, after the first message of the client. So a game
	// that sends nothing stays connected, and a stranger that never sends a message is
	// disconnected.
	Idle time.Duration
	// Patience is the longest time to write a message, and the longest time to write all waiting
	// messages after the end of the visit. Default: 5 s.
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

// perHost returns the greatest number of clients that may be connected from one host.
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
