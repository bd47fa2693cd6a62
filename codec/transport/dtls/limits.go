package dtls

import (
	"cmp"
	"math"
	"time"
)

// Limits bound what strangers and clients can make a [Socket] store. Zero fields have defaults.
type Limits struct {
	// MaxSessions is the greatest number of sessions. A client beyond it gets no answer. Default:
	// 4,096.
	MaxSessions int
	// MaxSessionsPerHost is how many sessions one address may have, or 64 bits of an IPv6 address. A
	// negative one is no limit. Default: 256.
	MaxSessionsPerHost int
	// MaxHandshakes is how many handshakes may run at the same time, MaxHandshakesPerHost how many
	// of one host. When there are so many, the oldest one whose client has not proven its address
	// is forgotten. If all have, the new one is refused. Defaults: 256, and 16.
	MaxHandshakes, MaxHandshakesPerHost int
	// HandshakeTime is how long a handshake may take. Default: 10 s.
	HandshakeTime time.Duration
	// Idle is how long a client may be silent before its session ends. Default: 60 s. ENet gives a
	// client up before that.
	Idle time.Duration
}

// filled returns the limits with their defaults.
func (l Limits) filled() Limits {
	l.MaxSessions = cmp.Or(l.MaxSessions, 4096)
	l.MaxSessionsPerHost = cmp.Or(l.MaxSessionsPerHost, 256)
	l.MaxHandshakes = cmp.Or(l.MaxHandshakes, 256)
	l.MaxHandshakesPerHost = cmp.Or(l.MaxHandshakesPerHost, 16)
	l.HandshakeTime = cmp.Or(l.HandshakeTime, 10*time.Second)
	l.Idle = cmp.Or(l.Idle, time.Minute)

	if l.MaxSessionsPerHost < 0 {
		l.MaxSessionsPerHost = math.MaxInt
	}
	return l
}

// The bounds that are not a matter of taste.
const (
	// maxHellos is how many handshakes may begin in a second. A beginning takes about 90 µs of a
	// processor, and a whole handshake a millisecond.
	maxHellos = 1000
	// maxPlain is how many bytes of a session may come in datagrams that are not encrypted, in its
	// whole life. A handshake with certificates has less than a tenth of it.
	maxPlain = 64 << 10
	// maxWaiting is how many bytes of a session may wait to be decrypted. ENet has 64 KiB on the way
	// at most.
	maxWaiting = 256 << 10
)
