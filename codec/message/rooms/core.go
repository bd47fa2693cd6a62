package rooms

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"godotvariant/codec"
	"godotvariant/codec/transport"
)

// A core has the data that all rooms and views of a process share.
type core struct {
	config    Config
	rules     *rules
	names     names
	conn      *nats.Conn
	journal   *journal
	registry  *registry
	marker    *marker
	index     *index
	snapshots *quota
	owned     *atomic.Int64 // number of rooms
}

func openCore(ctx context.Context, conn *nats.Conn, c Config) (core, error) {
	h := core{
		config: c, rules: newRules(c.Game), names: c.names(), conn: conn,
		snapshots: &quota{most: 64}, owned: new(atomic.Int64),
	}

	js, err := jetstream.New(conn)
	if err == nil {
		err = openStreams(ctx, js, c)
	}
	for _, open := range []func(ctx context.Context) error{
		func(ctx context.Context) (err error) {
			h.journal, err = openJournal(ctx, js, h.names)
			return err
		},
		func(ctx context.Context) (err error) {
			h.marker, err = openMarker(ctx, js, h.names)
			return err
		},
		func(ctx context.Context) (err error) {
			h.index, err = openIndex(ctx, js, c)
			return err
		},
		func(ctx context.Context) (err error) {
			h.registry, err = openRegistry(ctx, js, c)
			return err
		},
	} {
		if err == nil {
			err = opens(ctx, open)
		}
	}

	return h, err
}

// publish sends a message to other processes. NATS does not store it.
func (h core) publish(subject string, message []byte) error {
	h.config.Hooks.Bus(len(message), transport.Outgoing)
	return h.conn.Publish(subject, message)
}

// A news is a message to all hosts. It says that a host owns a room, or that this host no longer
// owns it.
type news struct {
	Room  string `godot:"room"`
	Epoch int64  `godot:"epoch"`
	Host  string `godot:"host"`
	Over  bool   `godot:"over"` // the host has given the room away
	Shut  bool   `godot:"shut"` // no process takes the room until a client asks for it
}

// tell sends news to all hosts. A host that misses the news finds the owner in the log.
func (h core) tell(n news) {
	packet, err := codec.Marshal(n)
	if err == nil {
		err = h.publish(h.names.news(), packet)
	}
	if err != nil {
		h.config.Log.Debug("news", "room", n.Room, "error", err)
	}
}

// A quota allows a number of actions a second.
type quota struct {
	most int

	mu    sync.Mutex
	since time.Time
	count int
}

// take reports whether another action is allowed now.
func (q *quota) take() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if now := time.Now(); now.Sub(q.since) > time.Second {
		q.since = now
		q.count = 0
	}
	if q.count >= q.most {
		return false
	}
	q.count++
	return true
}
