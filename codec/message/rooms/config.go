package rooms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"godotvariant/variant"
)

// Config configures a Host. All processes of a game should use the same Config.
type Config struct {
	// Game has the rules. It must not be nil.
	Game Game
	// Verify checks the tokens of clients. If it is nil, the token is the name of the player.
	Verify Verify
	// Hooks are functions for metrics. The Host calls them, for example after each tick.
	Hooks Hooks
	// Committed is called for each record that has changed a room, after the record is in the log.
	// It can store results in a database, for example. It is called in the order of the records,
	// and the room does not wait for it. After an error it is called again, with pauses that grow
	// to a second. A new owner calls Committed again for a record if it does not know whether the
	// previous owner has done so. So Committed is called at least once for each record, see
	// Commit.ID. A change that Step makes by itself is in the next record. This is the record of a
	// message, or the snapshot that a room writes after SnapshotAge. The waiting time of a room
	// differs from SnapshotAge by up to a quarter, so that not all rooms write at once.
	//
	// While Committed returns errors, the log of the room grows, because no snapshot replaces a
	// record before its call. If 10,000 records wait, no new player may join. A room does not close
	// before all its calls have been made. If the room is deleted or repaired, the waiting calls
	// are not made. The context ctx is done when another process takes over the room. That process
	// waits until Committed returns.
	Committed func(ctx context.Context, c Commit) error
	// Log gets messages for the operator. If it is nil, slog.Default() is used.
	Log *slog.Logger

	// Prefix begins the names of all streams, buckets and subjects of the game in NATS; default
	// "rooms". It has 1 to 32 letters, digits, "-" and "_". Games with different prefixes share
	// nothing.
	Prefix string
	// Streams is the number of streams for the logs of the rooms; default 16. It can't be changed
	// later: Open returns an error.
	Streams int
	// Replicas is the number of NATS servers that store each record; default 1. Use 3 in a cluster.
	// If streams and buckets have another number, Open changes them, or returns the error of NATS.
	Replicas int

	// Version is the version of the rules; default 0. A process takes only rooms of this version
	// and of the versions in Accepts. New rooms go to processes with the greatest version.
	Version int64
	// Accepts lists other versions whose rooms this process can run. If the Game is an [Upgrader],
	// it converts the state of the room to Version. Otherwise the room keeps its version.
	Accepts []int64

	// Lease is the time without a sign of life of this process after which other processes take
	// over its rooms; default 0.9 s. With a shorter lease rooms get a new owner sooner, but they
	// also lose an owner that has only halted for a moment.
	Lease time.Duration
	// Tick is the time between two states of a room; default 50 ms. It can't be changed while NATS
	// has rooms: Open returns an error.
	Tick time.Duration
	// Idle is the time after which a room without players is closed; default 1 min, at least 2 s.
	// The state of the room stays stored.
	Idle time.Duration
	// Return is the time for which a player may come back after the connection was lost; default 30
	// s. After this time the room forgets the player. Until then the player counts for MaxPlayers.
	Return time.Duration

	// Weight is the relative number of rooms that this process takes, compared with other
	// processes; default 1.
	Weight int64
	// Rebalance is the number of rooms that this process gives away in a second; default 4. It
	// gives them to processes that have too few rooms, such as a process that was started 10 s ago.
	// It gives away rooms with few players first. If the number is negative, the process gives no
	// rooms away.
	Rebalance int

	MaxRooms   int // greatest number of rooms that a process owns; default 1024
	MaxPlayers int // greatest number of players in a room; default 256
	// MaxMessage is the length of the longest message of a client in bytes; default 4 KiB. It must
	// not be more than an eighth of the longest message of NATS, which has 1 MiB by default. A
	// client that sends a longer message is disconnected with an [ErrRefused].
	MaxMessage int
	// PerTick is the number of messages that a room handles in a tick; default 1024. Further
	// messages wait for the next tick.
	PerTick int
	// Unacked is the number of messages of a player that may wait for the log; default and maximum
	// 64.
	Unacked int

	// These fields are limits for the records since the last snapshot: their number, their length
	// in bytes, and the age of the first of them; defaults 256, 256 KiB and 10 s. When a room
	// reaches one of the limits, it writes a snapshot.
	SnapshotRecords int
	SnapshotBytes   int
	SnapshotAge     time.Duration
	// Replay limits how much work this process leaves to new owners if it dies. It is the longest
	// time that they may need to compute the states of all its rooms from the last snapshots;
	// default 1 s. A room that would need more than its share of this time writes a snapshot.
	Replay time.Duration
}

