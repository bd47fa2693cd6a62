package dtls

import (
	"cmp"
	"math"
	"time"
)

// Limits bound what strangers and clients can make a [Socket] store. Zero fields have defaults.
type Limits struct {
	// MaxSessions is the greatest number of sessions. Above this number a new client gets no
	// answer. Default: 4,096.
	MaxSessions int
	// MaxSessionsPerHost is the greatest number of sessions of one host. A host is one IPv4
	// address, or all IPv6 addresses with the same first 64 bits. A negative number means no limit.
	// Default: 256.
	MaxSessionsPerHost int
	// MaxHandshakes is the greatest number of handshakes that run at the same time, and
	// MaxHandshakesPerHost is the greatest number for one host. Above these numbers, a new
	// handshake replaces the oldest handshake whose client has not proven its address. If there is
	// no such handshake, the new one is refused. Defaults: 256, and 16.
	MaxHandshakes, MaxHandshakesPerHost int
	// HandshakeTime is the longest time of a handshake. Default: 10 s.
	HandshakeTime time.Duration
	// Idle is the longest time without a datagram of a client. After this time its session ends.
	// Default: 60 s. ENet disconnects a silent client earlier.
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

// The limits that a program can't set.
const (
	// maxHellos is the greatest number of handshakes that begin in a second. The beginning of a
	// handshake takes about 90 µs of processor time, and a whole handshake takes 1 ms.
	maxHellos = 1000
	// maxPlain is the greatest number of bytes in the unencrypted datagrams of a session, from its
	// beginning to its end. A handshake with certificates has less than a tenth of that.
	maxPlain = 64 << 10
	// maxWaiting is the greatest number of bytes of a session that wait to be decrypted. ENet has
	// at most 64 KiB in transit.
	maxWaiting = 256 << 10
)
