package rooms

import (
	"cmp"
	"errors"
	"log/slog"
	"regexp"
	"time"
)

// probe is the time between two questions of a gateway for the tick of a room. By the question the
// owner knows that there are players, and by the answer the gateway knows whether it has missed a
// message.
const probe = time.Second

// Config configures a Node. All processes of a game should use the same Config.
type Config struct {
	// Game has the rules. It must not be nil.
	Game Game
	// Verify checks the tokens of clients. If it is nil, the token is the name of the player.
	Verify Verify
	// Hooks are called when something happens, for metrics.
	Hooks Hooks
	// Log gets messages for the operator. If it is nil, slog.Default() is used.
	Log *slog.Logger

	// Lease is the time for which a process keeps its rooms without a renewal; default 1.2 s.
	// Another process takes the rooms a little later. With a shorter lease rooms move sooner, even
	// if their process only halted for a moment.
	Lease time.Duration
	// Tick is the time between two states of a room; default 50 ms.
	Tick time.Duration
	// Idle is the time after which a room without players is closed; default 1 min, at least 2 s.
	// Its state stays stored.
	Idle time.Duration
	// Replicas is how many NATS servers store each record; default 1. Use 3 in a cluster.
	Replicas int

	MaxRooms   int // the number of rooms that a process owns at most; default 1024
	MaxPlayers int // the number of players that a room remembers at most; default 256
	// Remember is the number of ticks without a message after which a full room may forget a
	// player, to make room for another player; default 72,000, an hour. The messages of a forgotten
	// player are numbered from 1 again, so tokens should expire sooner.
	Remember int64
	// PerTick is the number of messages that a room handles in a tick; default 1024. Other messages
	// wait.
	PerTick int
	// Unacked is the number of messages of a player that may wait for the log; default 64.
	Unacked int

	// A room writes a snapshot after SnapshotRecords records, after SnapshotBytes bytes of records,
	// or when the first record is SnapshotAge old; defaults 256, 256 KiB and 10 s.
	SnapshotRecords int
	SnapshotBytes   int
	SnapshotAge     time.Duration
}

// withDefaults returns c with the defaults filled in.
func (c Config) withDefaults() (Config, error) {
	if c.Game == nil {
		return c, errors.New("rooms: Config.Game is nil")
	}

	if c.Verify == nil {
		c.Verify = func(token string) (Player, error) { return Player{ID: token}, nil }
	}

	c.Game = careful{c.Game}
	c.Log = cmp.Or(c.Log, slog.Default())
	c.Lease = cmp.Or(c.Lease, 1200*time.Millisecond)
	c.Tick = cmp.Or(c.Tick, 50*time.Millisecond)
	c.Idle = max(cmp.Or(c.Idle, time.Minute), 2*probe)
	c.Replicas = cmp.Or(c.Replicas, 1)
	c.MaxRooms = cmp.Or(c.MaxRooms, 1024)
	c.MaxPlayers = cmp.Or(c.MaxPlayers, 256)
	c.Remember = cmp.Or(c.Remember, 72_000)
	c.PerTick = cmp.Or(c.PerTick, 1024)
	c.Unacked = cmp.Or(c.Unacked, 64)
	c.SnapshotRecords = cmp.Or(c.SnapshotRecords, 256)
	c.SnapshotBytes = cmp.Or(c.SnapshotBytes, 256<<10)
	c.SnapshotAge = cmp.Or(c.SnapshotAge, 10*time.Second)

	return c, nil
}

// A Player is the player of a token, and what the token permits.
type Player struct {
	ID      string    // unique in a room, such as "ada"
	Room    string    // the only room that the player may enter; "" for any room
	Expires time.Time // when the token expires; the zero time if it never expires
}

// Verify returns the player of a token, or an error for a client that may not join.
type Verify func(token string) (Player, error)

// may returns an error if the player may not join a room.
func (p Player) may(room string) error {
	switch {
	case !roomName.MatchString(room):
		return errors.New("a room has a name of up to 32 letters a-z, digits, - and _")
	case p.ID == "" || len(p.ID) > maxID:
		return errors.New("a player has a name of up to 64 bytes")
	case p.Room != "" && p.Room != room:
		return errors.New("the token is for another room")
	}

	return nil
}

// roomName matches names that are valid in subjects and keys of NATS.
var roomName = regexp.MustCompile(`^[a-z0-9_-]{1,32}$`)

const maxID = 64
