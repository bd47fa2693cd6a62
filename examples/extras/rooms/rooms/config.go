package rooms

import (
	"cmp"
	"errors"
	"log/slog"
	"regexp"
	"time"
)

// Config configures a Node. All processes of a game should have the same.
type Config struct {
	// Game has the rules. It must not be nil.
	Game Game
	// Verify checks the tokens of clients. Nil: the token is the name of the player.
	Verify Verify
	// Hooks tell what happens, for metrics.
	Hooks Hooks
	// Log gets what an operator should know. Nil stands for slog.Default().
	Log *slog.Logger

	// Lease is how long a process that says nothing keeps its rooms; default 1.2 s. Another process
	// takes them a little later. A shorter lease moves rooms sooner, and also those of a process
	// that only halted for a moment.
	Lease time.Duration
	// Tick is the time between two states of a room; default 50 ms.
	Tick time.Duration
	// Idle is how long a room without players is kept; default 1 min, at least 2 s. Its state stays
	// stored.
	Idle time.Duration
	// Replicas is how many NATS servers store each record; default 1. Use 3 in a cluster.
	Replicas int

	MaxRooms   int // how many rooms a process owns; default 1024
	MaxPlayers int // how many players a room remembers; default 256
	// Remember is after how many ticks of silence a room that is full may forget a player for
	// another one; default 72,000, an hour. The number of a player who was forgotten begins at 1
	// again, so let tokens expire before.
	Remember int64
	// PerTick is how many messages of its players a room takes in a tick; default 1024. More wait.
	PerTick int
	// Unacked is how many messages of a player may wait for the log; default 64.
	Unacked int

	// SnapshotRecords, SnapshotBytes and SnapshotAge say when a room writes a snapshot: after so
	// many records, bytes, or so long after the first record; defaults 256, 256 KiB and 10 s.
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

// A Player is who a token is for.
type Player struct {
	ID      string    // unique in a room, such as "ada"
	Room    string    // the only room to enter; "" for any
	Expires time.Time // when the token expires; the zero time for never
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

// roomName is a name that may stand in subjects and keys of NATS.
var roomName = regexp.MustCompile(`^[a-z0-9_-]{1,32}$`)

const maxID = 64
