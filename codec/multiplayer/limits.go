package multiplayer

import "time"

// Limits bound what one peer can make a [World] store and process. A zero field means its default.
type Limits struct {
	MaxPacket  int // the longest packet, in bytes; default 131,072. Engines send at most 65,552
	MaxPeers   int // the number of peers, including peers behind a server; default 1,024
	MaxNumbers int // the number of nodes that exist and have a number of the peer; default 4,096
	MaxSpawns  int // the number of nodes that a peer has spawned and not removed; default 1,024

	// PerSecond and BytesPerSecond bound how many packets and bytes a peer may send in a second.
	// After a second of silence a peer may send as many at once. The default 0 means any number.
	PerSecond, BytesPerSecond int
}

// filled returns the limits with the defaults.
func (l Limits) filled() Limits {
	for _, field := range []struct {
		limit  *int
		normal int
	}{
		{&l.MaxPacket, 1 << 17}, {&l.MaxPeers, 1 << 10},
		{&l.MaxNumbers, 1 << 12}, {&l.MaxSpawns, 1 << 10},
	} {
		if *field.limit == 0 {
			*field.limit = field.normal
		}
	}
	return l
}

// A bucket holds the number of packets or bytes that a peer may still send. It refills
// continuously, up to the limit of one second.
type bucket struct {
	left float64
	last time.Time
}

// take removes n from the bucket, and reports whether the bucket held at least n. If perSecond is
// 0, there is no limit.
func (b *bucket) take(n, perSecond int, now time.Time) bool {
	if perSecond == 0 {
		return true
	}

	most := float64(perSecond)
	if b.last.IsZero() {
		b.left = most
	} else {
		b.left = min(most, b.left+now.Sub(b.last).Seconds()*most)
	}
	b.last = now

	if b.left < float64(n) {
		return false
	}
	b.left -= float64(n)
	return true
}