// withDefaults returns c with the defaults filled in.
func (c Config) withDefaults() (Config, error) {
	if c.Game == nil {
		return c, badConfig("Game is nil")
	}

	if c.Verify == nil {
		c.Verify = func(token string) (Player, error) { return Player{ID: token}, nil }
	}

	c.Hooks = c.Hooks.withDefaults()
	c.Log = cmp.Or(c.Log, slog.Default())
	c.Prefix = cmp.Or(c.Prefix, "rooms")
	c.Streams = cmp.Or(c.Streams, 16)
	c.Replicas = cmp.Or(c.Replicas, 1)
	c.Lease = cmp.Or(c.Lease, 900*time.Millisecond)
	c.Tick = cmp.Or(c.Tick, 50*time.Millisecond)
	c.Idle = max(cmp.Or(c.Idle, time.Minute), 2*probe)
	c.Return = cmp.Or(c.Return, 30*time.Second)
	c.Weight = cmp.Or(c.Weight, 1)
	c.Rebalance = cmp.Or(c.Rebalance, 4)
	c.MaxRooms = cmp.Or(c.MaxRooms, 1024)
	c.MaxPlayers = cmp.Or(c.MaxPlayers, 256)
	c.MaxMessage = cmp.Or(c.MaxMessage, 4<<10)
	c.PerTick = cmp.Or(c.PerTick, 1024)
	c.Unacked = min(cmp.Or(c.Unacked, outcomes), outcomes)
	c.SnapshotRecords = cmp.Or(c.SnapshotRecords, 256)
	c.SnapshotBytes = cmp.Or(c.SnapshotBytes, 256<<10)
	c.SnapshotAge = cmp.Or(c.SnapshotAge, 10*time.Second)
	c.Replay = cmp.Or(c.Replay, time.Second)

	if !prefixes.MatchString(c.Prefix) {
		return c, badConfig("Prefix %q has other characters than letters, digits, \"-\" and "+
			"\"_\", or more than 32", c.Prefix)
	}
	if c.Streams < 1 || c.Streams > 256 {
		return c, badConfig("Streams is %d, and not between 1 and 256", c.Streams)
	}

	return c, nil
}

// badConfig returns the error for a field of a Config.
func badConfig(format string, args ...any) error {
	return fmt.Errorf("rooms: %w: Config.%s", variant.ErrOptions, fmt.Sprintf(format, args...))
}

// names makes the names of the game's streams, buckets and subjects in NATS.
func (c Config) names() names { return names{c.Prefix, c.Streams} }

// runs reports whether a process with the configuration runs rooms of a version.
func (c Config) runs(version int64) bool {
	return version == c.Version || slices.Contains(c.Accepts, version)
}

// ticks returns the number of ticks in a time, at least 1.
func (c Config) ticks(d time.Duration) int64 { return max(1, int64(d/c.Tick)) }

// probe is the time between two messages of a gateway to the owner of a room. The messages tell the
// owner which players are at the gateway. The answers tell the gateway whether it has missed a
// message.
const probe = time.Second

// A Player is the player of a token, with the permissions that the token gives.
type Player struct {
	// ID is unique in a room, such as "ada". It has 1 to 64 bytes of UTF-8 without control
	// characters. In the text of a path, which tree.ParsePath reads, an ID with a dot or a bracket
	// needs quotes. In a variant.Path it needs none.
	ID      string
	Room    string          // the only room that the player may enter; "" for any room
	Expires time.Time       // when the token expires; the zero time if it never expires
	Data    variant.Variant // for Event.Data; nil for none
}

// Verify returns the player of a token, or an error for a client that may not join.
type Verify func(token string) (Player, error)

const maxID = 64

// may returns an error if the player may not join a room.
func (p Player) may(room string) error {
	switch {
	case !roomName.MatchString(room):
		return errors.New("a room has a name of up to 32 letters a-z, digits, - and _")
	case p.ID == "" || len(p.ID) > maxID || !utf8.ValidString(p.ID):
		return errors.New("a player has a name of up to 64 bytes of UTF-8")
	case strings.ContainsFunc(p.ID, unicode.IsControl):
		return errors.New("the name of a player has a control character")
	case p.Room != "" && p.Room != room:
		return errors.New("the token is for another room")
	}

	return nil
}
