package multiplayer

import "time"

// Limits bound what one peer can make a [World] keep and do. Zero fields have defaults.
type Limits struct {
	MaxPacket  int // the longest packet in bytes; default 131,072. Engines send 65,552 at most
	MaxPeers   int // how many peers there are, those behind a server included; default 1,024
	MaxNumbers int // how many nodes a peer gives numbers to; default 4,096. Engines have no bound
	MaxSpawns  int // how many nodes a peer spawns that are there at the same time; default 1,024

	// PerSecond and BytesPerSecond are how many packets and bytes a peer may send in a second, and
	// at once after a silence; default: any number.
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

// A bucket holds what a peer may still send. It is refilled all the time, up to what the peer may
// send in a second.
type bucket struct {
	left float64
	last time.Time
}

// take takes n out of the bucket, and reports whether there was so much. A limit of 0 is none.
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
