package rooms

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"godotvariant/codec"
	"godotvariant/variant"
)

// An indexEntry is the entry of a room in the index. The index is for listing rooms, and for
// finding rooms without an owner. Only the log of a room proves who owns the room.
type indexEntry struct {
	Open    bool            `godot:"open"`
	Version int64           `godot:"version"`
	Options variant.Variant `godot:"options"` // options of Host.Create, for the first owner

	revision uint64
}

// An index has the entries of all rooms of a game.
type index struct {
	js     jetstream.JetStream
	config Config

	mu    sync.Mutex
	kv    jetstream.KeyValue
	rooms map[string]indexEntry
	again bool          // the watch must start again
	wake  chan struct{} // gets an item after a change
}

func openIndex(ctx context.Context, js jetstream.JetStream, c Config) (*index, error) {
	x := &index{
		js: js, config: c, rooms: map[string]indexEntry{}, wake: make(chan struct{}, 1),
	}
	return x, x.bucket(ctx)
}

func (x *index) bucket(ctx context.Context) error {
	kv, err := openBucket(ctx, x.js, jetstream.KeyValueConfig{
		Bucket: x.config.names().roomBucket(), Replicas: x.config.Replicas,
	})
	if err != nil {
		return err
	}

	x.mu.Lock()
	defer x.mu.Unlock()
	x.kv = kv
	return nil
}

// check makes the bucket again if it was lost. The owners then write the entries of their rooms
// again.
func (x *index) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	_, err := x.bucketNow().Status(ctx)
	if !isLost(err) {
		return err
	}
	if err := x.bucket(ctx); err != nil {
		return err
	}

	x.mu.Lock()
	defer x.mu.Unlock()
	clear(x.rooms)
	x.again = true
	return nil
}

func (x *index) bucketNow() jetstream.KeyValue {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.kv
}

// watch follows the index until ctx is done, or until the bucket was made again.
func (x *index) watch(ctx context.Context) error {
	x.mu.Lock()
	x.again = false
	kv := x.kv
	x.mu.Unlock()

	return follow(ctx, kv, time.Second, x.see, func() error {
		if x.isOld() {
			return errors.New("the bucket was lost")
		}
		return nil
	})
}

func (x *index) isOld() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.again
}

// see handles an entry of the bucket that is new, changed or deleted.
func (x *index) see(entry jetstream.KeyValueEntry) {
	x.mu.Lock()
	defer x.mu.Unlock()
	room := entry.Key()

	switch {
	case entry.Revision() <= x.rooms[room].revision:
		return
	case entry.Operation() != jetstream.KeyValuePut:
		delete(x.rooms, room)
	default:
		var i indexEntry
		if err := codec.Unmarshal(entry.Value(), &i); err != nil {
			return
		}
		i.revision = entry.Revision()
		x.rooms[room] = i
	}

	signal(x.wake)
}

// room returns the entry of a room, as far as this process knows it.
func (x *index) room(room string) (i indexEntry, is bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	i, is = x.rooms[room]
	return i, is
}

// all returns all rooms.
func (x *index) all() map[string]indexEntry {
	x.mu.Lock()
	defer x.mu.Unlock()
	all := make(map[string]indexEntry, len(x.rooms))
	for room, i := range x.rooms {
		all[room] = i
	}
	return all
}

// write writes the entry i of a room. If NATS has an entry of the room whose revision is not
// i.revision, the error is errChanged. The revision 0 means that NATS has no entry yet.
func (x *index) write(ctx context.Context, room string, i indexEntry) (err error) {
	if i.Options == nil {
		i.Options = variant.Nil{} // as another process reads it
	}

	packet, err := codec.Marshal(i)
	if err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	kv := x.bucketNow()
	revision := i.revision
	if revision == 0 {
		revision, err = kv.Create(ctx, room, packet)
	} else {
		revision, err = kv.Update(ctx, room, packet, revision)
	}
	if isWrongSequence(err) || errors.Is(err, jetstream.ErrKeyExists) {
		return errChanged
	}
	if err != nil {
		return err
	}

	x.mu.Lock()
	defer x.mu.Unlock()
	if revision > x.rooms[room].revision {
		i.revision = revision
		x.rooms[room] = i
	}
	return nil
}

// errChanged is the error of a write to the index when another process has written first.
var errChanged = errors.New("rooms: another process has changed the room")

// read reads the entry of a room from NATS.
func (x *index) read(ctx context.Context, room string) (i indexEntry, is bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	entry, err := x.bucketNow().Get(ctx, room)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return i, false, nil
	}
	if err != nil {
		return i, false, err
	}

	x.see(entry)
	err = codec.Unmarshal(entry.Value(), &i)
	i.revision = entry.Revision()
	return i, err == nil, err
}

// remove deletes the entry of a room.
func (x *index) remove(ctx context.Context, room string) error {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	return x.bucketNow().Delete(ctx, room)
}
