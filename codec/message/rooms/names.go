package rooms

import (
	"fmt"
	"hash/fnv"
	"math"
	"regexp"
)

// The methods of names return the names of a game's streams, buckets and subjects in NATS. Games
// with different prefixes can use the same servers.
type names struct {
	prefix string
	shards int // number of streams for logs
}

// prefixes matches prefixes that are valid in the names of streams and subjects.
var prefixes = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// roomName matches names that are valid in subjects and keys of NATS.
var roomName = regexp.MustCompile(`^[a-z0-9_-]{1,32}$`)

// notRoom returns the error for a text that is not the name of a room.
func notRoom(text string) error { return fmt.Errorf("%w: %q", ErrName, text) }

// shard returns the number of the stream with the log of a room. The logs are spread over several
// streams, because a server that reads one room also looks at all other messages of the same
// stream.
func (n names) shard(room string) int { return int(hash("shard", room) % uint64(n.shards)) }

// Streams and buckets.
func (n names) logStream(shard int) string { return fmt.Sprintf("%s-log-%d", n.prefix, shard) }
func (n names) markStream() string         { return n.prefix + "-marks" }
func (n names) hostBucket() string         { return n.prefix + "-hosts" }
func (n names) roomBucket() string         { return n.prefix + "-rooms" }

// Subjects in the streams.
func (n names) allLogs(shard int) string  { return fmt.Sprintf("%s.log.%d.*", n.prefix, shard) }
func (n names) allParts(shard int) string { return fmt.Sprintf("%s.part.%d.>", n.prefix, shard) }
func (n names) log(room string) string {
	return fmt.Sprintf("%s.log.%d.%s", n.prefix, n.shard(room), room)
}
func (n names) parts(room string, index int64) string {
	return fmt.Sprintf("%s.part.%d.%s.%d", n.prefix, n.shard(room), room, index)
}
func (n names) mark(host string) string { return n.prefix + ".mark." + host }
func (n names) config() string          { return n.prefix + ".config" }

// Subjects of messages between processes. NATS does not store these messages.
func (n names) do(room string) string  { return n.prefix + ".do." + room }  // for the owner
func (n names) out(room string) string { return n.prefix + ".out." + room } // for the gateways
func (n names) wanted() string         { return n.prefix + ".wanted" }      // for all hosts
func (n names) news() string           { return n.prefix + ".news" }        // for all hosts

// hash returns a number that depends on all bits of two names.
func hash(a, b string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(a))
	h.Write([]byte{0})
	h.Write([]byte(b))

	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// part returns a number between 0 and 1 that depends on all bits of two names.
func part(a, b string) float64 { return (float64(hash(a, b)>>11) + 0.5) / (1 << 53) }

// score returns the score of a host for a room. The host with the greatest score is the heir of the
// room. If a host is added or removed, the heir changes only for the rooms of this host. This is
// rendezvous hashing with weights.
func score(room, host string, weight int64) float64 {
	return -float64(weight) / math.Log(part(room, host))
}
